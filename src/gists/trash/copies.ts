import * as vscode from "vscode";
import { showWarning } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { titleOf } from "../gistFacts.ts";
import type { GistCopies } from "../model.ts";
import type { Reports } from "../../ui/reports.ts";
import { deleteGists, type DeleteDeps } from "./deleteGist.ts";

/** Says that a gist was created several times, and deletes the copies if the user wants it. Throws CancelledError. */
export const reportCopies = async (
  deps: DeleteDeps & { readonly reports: Reports },
  { accountId, copies }: GistCopies,
): Promise<void> => {
  const [first] = copies;
  if (!first) return;
  const remove = vscode.l10n.t("Delete Extra Gists...");
  const text = pluralText(
    vscode.l10n.t(
      "{count, plural, one {The connection was lost while “{0}” was created, and the server has # more gist with the same files.} other {The connection was lost while “{0}” was created, and the server has # more gists with the same files.}}",
    ),
    copies.length,
    plainText(titleOf(first)),
  );
  if ((await showWarning(text, remove)) !== remove) return;
  const selected = copies.map((gist) => ({ accountId, gist }));
  await deleteGists(deps, selected, ({ gist }) => `${titleOf(gist)} (${gist.id})`);
};
