import * as vscode from "vscode";
import { fieldsOf } from "../base/fieldsOf.ts";
import { contributedNames, contributedText } from "./contributedNames.ts";

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];

const keyNames = ["ctrl", "shift", "enter", "delete", "space", "backspace"];

/** Such as `Ctrl+K Shift+S` for `ctrl+k shift+s`, with the names that VS Code has for keys in its language. */
const keyText = (key: string): string => {
  // One text, since “Delete” alone is what commands do.
  const names = vscode.l10n.t("Ctrl Shift Enter Delete Space Backspace").split(" ");
  return key.replaceAll(
    /[a-z]+/g,
    (name) => names[keyNames.indexOf(name)] ?? name.charAt(0).toUpperCase() + name.slice(1),
  );
};

/** Command → its first default key; that of macOS, too, where it is another one. */
const keysOf = (keybindings: unknown): ReadonlyMap<unknown, string> => {
  const keys = new Map<unknown, string>();
  for (const { command, key, mac } of listOf(keybindings)) {
    if (typeof key !== "string" || keys.has(command)) continue;
    const isOther = typeof mac === "string" && mac !== key;
    keys.set(command, isOther ? vscode.l10n.t("{0} (macOS: {1})", keyText(key), keyText(mac)) : keyText(key));
  }
  return keys;
};

/**
 * The help of all views in a manifest, in its language, for people who use a screen reader. VS Code shows the help of
 * extensions that it comes with only (`contribAccessibilityHelpContent` is proposed).
 */
export const accessibilityHelp = (manifest: unknown): string => {
  const names = contributedNames(manifest);
  const { keybindings, views } = fieldsOf(fieldsOf(manifest)["contributes"]);
  const keys = keysOf(keybindings);
  const commandText = (id: string): string =>
    keys.get(id) ?? vscode.l10n.t("“{0}” in the Command Palette", names.get(id)?.name ?? id);
  const sections = Object.values(fieldsOf(views))
    .flatMap(listOf)
    .flatMap(({ id, accessibilityHelpContent }) => {
      const help = contributedText(accessibilityHelpContent);
      if (help === undefined) return [];
      const text = help.replaceAll(/<keybinding:([\w.]+)>/g, (_, command: string) => commandText(command));
      return [`${names.get(String(id))?.name ?? String(id)}\n${text}\n`];
    });
  const intro = vscode.l10n.t("Keys are the default ones. “Preferences: Open Keyboard Shortcuts” lists yours.");
  return [`${intro}\n`, ...sections].join("\n");
};
