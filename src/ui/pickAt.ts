import * as vscode from "vscode";

/** A list that begins at a row and stays while the user looks elsewhere; undefined when the user leaves it. */
export const pickAt = <T extends vscode.QuickPickItem>(
  title: string,
  placeholder: string,
  items: readonly T[],
  active: number,
): Promise<T | undefined> => {
  const list = vscode.window.createQuickPick<T>();
  list.title = title;
  list.placeholder = placeholder;
  list.items = items;
  list.activeItems = items.slice(active, active + 1);
  list.ignoreFocusOut = true;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0] ?? list.activeItems[0]);
      list.hide();
    });
    list.onDidHide(() => {
      // Does nothing when a row was taken.
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
};
