import * as vscode from "vscode";
import {
  accountAbove,
  type AccountNode,
  accountNode,
  failureOf,
  failureRows,
  type ShowState,
  stateRows,
} from "../../accounts/nodes.ts";
import { isPartial } from "../../accounts/permissions/partialRows.ts";
import { hasGists, nameOf } from "../../accounts/profile.ts";
import { HttpError } from "../../client/errors.ts";
import { gistCommands } from "../../ids.ts";
import { NotOfferedError } from "../../client/notOffered.ts";
import { contextValue, type KitNode, type MessageNode, type NodeKinds } from "../../tree/node.ts";
import { failureState } from "../../tree/welcomeState.ts";
import { bytesText, editsText } from "../../ui/counts.ts";
import { shortened } from "../../ui/plainText.ts";
import type { GistFiles } from "../publishing/files.ts";
import { filesOf, titleOf } from "../gistFacts.ts";
import { editItem, stateText } from "./editItem.ts";
import { gistItem, gistTooltip, type ItemDeps, openCommand } from "./gistItem.ts";
import { groupChildren, groupItem, type GroupDeps, groupsOf, sectionChildren, sectionItem } from "./groups.ts";
import { toUserError } from "../problemText.ts";
import type { GistFileNode, GistNode, GistTreeNode, UnpublishedNode } from "../nodeTypes.ts";
import {
  forkFileItem,
  forkItem,
  forksItem,
  historyItem,
  historyNodes,
  revisionItem,
  revisionTooltip,
} from "../history/items.ts";
import type { LazyHistory } from "../history/lazyHistory.ts";
import { accountRow } from "../../accounts/accountRow.ts";

export interface GistNodesDeps {
  readonly items: ItemDeps;
  readonly groups: GroupDeps;
  readonly files: GistFiles;
  readonly history: LazyHistory;
  /** What the view shows beside its nodes; undefined for nothing. */
  readonly showState: ShowState;
  /** True when the user wants to see the groups though there is no own gist. */
  readonly showAll: () => boolean;
}

const accountsAndGroups = async (deps: GistNodesDeps): Promise<readonly (GistTreeNode | MessageNode)[]> => {
  const { groups, showState } = deps;
  const { accounts, gists, followed } = groups;
  await accounts.load();
  const all = accounts.accounts;
  const [only] = all;
  if (!only) {
    showState("signedOut");
    return [];
  }
  if (all.length > 1) {
    showState("ready");
    return all.map(accountNode);
  }
  try {
    const own = await gists.lists.get(only.profile.id, "own");
    const isEmpty = own.gists.length === 0 && followed(only.profile.id).length === 0;
    if (isEmpty && !isPartial(only, "gists.getAll") && !deps.showAll()) {
      // There are no rows that could stay.
      if (own.staleness) throw own.staleness.error;
      showState("empty");
      return [];
    }
  } catch (error) {
    if (HttpError.is(error, "permission")) {
      showState("ready");
      return groupsOf(groups, only);
    }
    if (error instanceof NotOfferedError) {
      showState("notOffered");
      return [];
    }
    // The view's welcome text, or its rows, say what to do; its title or message says what happened.
    const state = failureState(error);
    showState(state, failureOf(toUserError(error)));
    return failureRows(state);
  }
  showState("ready");
  return groupsOf(groups, only);
};

/** The groups of one of several accounts. */
const accountChildren = async (
  groups: GroupDeps,
  { id, account }: AccountNode,
): Promise<readonly (GistTreeNode | KitNode)[]> => {
  if (hasGists(account.profile)) return groupsOf(groups, account);
  try {
    // It may have them by now.
    await groups.gists.lists.get(account.profile.id, "own");
  } catch (error) {
    if (!(error instanceof NotOfferedError)) throw toUserError(error);
    const text = vscode.l10n.t("This server doesn't offer gists.");
    return [{ kind: "message", id: `${id}/notOffered`, text, icon: "info" }];
  }
  return groupsOf(groups, account);
};

/** The row of a gist with one file opens that. */
const fileNodes = (node: GistNode): readonly GistFileNode[] => {
  const files = filesOf(node.gist);
  if (files.length === 1) return [];
  return files.map((file) => ({
    kind: "file",
    id: `${node.id}/${file.filename}`,
    accountId: node.accountId,
    gist: node.gist,
    file,
    parent: node,
  }));
};

