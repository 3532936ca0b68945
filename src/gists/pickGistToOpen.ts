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
import { furtherLists, listedGists, loadFurther, pickRow } from "./pickGist.ts";
import type { TargetDeps } from "./target.ts";
import type { GistPlace } from "./types.ts";

/** A gist of the list, or the text that names another one. */
type PickedGist = GistPlace | { readonly gistId: string; readonly entered: string };

export const invalidGistText = (): string =>
  vscode.l10n.t("That doesn't look like a gist. Enter its URL or ID, such as 8f4e6a0f3a7d4e1b9c2d.");

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
 * Asks for a gist to fork: another user's that is starred, or any by its address or ID. Throws CancelledError
 * and UserError.
 */
export const pickGistToFork = async (deps: TargetDeps): Promise<GistPlace> => {
  const account = await gistAccount(deps);
  const accountId = account.profile.id;
  const picked = await pickOrEnterGist(account, {
    placeholder: vscode.l10n.t("Select a gist to fork, or enter its URL or ID"),
    read: async (isMore) => {
      if (account.profile.missing?.starredGists !== undefined) return { gists: [], hasMore: false };
      if (isMore) await deps.gists.loadMore(accountId, "starred");
      const { gists } = await deps.gists.lists.get(accountId, "starred");
      const others = gists.filter((gist) => !deps.gists.isMine(accountId, gist));
      return { gists: others, hasMore: deps.gists.lists.hasMore(accountId, "starred") };
    },
    textOf: (gistId) => vscode.l10n.t("Fork gist {0}", gistId),
    noneText: vscode.l10n.t("You haven't starred another user's gist yet."),
  });
  if (!("entered" in picked)) return picked;
  const host = parseGistReference(picked.entered)?.host;
  const { profile } = await accountOnHost(deps, account, host);
  return { accountId: profile.id, gistId: picked.gistId };
};

/** Asks for a gist: one of the account's, or any other by its address or ID. Throws CancelledError. */
export const pickGistToOpen = async (deps: TargetDeps): Promise<PickedGist> => {
  const account = await gistAccount(deps);
  return pickOrEnterGist(account, {
    placeholder: vscode.l10n.t("Select a gist to open, or enter its URL or ID"),
    read: async (isMore) => {
      if (isMore) await loadFurther(deps, account, "all");
      const gists = await listedGists(deps, account, "all");
      return { gists, hasMore: furtherLists(deps, account, "all").length > 0 };
    },
    textOf: (gistId) => vscode.l10n.t("Open gist {0}", gistId),
    noneText: vscode.l10n.t("You have no gists yet."),
  });
};

interface GistQuestion {
  readonly placeholder: string;
  /** The gists to select from; `isMore`: with a further page. */
  readonly read: (isMore: boolean) => Promise<{ readonly gists: readonly Gist[]; readonly hasMore: boolean }>;
  /** The row of an entered gist. */
  readonly textOf: (gistId: string) => string;
  readonly noneText: string;
}

const pickOrEnterGist = (
  { profile }: Account,
  { placeholder, read, textOf, noneText }: GistQuestion,
): Promise<PickedGist> =>
  pickOrEnter<PickedGist>({
    title: nameOf(profile),
    placeholder,
    entered: "",
    rowOf: (text) => enteredRow(text, textOf),
    isSame: (one, other) => one.gistId === other.gistId,
    read: async (isMore) => {
      const { gists, hasMore } = await read(isMore);
      const rows = gists.map((gist) => {
        const { gistId, ...row } = pickRow(gist);
        return { ...row, value: { accountId: profile.id, gistId } };
      });
      return { rows: rows.length > 0 || hasMore ? rows : [noteRow("info", noneText)], hasMore };
    },
    failureText: (error) => errorText(toUserError(error)),
    invalidText: invalidGistText,
  });
