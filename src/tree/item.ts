import * as vscode from "vscode";
import { plainLine, plainLines, shortened } from "../ui/plainText.ts";

interface ItemFacts {
  readonly id: string;
  readonly label: string;
  /** In grey behind the label; empty ones are left out. */
  readonly notes?: string | readonly string[];
  /** A codicon's name, or an icon with a color. */
  readonly icon?: string | vscode.ThemeIcon | undefined;
  /** As `contextValue` of `node.ts` makes it. */
  readonly context: string;
  /** What a screen reader says before the notes, where that is not the label. */
  readonly spoken?: string;
  /** What it says in place of the notes. */
  readonly spokenNotes?: readonly string[];
  /** The file that the icon is of; with it, `icon` is the theme's file icon. */
  readonly resource?: vscode.Uri;
  readonly command?: vscode.Command;
}

/** The item of a row. A screen reader says its label (or `spoken`) and its notes. */
export const treeItem = (
  { id, label, notes = [], icon, context, spoken = label, spokenNotes, resource, command }: ItemFacts,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem => {
  const item = new vscode.TreeItem(label, state);
  const shown = [notes].flat().filter((note) => note !== "");
  item.id = id;
  item.description = shown.join(" · ");
  if (icon !== undefined) item.iconPath = typeof icon === "string" ? new vscode.ThemeIcon(icon) : icon;
  item.contextValue = context;
  const said = [spoken, ...(spokenNotes ?? shown)].map((text) => shortened(text));
  item.accessibilityInformation = { label: said.reduce((text, next) => vscode.l10n.t("{0}, {1}", text, next)) };
  if (resource) {
    // Half a character would break the whole view: VS Code can't make an address of it.
    item.resourceUri = resource.with({ path: resource.path.replaceAll(/\p{Surrogate}/gu, "\u{FFFD}") });
    item.iconPath = vscode.ThemeIcon.File;
  }
  if (command) item.command = command;
  return item;
};

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/** An item whose texts are plain: every row of every tree goes through it. */
export const plainItem = (item: vscode.TreeItem): vscode.TreeItem => {
  const { label, description, tooltip, accessibilityInformation: spoken } = item;
  if (typeof label === "string") item.label = plainLine(label);
  if (typeof description === "string") {
    // Without a mark for left to right, VS Code would put digits of it in front of such a label.
    const isMixed = description !== "" && typeof label === "string" && rightToLeft.test(label);
    item.description = (isMixed ? "\u200E" : "") + plainLine(description);
  }
  if (typeof tooltip === "string") item.tooltip = plainLines(tooltip);
  if (spoken) item.accessibilityInformation = { ...spoken, label: plainLine(spoken.label) };
  return item;
};
