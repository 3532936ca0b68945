import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { activityCommands } from "../ids.ts";
import { treeItem } from "../tree/item.ts";
import { contextValue } from "../tree/node.ts";
import { feedId } from "./feed.ts";
import type { SavedFeeds } from "./feeds.ts";
import { feedIcons, feedText } from "./feedText.ts";
import type { ActivityModel } from "./model.ts";
import type { ActivityNode, DayNode, EventNode, FeedNode, GroupNode } from "./nodeTypes.ts";
import { clockText } from "../ui/clockText.ts";
import { asOfText, dayText, momentText } from "./times.ts";
import type { Activity, FeedPlace } from "./types.ts";
import { numberText } from "../ui/textLanguage.ts";
import { accountRow } from "../accounts/accountRow.ts";

export interface ItemDeps {
  readonly accounts: AccountsModel;
  readonly activity: ActivityModel;
  readonly feeds: SavedFeeds;
}

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const newText = (count: number): string => (count === 0 ? "" : vscode.l10n.t("{0} new", numberText(count)));

const unreadIn = ({ activity }: ItemDeps, place: FeedPlace, activities: readonly Activity[]): string =>
  newText(activities.filter((each) => activity.isUnread(place, each)).length);

export const accountItem = (
  { accounts }: ItemDeps,
  node: Extract<ActivityNode, { kind: "account" }>,
): vscode.TreeItem =>
  accountRow(
    accounts,
    node,
    contextValue("activityAccount", []),
    vscode.l10n.t("Activity for {0}", nameOf(node.account.profile)),
  );

export const feedItem = ({ activity, feeds }: ItemDeps, { id, place, account }: FeedNode): vscode.TreeItem => {
  const { feed } = place;
  const { login } = account.profile;
  const label = feedText(feed, login);
  const all = feeds.of(place.accountId, login).map(feedId);
  // At an end it can't be moved further.
  const ends = [...(all[0] === feedId(feed) ? ["first"] : []), ...(all.at(-1) === feedId(feed) ? ["last"] : [])];
  return treeItem(
    {
      id,
      label,
      notes: [newText(activity.unread(place).length)],
      icon: new vscode.ThemeIcon(feedIcons[feed.kind]),
      context: contextValue("activityFeed", ends),
      spoken: vscode.l10n.t("Feed {0}", label),
    },
    feed.kind === "received" ? Expanded : Collapsed,
  );
};

export const feedTooltip = ({ activity }: ItemDeps, { place, account }: FeedNode): string => {
  const state = activity.known(place);
  return [nameOf(account.profile), ...(state ? [asOfText(state.readAt)] : [])].join("\n");
};

export const dayItem = (deps: ItemDeps, { id, place, day, activities, isOpen }: DayNode): vscode.TreeItem =>
  treeItem(
    {
      id,
      label: dayText(day, deps.activity.now(place)),
      notes: [unreadIn(deps, place, activities)],
      icon: undefined,
      context: contextValue("activityDay", []),
    },
    isOpen ? Expanded : Collapsed,
  );

export const groupItem = (deps: ItemDeps, node: GroupNode): vscode.TreeItem => {
  const { id, place, grouping, name, activities } = node;
  const isRepository = grouping === "repository";
  const label =
    name !== "" ? name : isRepository ? vscode.l10n.t("No Repository") : vscode.l10n.t("By an Unknown User");
  return treeItem(
    {
      id,
      label,
      notes: [unreadIn(deps, place, activities)],
      icon: new vscode.ThemeIcon(name === "" ? "circle-outline" : isRepository ? "repo" : "person"),
      context: contextValue("activityGroup", name === "" ? [] : ["named"]),
      spoken:
        name === ""
          ? label
          : isRepository
            ? vscode.l10n.t("Repository {0}", label)
            : vscode.l10n.t("Events by {0}", label),
    },
    Expanded,
  );
};

export const eventItem = ({ activity: model }: ItemDeps, node: EventNode): vscode.TreeItem => {
  const { id, place, activity, eventText, parent } = node;
  const isUnread = model.isUnread(place, activity);
  const isBelowRepository = parent.kind === "group" && parent.grouping === "repository";
  const item = treeItem(
    {
      id,
      label: eventText.sentence,
      notes: [
        isUnread ? vscode.l10n.t("new") : "",
        eventText.state,
        isBelowRepository ? "" : activity.repository,
        activity.at === undefined ? "" : clockText(activity.at),
      ],
      icon: isUnread
        ? new vscode.ThemeIcon(
            eventText.description.icon,
            new vscode.ThemeColor("notificationsInfoIcon.foreground"),
          )
        : new vscode.ThemeIcon(eventText.description.icon),
      context: contextValue("activityEvent", isUnread ? ["unread"] : []),
    },
    None,
  );
  item.command = { command: activityCommands.open, title: vscode.l10n.t("Open"), arguments: [node] };
  return item;
};

export const eventTooltip = ({ activity, eventText }: EventNode): string =>
  [eventText.sentence, activity.repository, momentText(activity.at)].filter((line) => line !== "").join("\n");
