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
import type { ActivityModel } from "./model.ts";
import { activityNodeOf, type EventNode } from "./nodeTypes.ts";
import { openEvent, openInBrowser, type OpenParts, pageOf } from "./openEvent.ts";
import { toUserError } from "./problemText.ts";
import { momentText } from "./times.ts";
import type { FeedPlace, Mute } from "./types.ts";
import type { ViewState } from "./viewState.ts";
import { showStatus } from "../ui/messages.ts";

export interface ActivityCommandParts extends OpenParts {
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
    throw new UserError(vscode.l10n.t("Choose an event in the view Activity, and the command in its menu."));
  return node as EventNode;
};

interface FeedTarget {
  readonly account: Account;
  readonly place: FeedPlace;
}

/** The feed of a row, or the one that the user picks of the active account's. */
const targetFeed = async (
  { accounts, feeds }: ActivityCommandParts,
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

const addFeed = async (parts: ActivityCommandParts, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const { accounts, feeds, repos, reveal } = parts;
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

const removeFeed = async (parts: ActivityCommandParts, target: unknown): Promise<void> => {
  const question = vscode.l10n.t("Select a feed to remove from the view");
  const { account, place } = await targetFeed(parts, target, question);
  parts.feeds.remove(place.accountId, account.profile.login, place.feed);
  parts.activity.forget(place.accountId, place.feed);
};

const renameFeed = async (parts: ActivityCommandParts, target: unknown): Promise<void> => {
  const { account, place } = await targetFeed(parts, target, vscode.l10n.t("Select a feed to rename"));
  const { login } = account.profile;
  const { kind, target: about } = place.feed;
  const name = await askText({
    title: vscode.l10n.t("Rename Feed"),
    value: feedText(place.feed, login),
    prompt: vscode.l10n.t("Empty: “{0}”", feedText({ kind, target: about }, login)),
  });
  parts.feeds.rename(place.accountId, login, place.feed, name.slice(0, 100));
};

const moveFeed = async (parts: ActivityCommandParts, target: unknown, by: -1 | 1): Promise<void> => {
  const { account, place } = await targetFeed(parts, target, vscode.l10n.t("Select a feed to move"));
  parts.feeds.move(place.accountId, account.profile.login, place.feed, by);
};

/** One feed, or all. */
const refresh = async ({ accounts, activity, places }: ActivityCommandParts, target: unknown): Promise<void> => {
  await activeAccount({ accounts });
  const node = activityNodeOf(target);
  const chosen = "place" in node && node.place ? [node.place] : places();
  const results = await withProgress(vscode.l10n.t("Reading the feeds…"), (signal) =>
    Promise.allSettled(chosen.map((place) => activity.refresh(place, { signal, fresh: true }))),
  );
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
};

const loadMore = async ({ activity }: ActivityCommandParts, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const place = node.kind === "feed" ? node.place : undefined;
  if (place)
    await withProgress(vscode.l10n.t("Reading older events…"), (signal) => activity.more(place, { signal }));
};

const markAllRead = async ({ activity, places }: ActivityCommandParts, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  const chosen = "place" in node && node.place ? [node.place] : places();
  for (const place of chosen) activity.markAllRead(place);
};

const mute = async ({ state }: ActivityCommandParts, target: unknown): Promise<void> => {
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

const unmute = async ({ accounts, state }: ActivityCommandParts): Promise<void> => {
  const { profile } = await activeAccount({ accounts });
  state.unmute(profile.id, await pickUnmutes(state.mutes(profile.id)));
};

const copyMarkdown = async (parts: ActivityCommandParts, target: unknown): Promise<void> => {
  const node = eventOf(target);
  const { activity, eventText } = node;
  const { page, repository } = pageOf(parts, node);
  const { markdown } = await import("./eventText.ts");
  const text = markdown({
    sentence: eventText.sentence,
    page: page ?? repository,
    repository: activity.repository,
    repositoryPage: repository,
    when: momentText(activity.at),
  });
  await vscode.env.clipboard.writeText(text);
  showStatus(vscode.l10n.t("Event copied to clipboard as Markdown."), 4000);
};

export const activityHandlers = (parts: ActivityCommandParts): Record<ActivityCommandId, Handler> =>
  explained(
    {
      [activityCommands.addFeed]: (target) => addFeed(parts, target),
      [activityCommands.removeFeed]: (target) => removeFeed(parts, target),
      [activityCommands.renameFeed]: (target) => renameFeed(parts, target),
      [activityCommands.moveFeedUp]: (target) => moveFeed(parts, target, -1),
      [activityCommands.moveFeedDown]: (target) => moveFeed(parts, target, 1),
      [activityCommands.refresh]: (target) => refresh(parts, target),
      [activityCommands.loadMore]: (target) => loadMore(parts, target),
      [activityCommands.markAllRead]: (target) => markAllRead(parts, target),
      [activityCommands.filter]: () =>
        chooseFilter(
          parts.state,
          parts.places().flatMap((place) => parts.activity.known(place)?.activities ?? []),
        ),
      [activityCommands.clearFilter]: async () => {
        parts.state.filter = noFilter;
      },
      [activityCommands.group]: () => chooseGrouping(parts.state),
      [activityCommands.mute]: (target) => mute(parts, target),
      [activityCommands.unmute]: () => unmute(parts),
      [activityCommands.open]: async (target) => {
        const node = eventOf(target);
        parts.activity.markRead(parts.places(), node.activity);
        await openEvent(parts, node);
      },
      [activityCommands.openInBrowser]: (target) => openInBrowser(parts, eventOf(target)),
      [activityCommands.copyMarkdown]: (target) => copyMarkdown(parts, target),
      [activityCommands.showJson]: (target) => {
        const { type, raw } = eventOf(target).activity;
        return parts.texts.show(`${type || "event"}.json`, `${JSON.stringify(raw, undefined, 2)}\n`);
      },
    } satisfies Record<ActivityCommandId, Handler>,
    toUserError,
  );
