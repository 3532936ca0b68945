import { Disposable, window } from "vscode";

/** Called in a `describe`: the texts that the extension shows in the status bar now, the newest last. VS Code shows none. */
export const useStatusTexts = (): (() => readonly string[]) => {
  const shown = new Set<{ readonly text: string }>();
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    shown.clear();
    former = Object.getOwnPropertyDescriptor(window, "setStatusBarMessage");
    const value = (text: string): Disposable => {
      const entry = { text };
      shown.add(entry);
      return new Disposable(() => shown.delete(entry));
    };
    Object.defineProperty(window, "setStatusBarMessage", { value, configurable: true, writable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "setStatusBarMessage", former);
  });
  return () => [...shown].map(({ text }) => text);
};
