import * as vscode from "vscode";
import type { Account, AccountsModel } from "../../accounts/model.ts";
import { accountAbove, accountRoots, type ShowState, stateRows } from "../../accounts/nodes.ts";
import { withPartialRows } from "../../accounts/permissions/partialRows.ts";
import { nameOf } from "../../accounts/profile.ts";
import type { Branch, Tag } from "../../client/types/commit.ts";
import type { Repository } from "../../client/types/repository.ts";
import { repoCommands } from "../../ids.ts";
import type { LocalChanges } from "../../localChanges/model.ts";
import { localChangeKinds, localChangeRoots } from "../../localChanges/nodes.ts";
import { contextValue, type TreeContribution, type KitNode, kitRowId, type NodeKinds } from "../../tree/node.ts";
import { withStaleness } from "../../tree/staleRow.ts";
import type { LastRead } from "../../client/lastKnown.ts";
import type { Staleness } from "../../client/pagedList.ts";
import { withoutHurry } from "../../ui/callOrigin.ts";
import type { FolderEntry } from "../contents.ts";
import {
  contentItem,
  folderItem,
  insightsItem,
  type ItemDeps,
  leafItem,
  leafTooltip,
  refItem,
  repoItem,
  repoTooltip,
  sectionItem,
  sectionLabel,
} from "./items.ts";
import { placeOf } from "../model.ts";
import type {
  FolderNode,
  LeafNode,
  OpenedNode,
  RefNode,
  RepoGroupNode,
  RepoNode,
  RepoTreeNode,
  SectionNode,
} from "../nodeTypes.ts";
import { unlessEmpty } from "../problem.ts";
import { noOwnText } from "../ownListText.ts";
import { toUserError } from "../problemText.ts";
import { fixedLists, readFirst } from "./readFirst.ts";
import type { RepoRoots } from "./roots.ts";
import { type CommitFilter, type SectionKey, sectionKeys } from "./sections.ts";
import { kindOfList, nameOfList, type RepoListKind, type RepoPlace } from "../types.ts";
import { folderNotes } from "./folderNotes.ts";
import { accountRow } from "../../accounts/accountRow.ts";

export interface RepoNodesDeps extends ItemDeps {
  readonly accounts: AccountsModel;
  readonly roots: RepoRoots;
  readonly changes: LocalChanges;
  /** What other features put below each repository. */
  readonly contributions: readonly TreeContribution<RepoPlace>[];
  /** What narrows the commits of a repository. */
  readonly filterOf: (place: RepoPlace) => CommitFilter;
  /** Which welcome text the empty view shows. */
  readonly showState: ShowState;
}

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

const groupNode = (accountId: string, list: RepoListKind): RepoGroupNode => ({
  kind: "group",
  id: `${accountId}/${list}`,
  accountId,
  list,
});

const groupsOf = (
  { roots }: RepoNodesDeps,
  { profile: { id } }: Account,
): readonly (RepoGroupNode | OpenedNode)[] => {
  const { lists, opened } = roots.of(id);
  return [
    ...[...fixedLists, ...lists].map((list) => groupNode(id, list)),
    ...(opened.length > 0 ? [{ kind: "opened", id: `${id}/opened`, accountId: id } as const] : []),
  ];
};

export const groupLabel = (list: RepoListKind): string => {
  switch (kindOfList(list)) {
    case "own":
      return vscode.l10n.t("Your Repositories");
    case "starred":
      return vscode.l10n.t("Starred");
    case "watched":
      return vscode.l10n.t("Watched");
    case "starredBy":
      return vscode.l10n.t("Starred by {0}", nameOfList(list));
    case "watchedBy":
      return vscode.l10n.t("Watched by {0}", nameOfList(list));
    case "org":
    case "user":
      return nameOfList(list);
  }
};

const groupIcons: Readonly<Record<ReturnType<typeof kindOfList>, string>> = {
  own: "repo",
  starred: "star-full",
  watched: "eye",
  org: "organization",
  user: "person",
  starredBy: "star-empty",
  watchedBy: "eye",
};

const emptyText = ({ repos }: RepoNodesDeps, list: RepoListKind): string => {
  switch (kindOfList(list)) {
    case "own":
      return noOwnText(repos);
    case "starred":
      return vscode.l10n.t("You have starred no repositories yet.");
    case "watched":
      return vscode.l10n.t("You watch no repositories.");
    case "starredBy":
      return vscode.l10n.t("{0} has starred no repositories that you may see.", nameOfList(list));
    case "watchedBy":
      return vscode.l10n.t("{0} watches no repositories that you may see.", nameOfList(list));
    case "org":
    case "user":
      return vscode.l10n.t("{0} has no repositories that you may see.", nameOfList(list));
  }
};

