import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";
import { errorText } from "./errorText.ts";
import { createInput } from "./messages.ts";
import { inertText } from "./plainText.ts";

/** The user went one step back. */
export class BackError extends Error {
  override readonly name = "BackError";
}

export interface CheckedInput<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Whether there is a button for the step before. */
  readonly canGoBack?: boolean;
  /** What this throws is shown below the box, which stays open with what was typed. */
  readonly accept: (value: string, signal: AbortSignal) => Promise<T>;
  readonly explain?: (error: unknown) => string;
}

/** Asks for one line and keeps asking until it is accepted. Throws CancelledError or BackError when the user leaves. */
export const askChecked = <T>(input: CheckedInput<T>): Promise<T> => {
  const box = createInput(input.title, input.prompt);
  box.value = input.value ?? "";
  box.password = input.password ?? false;
  box.ignoreFocusOut = true;
  if (input.placeholder !== undefined) box.placeholder = input.placeholder;
  if (input.canGoBack) box.buttons = [vscode.QuickInputButtons.Back];
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const submit = async (): Promise<void> => {
      if (box.busy) return;
      box.busy = true;
      box.enabled = false;
      box.validationMessage = undefined;
      try {
        resolve(await input.accept(box.value, controller.signal));
        box.hide();
      } catch (error) {
        box.validationMessage = inertText((input.explain ?? errorText)(error));
      } finally {
        box.busy = false;
        box.enabled = true;
      }
    };
    box.onDidAccept(() => void submit());
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidTriggerButton(() => {
      reject(new BackError());
      box.hide();
    });
    box.onDidHide(() => {
      controller.abort();
      // Does nothing when it was accepted or the user went back.
      reject(new CancelledError());
      box.dispose();
    });
    box.show();
  });
};
