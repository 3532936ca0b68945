import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";
import { isForRow, isRowMenu } from "./rowMenu.ts";

export interface RowTree {
  readonly selection: readonly unknown[];
  readonly itemOf: (row: unknown) => Promise<vscode.TreeItem>;
}

export interface PressedKey {
  /** The id of the key's command. */
  readonly key: string;
  /** The row with the focus. */
  readonly row: unknown;
  /** Those that the key runs, in their order. */
  readonly commands: readonly string[];
}

const labelOf = ({ label }: vscode.TreeItem): string => (typeof label === "string" ? label : (label?.label ?? ""));

/** For rows that have no link: their names, such as the login of a user. */
const copyLabels = async (tree: RowTree, rows: readonly unknown[]): Promise<void> => {
  const items = await Promise.all(rows.map((row) => tree.itemOf(row)));
  // Rows such as Load more have no context value and nothing to copy.
  const labels = items.filter(({ contextValue = "" }) => contextValue !== "").map(labelOf);
  if (labels.length > 0) await vscode.env.clipboard.writeText(labels.join("\n"));
};

/** As Space does in the Explorer: the file opens in preview, and the focus stays. VS Code itself would only expand the row. */
const previewOrExpand = async ({ collapsibleState, command }: vscode.TreeItem): Promise<void> => {
  const [uri] = (command?.arguments ?? []) as readonly unknown[];
  const hasBelow = collapsibleState !== vscode.TreeItemCollapsibleState.None;
  if (hasBelow && command?.command === "vscode.open" && uri !== undefined)
    await vscode.commands.executeCommand("list.selectAndPreserveFocus");
  else await vscode.commands.executeCommand("list.toggleExpand");
};

/**
 * Runs the first of the commands that the menu of the row with the focus has; for all selected rows, when it is one of
 * them. `menus`: those of package.json; a row's menu has submenus. A row without such a command is copied as its name,
 * and opened as VS Code does.
 */
export const runRowKey = async (
  tree: RowTree,
  menus: Readonly<Record<string, unknown>>,
  { key, row, commands }: PressedKey,
): Promise<void> => {
  const item = await tree.itemOf(row);
  const { contextValue = "" } = item;
  if (key === "forgeside.row.preview") {
    await previewOrExpand(item);
    return;
  }
  const isOpen = key === "forgeside.row.open";
  if (isOpen && (item.command || item.collapsibleState !== vscode.TreeItemCollapsibleState.None)) {
    await vscode.commands.executeCommand("list.select");
    return;
  }
  const { selection } = tree;
  const menu = Object.entries(menus).flatMap(([id, entries]) =>
    isRowMenu(id) && Array.isArray(entries) ? (entries as readonly unknown[]) : [],
  );
  const rows = selection.length > 1 && selection.includes(row) && !isOpen ? selection : undefined;
  const found = commands.find((id) =>
    menu.some((entry) => {
      const { command, when } = fieldsOf(entry);
      return command === id && typeof when === "string" && isForRow(when, contextValue, rows !== undefined);
    }),
  );
  if (found !== undefined) await vscode.commands.executeCommand(found, row, rows);
  else if (isOpen) await vscode.commands.executeCommand("list.select");
  else if (key === "forgeside.row.copy") await copyLabels(tree, rows ?? [row]);
};
