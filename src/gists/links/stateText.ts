import * as vscode from "vscode";
import type { LinkFileProblem } from "./linkFile.ts";
import type { LinkState } from "./types.ts";

/** One or two words. */
export const stateWord = (state: LinkState): string => {
  switch (state) {
    case "synced":
      return vscode.l10n.t("synced");
    case "ahead":
      return vscode.l10n.t("ahead");
    case "behind":
      return vscode.l10n.t("behind");
    case "diverged":
      return vscode.l10n.t("diverged");
    case "missing":
      return vscode.l10n.t("no longer in the gist");
    case "localMissing":
      return vscode.l10n.t("not here");
    case "unknown":
      return vscode.l10n.t("not asked yet");
  }
};

/** What it means and what to do. */
export const stateText = (state: LinkState): string => {
  switch (state) {
    case "synced":
      return vscode.l10n.t("Linked to a gist: both are the same");
    case "ahead":
      return vscode.l10n.t("Linked to a gist: changed here, push it");
    case "behind":
      return vscode.l10n.t("Linked to a gist: changed there, pull it");
    case "diverged":
      return vscode.l10n.t("Linked to a gist: changed on both sides, pull and merge it");
    case "missing":
      return vscode.l10n.t("Linked to a gist that no longer has the file");
    case "localMissing":
      return vscode.l10n.t("Linked to a gist; the file of the workspace no longer exists");
    case "unknown":
      return vscode.l10n.t("Linked to a gist, which was not read yet or could not be");
  }
};

const problemText = ({ kind, field }: LinkFileProblem): string => {
  switch (kind) {
    case "json":
      return vscode.l10n.t("it isn't valid JSON");
    case "version":
      return vscode.l10n.t("it is of another version");
    case "tooLarge":
      return vscode.l10n.t("it is too large");
    case "shape":
      if (field !== undefined) return vscode.l10n.t("the field “{0}” is missing or has an invalid value", field);
      return vscode.l10n.t("it has other fields than it should");
    case "path":
      return vscode.l10n.t("its path does not stay in the workspace folder");
    case "server":
      return vscode.l10n.t("its server isn't a web URL");
    case "twice":
      return vscode.l10n.t("its file is linked already");
  }
};

/** `text`: what is wrong, where more of it is known. */
export const linkFileProblemText = (problem: LinkFileProblem, text = problemText(problem)): string =>
  problem.entry === undefined ? text : vscode.l10n.t("entry {0}: {1}", problem.entry, text);
