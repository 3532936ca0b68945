import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import type { GistFiles } from "../publishing/files.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import { titleOf } from "../gistFacts.ts";
import { openGist } from "../openGist.ts";
import type { GistsModel } from "../model.ts";
import type { Source } from "./source.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import type { TargetParts } from "../target.ts";
import type { GistUris } from "../uri.ts";
import { showInformation, showWarning } from "../../ui/messages.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";

/** What happens with the link of a new gist. */
export type AfterShare = "copy" | "open" | "ask";

export interface ShareParts extends TargetParts {
  readonly uris: GistUris;
  readonly files: GistFiles;
  readonly afterShare: () => AfterShare;
  /** What the setting says. */
  readonly isPublic: () => boolean;
  /** Whether the workspace says so: its settings come with the folder, and are not the user's own decision. */
  readonly isVisibilityFromWorkspace: () => boolean;
  readonly inspect: Inspect;
  /** Opens a web page, or says why there is none. */
  readonly openPage: (accountId: string, url: string) => Promise<void>;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
}

const announce = async (parts: ShareParts, accountId: string, gist: Gist): Promise<void> => {
  const copied = parts.afterShare() === "copy";
  if (copied) await vscode.env.clipboard.writeText(gist.html_url);
  if (parts.afterShare() === "open") await parts.openPage(accountId, gist.html_url);
  const open = vscode.l10n.t("Open");
  const copy = vscode.l10n.t("Copy Link");
  const undo = vscode.l10n.t("Undo");
  const title = plainText(titleOf(gist));
  const text = gist.public
    ? copied
      ? vscode.l10n.t("Shared as public gist “{0}”. Its link is in the clipboard.", title)
      : vscode.l10n.t("Shared as public gist “{0}”.", title)
    : copied
      ? vscode.l10n.t("Shared as secret gist “{0}”. Its link is in the clipboard.", title)
      : vscode.l10n.t("Shared as secret gist “{0}”.", title);
  const answer = await showInformation(text, open, copy, undo);
  if (answer === open) await openGist(parts.uris, accountId, gist);
  if (answer === copy) await vscode.env.clipboard.writeText(gist.html_url);
  if (answer === undo) await undoShare(parts.gists, accountId, gist, copied);
};

const undoShare = async (gists: GistsModel, accountId: string, gist: Gist, copied: boolean): Promise<void> => {
  await gists.delete(accountId, gist.id);
  // The link leads nowhere now; only what we put there is taken away.
  if (copied && (await vscode.env.clipboard.readText()) === gist.html_url)
    await vscode.env.clipboard.writeText("");
  void showInformation(vscode.l10n.t("The gist was deleted again."));
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

/** Shares without a question: secret unless the setting says otherwise, link copied, undo in the toast. */
export const share = async (
  parts: ShareParts,
  read: (largest: number) => Promise<Source> | Source,
  largest: number,
): Promise<Gist> => {
  const account = await activeAccount(parts);
  const source = await read(largest);
  const accountId = account.profile.id;
  const isPublic = await decideVisibility(parts);
  const upload = { what: source.description, files: source.files, accountId, isSecret: !isPublic };
  const files = await parts.inspect(upload);
  const description = await inspectText(parts.inspect, {
    what: vscode.l10n.t("the description"),
    text: source.description,
    accountId,
    isSecret: !isPublic,
  });
  const create = async (): Promise<Gist> => {
    const gist = await withProgress(vscode.l10n.t("Sharing as gist…"), (signal) =>
      parts.gists.create(accountId, { description, files, public: isPublic }, signal),
    );
    // The toast stays until the user has had enough of it; the command is over.
    announce(parts, accountId, gist).catch((error: unknown) => parts.onError(vscode.l10n.t("Share"), error));
    return gist;
  };
  return createOrAsk(vscode.l10n.t("The gist"), () => parts.gists.refresh(accountId), create);
};
