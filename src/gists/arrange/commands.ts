import * as vscode from "vscode";
import { type Clock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import type { Handler } from "../../commands/registry.ts";
import { type ArrangeCommandId, arrangeCommands } from "../../ids.ts";
import { plainText } from "../../ui/plainText.ts";
import { createInput } from "../../ui/messages.ts";
import { withProgress } from "../../ui/progress.ts";
import { askChecked } from "../../ui/inputBox.ts";
import { pickOne } from "../../ui/prompts.ts";
import { type ListKind, loginOf } from "../lists.ts";
import { toUserError } from "../problemText.ts";
import { gistAccount } from "../gistAccount.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import type { TargetDeps } from "../target.ts";
import { groupKeys, sortKeys } from "./arrangement.ts";
import { groupText, sortText } from "./arrangementText.ts";
import type { Arrangements } from "./arrangements.ts";
import type { FollowedUsers } from "./followedUsers.ts";

export interface ArrangeDeps extends TargetDeps {
  readonly arrangements: Arrangements;
  readonly followed: FollowedUsers;
  readonly clock: Clock;
}

/** Milliseconds after the last key before the view is filtered. */
const filterDelayMs = 150;

/** The view follows what is typed; Escape brings the former filter back. */
const askFilter = (arrangements: Arrangements, clock: Clock): Promise<void> => {
  const former = arrangements.current.filter;
  const box = createInput(
    vscode.l10n.t("Filter Gists"),
    vscode.l10n.t(
      "Titles, descriptions, file names and owners of the gists that were read. Enter applies the filter, Escape restores the former one; empty shows all.",
    ),
  );
  box.placeholder = vscode.l10n.t("words  #tag  lang:python  user:name  is:secret");
  box.value = former;
  return new Promise((resolve) => {
    let timer = clock.setTimer(0, () => undefined);
    let isKept = false;
    box.onDidChangeValue((filter) => {
      timer.dispose();
      timer = clock.setTimer(filterDelayMs, () => arrangements.change({ filter }));
    });
    box.onDidAccept(() => {
      isKept = true;
      timer.dispose();
      arrangements.change({ filter: box.value });
      box.hide();
    });
    box.onDidHide(() => {
      timer.dispose();
      if (!isKept) arrangements.change({ filter: former });
      box.dispose();
      resolve();
    });
    box.show();
  });
};

const sort = async ({ arrangements }: ArrangeDeps): Promise<void> => {
  const { current } = arrangements;
  const items = sortKeys.map((key) => ({ label: sortText(key), key, picked: key === current.sort }));
  const { key } = await pickOne(
    items.map((item) => ({ ...item, label: `$(${item.picked ? "check" : "blank"}) ${item.label}` })),
    { title: vscode.l10n.t("Sort Gists"), placeHolder: vscode.l10n.t("Sort by") },
  );
  arrangements.change({ sort: key });
};

const group = async ({ arrangements }: ArrangeDeps): Promise<void> => {
  const { current } = arrangements;
  const items = groupKeys.map((key) => ({
    label: `$(${key === current.group ? "check" : "blank"}) ${groupText(key)}`,
    key,
  }));
  const { key } = await pickOne(items, {
    title: vscode.l10n.t("Group Gists"),
    placeHolder: vscode.l10n.t("Group gists by"),
  });
  arrangements.change({ group: key });
};

const loginPattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}_.-]{0,98}[\p{L}\p{N}_])?$/u;

/** Reads what the user has, so that a name that no one has is not followed. Throws UserError. */
const followUser = async ({ gists, followed }: ArrangeDeps, accountId: string, typed: string): Promise<void> => {
  const login = typed.trim().replace(/^@/, "");
  if (!loginPattern.test(login)) throw new UserError(vscode.l10n.t("Enter a valid username, such as octocat."));
  const kind: ListKind = `user:${login}`;
  try {
    await withProgress(vscode.l10n.t("Reading the gists of {0}…", login), () => gists.lists.get(accountId, kind));
  } catch (error) {
    gists.lists.forget(accountId, kind);
    if (HttpError.is(error, "notFound"))
      throw new UserError(vscode.l10n.t("There is no user {0} on this server. Check the name.", login));
    throw toUserError(error);
  }
  followed.add(accountId, login);
};

const follow = async (deps: ArrangeDeps, given: unknown): Promise<void> => {
  const account = await gistAccount(deps);
  const accountId = account.profile.id;
  if (typeof given === "string") return followUser(deps, accountId, given);
  return askChecked({
    title: vscode.l10n.t("Follow a User's Gists"),
    prompt: vscode.l10n.t("Enter a username. The user's public gists get a group of their own."),
    placeholder: "octocat",
    accept: (typed) => followUser(deps, accountId, typed),
  });
};

const unfollow = async (deps: ArrangeDeps, target: unknown): Promise<void> => {
  const node = (target ?? {}) as { readonly accountId?: string; readonly list?: ListKind };
  if (node.accountId !== undefined && node.list !== undefined) {
    deps.followed.remove(node.accountId, loginOf(node.list));
    return;
  }
  const account = await activeAccount(deps);
  const logins = deps.followed.of(account.profile.id);
  if (logins.length === 0) throw new UserError(vscode.l10n.t("You don't follow anyone's gists."));
  const { login } = await pickOne(
    logins.map((each) => ({ label: `$(organization) ${plainText(each)}`, login: each })),
    { placeHolder: vscode.l10n.t("Select a user to unfollow") },
  );
  deps.followed.remove(account.profile.id, login);
};

/** Every page of the row's list, or of the user's own gists, that was not read yet. */
const loadAll = async (deps: ArrangeDeps, target: unknown): Promise<void> => {
  const { gists } = deps;
  const given = (target ?? {}) as { readonly accountId?: string; readonly list?: ListKind };
  const { accountId = (await gistAccount(deps)).profile.id, list = "own" } = given;
  await withProgress(vscode.l10n.t("Reading all gists…"), (signal) => gists.loadAll(accountId, list, signal));
};

export const arrangeHandlers = (deps: ArrangeDeps): Record<ArrangeCommandId, Handler> => ({
  [arrangeCommands.filter]: () => askFilter(deps.arrangements, deps.clock),
  [arrangeCommands.clearFilter]: async () => deps.arrangements.change({ filter: "" }),
  [arrangeCommands.sort]: () => sort(deps),
  [arrangeCommands.group]: () => group(deps),
  [arrangeCommands.follow]: (given) => follow(deps, given),
  [arrangeCommands.unfollow]: (target) => unfollow(deps, target),
  [arrangeCommands.loadAll]: (target) => loadAll(deps, target),
});
