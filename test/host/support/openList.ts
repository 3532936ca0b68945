import { commands, type QuickPick, type QuickPickItem, window } from "vscode";
import { eventually } from "../../support/eventually.ts";

type List = QuickPick<QuickPickItem>;

/** Runs a command that opens a list of the extension's own; `type` has the list while it is shown, and those after it. */
export const openList = async (
  command: string,
  type: (list: List, lists: readonly List[]) => Promise<void>,
): Promise<void> => {
  const create = window.createQuickPick;
  const lists: List[] = [];
  Object.defineProperty(window, "createQuickPick", {
    value: () => {
      const list = create.call(window);
      lists.push(list);
      return list;
    },
    configurable: true,
  });
  try {
    const over = commands.executeCommand(command);
    await eventually(() => lists.length > 0, "the list is open");
    await type(lists[0] as List, lists);
    await over;
  } finally {
    Object.defineProperty(window, "createQuickPick", { value: create, configurable: true });
  }
};

/** The labels of its rows, without their icons. */
export const namesIn = ({ items }: List): readonly string[] =>
  items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, ""));

/** As Enter does. */
export const acceptRow = (): Thenable<unknown> =>
  commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
