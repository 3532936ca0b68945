import { type StatusBarItem, window } from "vscode";
import { statusMessageId } from "../../../src/ui/showStatus.ts";

type Create = (id: string, ...rest: readonly unknown[]) => StatusBarItem;

/** Called in a `describe`: the texts that the extension shows in the status bar now, the newest last. VS Code shows none. */
export const useStatusTexts = (): (() => readonly string[]) => {
  const shown = new Set<{ readonly text: string }>();
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    shown.clear();
    former = Object.getOwnPropertyDescriptor(window, "createStatusBarItem");
    const create = window.createStatusBarItem as unknown as Create;
    const message = {
      text: "",
      show(): void {
        shown.add(this);
      },
      dispose(): void {
        shown.delete(this);
      },
    };
    const value: Create = (id, ...rest) =>
      id === statusMessageId ? ({ ...message } as unknown as StatusBarItem) : create(id, ...rest);
    Object.defineProperty(window, "createStatusBarItem", { value, configurable: true, writable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "createStatusBarItem", former);
  });
  return () => [...shown].map(({ text }) => text);
};
