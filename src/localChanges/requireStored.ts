import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { plainText } from "../ui/plainText.ts";
import { labelOf } from "./label.ts";
import type { LocalChange, LocalChanges } from "./model.ts";

/** Throws UserError where a change was sent or discarded since, also by another window. */
export const requireStored = async (changes: LocalChanges, change: LocalChange): Promise<void> => {
  // What can't be read now is as it was.
  await changes.get(change.place).catch(() => undefined);
  if (changes.latestOf(change)) return;
  // As `publishedSinceText`, which is loaded with the conflicts.
  throw new UserError(vscode.l10n.t("“{0}” was published or discarded since then.", plainText(labelOf(change))));
};