const groupItem = ({ roots }: RepoNodesDeps, { id, list }: RepoGroupNode): vscode.TreeItem => {
  const label = groupLabel(list);
  const item = new vscode.TreeItem(label, list === "own" ? Expanded : Collapsed);
  item.id = id;
  const { type, sort, direction } = roots.ownOptions;
  const isPlain = type === "all" && sort === "pushed" && direction === "desc";
  item.description = list === "own" && !isPlain ? `${type} · ${sort} ${direction}` : "";
  item.iconPath = new vscode.ThemeIcon(groupIcons[kindOfList(list)]);
  item.contextValue = contextValue("repoGroup", [nameOfList(list) === "" ? list : "added"]);
  item.accessibilityInformation = { label: vscode.l10n.t("Repositories: {0}", label) };
  return item;
};

const repoNode = (parent: RepoTreeNode, accountId: string, repository: Repository): RepoNode => ({
  kind: "repo",
  id: `${parent.id}/${repository.full_name}`,
  place: placeOf(accountId, repository),
  repository,
  parent,
});

const empty = (id: string, text: string): KitNode => ({
  kind: "message",
  id: kitRowId(id, "empty"),
  text,
  icon: "info",
});

const loadMore = (parent: RepoTreeNode): KitNode => ({
  kind: "loadMore",
  id: kitRowId(parent.id, "more"),
  parent,
  command: { command: repoCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [parent] },
});

const groupChildren = async (
  deps: RepoNodesDeps,
  node: RepoGroupNode,
): Promise<readonly (RepoTreeNode | KitNode)[]> => {
  const { repos, accounts } = deps;
  const list = await repos.list(node.accountId, node.list);
  const nodes = list.items.map((repository) => repoNode(node, node.accountId, repository));
  const none = nodes.length === 0 && !list.hasMore ? [empty(node.id, emptyText(deps, node.list))] : [];
  const rows = [...nodes, ...none, ...(list.hasMore ? [loadMore(node)] : [])];
  const all =
    node.list === "own" ? withPartialRows(accounts.get(node.accountId), node, "repos.getAll", rows) : rows;
  return withStaleness(node, list.staleness, all);
};

const openedChildren = async ({ roots }: RepoNodesDeps, node: OpenedNode): Promise<readonly RepoNode[]> =>
  roots.of(node.accountId).opened.map(({ owner, repo }) => ({
    kind: "repo",
    id: `${node.id}/${owner}/${repo}`,
    place: { accountId: node.accountId, owner, repo },
    repository: undefined,
    parent: node,
  }));

const repoChildren = async (
  { repos, filterOf, accounts, contributions }: RepoNodesDeps,
  node: RepoNode,
): Promise<readonly (RepoTreeNode | KitNode)[]> => {
  const { place } = node;
  const { value: repository, staleness } = node.repository
    ? { value: node.repository }
    : await repos.readKnown(place);
  // Read in the background: the row then shows whether it is starred and watched.
  if (repos.isStarred(place) === undefined) withoutHurry(() => repos.readMarks(place)).catch(() => undefined);
  const isToday = accounts.get(place.accountId)?.profile.dialect === "github";
  const files: FolderNode = {
    kind: "folder",
    id: `${node.id}/files`,
    place: { ...place, ref: repository.default_branch ?? "main", path: "" },
    label: vscode.l10n.t("Files"),
    parent: node,
  };
  return withStaleness<RepoTreeNode>(node, staleness, [
    files,
    ...sectionKeys
      // Today's service no longer has downloads.
      .filter((section) => section !== "downloads" || !isToday)
      .map((section): SectionNode => ({
        kind: "section",
        id: `${node.id}/${section}`,
        place,
        section,
        filter: section === "commits" ? filterOf(place) : {},
        defaultBranch: repository.default_branch,
        parent: node,
      })),
    // Whose kinds the tree knows, though the compiler does not.
    ...(contributions.flatMap((contribution) =>
      contribution.rows(node),
    ) as readonly unknown[] as readonly RepoTreeNode[]),
    { kind: "insights", id: `${node.id}/insights`, place, parent: node },
  ]);
};

const folderChildren = async (
  { repos }: RepoNodesDeps,
  node: FolderNode | RefNode,
): Promise<readonly (RepoTreeNode | KitNode)[]> => {
  const { value: entries, staleness } = await unlessEmpty<LastRead<readonly FolderEntry[]>>(
    repos.knownFolder(node.place),
    { value: [] },
  );
  const rows = entries.map((entry): RepoTreeNode => {
    const place = { ...node.place, path: entry.path };
    const id = `${node.id}/${entry.name}`;
    return entry.type === "dir"
      ? { kind: "folder", id, place, label: undefined, parent: node }
      : { kind: "content", id, place, entry, parent: node };
  });
  return withStaleness<RepoTreeNode | KitNode>(node, staleness, [...rows, ...folderNotes(node.id, rows.length)]);
};

