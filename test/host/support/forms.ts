import { type QuickPick, type QuickPickItem, window } from "vscode";

interface AnyRow extends QuickPickItem {
  readonly operation?: string;
  readonly does?: string;
}
export type Choose = (list: QuickPick<AnyRow>) => AnyRow | undefined;

/** While `act` runs, `choose` answers each list that the extension makes; undefined leaves it. */
export const choosing = async <T>(choose: Choose, act: () => PromiseLike<T>): Promise<T> => {
  const former = Object.getOwnPropertyDescriptor(window, "createQuickPick");
  const original = window.createQuickPick;
  const value = () => {
    const list = original() as QuickPick<AnyRow>;
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
      const row = choose(list);
      if (!row) {
        list.hide();
        return;
      }
      list.selectedItems = [row];
      for (const listener of listeners) listener();
    };
    return list;
  };
  Object.defineProperty(window, "createQuickPick", { value, configurable: true });
  try {
    return await act();
  } finally {
    if (former) Object.defineProperty(window, "createQuickPick", former);
  }
};

/** While `act` runs, takes rows of the lists that come, in turn, and then the first row of the last one. */
export const filling = <T>(rows: readonly number[], act: () => PromiseLike<T>): Promise<T> => {
  const rest = [...rows, 0];
  return choosing((list) => list.items[rest.shift() ?? -1], act);
};
