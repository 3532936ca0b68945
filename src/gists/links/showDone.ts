import * as vscode from "vscode";
import { plainText } from "../../ui/plainText.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { nameOf, type Link } from "./types.ts";

/**
 * What became of a pull or a push; `ahead` when the file has all that was changed in the gist, and more; `undecided` when
 * nothing was changed and the user was asked.
 */
export type Done = "same" | "pulled" | "merged" | "pushed" | "ahead" | "undecided";

export const doneText = (done: Done): string => {
  switch (done) {
    case "same":
      return vscode.l10n.t("the same on both sides");
    case "pulled":
      return vscode.l10n.t("pulled");
    case "merged":
      return vscode.l10n.t("merged in the editor, not saved");
    case "pushed":
      return vscode.l10n.t("pushed");
    case "ahead":
      return vscode.l10n.t("nothing to pull. Push the file to send its changes.");
    case "undecided":
      return vscode.l10n.t("changed on both sides, left as it is");
  }
};

/** Says in the status bar what was done. What the user was asked about, or has a message of, is not said again. */
export const showDone = (link: Link, done: Done): void => {
  if (done !== "undecided" && done !== "merged") showStatus(plainText(`${nameOf(link)}: ${doneText(done)}`), 6000);
};
