import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import type { GistFiles } from "../publishing/files.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import { titleOf } from "../gistFacts.ts";
import { openGist } from "../openGist.ts";
import type { Source } from "./source.ts";
import { gistAccount } from "../gistAccount.ts";
import { toUserError } from "../problemText.ts";
import type { DeleteParts } from "../trash/deleteGist.ts";
import type { LastShare, Shared } from "./lastShare.ts";
import type { DeletedGist } from "../trash/deletedGist.ts";
import { restoreDeleted } from "../trash/restore.ts";
import { undoShare } from "./undoShare.ts";
import { showInformation, showWarning } from "../../ui/messages.ts";
import { askText } from "../../ui/prompts.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";

/** What happens with the link of a new gist. */
export type AfterShare = "copy" | "open" | "ask";

export interface ShareParts extends DeleteParts {
  readonly lastShare: LastShare;
  /** Selects the gist in the view, where that is visible. */
  readonly reveal: (accountId: string, gist: Gist) => void;
  readonly files: GistFiles;
  readonly afterShare: () => AfterShare;
  /** What the setting says. */
  readonly isPublic: () => boolean;
  /** Whether the workspace says so: its settings come with the folder, and are not the user's own decision. */
  readonly isVisibilityFromWorkspace: () => boolean;
  readonly inspect: Inspect;
  /** Opens a web page, or says why there is none. */
  readonly openPage: (accountId: string, url: string) => Promise<void>;
}

/** Puts the link into the clipboard where the setting says so; answers what was there before. */
const copyLink = async (parts: ShareParts, gist: Gist): Promise<string | undefined> => {
  if (parts.afterShare() !== "copy") return undefined;
  const { clipboard } = vscode.env;
  try {
    const before = await clipboard.readText();
    await clipboard.writeText(gist.html_url);
    return before;
  } catch (error) {
    // The gist is there all the same: its message offers the link.
    parts.onError(vscode.l10n.t("Copy Link"), error);
    return undefined;
  }
};

/** What is stored of the gist when it was deleted here since. */
const findDeleted = async ({ trash }: ShareParts, { accountId, gist }: Shared): Promise<DeletedGist | undefined> =>
  (await trash.all()).find((each) => each.accountId === accountId && each.gistId === gist.id);

const offerRestore = async (parts: ShareParts, deleted: DeletedGist): Promise<void> => {
  const restore = vscode.l10n.t("Restore");
  const text = vscode.l10n.t(
    "“{0}” has since been deleted, so its link no longer works.",
    plainText(deleted.title),
  );
  if ((await showInformation(text, restore)) === restore) await restoreDeleted(parts, deleted);
};

const announce = async (parts: ShareParts, shared: Shared, skipped: readonly string[]): Promise<void> => {
  const { accountId, gist } = shared;
  const isCopied = shared.clipboard !== undefined;
  if (parts.afterShare() === "open") await parts.openPage(accountId, gist.html_url);
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
    : showWarning([text, vscode.l10n.t("Skipped:"), ...skipped].join(" "), open, copy, undo));
  // VS Code has no way to close the message when the gist is deleted while it is shown.
  const deleted = answer === undefined ? undefined : await findDeleted(parts, shared);
  if (deleted) {
    await offerRestore(parts, deleted);
    return;
  }
  if (answer === open) await openGist(parts.uris, accountId, gist);
  if (answer === copy) await vscode.env.clipboard.writeText(gist.html_url);
  if (answer === undo) await undoShare(parts, shared);
};

/** Asks each time when the workspace makes gists public. Throws CancelledError. */
const decideVisibility = async (parts: ShareParts): Promise<boolean> => {
  if (!parts.isPublic() || !parts.isVisibilityFromWorkspace()) return parts.isPublic();
  const asPublic = vscode.l10n.t("Share as Public Gist");
  const asSecret = vscode.l10n.t("Share as Secret Gist");
  const detail = vscode.l10n.t(
    "The settings of this workspace make new gists public. Everyone can find a public gist.",
  );
  const options = { modal: true, detail };
  const answer = await showWarning(vscode.l10n.t("Share as a public gist?"), options, asPublic, asSecret);
  if (answer === undefined) throw new CancelledError();
  return answer === asPublic;
};

/** What the user wants besides what the settings say. */
export interface ShareWishes {
  readonly isPublic?: boolean;
  /** Asks for the description; the source's is the proposal. */
  readonly asksDescription?: boolean;
}

const askDescription = (proposal: string, isPublic: boolean): Promise<string> =>
  askText({
    title: isPublic ? vscode.l10n.t("Share as Public Gist") : vscode.l10n.t("Share as Secret Gist"),
    prompt: isPublic
      ? vscode.l10n.t("Description. Everyone can find a public gist.")
      : vscode.l10n.t("Description. Only people with the link can see a secret gist."),
    value: proposal,
  });

/**
 * Shares without a question: secret unless the setting says otherwise, link copied, undo in the toast. What is shared is read
 * first: signing in does not change it. Throws CancelledError, HttpError, UserError.
 */
export const share = async (
  parts: ShareParts,
  read: (largest: number) => Promise<Source> | Source,
  largest: number,
  wishes: ShareWishes = {},
): Promise<Gist> => {
  const source = await read(largest);
  const account = await gistAccount(parts);
  const accountId = account.profile.id;
  const isPublic = wishes.isPublic ?? (await decideVisibility(parts));
  const wanted = wishes.asksDescription ? await askDescription(source.description, isPublic) : source.description;
  const upload = { what: source.description, files: source.files, accountId, isSecret: !isPublic };
  const files = await parts.inspect(upload);
  const description = await inspectText(parts.inspect, {
    what: vscode.l10n.t("the description"),
    text: wanted,
    accountId,
    isSecret: !isPublic,
  });
  const create = async (): Promise<Gist> => {
    const gist = await withProgress(vscode.l10n.t("Sharing as gist…"), (signal) =>
      parts.gists.create(accountId, { description, files, public: isPublic }, signal),
    );
    parts.reveal(accountId, gist);
    const shared: Shared = { accountId, gist, clipboard: await copyLink(parts, gist) };
    parts.lastShare.set(shared);
    // The toast stays until the user has had enough of it; the command is over.
    announce(parts, shared, source.skipped ?? []).catch((error: unknown) =>
      parts.onError(vscode.l10n.t("Share"), toUserError(error)),
    );
    return gist;
  };
  return createOrAsk(vscode.l10n.t("The gist"), () => parts.gists.refresh(accountId), create);
};
