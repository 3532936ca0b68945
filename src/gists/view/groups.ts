import * as vscode from "vscode";
import type { Account, AccountsModel } from "../../accounts/model.ts";
import { withPartialRows } from "../../accounts/permissions/partialRows.ts";
import type { Gist } from "../../client/types/gist.ts";
import { arrangeCommands, gistCommands } from "../../ids.ts";
import { contextValue, type KitNode, kitRowId } from "../../tree/node.ts";
import { withStaleness } from "../../tree/staleRow.ts";
import { type Arrangement, filtered, isPlain, type Section, sectionsOf, sorted } from "../arrange/arrangement.ts";
import { fixedKinds, type ListKind, loginOf } from "../lists.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { GistGroupNode, GistNode, GistSectionNode, GistTreeNode } from "../nodeTypes.ts";
import { pluralText } from "../../ui/pluralText.ts";

export interface GroupDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly arrangement: () => Arrangement;
  /** The logins of the people whose gists the account follows. */
  readonly followed: (accountId: string) => readonly string[];
}

const groupNode = (accountId: string, list: ListKind): GistGroupNode => ({
  kind: "group",
  id: `${accountId}/${list}`,
  accountId,
  list,
});

export const groupsOf = ({ followed }: GroupDeps, { profile }: Account): readonly GistGroupNode[] =>
  [
    ...fixedKinds.filter(
      (kind) =>
        !(kind === "public" && profile.missing?.publicGists) &&
        !(kind === "starred" && profile.missing?.starredGists),
    ),
    ...followed(profile.id).map((login): ListKind => `user:${login}`),
  ].map((kind) => groupNode(profile.id, kind));

const groupLabel = (kind: ListKind): string => {
  switch (kind) {
    case "own":
      return vscode.l10n.t("Your Gists");
    case "starred":
      return vscode.l10n.t("Starred");
    case "public":
      return vscode.l10n.t("Public");
    default:
      return loginOf(kind);
  }
};

const groupIcon = (kind: ListKind): string => {
  switch (kind) {
    case "own":
      return "person";
    case "starred":
      return "star-full";
    case "public":
      return "globe";
    default:
      return "organization";
  }
};

const emptyText = (kind: ListKind): string => {
  switch (kind) {
    case "own":
      return vscode.l10n.t("You have no gists yet.");
    case "starred":
      return vscode.l10n.t("You have starred no gists yet.");
    case "public":
      return vscode.l10n.t("There are no public gists.");
    default:
      return vscode.l10n.t("{0} has no public gists.", loginOf(kind));
  }
};

export const groupItem = ({ id, list }: GistGroupNode): vscode.TreeItem => {
  const state =
    list === "own" ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(groupLabel(list), state);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(groupIcon(list));
  const isFollowed = loginOf(list) !== "";
  if (isFollowed) item.description = vscode.l10n.t("followed");
  item.contextValue = contextValue("gistGroup", [isFollowed ? "followed" : list]);
  item.accessibilityInformation = {
    label: isFollowed ? vscode.l10n.t("Gists of {0}, followed", loginOf(list)) : groupLabel(list),
  };
  return item;
};

const gistNode = (parent: GistGroupNode | GistSectionNode, group: GistGroupNode, gist: Gist): GistNode => ({
  kind: "gist",
  id: `${parent.id}/${gist.id}`,
  accountId: group.accountId,
  list: group.list,
  gist,
  parent,
});

const arranged = ({ gists, arrangement }: GroupDeps, accountId: string, all: readonly Gist[]): readonly Gist[] => {
  const { filter, sort } = arrangement();
  const marks = {
    isStarred: (gist: Gist) => gists.isStarred(accountId, gist.id) === true,
    isMine: (gist: Gist) => gists.isMine(accountId, gist),
  };
  return filtered(sorted(all, sort), filter, marks);
};

const sectionNode = (parent: GistGroupNode, { key, gists }: Section): GistSectionNode => ({
  kind: "section",
  id: `${parent.id}/by:${key}`,
  key,
  parent,
  count: gists.length,
});

const noneText = (count: number, hasMore: boolean): string => {
  if (hasMore)
    return pluralText(
      vscode.l10n.t(
        "{count, plural, =1 {The only gist loaded so far doesn't match the filter.} other {None of the # gists loaded so far match the filter.}}",
      ),
      count,
    );
  return pluralText(
    vscode.l10n.t(
      "{count, plural, =1 {The only gist doesn't match the filter.} other {None of the # gists match the filter.}}",
    ),
    count,
  );
};

