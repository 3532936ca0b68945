import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";
import { isForRow, isRowMenu } from "./rowMenu.ts";

export interface RowTree {
  readonly selection: readonly unknown[];
  readonly itemOf: (row: unknown) => Promise<vscode.TreeItem>;
}

/**
 * Runs the first of the commands that the menu of the row with the focus has; for all selected rows, when it is one of
 * them. `menus`: those of package.json; a row's menu has submenus.
 */
export const runRowKey = async (
  tree: RowTree,
  menus: Readonly<Record<string, unknown>>,
  row: unknown,
  commands: readonly string[],
): Promise<void> => {
  const { contextValue = "" } = await tree.itemOf(row);
  const { selection } = tree;
  const menu = Object.entries(menus).flatMap(([id, entries]) =>
    isRowMenu(id) && Array.isArray(entries) ? (entries as readonly unknown[]) : [],
  );
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
