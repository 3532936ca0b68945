import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";
import { plainText } from "./plainText.ts";

export interface PickRow<T> extends vscode.QuickPickItem {
  /** What the row stands for; absent for a note and for Load More. */
  readonly value?: T;
  readonly isMore?: boolean;
  /** Of what is entered: the rows that match it come first. */
  readonly isLast?: boolean;
}

interface PickOrEnterOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** What is in the box at first. */
  readonly entered: string;
  /** The row of what is typed or pasted; undefined for what names nothing. */
  readonly rowOf: (entered: string) => PickRow<T> | undefined;
  readonly isSame: (one: T, other: T) => boolean;
  /** The rows to select from; `isMore`: with further ones. */
  readonly read: (isMore: boolean) => Promise<{ readonly rows: readonly PickRow<T>[]; readonly hasMore: boolean }>;
  /** Says that they couldn't be read. */
  readonly failureText: (error: unknown) => string;
  /** Says that what is entered names nothing. */
  readonly invalidText: () => string;
}

export const noteRow = (icon: string, label: string): PickRow<never> => ({
  label: `$(${icon}) ${plainText(label)}`,
  alwaysShow: true,
});

/**
 * Asks for one of the rows, or for anything else by what is typed or pasted. The list is open at once; the rows come when
 * they are read, and typing works without them. Throws CancelledError.
 */
export const pickOrEnter = <T>(options: PickOrEnterOptions<T>): Promise<T> => {
  const { rowOf, isSame, read, failureText, invalidText } = options;
  const list = vscode.window.createQuickPick<PickRow<T>>();
  list.title = options.title;
  list.placeholder = options.placeholder;
  list.matchOnDescription = true;
  list.ignoreFocusOut = true;
  list.value = options.entered;
  let rows: readonly PickRow<T>[] = [];
  let entered: PickRow<T> | undefined;
  /** Since when the list is to show these rows, and whether VS Code has said that it does. */
  let shownAt = 0;
  let isShown = false;

  const show = (last?: PickRow<T>): void => {
    entered = rowOf(list.value);
    shownAt = Date.now();
    isShown = false;
    const named = entered?.value;
    const others = rows.filter(({ value }) => value === undefined || named === undefined || !isSame(value, named));
    const ordered = entered?.isLast ? [...others, entered] : [...(entered ? [entered] : []), ...others];
    list.items = last ? [...ordered, last] : ordered;
  };
  const load = async (isMore: boolean): Promise<void> => {
    list.busy = true;
    try {
      const found = await read(isMore);
      const more = found.hasMore ? [{ ...noteRow("ellipsis", vscode.l10n.t("Load more")), isMore: true }] : [];
      rows = [...found.rows, ...more];
    } catch (error) {
      // Anything can be entered all the same.
      const kept = isMore ? rows.filter(({ value, isMore: more }) => value !== undefined || more) : [];
      rows = [...kept, noteRow("warning", failureText(error))];
    }
    list.busy = false;
    const [active] = list.activeItems;
    const wasShown = isShown;
    list.keepScrollPosition = true;
    show();
    const same = active && list.items.find(({ label, value }) => value !== undefined && label === active.label);
    if (!same) return;
    list.activeItems = [same];
    isShown = wasShown;
  };
  /**
   * VS Code names the row that was accepted by its number in the list that it shows. Where that is still the one from before
   * the last keys, the number is another row's here: what is in the box counts.
   */
  const acceptedRow = (): PickRow<T> | undefined => {
    const row = list.selectedItems[0] ?? list.activeItems[0];
    if (entered?.value === undefined || row === undefined || entered.isLast || isShown) return row ?? entered;
    // Should VS Code not have said it.
    const text = list.value.trim().toLowerCase();
    const isFitting = [row.label, row.description].some((each) => each?.toLowerCase().includes(text) === true);
    return isFitting && Date.now() - shownAt > 1000 ? row : entered;
  };

  return new Promise((resolve, reject) => {
    list.onDidChangeValue(() => show());
    list.onDidChangeActive(([active]) => (isShown ||= active !== undefined && active === entered));
    list.onDidAccept(() => {
      const row = acceptedRow();
      if (row?.isMore) {
        void load(true);
        return;
      }
      const value = row?.value ?? rowOf(list.value)?.value;
      if (value === undefined) {
        if (list.value.trim() !== "") show(noteRow("info", invalidText()));
        return;
      }
      resolve(value);
      list.hide();
    });
    list.onDidHide(() => {
      // Does nothing when a row was taken.
      reject(new CancelledError());
      list.dispose();
    });
    show();
    list.show();
    void load(false);
  });
};
