import * as vscode from "vscode";
import { ChoiceError, UserError } from "../../base/errors.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { confirm } from "../../ui/prompts.ts";
import { openGist } from "../openGist.ts";
import type { GistUris } from "../uri.ts";
import { GistProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import { type DeletedGist, lostFilesOf, textFilesOf } from "./deletedGist.ts";
import type { Trash } from "./model.ts";
import { showInformation } from "../../ui/messages.ts";

export interface RestoreDeps {
  readonly trash: Trash;
  readonly uris: GistUris;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
}

const askAgain = async ({ title, restoredAs, tried }: DeletedGist): Promise<void> => {
  if (restoredAs !== undefined)
    await confirm(
      vscode.l10n.t("“{0}” was restored already. Make one more gist of it?", title),
      vscode.l10n.t("It is the gist {0} now.", restoredAs),
      vscode.l10n.t("Restore Again"),
    );
  else if (tried !== undefined)
    await confirm(
      vscode.l10n.t("“{0}” may have been restored already. Try again?", title),
      vscode.l10n.t("It was sent, but the response was lost. Check first whether it is among your gists."),
      vscode.l10n.t("Restore Again"),
    );
};

/** Makes a new gist of a deleted one and says plainly what it is not. */
export const restoreDeleted = async (deps: RestoreDeps, { id }: DeletedGist): Promise<void> => {
  const { trash, uris } = deps;
  const deleted = await trash.get(id);
  if (!deleted) throw new UserError(vscode.l10n.t("The deleted gist is no longer stored."));
  const title = plainText(deleted.title);
  const lost = lostFilesOf(deleted);
  if (Object.keys(textFilesOf(deleted)).length === 0)
    throw new UserError(
      vscode.l10n.t("“{0}” can't be restored: the server accepts text only, and it has none.", deleted.title),
    );
  await askAgain(deleted);
  if (lost.length > 0)
    await confirm(
      vscode.l10n.t("Restore “{0}” without some of its files?", deleted.title),
      vscode.l10n.t("The server stores text only, and these files aren't text: {0}.", lost.join(", ")),
      vscode.l10n.t("Restore the Others"),
    );
  const gist = await withProgress(vscode.l10n.t("Restoring the gist…"), async (signal) => {
    if (await trash.isStillThere(deleted, signal)) return undefined;
    return trash.restore(deleted, signal).catch((error: unknown) => {
      if (!(error instanceof GistProblem && error.kind === "restoredElsewhere")) throw toUserError(error);
      const again = { title: vscode.l10n.t("Restore Again"), run: () => restoreDeleted(deps, deleted) };
      throw new ChoiceError(errorText(toUserError(error)), [again], { cause: error });
    });
  });
  if (!gist) {
    // A server may answer from a cache right after the deletion: what is stored here may be the only copy.
    void showInformation(
      vscode.l10n.t(
        "The server still has “{0}”: nothing was restored. The copy on this computer stays. If the gist was deleted just now, try again in a minute.",
        title,
      ),
    );
    return;
  }
  const open = vscode.l10n.t("Open");
  const copy = vscode.l10n.t("Copy Link");
  const text = vscode.l10n.t(
    "“{0}” is a new gist with a new link: the old link leads nowhere. Comments, stars, forks and history are not restored.",
    title,
  );
  // The toast stays; the command is over.
  showInformation(text, open, copy)
    .then(async (answer) => {
      if (answer === open) await openGist(uris, deleted.accountId, gist);
      if (answer === copy) await vscode.env.clipboard.writeText(gist.html_url);
    })
    .then(undefined, (error: unknown) => deps.onError(vscode.l10n.t("Restore"), error));
};
