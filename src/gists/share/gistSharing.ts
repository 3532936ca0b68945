import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { CancelledError } from "../../base/errors.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import type { Gist } from "../../client/types/gist.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";
import { showWarning } from "../../ui/messages.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText } from "../../ui/prompts.ts";
import { gistAccount } from "../gistAccount.ts";
import type { GistsModel } from "../model.ts";
import type { BegunShares } from "./begunShares.ts";
import type { Shared } from "./storedShares.ts";
import { ShareAnnouncer, type ShareAnnouncerDeps } from "./shareAnnouncer.ts";
import type { ShareSettings } from "./shareSettings.ts";
import type { Source } from "./source.ts";

interface GistSharingDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly inspect: Inspect;
  readonly settings: ShareSettings;
  readonly begun: BegunShares;
}

/** What the user wants besides what the settings say. */
export interface ShareWishes {
  readonly isPublic?: boolean;
  /** Asks for the description; the source's is the proposal. */
  readonly asksDescription?: boolean;
}

/** A gist, and the account that it was shared with. */
export type SharedGist = Pick<Shared<Gist>, "accountId" | "gist">;

const askDescription = (proposal: string, isPublic: boolean): Promise<string> =>
  askText({
    title: isPublic ? vscode.l10n.t("Share as Public Gist") : vscode.l10n.t("Share as Secret Gist"),
    prompt: isPublic
      ? vscode.l10n.t("Description. Everyone can find a public gist.")
      : vscode.l10n.t("Description. Only people with the link can see a secret gist."),
    value: proposal,
  });

/** Makes gists of sources. Loaded with the first share. */
export class GistSharing {
  readonly #deps: GistSharingDeps;
  readonly #announcer: ShareAnnouncer;

  constructor(deps: GistSharingDeps, announcing: ShareAnnouncerDeps) {
    this.#deps = deps;
    this.#announcer = new ShareAnnouncer(announcing);
  }

  /**
   * Shares without a question: secret unless the setting says otherwise, link copied, undo in the toast. What is shared is read
   * first: signing in does not change it. `read` gets the bytes of the largest file. Throws CancelledError, HttpError, UserError.
   */
  async share(read: (largest: number) => Promise<Source> | Source, wishes: ShareWishes = {}): Promise<SharedGist> {
    const { gists, inspect, settings, begun } = this.#deps;
    const source = await read(settings.maxFileBytes);
    const account = await gistAccount(this.#deps);
    const accountId = account.profile.id;
    const isPublic = wishes.isPublic ?? (await this.#decideVisibility());
    const wanted = wishes.asksDescription
      ? await askDescription(source.description, isPublic)
      : source.description;
    const upload = { what: source.description, files: source.files, accountId, isSecret: !isPublic };
    const files = await inspect(upload);
    const description = await inspectText(inspect, {
      what: vscode.l10n.t("the description"),
      text: wanted,
      accountId,
      isSecret: !isPublic,
    });
    const create = async (): Promise<Gist> => {
      const gist = await withProgress(vscode.l10n.t("Sharing as gist…"), (signal) =>
        begun.during({ accountId, what: description.split("\n")[0] ?? "" }, signal, () =>
          gists.create(accountId, { description, files, public: isPublic }, signal),
        ),
      );
      await this.#announcer.announce(accountId, gist, source.skipped ?? []);
      return gist;
    };
    const gist = await createOrAsk(vscode.l10n.t("The gist"), () => gists.refresh(accountId), create);
    return { accountId, gist };
  }

  /** Deletes what was shared. Throws CancelledError, HttpError. */
  undo(shared: Shared): Promise<void> {
    return this.#announcer.undo(shared);
  }

  /** Asks each time when the workspace makes gists public. Throws CancelledError. */
  async #decideVisibility(): Promise<boolean> {
    const { isPublic, isVisibilityFromWorkspace } = this.#deps.settings;
    if (!isPublic || !isVisibilityFromWorkspace) return isPublic;
    const asPublic = vscode.l10n.t("Share as Public Gist");
    const asSecret = vscode.l10n.t("Share as Secret Gist");
    const detail = vscode.l10n.t(
      "The settings of this workspace make new gists public. Everyone can find a public gist.",
    );
    const options = { modal: true, detail };
    // Enter takes the first one.
    const answer = await showWarning(vscode.l10n.t("Share as a public gist?"), options, asSecret, asPublic);
    if (answer === undefined) throw new CancelledError();
    return answer === asPublic;
  }
}
