import { window } from "vscode";

export interface Prompt {
  readonly kind: string;
  /** A message's text; empty where there is none. */
  readonly text: string;
}

const kinds = [
  "showInformationMessage",
  "showWarningMessage",
  "showErrorMessage",
  "showQuickPick",
  "showInputBox",
  "createQuickPick",
  "createInputBox",
  "withProgress",
] as const;

/**
 * Notes what the extension shows to the user from now on. Each call still goes to VS Code: the tests share the
 * extension's own `vscode.window`, since they lie in its folder.
 */
export const listenToPrompts = (): readonly Prompt[] => {
  const heard: Prompt[] = [];
  for (const kind of kinds) {
    const show = Reflect.get(window, kind) as (...given: readonly unknown[]) => unknown;
    const value = (...given: readonly unknown[]): unknown => {
      heard.push({ kind, text: typeof given[0] === "string" ? given[0] : "" });
      return Reflect.apply(show, window, given);
    };
    Object.defineProperty(window, kind, { value, configurable: true });
  }
  return heard;
};
