import * as vscode from "vscode";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { accountAbove, accountRoots, type ShowState } from "../accounts/nodes.ts";
import { isCancelled } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { activityCommands } from "../ids.ts";
import { type KitNode, kitRowId, type NodeKinds } from "../tree/node.ts";
import { withStaleness } from "../tree/staleRow.ts";
import { failureState } from "../tree/welcomeState.ts";
import { byDay, groupsOf, isFilter, isMuted, isShown } from "./arrange.ts";
import { feedId } from "./feed.ts";
import type { SavedFeeds } from "./feeds.ts";
import {
  accountItem,
  dayItem,
  eventItem,
  eventTooltip,
  feedItem,
  feedTooltip,
  groupItem,
  type ItemDeps,
} from "./items.ts";
import type { FeedState } from "./model.ts";
import type { ActivityNode, DayNode, EventNode, FeedNode, GroupNode } from "./nodeTypes.ts";
import { ActivityProblem } from "./problem.ts";
import { toUserError } from "./problemText.ts";
import type { Activity, ActivityFilter, FeedPlace, Grouping, Mute } from "./types.ts";
import { errorText } from "../ui/errorText.ts";
import { pluralText } from "../ui/pluralText.ts";

export interface ActivityNodesDeps extends ItemDeps {
  readonly accounts: AccountsModel;
  readonly feeds: SavedFeeds;
  readonly grouping: () => Grouping;
  readonly filter: () => ActivityFilter;
  readonly mutes: (accountId: string) => readonly Mute[];
  readonly showState: ShowState;
}

/** Days that are open at first: what is older is asked for. */
const openDays = 3;

const feedNodes = ({ feeds }: ActivityNodesDeps, account: Account): readonly (FeedNode | KitNode)[] => {
  const { id: accountId, login } = account.profile;
  const list = feeds.of(accountId, login);
  if (list.length === 0)
    return [
      {
        kind: "message",
        id: `${accountId}/noFeeds`,
        text: vscode.l10n.t("There are no feeds. Add one first."),
        icon: "info",
        command: { command: activityCommands.addFeed, title: vscode.l10n.t("Add Feed") },
      },
    ];
  return list.map((feed) => ({
    kind: "feed",
    id: `${accountId}/${feedId(feed)}`,
    place: { accountId, feed },
    account,
  }));
};

const message = (id: string, text: string, icon = "info"): KitNode => ({ kind: "message", id, text, icon });

const emptyText = (deps: ActivityNodesDeps, all: readonly Activity[]): string => {
  if (all.length === 0) return vscode.l10n.t("Nothing has happened here in the last 30 days.");
  return isFilter(deps.filter())
    ? pluralText(
        vscode.l10n.t(
          "{count, plural, =1 {The only event that was read doesn't match the filter.} other {None of the # events that were read match the filter.}}",
        ),
        all.length,
      )
    : pluralText(
        vscode.l10n.t(
          "{count, plural, =1 {The only event that was read is muted.} other {All # events that were read are muted.}}",
        ),
        all.length,
      );
};

const endText = ({ place: { feed } }: FeedNode): string =>
  feed.kind === "issues"
    ? vscode.l10n.t("The server has no older events of issues.")
    : vscode.l10n.t("The server stores up to 300 events of the last 30 days: there are no older ones.");

const tailOf = (deps: ActivityNodesDeps, node: FeedNode): readonly KitNode[] => {
  const state = deps.activity.known(node.place);
  if (!state || state.activities.length === 0) return [];
  if (!state.hasMore) return [message(`${node.id}/end`, endText(node), "history")];
  const text = pluralText(
    vscode.l10n.t("{count, plural, one {Load more (# event was read)} other {Load more (# events were read)}}"),
    state.activities.length,
  );
  return [
    {
      kind: "loadMore",
      id: kitRowId(node.id, "more"),
      parent: node,
      text,
      command: { command: activityCommands.loadMore, title: text, arguments: [node] },
    },
  ];
};

const goneRow = (node: FeedNode, error: unknown): KitNode => ({
  kind: "message",
  id: `${node.id}/gone`,
  text: vscode.l10n.t("{0} Select this row to remove the feed.", (error as Error).message),
  icon: "warning",
  command: { command: activityCommands.removeFeed, title: vscode.l10n.t("Remove Feed"), arguments: [node] },
});

