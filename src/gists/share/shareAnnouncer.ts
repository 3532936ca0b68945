import * as vscode from "vscode";
import type { Gist } from "../../client/types/gist.ts";
import { showInformation, showWarning } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { titleOf } from "../gistFacts.ts";
import { openGist } from "../openGist.ts";
import { toUserError } from "../problemText.ts";
import type { DeleteDeps } from "../trash/deleteGist.ts";
import type { DeletedGist } from "../trash/deletedGist.ts";
import { restoreDeleted } from "../trash/restore.ts";
import type { LastShare } from "./lastShare.ts";
import type { Shared } from "./storedShares.ts";
import type { ShareSettings } from "./shareSettings.ts";
import { undoShare } from "./undoShare.ts";
import { sentences } from "../../ui/sentences.ts";

export interface ShareAnnouncerDeps {
  readonly settings: ShareSettings;
  readonly lastShare: LastShare;
  /** What deletes the gist again. */
  readonly deletion: DeleteDeps;
  /** Selects the gist in the view, where that is visible. */
  readonly reveal: (accountId: string, gist: Gist) => void;
  /** Opens a web page, or says why there is none. */
  readonly openPage: (accountId: string, url: string) => Promise<void>;
}

type Announced = Omit<Shared<Gist>, "sharedAt">;

/** What follows a share: the gist is shown, its link copied, and a message offers to undo it. */
export class ShareAnnouncer {
  readonly #deps: ShareAnnouncerDeps;

  constructor(deps: ShareAnnouncerDeps) {
    this.#deps = deps;
  }

  /** Resolves when the link is copied; the message is still shown then. */
  async announce(accountId: string, gist: Gist, skipped: readonly string[]): Promise<void> {
    const { reveal, lastShare } = this.#deps;
    reveal(accountId, gist);
    const shared: Announced = { accountId, gist, clipboard: await this.#copyLink(gist) };
    lastShare.add(shared);
    // The toast stays until the user has had enough of it; the command is over.
    this.#showMessage(shared, skipped).catch((error: unknown) =>
      this.#deps.deletion.onError(vscode.l10n.t("Share"), toUserError(error)),
    );
  }

  /** Deletes what was shared. Throws CancelledError, HttpError. */
  undo(shared: Omit<Shared, "sharedAt">): Promise<void> {
    return undoShare(this.#deps.deletion, this.#deps.lastShare, shared);
  }

  /** Puts the link into the clipboard where the setting says so; answers what was there before. */
  async #copyLink(gist: Gist): Promise<string | undefined> {
    if (this.#deps.settings.afterShare !== "copy") return undefined;
    const { clipboard } = vscode.env;
    try {
      const before = await clipboard.readText();
      await clipboard.writeText(gist.html_url);
      return before;
    } catch (error) {
      // The gist is there all the same: its message offers the link.
      this.#deps.deletion.onError(vscode.l10n.t("Copy Link"), error);
      return undefined;
    }
  }

  async #showMessage(shared: Announced, skipped: readonly string[]): Promise<void> {
    const { settings, openPage, deletion } = this.#deps;
    const { accountId, gist } = shared;
    const isCopied = shared.clipboard !== undefined;
    // Not awaited: the message offers to undo the share even where there is no page.
    if (settings.afterShare === "open")
      openPage(accountId, gist.html_url).catch((error: unknown) =>
        deletion.onError(vscode.l10n.t("Open in Browser"), toUserError(error)),
      );
    const open = vscode.l10n.t("Open");
    const copy = vscode.l10n.t("Copy Link");
    const undo = vscode.l10n.t("Undo");
    const title = plainText(titleOf(gist));
    const text = gist.public
      ? isCopied
        ? vscode.l10n.t("Shared as public gist “{0}”. Link copied to clipboard.", title)
        : vscode.l10n.t("Shared as public gist “{0}”.", title)
      : isCopied
        ? vscode.l10n.t("Shared as secret gist “{0}”. Link copied to clipboard.", title)
        : vscode.l10n.t("Shared as secret gist “{0}”.", title);
    const answer = await (skipped.length === 0
      ? showInformation(text, open, copy, undo)
      : showWarning(sentences(text, vscode.l10n.t("Skipped:"), ...skipped), open, copy, undo));
    // VS Code has no way to close the message when the gist is deleted while it is shown.
    const deleted = answer === undefined ? undefined : await this.#findDeleted(shared);
    if (deleted) {
      await this.#offerRestore(deleted);
      return;
    }
    if (answer === open) await openGist(deletion.uris, accountId, gist);
    if (answer === copy) await vscode.env.clipboard.writeText(gist.html_url);
    if (answer === undo) await this.undo(shared);
  }

  /** What is stored of the gist when it was deleted here since. */
  async #findDeleted({ accountId, gist }: Announced): Promise<DeletedGist | undefined> {
    const all = await this.#deps.deletion.trash.all();
    return all.find((each) => each.accountId === accountId && each.gistId === gist.id);
  }

  async #offerRestore(deleted: DeletedGist): Promise<void> {
    const restore = vscode.l10n.t("Restore");
    const text = vscode.l10n.t(
      "“{0}” has since been deleted, so its link no longer works.",
      plainText(deleted.title),
    );
    if ((await showInformation(text, restore)) === restore) await restoreDeleted(this.#deps.deletion, deleted);
  }
}