const sectionNodes = async (
  { repos }: RepoNodesDeps,
  node: SectionNode,
): Promise<readonly [nodes: readonly RepoTreeNode[], hasMore: boolean, staleness: Staleness | undefined]> => {
  const { place, section, filter } = node;
  switch (section) {
    case "branches":
    case "tags": {
      const list = await repos.section<"branches" | "tags">(place, section);
      const refs = list.items.map((ref: Branch | Tag): RefNode => ({
        kind: "ref",
        id: `${node.id}/${ref.name}`,
        place: { ...place, ref: ref.name, path: "" },
        ref,
        isTag: section === "tags",
        isDefault: section === "branches" && ref.name === node.defaultBranch,
        parent: node,
      }));
      return [refs, list.hasMore, list.staleness];
    }
    case "forks": {
      const list = await repos.section(place, section);
      return [
        list.items.map((repository) => repoNode(node, place.accountId, repository)),
        list.hasMore,
        list.staleness,
      ];
    }
    case "commits":
    case "contributors":
    case "languages":
    case "collaborators":
    case "teams":
    case "stargazers":
    case "watchers":
    case "downloads":
    case "comments": {
      const list = await repos.section<LeafNode["section"]>(place, section, filter);
      const leaves = list.items.map(
        // Each list has items of its section only; the compiler cannot follow that through the index.
        // By its key, a row that moves stays selected after a refresh.
        (item) => {
          const id = `${node.id}/${String(list.keyOf(item))}`;
          return { kind: "leaf", id, section, item, place, parent: node } as LeafNode;
        },
      );
      return [leaves, list.hasMore, list.staleness];
    }
  }
};

const noneText = (section: SectionKey): string => vscode.l10n.t("{0}: there are none.", sectionLabel(section));

const sectionChildren = async (
  deps: RepoNodesDeps,
  node: SectionNode,
): Promise<readonly (RepoTreeNode | KitNode)[]> => {
  const [nodes, hasMore, staleness] = await unlessEmpty(sectionNodes(deps, node), [[], false, undefined]);
  const none = nodes.length === 0 && !hasMore ? [empty(node.id, noneText(node.section))] : [];
  return withStaleness(node, staleness, [...nodes, ...none, ...(hasMore ? [loadMore(node)] : [])]);
};

/** What the service throws, in words of the feature. */
const withUserErrors = async <T>(children: Promise<T>): Promise<T> => {
  try {
    return await children;
  } catch (error) {
    throw toUserError(error);
  }
};

export const repoKinds = (deps: RepoNodesDeps): NodeKinds<RepoTreeNode> => {
  const accountOf = (accountId: string) => accountAbove(deps.accounts, deps.accounts.get(accountId));
  return {
    ...localChangeKinds(deps.changes, deps.now),
    account: {
      item: (node) =>
        accountRow(
          deps.accounts,
          node,
          contextValue("repoAccount", []),
          vscode.l10n.t("Repositories of {0}", nameOf(node.account.profile)),
        ),
      children: async ({ account }) => groupsOf(deps, account),
    },
    group: {
      item: (node) => groupItem(deps, node),
      children: (node) => withUserErrors(groupChildren(deps, node)),
      parent: ({ accountId }) => accountOf(accountId),
    },
    opened: {
      item: ({ id }) => {
        const item = new vscode.TreeItem(vscode.l10n.t("Opened"), Expanded);
        item.id = id;
        item.iconPath = new vscode.ThemeIcon("folder-opened");
        item.contextValue = contextValue("repoOpened", []);
        item.accessibilityInformation = { label: vscode.l10n.t("Repositories that you opened") };
        return item;
      },
      children: (node) => openedChildren(deps, node),
      parent: ({ accountId }) => accountOf(accountId),
    },
    repo: {
      item: (node) => repoItem(deps, node),
      children: (node) => withUserErrors(repoChildren(deps, node)),
      parent: ({ parent }) => parent,
      tooltip: repoTooltip,
    },
    folder: {
      item: folderItem,
      children: (node) => withUserErrors(folderChildren(deps, node)),
      parent: ({ parent }) => parent,
    },
    content: { item: contentItem, parent: ({ parent }) => parent },
    section: {
      item: sectionItem,
      children: (node) => withUserErrors(sectionChildren(deps, node)),
      parent: ({ parent }) => parent,
    },
    insights: { item: insightsItem, parent: ({ parent }) => parent },
    ref: {
      item: refItem,
      children: (node) => withUserErrors(folderChildren(deps, node)),
      parent: ({ parent }) => parent,
    },
    leaf: {
      item: (node) => leafItem(node, deps.now()),
      parent: ({ parent }) => parent,
      tooltip: (node) => leafTooltip(node) ?? "",
    },
  };
};

export const repoTreeRoots = (deps: RepoNodesDeps) => async (): Promise<readonly (RepoTreeNode | KitNode)[]> => {
  const changes = await localChangeRoots(deps.changes);
  const rows = await accountRoots<RepoTreeNode>(deps, async (account) => {
    if (changes.length === 0 && (await readFirst(deps, account)) === "nothing") return [];
    return groupsOf(deps, account);
  });
  const isSignedOut = changes.length > 0 && deps.accounts.accounts.length === 0;
  return [...changes, ...rows, ...(isSignedOut ? stateRows({ state: "signedOut" }, repoCommands.refresh) : [])];
};
