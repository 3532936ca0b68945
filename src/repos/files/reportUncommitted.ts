import * as vscode from "vscode";
import type { LocalChangesFeature } from "../../localChanges/feature.ts";
import { reportStored } from "../../localChanges/reportStored.ts";
import { type AskAboutConflict, NeedsOtherBranch, RepoConflict } from "./commitErrors.ts";
import type { UncommittedSave } from "./fileSystem.ts";
import { toUserError } from "../problemText.ts";
import { contentUri } from "../uri.ts";

interface ReportDeps {
  readonly localChanges: LocalChangesFeature;
  readonly askAboutConflict: AskAboutConflict;
  readonly askAboutRefusal: (refused: NeedsOtherBranch) => Promise<void>;
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
}

/** Reports once what a save did not commit, with what can be done about it. Throws what that leads to. */
export const reportUncommitted = async (
  { localChanges, askAboutConflict, askAboutRefusal, onError }: ReportDeps,
  { place, error, isStored, change }: UncommittedSave,
): Promise<void> => {
  if (error instanceof RepoConflict) askAboutConflict(error);
  else if (error instanceof NeedsOtherBranch) await askAboutRefusal(error);
  // What is not stored is an error of the save itself.
  else if (isStored)
    await reportStored(
      { localChanges, what: vscode.l10n.t("Commit"), toUserError, onError },
      { uri: contentUri(place), error, change, canTryAgain: true },
    );
};