export const groupChildren = async (
  deps: GroupDeps,
  node: GistGroupNode,
): Promise<readonly (GistTreeNode | KitNode)[]> => {
  const { accountId, list: kind } = node;
  const list = await deps.gists.lists.get(accountId, kind).catch((error: unknown) => {
    throw toUserError(error);
  });
  const partial = <N extends GistTreeNode | KitNode>(rows: readonly N[]): readonly (N | KitNode)[] =>
    kind === "own" ? withPartialRows(deps.accounts.get(accountId), node, "gists.getAll", rows) : rows;
  if (list.gists.length === 0 && !list.hasMore)
    return withStaleness(
      node,
      list.staleness,
      partial([{ kind: "message", id: kitRowId(node.id, "empty"), text: emptyText(kind), icon: "info" } as const]),
    );
  const arrangement = deps.arrangement();
  const shown = arranged(deps, accountId, list.gists);
  const nodes: (GistTreeNode | KitNode)[] =
    arrangement.group === "none"
      ? shown.map((gist) => gistNode(node, node, gist))
      : sectionsOf(shown, arrangement.group).map((section) => sectionNode(node, section));
  if (shown.length === 0) {
    const text = noneText(list.gists.length, list.hasMore);
    nodes.push({ kind: "message", id: `${node.id}/none`, text, icon: "filter" });
  }
  if (!list.hasMore) return withStaleness(node, list.staleness, partial(nodes));
  const more = { command: gistCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [node] };
  nodes.push({ kind: "loadMore", id: kitRowId(node.id, "more"), parent: node, command: more });
  if (!isPlain(arrangement)) {
    const title = vscode.l10n.t("Load all ({0} loaded)", list.gists.length);
    const all = { command: arrangeCommands.loadAll, title, arguments: [node] };
    nodes.push({ kind: "loadMore", id: `${node.id}/all`, parent: node, command: all, text: title });
  }
  return withStaleness(node, list.staleness, partial(nodes));
};

export const sectionChildren = (deps: GroupDeps, node: GistSectionNode): readonly GistNode[] => {
  const { group } = deps.arrangement();
  if (group === "none") return [];
  const { parent } = node;
  const shown = arranged(deps, parent.accountId, deps.gists.lists.known(parent.accountId, parent.list));
  const section = sectionsOf(shown, group).find(({ key }) => key === node.key);
  return (section?.gists ?? []).map((gist) => gistNode(node, parent, gist));
};

/** The node of a gist in a list; where the view is grouped, below its section, and undefined where a filter hides it. */
export const listedNode = (
  deps: GroupDeps,
  accountId: string,
  list: ListKind,
  gist: Gist,
): GistNode | undefined => {
  const group = groupNode(accountId, list);
  const { group: by } = deps.arrangement();
  if (by === "none") return gistNode(group, group, gist);
  const shown = arranged(deps, accountId, deps.gists.lists.known(accountId, list));
  const section = sectionsOf(shown, by).find(({ gists }) => gists.some(({ id }) => id === gist.id));
  return section && gistNode(sectionNode(group, section), group, gist);
};

const sectionLabel = ({ key }: GistSectionNode, { group }: Arrangement): string => {
  switch (group) {
    case "tag":
      return key === "" ? vscode.l10n.t("Without a tag") : `#${key}`;
    case "language":
      return key === "" ? vscode.l10n.t("Other") : key;
    case "visibility":
      return key === "public" ? vscode.l10n.t("Public") : vscode.l10n.t("Secret");
    case "owner":
      return key === "" ? vscode.l10n.t("Unknown user") : key;
    case "none":
      return key;
  }
};

const sectionIcons = {
  none: "list-flat",
  language: "symbol-file",
  tag: "tag",
  visibility: "eye",
  owner: "account",
};

export const sectionItem = ({ arrangement }: GroupDeps, node: GistSectionNode): vscode.TreeItem => {
  const label = sectionLabel(node, arrangement());
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = node.id;
  item.description = String(node.count);
  item.iconPath = new vscode.ThemeIcon(sectionIcons[arrangement().group]);
  item.contextValue = contextValue("gistSection", []);
  item.accessibilityInformation = {
    label: pluralText(vscode.l10n.t("{count, plural, one {{0}, # gist} other {{0}, # gists}}"), node.count, label),
  };
  return item;
};
