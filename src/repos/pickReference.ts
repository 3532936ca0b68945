import * as vscode from "vscode";
import type { Repository } from "../client/types/repository.ts";
import { errorText } from "../ui/errorText.ts";
import { noteRow, type PickRow, pickOrEnter } from "../ui/pickOrEnter.ts";
import { plainText } from "../ui/plainText.ts";
import { type RepoReference, parseRepoReference, referenceName } from "./reference.ts";
import { placeOf, type ReposModel } from "./model.ts";
import { invalidReferenceText, toUserError } from "./problemText.ts";
import { pickItem } from "./pickItem.ts";
import type { RepoListKind } from "./types.ts";

type Row = PickRow<RepoReference>;

const hostOf = (reference: RepoReference): string | undefined => ("id" in reference ? undefined : reference.host);

const typedRow = (reference: RepoReference): Row => ({
  label: `$(repo) ${plainText(referenceName(reference))}`,
  description:
    "id" in reference
      ? vscode.l10n.t("The repository with this number")
      : plainText(reference.host ?? vscode.l10n.t("The repository with this name")),
  alwaysShow: true,
  value: reference,
});

export interface ReferenceOptions {
  readonly title: string;
  /** What is in the box at first. */
  readonly entered?: string;
  readonly list: RepoListKind;
  readonly fits?: (repository: Repository) => boolean;
  /** Its repositories are left out, as far as they are known. */
  readonly except?: RepoListKind;
  /** Says that the list is empty. */
  readonly noneText?: string;
  /** Says that none of the list fits. */
  readonly noneFitsText?: string;
}

/** Asks for a repository: one of a list, or any other by what is typed or pasted. Throws CancelledError. */
export const pickReference = (
  repos: ReposModel,
  accountId: string,
  { title, entered = "", list, fits = () => true, except, noneText, noneFitsText = noneText }: ReferenceOptions,
): Promise<RepoReference> =>
  pickOrEnter<RepoReference>({
    title,
    placeholder: vscode.l10n.t("Select a repository, or enter owner/name, its number or its URL"),
    entered,
    rowOf: (text) => {
      const reference = parseRepoReference(text);
      return reference && typedRow(reference);
    },
    // Of another server, it may be another one.
    isSame: (one, other) =>
      hostOf(one) === hostOf(other) && referenceName(one).toLowerCase() === referenceName(other).toLowerCase(),
    read: async (isMore) => {
      if (isMore) await repos.more(accountId, list);
      const { items, hasMore } = await repos.list(accountId, list);
      const excepted = except && (await repos.list(accountId, except).catch(() => undefined));
      const names = new Set(excepted?.items.map(({ full_name }) => full_name));
      const fitting = items.filter((each) => fits(each) && !names.has(each.full_name));
      const rows = fitting.map((repository): Row => {
        const { owner, repo } = placeOf(accountId, repository);
        return { ...pickItem(repository), value: { owner, repo } };
      });
      const none = items.length === 0 ? noneText : noneFitsText;
      const isNone = rows.length === 0 && !hasMore && none !== undefined;
      return { rows: isNone ? [noteRow("info", none)] : rows, hasMore };
    },
    failureText: (error) =>
      vscode.l10n.t("Your repositories couldn't be read: {0}", errorText(toUserError(error))),
    invalidText: invalidReferenceText,
  });
