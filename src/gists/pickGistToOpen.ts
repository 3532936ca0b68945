import * as vscode from "vscode";
import { accountOnHost } from "../accounts/accountOnHost.ts";
import type { Account } from "../accounts/model.ts";
import type { Gist } from "../client/types/gist.ts";
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

const enteredRow = (entered: string, textOf: (gistId: string) => string): PickRow<PickedGist> | undefined => {
  const reference = parseGistReference(entered);
  if (!reference) return undefined;
  const { gistId, host } = reference;
  return {
    label: `$(link-external) ${textOf(gistId)}`,
    ...(host === undefined ? {} : { description: plainText(host) }),
    alwaysShow: true,
    // A number may be a part of a title, too.
    isLast: /^\d+$/.test(entered.trim()),
    value: { gistId, entered },
  };
};

/**
 * Asks for a gist to fork: another user's that is starred, or any by its address or ID. `again` forks it
 * after the sign-in to its server. Throws CancelledError, ChoiceError.
 */
export const pickGistToFork = async (deps: TargetDeps, again: () => Promise<void>): Promise<GistPlace> => {
  const account = await gistAccount(deps);
  const picked = await pickGist(deps, account, {
    placeholder: vscode.l10n.t("Select a gist to fork, or enter its address or ID"),
    isListed: (gist) => !deps.gists.isMine(account.profile.id, gist),
    textOf: (gistId) => vscode.l10n.t("Fork gist {0}", gistId),
    noneText: vscode.l10n.t("No gist of another user is starred."),
  });
  if (!("entered" in picked)) return picked;
  const host = parseGistReference(picked.entered)?.host;
  const { profile } = accountOnHost(deps, account, host, again);
  return { accountId: profile.id, gistId: picked.gistId };
};

/** Asks for a gist: one of the account's, or any other by its address or ID. Throws CancelledError. */
export const pickGistToOpen = async (deps: TargetDeps): Promise<PickedGist> =>
  pickGist(deps, await gistAccount(deps), {
    placeholder: vscode.l10n.t("Select a gist to open, or enter its address or ID"),
    isListed: () => true,
    textOf: (gistId) => vscode.l10n.t("Open gist {0}", gistId),
    noneText: vscode.l10n.t("You have no gists yet."),
  });

interface GistQuestion {
  readonly placeholder: string;
  readonly isListed: (gist: Gist) => boolean;
  /** The row of an entered gist. */
  readonly textOf: (gistId: string) => string;
  readonly noneText: string;
}

const pickGist = (
  deps: TargetDeps,
  account: Account,
  { placeholder, isListed, textOf, noneText }: GistQuestion,
): Promise<PickedGist> => {
  const accountId = account.profile.id;
  return pickOrEnter<PickedGist>({
    title: nameOf(account.profile),
    placeholder,
    entered: "",
    rowOf: (entered) => enteredRow(entered, textOf),
    isSame: (one, other) => one.gistId === other.gistId,
    read: async (isMore) => {
      if (isMore) await deps.gists.loadMore(accountId, "own");
      const gists = (await listedGists(deps, account, false)).filter(isListed);
      const rows = gists.map((gist) => {
        const { gistId, ...row } = pickRow(gist);
        return { ...row, value: { accountId, gistId } };
      });
      const none = noteRow("info", noneText);
      return { rows: rows.length > 0 ? rows : [none], hasMore: deps.gists.lists.hasMore(accountId, "own") };
    },
    failureText: (error) => errorText(toUserError(error)),
    invalidText: invalidGistText,
  });
};
