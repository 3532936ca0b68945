import * as vscode from "vscode";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";

/** What became of the gists that the user picked to import. `stoppedAt` is the title of the one at which it was stopped. */
export const importSummary = (made: number, picked: number, stoppedAt?: string): string => {
  if (made === picked)
    return pluralText(
      vscode.l10n.t(
        "{count, plural, one {# gist imported. It has a new ID; comments, stars and history are not imported.} other {# gists imported. They have new IDs; comments, stars and history are not imported.}}",
      ),
      made,
    );
  return sentences(
    pluralText(
      vscode.l10n.t("{count, plural, one {{0} of # gist imported.} other {{0} of # gists imported.}}"),
      picked,
      made,
    ),
    made === 0 ? "" : vscode.l10n.t("Imported gists have new IDs."),
    stoppedAt === undefined
      ? ""
      : vscode.l10n.t("Stopped at “{0}”. Import the same folder again to continue.", stoppedAt),
  );
};
