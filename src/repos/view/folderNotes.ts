import * as vscode from "vscode";
import { pluralText } from "../../ui/pluralText.ts";
import { type KitNode, kitRowId } from "../../tree/node.ts";
import { maxFolderEntries } from "../contents.ts";

/** What is said below the entries of a folder. */
export const folderNotes = (id: string, count: number): readonly KitNode[] => {
  if (count === 0)
    return [
      {
        kind: "message",
        id: kitRowId(id, "empty"),
        text: vscode.l10n.t("There are no files here."),
        icon: "info",
      },
    ];
  if (count !== maxFolderEntries) return [];
  const text = pluralText(
    vscode.l10n.t(
      "{count, plural, one {The server may have more here: it lists the first # entry of a folder only. Clone the repository to see all.} other {The server may have more here: it lists the first # entries of a folder only. Clone the repository to see all.}}",
    ),
    count,
  );
  return [{ kind: "message", id: kitRowId(id, "more"), text, icon: "info" }];
};
