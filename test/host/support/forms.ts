import { setTimeout as delay } from "node:timers/promises";
import { commands, window } from "vscode";

/** Milliseconds before each attempt: the list may not be drawn yet, and nobody says when it is. */
const pauses = [100, 500, 1000, 2000];

/**
 * While `act` runs, accepts rows of the lists that come, in turn, and then the first row of the last one. A list is a
 * real one: its row is made active, and accepted as Enter does.
 */
export const filling = async <T>(rows: readonly number[], act: () => PromiseLike<T>): Promise<T> => {
  const former = Object.getOwnPropertyDescriptor(window, "createQuickPick");
  const original = window.createQuickPick;
  const rest = [...rows, 0];
  const value = () => {
    const made = original();
    const show = made.show.bind(made);
    made.show = () => {
      show();
      const row = rest.shift();
      if (row === undefined) {
        made.hide();
        return;
      }
      made.activeItems = made.items.slice(row, row + 1);
      let isOpen = true;
      made.onDidHide(() => (isOpen = false));
      const accept = async (): Promise<void> => {
        for (const pause of pauses) {
          await delay(pause);
          if (!isOpen) return;
          await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        }
      };
      void accept();
    };
    return made;
  };
  Object.defineProperty(window, "createQuickPick", { value, configurable: true });
  try {
    return await act();
  } finally {
    if (former) Object.defineProperty(window, "createQuickPick", former);
  }
};
