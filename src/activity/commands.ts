import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { UserError } from "../base/errors.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { type ActivityCommandId, activityCommands } from "../ids.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { pickFeeds } from "./addFeed.ts";
import { noFilter } from "./arrange.ts";
import { chooseFilter, chooseGrouping, muteText, pickMute, pickUnmutes } from "./chooseView.ts";
import type { SavedFeeds } from "./feeds.ts";
import { feedIcons, feedText } from "./feedText.ts";
import { type ActivityModel, keyOfPlace } from "./model.ts";
import { activityNodeOf, type EventNode } from "./nodeTypes.ts";
import { openEvent, openInBrowser, type OpenDeps, pageOf } from "./openEvent.ts";
import { toUserError } from "./problemText.ts";
import { momentText } from "./times.ts";
import type { FeedPlace, Mute } from "./types.ts";
import type { ViewState } from "./viewState.ts";
import { showStatus } from "../ui/showStatus.ts";
import { pluralText } from "../ui/pluralText.ts";
import { selectedItems } from "../ui/selectedItems.ts";

export interface ActivityCommandDeps extends OpenDeps {
  readonly accounts: AccountsModel;
  readonly activity: ActivityModel;
  readonly feeds: SavedFeeds;
  readonly state: ViewState;
  readonly texts: ReadonlyDocuments;
  /** All feeds of all accounts. */
  readonly places: () => readonly FeedPlace[];
  readonly reveal: (place: FeedPlace) => Promise<void>;
}

const eventOf = (target: unknown): EventNode => {
  const node = activityNodeOf(target);
  if (node.kind !== "event")
    throw new UserError(vscode.l10n.t("Select an event in the Activity view, and the command in its menu."));
  return node as EventNode;
};

interface FeedTarget {
  readonly account: Account;
  readonly place: FeedPlace;
}

/** The feed of a row, or the one that the user picks of the active account's. */
const targetFeed = async (
  { accounts, feeds }: ActivityCommandDeps,
  target: unknown,
  placeHolder: string,
): Promise<FeedTarget> => {
  const node = activityNodeOf(target);
  const given = "place" in node && node.place ? accounts.get(node.place.accountId) : undefined;
  if (given && "place" in node && node.place) return { account: given, place: node.place };
  const account = await activeAccount({ accounts });
  const { id: accountId, login } = account.profile;
  const all = feeds.of(accountId, login);
  if (all.length === 0) throw new UserError(vscode.l10n.t("There are no feeds. Add one first."));
  const rows = all.map((feed) => ({
    label: `$(${feedIcons[feed.kind]}) ${plainText(feedText(feed, login))}`,
    feed,
  }));
  const { feed } = await pickOne(rows, { placeHolder });
  return { account, place: { accountId, feed } };
};

