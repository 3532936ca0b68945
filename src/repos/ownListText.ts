import * as vscode from "vscode";
import type { ReposModel } from "./model.ts";

/** Whether only some of the own repositories are listed. */
export const isFiltered = ({ ownOptions }: Pick<ReposModel, "ownOptions">): boolean => ownOptions().type !== "all";

/** What is said where the list of the own repositories is empty. */
export const noOwnText = (repos: Pick<ReposModel, "ownOptions">): string =>
  isFiltered(repos)
    ? vscode.l10n.t("The filter of your repositories shows none.")
    : vscode.l10n.t("You have no repositories yet.");
