import * as vscode from "vscode";
import { plainText } from "../../ui/plainText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";

/** Which edits, by the names of their files, could not be published, of how many. */
export const failedEditsText = (failed: readonly string[], all: number): string =>
  sentences(
    pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} of # edit couldn't be published: {1}.} other {{0} of # edits couldn't be published: {1}.}}",
      ),
      all,
      failed.length,
      failed.map(plainText).join(", "),
    ),
    vscode.l10n.t("What wasn't published is stored on this computer."),
  );