const addFeed = async (deps: ActivityCommandDeps, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const { accounts, feeds, repos, reveal } = deps;
  const account = node.kind === "account" && node.account ? node.account : await activeAccount({ accounts });
  const { id: accountId, login } = account.profile;
  const picked = await pickFeeds(account, {
    shown: feeds.of(accountId, login),
    openHere: await (await repos()).openHere(),
  });
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
const feedsOf = ({ places }: ActivityCommandDeps, target: unknown, rows: unknown): readonly FeedPlace[] => {
  const selected = selectedFeeds(rows);
  if (selected.length > 0) return selected;
  const node = activityNodeOf(target);
  return "place" in node && node.place ? [node.place] : places();
};

const removeFeed = async (deps: ActivityCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedFeeds(rows);
  for (const { accountId, feed } of selected) {
    const login = deps.accounts.get(accountId)?.profile.login;
    if (login === undefined) continue;
    deps.feeds.remove(accountId, login, feed);
    deps.activity.forget(accountId, feed);
  }
  if (selected.length > 0) return;
  const question = vscode.l10n.t("Select a feed to remove from the view");
  const { account, place } = await targetFeed(deps, target, question);
  deps.feeds.remove(place.accountId, account.profile.login, place.feed);
  deps.activity.forget(place.accountId, place.feed);
};

const renameFeed = async (deps: ActivityCommandDeps, target: unknown): Promise<void> => {
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

const moveFeed = async (deps: ActivityCommandDeps, target: unknown, by: -1 | 1): Promise<void> => {
  const { account, place } = await targetFeed(deps, target, vscode.l10n.t("Select a feed to move"));
  deps.feeds.move(place.accountId, account.profile.login, place.feed, by);
};

/** One feed, or all. */
const refresh = async (deps: ActivityCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const { accounts, activity } = deps;
  await activeAccount({ accounts });
  const chosen = feedsOf(deps, target, rows);
  const results = await withProgress(vscode.l10n.t("Reading the feeds…"), (signal) =>
    Promise.allSettled(chosen.map((place) => activity.refresh(place, { signal, fresh: true }))),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
};

const loadMore = async ({ activity }: ActivityCommandDeps, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const place = node.kind === "feed" ? node.place : undefined;
  if (place)
    await withProgress(vscode.l10n.t("Reading older events…"), (signal) => activity.more(place, { signal }));
};

const markAllRead = async (deps: ActivityCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  for (const place of feedsOf(deps, target, rows)) deps.activity.markAllRead(place);
};

const mute = async ({ state }: ActivityCommandDeps, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  if (node.kind !== "event" && node.kind !== "group") {
    eventOf(target);
    return;
  }
  const { place } = node;
  if (!place) return;
  const possible: readonly Mute[] =
    node.kind === "group" && node.grouping && node.name !== undefined
      ? [{ what: node.grouping, value: node.name }]
      : node.kind === "event" && node.activity
        ? (["actor", "repository", "type"] as const).map((what) => ({ what, value: node.activity?.[what] ?? "" }))
        : [];
  const named = possible.filter(({ value }) => value !== "");
  const [only] = named;
  if (!only) return;
  const chosen = named.length === 1 ? only : await pickMute(named);
  state.mute(place.accountId, chosen);
  showStatus(vscode.l10n.t("Muted: {0}", muteText(chosen)), 6000);
};

const unmute = async ({ accounts, state }: ActivityCommandDeps): Promise<void> => {
  const { profile } = await activeAccount({ accounts });
  state.unmute(profile.id, await pickUnmutes(state.mutes(profile.id)));
};

const markdownOf = async (deps: ActivityCommandDeps, node: EventNode): Promise<string> => {
  const { activity, eventText } = node;
  const { page, repository } = pageOf(deps, node);
  const { markdown } = await import("./eventText.ts");
  return markdown({
    sentence: eventText.sentence,
    page: page ?? repository,
    repository: activity.repository,
    repositoryPage: repository,
    when: momentText(activity.at),
  });
};

const copyMarkdown = async (deps: ActivityCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedItems(
    rows,
    (row) => {
      const node = activityNodeOf(row);
      return node.kind === "event" ? (node as EventNode) : undefined;
    },
    ({ id }) => id,
  );
  const nodes = selected.length > 0 ? selected : [eventOf(target)];
  const texts = await Promise.all(nodes.map((node) => markdownOf(deps, node)));
  await vscode.env.clipboard.writeText(texts.join("\n"));
  const done = pluralText(
    vscode.l10n.t(
      "{count, plural, =1 {Event copied to clipboard as Markdown.} one {# event copied to clipboard as Markdown.} other {# events copied to clipboard as Markdown.}}",
    ),
    nodes.length,
  );
  showStatus(done, 4000);
};

export const activityHandlers = (deps: ActivityCommandDeps): Record<ActivityCommandId, Handler> =>
  explained(
    {
      [activityCommands.addFeed]: (target) => addFeed(deps, target),
      [activityCommands.removeFeed]: (target, rows) => removeFeed(deps, target, rows),
      [activityCommands.renameFeed]: (target) => renameFeed(deps, target),
      [activityCommands.moveFeedUp]: (target) => moveFeed(deps, target, -1),
      [activityCommands.moveFeedDown]: (target) => moveFeed(deps, target, 1),
      [activityCommands.refresh]: (target, rows) => refresh(deps, target, rows),
      [activityCommands.loadMore]: (target) => loadMore(deps, target),
      [activityCommands.markAllRead]: (target, rows) => markAllRead(deps, target, rows),
      [activityCommands.filter]: () =>
        chooseFilter(
          deps.state,
          deps.places().flatMap((place) => deps.activity.known(place)?.activities ?? []),
        ),
      [activityCommands.clearFilter]: async () => {
        deps.state.filter = noFilter;
      },
      [activityCommands.group]: () => chooseGrouping(deps.state),
      [activityCommands.mute]: (target) => mute(deps, target),
      [activityCommands.unmute]: () => unmute(deps),
      [activityCommands.open]: async (target) => {
        const node = eventOf(target);
        deps.activity.markRead(deps.places(), node.activity);
        await openEvent(deps, node);
      },
      [activityCommands.openInBrowser]: (target) => openInBrowser(deps, eventOf(target)),
      [activityCommands.copyMarkdown]: (target, rows) => copyMarkdown(deps, target, rows),
      [activityCommands.showJson]: (target) => {
        const { type, raw } = eventOf(target).activity;
        return deps.texts.show(`${type || "event"}.json`, `${JSON.stringify(raw, undefined, 2)}\n`);
      },
    } satisfies Record<ActivityCommandId, Handler>,
    toUserError,
  );
