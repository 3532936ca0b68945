import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";
import { isForRow } from "./rowMenu.ts";

export interface RowTree {
  readonly selection: readonly unknown[];
  readonly itemOf: (row: unknown) => Promise<vscode.TreeItem>;
}

/**
 * Runs the first of the commands that the menu of the row with the focus has; for all selected rows, when it is one of
 * them. `menu`: the entries of `view/item/context` in package.json.
 */
export const runRowKey = async (
  tree: RowTree,
  menu: readonly unknown[],
  row: unknown,
  commands: readonly string[],
): Promise<void> => {
  const { contextValue = "" } = await tree.itemOf(row);
  const { selection } = tree;
  const rows = selection.length > 1 && selection.includes(row) ? selection : undefined;
  const found = commands.find((id) =>
    menu.some((entry) => {
      const { command, when } = fieldsOf(entry);
      return command === id && typeof when === "string" && isForRow(when, contextValue, rows !== undefined);
    }),
  );
  if (found === undefined) return;
  await vscode.commands.executeCommand(found, row, rows);
};