const dayNodes = async (deps: ActivityNodesDeps, node: FeedNode): Promise<readonly (DayNode | KitNode)[]> => {
  const { place } = node;
  let state: FeedState;
  try {
    state = await deps.activity.read(place);
  } catch (error) {
    const userError = toUserError(error);
    if (error instanceof ActivityProblem) return [goneRow(node, userError)];
    throw userError;
  }
  const { activities: all, staleness } = state;
  const [filter, mutes] = [deps.filter(), deps.mutes(place.accountId)];
  const shown = all.filter((activity) => isShown(filter, activity) && !isMuted(mutes, activity));
  if (shown.length === 0)
    return withStaleness(node, staleness, [
      message(kitRowId(node.id, "empty"), emptyText(deps, all)),
      ...tailOf(deps, node),
    ]);
  // What a filter leaves is another list: VS Code would keep its days folded as they were in the whole one.
  const listId = isFilter(filter) ? `${node.id}/${JSON.stringify(filter)}` : node.id;
  const days = byDay(shown, deps.activity.now(place)).map(({ day, activities }, index): DayNode => ({
    kind: "day",
    id: `${listId}/${day}`,
    place,
    day,
    activities,
    isOpen: index < openDays,
    parent: node,
  }));
  return withStaleness<DayNode | KitNode>(node, staleness, [...days, ...tailOf(deps, node)]);
};

const eventNodes = async (parent: DayNode | GroupNode): Promise<readonly EventNode[]> => {
  const { eventText } = await import("./eventText.ts");
  return parent.activities.map((activity) => ({
    kind: "event",
    id: `${parent.id}/${activity.key}`,
    place: parent.place,
    activity,
    eventText: eventText(activity),
    parent,
  }));
};

const dayChildren = async (
  deps: ActivityNodesDeps,
  node: DayNode,
): Promise<readonly (GroupNode | EventNode)[]> => {
  const grouping = deps.grouping();
  if (grouping === "none") return eventNodes(node);
  return groupsOf(node.activities, grouping).map(({ name, activities }) => ({
    kind: "group",
    id: `${node.id}/${grouping}/${name}`,
    place: node.place,
    grouping,
    name,
    activities,
    parent: node,
  }));
};

/** What makes every request of the account fail. */
const failsAll = (error: unknown): boolean =>
  ["limited", "noToken", "offline", "refused"].includes(failureState(error));

/** Why a feed can't be read now. Undefined where it can, and where its own row has what to do. */
const failureOf = async ({ activity }: ActivityNodesDeps, place: FeedPlace): Promise<unknown> => {
  try {
    await activity.read(place);
  } catch (error) {
    // Their rows lead on: to read it again, to remove it, to grant access.
    const hasOwnRow = isCancelled(error) || error instanceof ActivityProblem || HttpError.is(error, "permission");
    return hasOwnRow ? undefined : error;
  }
  return undefined;
};

/** Throws why no feed of the account can be read. Otherwise each row says what is wrong with its feed. */
const requireAny = async (
  deps: ActivityNodesDeps,
  first: FeedPlace,
  others: readonly FeedPlace[],
): Promise<void> => {
  const error = await failureOf(deps, first);
  if (error === undefined) return;
  if (!failsAll(error)) {
    const failures = await Promise.all(others.map(async (place) => failureOf(deps, place)));
    const isSame = (other: unknown): boolean =>
      other !== undefined && failureState(other) === failureState(error) && errorText(other) === errorText(error);
    if (!failures.every(isSame)) return;
  }
  throw error;
};

export const activityKinds = (deps: ActivityNodesDeps): NodeKinds<ActivityNode> => ({
  account: {
    item: (node) => accountItem(deps, node),
    children: async ({ account }) => feedNodes(deps, account),
  },
  feed: {
    item: (node) => feedItem(deps, node),
    children: (node) => dayNodes(deps, node),
    parent: ({ account }) => accountAbove(deps.accounts, account),
    tooltip: (node) => feedTooltip(deps, node),
  },
  day: {
    item: (node) => dayItem(deps, node),
    children: (node) => dayChildren(deps, node),
    parent: ({ parent }) => parent,
  },
  group: {
    item: (node) => groupItem(deps, node),
    children: eventNodes,
    parent: ({ parent }) => parent,
  },
  event: {
    item: (node) => eventItem(deps, node),
    parent: ({ parent }) => parent,
    tooltip: eventTooltip,
  },
});

export const activityRoots = (deps: ActivityNodesDeps) => (): Promise<readonly (ActivityNode | KitNode)[]> =>
  accountRoots<ActivityNode | KitNode>(deps, async (account) => {
    const { id: accountId, login } = account.profile;
    const feeds = deps.feeds.of(accountId, login);
    // It is expanded at first; the others are read only where it can't be.
    const received = feeds.find(({ kind }) => kind === "received");
    const others = feeds.filter((feed) => feed !== received).map((feed) => ({ accountId, feed }));
    if (received) await requireAny(deps, { accountId, feed: received }, others);
    return feeds.length === 0 ? [] : feedNodes(deps, account);
  });
