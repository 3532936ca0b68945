import { window } from "vscode";

interface Warning {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Called in a `describe`: modal questions are answered by a button's title, or left when there is none. */
export const useWarnings = (): { readonly asked: readonly Warning[]; answer: string | undefined } => {
  const asked: Warning[] = [];
  const warnings: { readonly asked: readonly Warning[]; answer: string | undefined } = {
    asked,
    answer: undefined,
  };
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    asked.length = 0;
    warnings.answer = undefined;
    former = Object.getOwnPropertyDescriptor(window, "showWarningMessage");
    const show = Reflect.get(window, "showWarningMessage") as (...given: readonly unknown[]) => unknown;
    const value = (message: string, options: unknown, ...buttons: readonly string[]): unknown => {
      const { modal, detail = "" } = (typeof options === "object" ? options : {}) as {
        readonly modal?: boolean;
        readonly detail?: string;
      };
      if (!modal) return Reflect.apply(show, window, [message, options, ...buttons]);
      asked.push({ message, detail, buttons });
      return Promise.resolve(buttons.find((button) => button === warnings.answer));
    };
    Object.defineProperty(window, "showWarningMessage", { value, configurable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "showWarningMessage", former);
  });
  return warnings;
};
