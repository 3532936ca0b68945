import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import type { Handler } from "../commands/registry.ts";
import { activityCommands } from "../ids.ts";
import { showInformation } from "../ui/messages.ts";
import { plainText } from "../ui/plainText.ts";
import { pluralText } from "../ui/pluralText.ts";
import { withProgress } from "../ui/progress.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { pickFeeds } from "./addFeed.ts";
import { isSameFeed } from "./feed.ts";
import type { SavedFeeds } from "./feeds.ts";
import { feedIcons, feedText } from "./feedText.ts";
import { type ActivityModel, keyOfPlace } from "./model.ts";
import { activityNodeOf } from "./nodeTypes.ts";
import type { OpenDeps } from "./openEvent.ts";
import type { FeedPlace } from "./types.ts";

export interface FeedCommandDeps extends Pick<OpenDeps, "repos"> {
  readonly accounts: AccountsModel;
  readonly activity: ActivityModel;
  readonly feeds: SavedFeeds;
  /** All feeds of all accounts. */
  readonly places: () => readonly FeedPlace[];
  readonly reveal: (place: FeedPlace) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface FeedTarget {
  readonly account: Account;
  readonly place: FeedPlace;
}

/** The feed of a row, or the one that the user picks of the active account's. */
const targetFeed = async (
  { accounts, feeds }: FeedCommandDeps,
  target: unknown,
  placeHolder: string,
  fits: (index: number, count: number) => boolean = () => true,
): Promise<FeedTarget> => {
  const node = activityNodeOf(target);
  const given = "place" in node && node.place ? accounts.get(node.place.accountId) : undefined;
  if (given && "place" in node && node.place) return { account: given, place: node.place };
  const account = await activeAccount({ accounts });
  const { id: accountId, login } = account.profile;
  const all = feeds.of(accountId, login);
  if (all.length === 0) throw emptyListError(vscode.l10n.t("There are no feeds."), activityCommands.addFeed);
  const offered = all.filter((_, index) => fits(index, all.length));
  if (offered.length === 0)
    throw emptyListError(vscode.l10n.t("There is only one feed, which can't be moved."), activityCommands.addFeed);
  const rows = offered.map((feed) => ({
    label: `$(${feedIcons[feed.kind]}) ${plainText(feedText(feed, login))}`,
    feed,
  }));
  const { feed } = await pickOne(rows, { placeHolder });
  return { account, place: { accountId, feed } };
};

const addFeed = async (deps: FeedCommandDeps, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const { accounts, activity, feeds, repos, reveal } = deps;
  const account = node.kind === "account" && node.account ? node.account : await activeAccount({ accounts });
  const { id: accountId, login } = account.profile;
  const picked = await pickFeeds(account, {
    shown: feeds.of(accountId, login),
    openHere: await (await repos()).openHere(),
  });
  // Marks of a feed that was removed earlier may have stayed, such as over a reload.
  for (const feed of picked) if (!feeds.has(accountId, login, feed)) activity.forget(accountId, feed);
  feeds.add(accountId, login, picked);
  const [first] = picked;
  if (first) await reveal({ accountId, feed: first });
};

/** The feeds of the rows that are selected together, each once. */
const selectedFeeds = (rows: unknown): readonly FeedPlace[] =>
  selectedItems(
    rows,
    (row) => {
      const node = activityNodeOf(row);
      return node.kind === "feed" ? node.place : undefined;
    },
    keyOfPlace,
  );

/** The feeds of the rows, or all. */
const feedsOf = ({ places }: FeedCommandDeps, target: unknown, rows: unknown): readonly FeedPlace[] => {
  const selected = selectedFeeds(rows);
  if (selected.length > 0) return selected;
  const node = activityNodeOf(target);
  return "place" in node && node.place ? [node.place] : places();
};

/** Removes the feeds of the rows, or one that the user picks, from the view; Undo puts them back as they were. */
const removeFeed = async (deps: FeedCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const { accounts, activity, feeds, onError } = deps;
  const selected = selectedFeeds(rows);
  const question = vscode.l10n.t("Select a feed to remove from the view");
  const chosen = selected.length > 0 ? selected : [(await targetFeed(deps, target, question)).place];
  const loginOf = (accountId: string): string | undefined => accounts.get(accountId)?.profile.login;
  const removed = chosen.flatMap(({ accountId, feed }) => {
    const login = loginOf(accountId);
    if (login === undefined) return [];
    const index = feeds.of(accountId, login).findIndex((each) => isSameFeed(each, feed));
    // Another window removed it in the meantime.
    if (index < 0) return [];
    feeds.remove(accountId, login, feed);
    return [{ accountId, login, feed, index }];
  });
  const [first] = removed;
  if (!first) return;
  const text =
    removed.length === 1
      ? vscode.l10n.t("“{0}” was removed from Activity.", plainText(feedText(first.feed, first.login)))
      : pluralText(
          vscode.l10n.t(
            "{count, plural, one {# feed was removed from Activity.} other {# feeds were removed from Activity.}}",
          ),
          removed.length,
        );
  const undo = vscode.l10n.t("Undo");
  const act = (answer: string | undefined): void => {
    for (const { accountId, login, feed, index } of removed.toReversed())
      if (answer === undo && loginOf(accountId) === login) feeds.putBack(accountId, login, feed, index);
      else if (!feeds.has(accountId, login, feed)) activity.forget(accountId, feed);
  };
  // The toast stays; the command is over.
  showInformation(text, undo).then(act).then(undefined, onError);
};

const renameFeed = async (deps: FeedCommandDeps, target: unknown): Promise<void> => {
  const { account, place } = await targetFeed(deps, target, vscode.l10n.t("Select a feed to rename"));
  const { login } = account.profile;
  const { kind, target: about } = place.feed;
  const name = await askText({
    title: vscode.l10n.t("Rename Feed"),
    value: feedText(place.feed, login),
    prompt: vscode.l10n.t("Empty: “{0}”", feedText({ kind, target: about }, login)),
  });
  deps.feeds.rename(place.accountId, login, place.feed, name.slice(0, 100));
};

const moveFeed = async (deps: FeedCommandDeps, target: unknown, by: -1 | 1): Promise<void> => {
  const question =
    by < 0 ? vscode.l10n.t("Select a feed to move up") : vscode.l10n.t("Select a feed to move down");
  const { account, place } = await targetFeed(deps, target, question, (index, count) =>
    by < 0 ? index > 0 : index < count - 1,
  );
  deps.feeds.move(place.accountId, account.profile.login, place.feed, by);
};

/** One feed, or all. */
const refresh = async (deps: FeedCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const { accounts, activity } = deps;
  await activeAccount({ accounts });
  const chosen = feedsOf(deps, target, rows);
  const results = await withProgress(vscode.l10n.t("Reading the feeds…"), (signal) =>
    Promise.allSettled(chosen.map((place) => activity.refresh(place, { signal, fresh: true }))),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
};

const loadMore = async ({ activity }: FeedCommandDeps, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const place = node.kind === "feed" ? node.place : undefined;
  if (place)
    await withProgress(vscode.l10n.t("Reading older events…"), (signal) => activity.more(place, { signal }));
};

const markAllRead = async (deps: FeedCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  for (const place of feedsOf(deps, target, rows)) deps.activity.markAllRead(place);
};

type FeedCommand = (typeof activityCommands)[
  | "addFeed"
  | "removeFeed"
  | "renameFeed"
  | "moveFeedUp"
  | "moveFeedDown"
  | "refresh"
  | "loadMore"
  | "markAllRead"
  | "refreshFeed"
  | "markFeedRead"];

/** Commands that are about feeds as a whole. */
export const feedHandlers = (deps: FeedCommandDeps): Record<FeedCommand, Handler> => ({
  [activityCommands.addFeed]: (target) => addFeed(deps, target),
  [activityCommands.removeFeed]: (target, rows) => removeFeed(deps, target, rows),
  [activityCommands.renameFeed]: (target) => renameFeed(deps, target),
  [activityCommands.moveFeedUp]: (target) => moveFeed(deps, target, -1),
  [activityCommands.moveFeedDown]: (target) => moveFeed(deps, target, 1),
  [activityCommands.refresh]: (target, rows) => refresh(deps, target, rows),
  [activityCommands.loadMore]: (target) => loadMore(deps, target),
  [activityCommands.markAllRead]: (target, rows) => markAllRead(deps, target, rows),
  [activityCommands.refreshFeed]: (target, rows) => refresh(deps, target, rows),
  [activityCommands.markFeedRead]: (target, rows) => markAllRead(deps, target, rows),
});