export const unpublishedNode: UnpublishedNode = { kind: "unpublished", id: "unpublished" };

/** What the rows of each kind look like, and what is below them. */
export const gistKinds = ({ items, groups, files, history }: GistNodesDeps): NodeKinds<GistTreeNode> => ({
  unpublished: {
    item: ({ id }) => {
      const count = files.pending.all.length;
      const label = vscode.l10n.t("Unpublished");
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
      item.id = id;
      item.description = String(count);
      item.iconPath = new vscode.ThemeIcon("cloud-upload");
      item.contextValue = contextValue("gistUnpublished", []);
      item.accessibilityInformation = { label: editsText(count) };
      return item;
    },
    children: async () =>
      files.pending.all.map((edit) => ({
        kind: "edit",
        // Of a file that two windows saved there are two.
        id: `unpublished/${edit.place.accountId}/${edit.place.gistId}/${edit.place.fileName}/${edit.since}`,
        edit,
      })),
  },
  edit: {
    item: (node) => editItem({ accounts: groups.accounts, files, gists: items.gists, uris: items.uris }, node),
    parent: () => unpublishedNode,
    tooltip: ({ edit }) => `${edit.place.fileName}\n${stateText(edit)}`,
  },
  account: {
    item: (node) =>
      accountRow(
        groups.accounts,
        node,
        contextValue("gistAccount", []),
        vscode.l10n.t("Gists of {0}", nameOf(node.account.profile)),
      ),
    children: (node) => accountChildren(groups, node),
  },
  group: {
    item: groupItem,
    children: (node) => groupChildren(groups, node),
    parent: ({ accountId }) => accountAbove(groups.accounts, groups.accounts.get(accountId)),
  },
  section: {
    item: (node) => sectionItem(groups, node),
    children: async (node) => sectionChildren(groups, node),
    parent: ({ parent }) => parent,
  },
  gist: {
    item: (node) => gistItem(items, node),
    hasLocalChildren: true,
    children: async (node) => [...fileNodes(node), ...historyNodes(node)],
    parent: ({ parent }) => parent,
    tooltip: (node) => gistTooltip(items.gists, node),
  },
  file: {
    item: ({ id, accountId, gist, file }) => {
      const item = new vscode.TreeItem(items.uris.of({ accountId, gistId: gist.id, fileName: file.filename }));
      item.id = id;
      item.label = file.filename;
      item.description = file.language ?? "";
      item.contextValue = contextValue("gistFile", [items.gists.isMine(accountId, gist) ? "mine" : "foreign"]);
      item.accessibilityInformation = {
        label: vscode.l10n.t("File {0} of the gist {1}", file.filename, shortened(titleOf(gist))),
      };
      item.command = openCommand(items.uris, accountId, gist, file);
      return item;
    },
    parent: ({ parent }) => parent,
    tooltip: ({ file }) => `${file.filename}\n${bytesText(file.size ?? 0)}`,
  },
  history: {
    item: historyItem,
    children: async (node) =>
      (await import("../history/rows.ts")).revisionRows({ gists: items.gists, history }, node),
    parent: ({ parent }) => parent,
  },
  revision: {
    item: (node) => revisionItem(items, node),
    parent: ({ parent }) => parent,
    tooltip: revisionTooltip,
  },
  forks: {
    item: forksItem,
    children: async (node) => (await import("../history/rows.ts")).forkRows({ gists: items.gists, history }, node),
    parent: ({ parent }) => parent,
  },
  fork: {
    item: (node) => forkItem(items, node),
    children: async (node) =>
      (await import("../history/rows.ts")).forkFileRows({ gists: items.gists, history }, node),
    parent: ({ parent }) => parent,
  },
  forkFile: {
    item: (node) => forkFileItem(items, node),
    parent: ({ parent }) => parent,
  },
});

export const gistRoots =
  (deps: GistNodesDeps): (() => Promise<readonly (GistTreeNode | MessageNode)[]>) =>
  async () => {
    await deps.files.pending.load();
    let shown: Parameters<typeof stateRows>[0] = { state: "ready" };
    const showState: ShowState = (state, failure) => {
      shown = { state, message: failure?.message };
      deps.showState(state, failure);
    };
    const rows = await accountsAndGroups({ ...deps, showState });
    if (deps.files.pending.all.length === 0) return rows;
    return [unpublishedNode, ...rows, ...(rows.length > 0 ? [] : stateRows(shown, gistCommands.refresh))];
  };
