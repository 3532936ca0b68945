import assert from "node:assert/strict";
import { type StatusBarItem, window } from "vscode";
import { statusMessageId } from "../../../src/ui/showStatus.ts";

type Message = Pick<StatusBarItem, "text" | "accessibilityInformation" | "show" | "dispose">;

type Create = (id: string, ...rest: readonly unknown[]) => StatusBarItem;

/**
 * Called in a `describe`: the texts that the extension shows in the status bar now, the newest last. VS Code shows none. Each is
 * announced by screen readers: it has the role that makes them.
 */
export const useStatusTexts = (): (() => readonly string[]) => {
  const shown = new Set<{ readonly text: string }>();
  /** Those that screen readers do not say. */
  const silent: string[] = [];
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    shown.clear();
    silent.length = 0;
    former = Object.getOwnPropertyDescriptor(window, "createStatusBarItem");
    const create = window.createStatusBarItem as unknown as Create;
    const message: Message = {
      text: "",
      accessibilityInformation: undefined,
      show(): void {
        const { text, accessibilityInformation: spoken } = this;
        if (spoken?.role !== "alert" || spoken.label !== text) silent.push(text);
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
    assert.deepEqual(silent, []);
  });
  return () => [...shown].map(({ text }) => text);
};
