import * as vscode from "vscode";
import { CancelledError } from "../base/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { plainText } from "../ui/plainText.ts";
import { type RepoReference, parseRepoReference } from "./reference.ts";
import { placeOf, type ReposModel } from "./model.ts";
import { toUserError } from "./problemText.ts";
import { pickItem } from "./target.ts";

interface Row extends vscode.QuickPickItem {
  /** What the row opens; absent for a note and for Load More. */
  readonly reference?: RepoReference;
  readonly isMore?: boolean;
}

export const invalidReferenceText = (): string =>
  vscode.l10n.t("That doesn't look like a repository. Enter owner/name or its number, or paste its address.");

export const referenceName = (reference: RepoReference): string =>
  "id" in reference ? String(reference.id) : `${reference.owner}/${reference.repo}`;

const typedRow = (reference: RepoReference): Row => ({
  label: `$(repo) ${plainText(referenceName(reference))}`,
  description:
    "id" in reference
      ? vscode.l10n.t("Open the repository of this number")
      : vscode.l10n.t("Open the repository of this name"),
  alwaysShow: true,
  reference,
});

const note = (icon: string, label: string): Row => ({ label: `$(${icon}) ${plainText(label)}`, alwaysShow: true });

/**
 * Asks for a repository: one of the account's own, or any other by what is typed or pasted. The list is open at once; the own repositories
 * come when they are read, and typing works without them. Throws CancelledError.
 */
export const pickReference = async (repos: ReposModel, accountId: string, value = ""): Promise<RepoReference> => {
  const list = vscode.window.createQuickPick<Row>();
  list.title = vscode.l10n.t("Open Repository");
  list.placeholder = vscode.l10n.t("Select a repository, or enter owner/name, its number or its address");
  list.matchOnDescription = true;
  list.ignoreFocusOut = true;
  list.value = value;
  let own: readonly Row[] = [];

  const show = (last?: Row): void => {
    const typed = parseRepoReference(list.value);
    const name = typed && referenceName(typed).toLowerCase();
    const others = own.filter(
      ({ reference }) => reference === undefined || referenceName(reference).toLowerCase() !== name,
    );
    list.items = [...(typed ? [typedRow(typed)] : []), ...others, ...(last ? [last] : [])];
  };
  const read = async (isMore: boolean): Promise<void> => {
    list.busy = true;
    try {
      if (isMore) await repos.more(accountId, "own");
      const { items, hasMore } = await repos.list(accountId, "own");
      own = [
        ...items.map((repository): Row => {
          const { owner, repo } = placeOf(accountId, repository);
          return { ...pickItem(repository), reference: { owner, repo } };
        }),
        ...(hasMore ? [{ ...note("ellipsis", vscode.l10n.t("Load more")), isMore: true }] : []),
      ];
    } catch (error) {
      // Any repository can be named all the same.
      const reason = errorText(toUserError(error));
      own = [note("warning", vscode.l10n.t("Your repositories couldn't be read: {0}", reason))];
    }
    list.busy = false;
    const [active] = list.activeItems;
    list.keepScrollPosition = true;
    show();
    const same = active && list.items.find(({ label, reference }) => reference && label === active.label);
    if (same) list.activeItems = [same];
  };

  return new Promise((resolve, reject) => {
    list.onDidChangeValue(() => show());
    list.onDidAccept(() => {
      const row = list.selectedItems[0] ?? list.activeItems[0];
      if (row?.isMore) {
        void read(true);
        return;
      }
      const reference = row?.reference ?? parseRepoReference(list.value);
      if (!reference) {
        if (list.value.trim() !== "") show(note("info", invalidReferenceText()));
        return;
      }
      resolve(reference);
      list.hide();
    });
    list.onDidHide(() => {
      // Does nothing when a repository was taken.
      reject(new CancelledError());
      list.dispose();
    });
    show();
    list.show();
    void read(false);
  });
};
