import * as vscode from "vscode";
import { nameOf } from "../accounts/profile.ts";
import { errorText } from "../ui/errorText.ts";
import { noteRow, type PickRow, pickOrEnter } from "../ui/pickOrEnter.ts";
import { plainText } from "../ui/plainText.ts";
import { gistAccount } from "./gistAccount.ts";
import { toUserError } from "./problemText.ts";
import { parseGistReference } from "./reference.ts";
import { listedGists, pickRow, type TargetDeps } from "./target.ts";
import type { GistPlace } from "./types.ts";

/** A gist of the list, or the text that names another one. */
type PickedGist = GistPlace | { readonly gistId: string; readonly entered: string };

export const invalidGistText = (): string =>
  vscode.l10n.t("That doesn't look like a gist: paste its address or its ID, such as 8f4e6a0f3a7d4e1b9c2d.");

const enteredRow = (entered: string): PickRow<PickedGist> | undefined => {
  const reference = parseGistReference(entered);
  if (!reference) return undefined;
  const { gistId, host } = reference;
  return {
    label: `$(link-external) ${vscode.l10n.t("Open gist {0}", gistId)}`,
    ...(host === undefined ? {} : { description: plainText(host) }),
    alwaysShow: true,
    // A number may be a part of a title, too.
    isLast: /^\d+$/.test(entered.trim()),
    value: { gistId, entered },
  };
};

/** Asks for a gist: one of the account's, or any other by its address or ID. Throws CancelledError. */
export const pickGistToOpen = async (deps: TargetDeps): Promise<PickedGist> => {
  const account = await gistAccount(deps);
  const accountId = account.profile.id;
  return pickOrEnter<PickedGist>({
    title: nameOf(account.profile),
    placeholder: vscode.l10n.t("Select a gist to open, or enter its address or ID"),
    entered: "",
    rowOf: enteredRow,
    isSame: (one, other) => one.gistId === other.gistId,
    read: async (isMore) => {
      if (isMore) await deps.gists.loadMore(accountId, "own");
      const gists = await listedGists(deps, account, false);
      const rows = gists.map((gist) => {
        const { gistId, ...row } = pickRow(gist);
        return { ...row, value: { accountId, gistId } };
      });
      const none = noteRow("info", vscode.l10n.t("You have no gists yet."));
      return { rows: rows.length > 0 ? rows : [none], hasMore: deps.gists.lists.hasMore(accountId, "own") };
    },
    failureText: (error) => errorText(toUserError(error)),
    invalidText: invalidGistText,
  });
};
