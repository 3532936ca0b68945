import { type QuickPick, type QuickPickItem, window } from "vscode";

/** Takes a row of a list that is on its way to the screen, as soon as somebody listens. */
const taking = (list: QuickPick<QuickPickItem>, row: () => number | undefined): void => {
  const listeners: (() => void)[] = [];
  const show = list.show.bind(list);
  Object.defineProperty(list, "onDidAccept", {
    value: (listener: () => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  });
  list.show = () => {
    show();
    const index = row();
    if (index === undefined) {
      list.hide();
      return;
    }
    list.selectedItems = list.items.slice(index, index + 1);
    for (const listener of listeners) listener();
  };
};

/** While `act` runs, takes rows of the lists that come, in turn, and then the first row of the last one. */
export const filling = async <T>(rows: readonly number[], act: () => PromiseLike<T>): Promise<T> => {
  const former = Object.getOwnPropertyDescriptor(window, "createQuickPick");
  const original = window.createQuickPick;
  const rest = [...rows, 0];
  const value = () => {
    const made = original();
    taking(made, () => rest.shift());
    return made;
  };
  Object.defineProperty(window, "createQuickPick", { value, configurable: true });
  try {
    return await act();
  } finally {
    if (former) Object.defineProperty(window, "createQuickPick", former);
  }
};
