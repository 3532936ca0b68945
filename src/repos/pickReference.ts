import * as vscode from "vscode";
import { errorText } from "../ui/errorText.ts";
import { type PickRow, pickOrEnter } from "../ui/pickOrEnter.ts";
import { plainText } from "../ui/plainText.ts";
import { type RepoReference, parseRepoReference } from "./reference.ts";
import { placeOf, type ReposModel } from "./model.ts";
import { toUserError } from "./problemText.ts";
import { pickItem } from "./target.ts";

type Row = PickRow<RepoReference>;

export const invalidReferenceText = (): string =>
  vscode.l10n.t("That doesn't look like a repository. Enter owner/name, its number or its URL.");

export const referenceName = (reference: RepoReference): string =>
  "id" in reference ? String(reference.id) : `${reference.owner}/${reference.repo}`;

const typedRow = (reference: RepoReference): Row => ({
  label: `$(repo) ${plainText(referenceName(reference))}`,
  description:
    "id" in reference
      ? vscode.l10n.t("Open the repository of this number")
      : vscode.l10n.t("Open the repository of this name"),
  alwaysShow: true,
  value: reference,
});

/** Asks for a repository: one of the account's own, or any other by what is typed or pasted. Throws CancelledError. */
export const pickReference = (repos: ReposModel, accountId: string, entered = ""): Promise<RepoReference> =>
  pickOrEnter<RepoReference>({
    title: vscode.l10n.t("Open Repository"),
    placeholder: vscode.l10n.t("Select a repository, or enter owner/name, its number or its URL"),
    entered,
    rowOf: (text) => {
      const reference = parseRepoReference(text);
      return reference && typedRow(reference);
    },
    isSame: (one, other) => referenceName(one).toLowerCase() === referenceName(other).toLowerCase(),
    read: async (isMore) => {
      if (isMore) await repos.more(accountId, "own");
      const { items, hasMore } = await repos.list(accountId, "own");
      const rows = items.map((repository): Row => {
        const { owner, repo } = placeOf(accountId, repository);
        return { ...pickItem(repository), value: { owner, repo } };
      });
      return { rows, hasMore };
    },
    failureText: (error) =>
      vscode.l10n.t("Your repositories couldn't be read: {0}", errorText(toUserError(error))),
    invalidText: invalidReferenceText,
  });
