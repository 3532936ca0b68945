import * as vscode from "vscode";
import { plainText } from "./plainText.ts";

/** How many documents the tooltip names. */
const maxNamed = 10;

/** Counts in the status bar what is stored here and is not at the service; hidden while there is nothing. */
export class UnpublishedItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #icon: string;

  /** `command` shows the list. */
  constructor(
    id: string,
    { name, command, icon }: { readonly name: string; readonly command: string; readonly icon: string },
  ) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 91);
    this.#item.name = name;
    this.#item.command = command;
    this.#icon = icon;
  }

  dispose(): void {
    this.#item.dispose();
  }

  /** `label`: their number, in words. `needsUser`: at least one is not sent by itself. */
  update({
    label,
    names,
    needsUser,
  }: {
    readonly label: string;
    readonly names: readonly string[];
    readonly needsUser: boolean;
  }): void {
    if (names.length === 0) {
      this.#item.hide();
      return;
    }
    const icon = needsUser ? "warning" : this.#icon;
    this.#item.text = `$(${icon}) ${label}`;
    const more = names.length > maxNamed ? ["…"] : [];
    this.#item.tooltip = [label, ...names.slice(0, maxNamed).map((each) => plainText(each)), ...more].join("\n");
    this.#item.accessibilityInformation = { label, role: "button" };
    this.#item.show();
  }
}
