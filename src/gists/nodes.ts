import * as vscode from "vscode";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { nameOf } from "../accounts/profile.ts";
import { HttpError } from "../client/errors.ts";
import type { Gist, GistFile } from "../client/types/gist.ts";
import { gistCommands } from "../ids.ts";
import { contextValue, type KitNode, type NodeKinds, type TreeNode } from "../tree/node.ts";
import { errorText } from "../ui/errorText.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import type { PendingEdit } from "./edits/pendingEdit.ts";
import type { GistFiles } from "./files.ts";
import { filesOf, ownerOf, titleOf } from "./gistFacts.ts";
import { type ListKind, listKinds } from "./lists.ts";
import type { GistsModel } from "./model.ts";
import type { GistUris } from "./uri.ts";

interface GistAccountNode extends TreeNode {
  readonly kind: "account";
  readonly account: Account;
}
export interface GistGroupNode extends TreeNode {
  readonly kind: "group";
  readonly accountId: string;
  readonly list: ListKind;
}
export interface GistNode extends TreeNode {
  readonly kind: "gist";
  readonly accountId: string;
  readonly list: ListKind;
  readonly gist: Gist;
}
export interface GistFileNode extends TreeNode {
  readonly kind: "file";
  readonly accountId: string;
  readonly gist: Gist;
  readonly file: GistFile;
  readonly parent: GistNode;
}
/** The edits that the service does not have. */
interface UnpublishedNode extends TreeNode {
  readonly kind: "unpublished";
}
export interface EditNode extends TreeNode {
  readonly kind: "edit";
  readonly edit: PendingEdit;
}
export type GistTreeNode = UnpublishedNode | EditNode | GistAccountNode | GistGroupNode | GistNode | GistFileNode;

/** Which welcome text the empty view shows. */
export type GistsState = "loading" | "signedOut" | "empty" | "offline" | "error" | "ready";

export interface GistNodesParts {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly files: GistFiles;
  readonly uris: GistUris;
  /** What the view tells beside its nodes; undefined for nothing. */
  readonly tell: (state: GistsState, message?: string) => void;
  /** True when the user wants to see the groups though there is no own gist. */
  readonly showAll: () => boolean;
  readonly now: () => number;
}

const groupNode = (accountId: string, list: ListKind): GistGroupNode => ({
  kind: "group",
  id: `${accountId}/${list}`,
  accountId,
  list,
});

const gistNode = (accountId: string, list: ListKind, gist: Gist): GistNode => ({
  kind: "gist",
  id: `${accountId}/${list}/${gist.id}`,
  accountId,
  list,
  gist,
});

const groupsOf = ({ profile }: Account): readonly GistGroupNode[] =>
  listKinds
    .filter(
      (kind) =>
        !(kind === "public" && profile.missing?.publicGists) &&
        !(kind === "starred" && profile.missing?.starredGists),
    )
    .map((kind) => groupNode(profile.id, kind));

const groupLabel = (kind: ListKind): string => {
  switch (kind) {
    case "own":
      return vscode.l10n.t("Your Gists");
    case "starred":
      return vscode.l10n.t("Starred");
    case "public":
      return vscode.l10n.t("Public");
  }
};
const groupIcon: Readonly<Record<ListKind, string>> = { own: "person", starred: "star-full", public: "globe" };
const emptyText = (kind: ListKind): string => {
  switch (kind) {
    case "own":
      return vscode.l10n.t("You have no gists yet.");
    case "starred":
      return vscode.l10n.t("You have starred no gists yet.");
    case "public":
      return vscode.l10n.t("There are no public gists.");
  }
};

const groupChildren = async (
  gists: GistsModel,
  node: GistGroupNode,
): Promise<readonly (GistTreeNode | KitNode)[]> => {
  const list = await gists.lists.get(node.accountId, node.list);
  if (list.gists.length === 0 && !list.hasMore)
    return [{ kind: "message", id: `${node.id}/empty`, text: emptyText(node.list), icon: "info" }];
  const nodes: (GistTreeNode | KitNode)[] = list.gists.map((gist) => gistNode(node.accountId, node.list, gist));
  if (list.hasMore) {
    const command = { command: gistCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [node] };
    nodes.push({ kind: "loadMore", id: `${node.id}/more`, parent: node, command });
  }
  return nodes;
};

const roots = async (parts: GistNodesParts): Promise<readonly GistTreeNode[]> => {
  const { accounts, gists, tell } = parts;
  await accounts.load();
  const all = accounts.accounts;
  const [only] = all;
  if (!only) {
    tell("signedOut");
    return [];
  }
  if (all.length > 1) {
    tell("ready");
    return all.map((account) => ({ kind: "account", id: account.profile.id, account }));
  }
  try {
    const own = await gists.lists.get(only.profile.id, "own");
    if (own.gists.length === 0 && !parts.showAll()) {
      tell("empty");
      return [];
    }
  } catch (error) {
    // The view's welcome text says what to do; its title says what happened.
    tell(HttpError.is(error, "network", "timeout", "certificate") ? "offline" : "error", errorText(error));
    return [];
  }
  tell("ready");
  return groupsOf(only);
};

const visibility = (gist: Gist): string => (gist.public ? vscode.l10n.t("public") : vscode.l10n.t("secret"));

const fileCount = (gist: Gist): string => {
  const count = filesOf(gist).length;
  return count === 1 ? vscode.l10n.t("1 file") : vscode.l10n.t("{0} files", count);
};

const open = (uris: GistUris, accountId: string, gist: Gist, file: GistFile): vscode.Command => ({
  command: "vscode.open",
  title: vscode.l10n.t("Open"),
  arguments: [uris.of({ accountId, gistId: gist.id, fileName: file.filename })],
});

const gistItem = ({ gists, uris, now }: GistNodesParts, node: GistNode): vscode.TreeItem => {
  const { accountId, gist, list } = node;
  const files = filesOf(gist);
  const [only] = files;
  const single = only !== undefined && files.length === 1;
  const mine = gists.isMine(accountId, gist);
  const starred = gists.isStarred(accountId, gist.id);
  const owner = ownerOf(gist);
  const age = relativeTime(gist.updated_at, now(), vscode.env.language);
  const notes = [
    ...(list === "own" || owner === undefined ? [] : [owner]),
    visibility(gist),
    ...(single ? [] : [fileCount(gist)]),
    age,
  ];
  const item = new vscode.TreeItem(
    titleOf(gist),
    single ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = node.id;
  item.description = notes.join(" · ");
  item.iconPath = new vscode.ThemeIcon(gist.public ? "globe" : "lock");
  item.contextValue = contextValue("gist", [
    mine ? "mine" : "foreign",
    ...(starred === true ? ["starred"] : starred === false ? ["unstarred"] : []),
    ...(single ? ["single"] : []),
  ]);
  item.accessibilityInformation = { label: [vscode.l10n.t("Gist {0}", titleOf(gist)), ...notes].join(", ") };
  if (single) item.command = open(uris, accountId, gist, only);
  return item;
};

const gistTooltip = (gist: Gist): string =>
  [
    titleOf(gist),
    vscode.l10n.t("{0} by {1}", visibility(gist), ownerOf(gist) ?? vscode.l10n.t("somebody")),
    ...filesOf(gist)
      .slice(0, 20)
      .map(({ filename, size }) => `  ${filename} (${vscode.l10n.t("{0} bytes", size ?? 0)})`),
    ...(filesOf(gist).length > 20 ? ["  …"] : []),
    vscode.l10n.t("{0} comments", gist.comments),
    vscode.l10n.t("Created {0}", new Date(gist.created_at).toLocaleString(vscode.env.language)),
    vscode.l10n.t("Changed {0}", new Date(gist.updated_at).toLocaleString(vscode.env.language)),
    gist.html_url,
  ].join("\n");

const unpublishedNode: UnpublishedNode = { kind: "unpublished", id: "unpublished" };

const stateText = (edit: PendingEdit): string => {
  switch (edit.state) {
    case "unpublished":
      return vscode.l10n.t("not published yet");
    case "queued":
      return vscode.l10n.t("waits for the server");
    case "conflict":
      return vscode.l10n.t("changed on both sides");
    case "refused":
      return edit.reason === "notFound" || edit.reason === "gone"
        ? vscode.l10n.t("the gist is gone")
        : vscode.l10n.t("refused by the server");
  }
};

const editItem = ({ gists, uris }: GistNodesParts, { id, edit }: EditNode): vscode.TreeItem => {
  const { accountId, gistId, fileName } = edit.place;
  const uri = uris.of(edit.place);
  const notes = [stateText(edit), gists.knownTitle(accountId, gistId) ?? gistId];
  const item = new vscode.TreeItem(uri);
  item.id = id;
  item.label = fileName;
  item.description = notes.join(" · ");
  item.contextValue = contextValue("gistEdit", [edit.state]);
  item.accessibilityInformation = { label: [vscode.l10n.t("Edit of {0}", fileName), ...notes].join(", ") };
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
  return item;
};

export const gistKinds = (parts: GistNodesParts): NodeKinds<GistTreeNode> => ({
  unpublished: {
    item: ({ id }) => {
      const count = parts.files.pending.all.length;
      const label = vscode.l10n.t("Unpublished");
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
      item.id = id;
      item.description = String(count);
      item.iconPath = new vscode.ThemeIcon("cloud-upload");
      item.contextValue = contextValue("gistUnpublished", []);
      item.accessibilityInformation = { label: vscode.l10n.t("{0} unpublished edits", count) };
      return item;
    },
    children: async () =>
      parts.files.pending.all.map((edit) => ({
        kind: "edit",
        id: `unpublished/${edit.place.accountId}/${edit.place.gistId}/${edit.place.fileName}`,
        edit,
      })),
  },
  edit: {
    item: (node) => editItem(parts, node),
    parent: () => unpublishedNode,
    tooltip: ({ edit }) => `${edit.place.fileName}\n${stateText(edit)}`,
  },
  account: {
    item: ({ id, account }) => {
      const active = parts.accounts.active?.profile.id === id;
      const item = new vscode.TreeItem(
        nameOf(account.profile),
        active ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
      );
      item.id = id;
      item.description = active ? vscode.l10n.t("active") : "";
      item.iconPath = new vscode.ThemeIcon(account.problem ? "warning" : "account");
      item.contextValue = contextValue("gistAccount", []);
      item.accessibilityInformation = { label: vscode.l10n.t("Gists of {0}", nameOf(account.profile)) };
      return item;
    },
    children: async ({ account }) => groupsOf(account),
  },
  group: {
    item: ({ id, list }) => {
      const item = new vscode.TreeItem(
        groupLabel(list),
        list === "own" ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
      );
      item.id = id;
      item.iconPath = new vscode.ThemeIcon(groupIcon[list]);
      item.contextValue = contextValue("gistGroup", [list]);
      item.accessibilityInformation = { label: groupLabel(list) };
      return item;
    },
    children: (node) => groupChildren(parts.gists, node),
    parent: ({ accountId }) => {
      const account = parts.accounts.get(accountId);
      return account && parts.accounts.accounts.length > 1
        ? { kind: "account", id: accountId, account }
        : undefined;
    },
  },
  gist: {
    item: (node) => gistItem(parts, node),
    children: async (node) =>
      filesOf(node.gist).map((file) => ({
        kind: "file",
        id: `${node.id}/${file.filename}`,
        accountId: node.accountId,
        gist: node.gist,
        file,
        parent: node,
      })),
    parent: ({ accountId, list }) => groupNode(accountId, list),
    tooltip: ({ gist }) => gistTooltip(gist),
  },
  file: {
    item: ({ id, accountId, gist, file }) => {
      const item = new vscode.TreeItem(parts.uris.of({ accountId, gistId: gist.id, fileName: file.filename }));
      item.id = id;
      item.label = file.filename;
      item.description = file.language ?? "";
      item.contextValue = contextValue("gistFile", [parts.gists.isMine(accountId, gist) ? "mine" : "foreign"]);
      item.accessibilityInformation = {
        label: vscode.l10n.t("File {0} of the gist {1}", file.filename, titleOf(gist)),
      };
      item.command = open(parts.uris, accountId, gist, file);
      return item;
    },
    parent: ({ parent }) => parent,
    tooltip: ({ file }) => `${file.filename}\n${vscode.l10n.t("{0} bytes", file.size ?? 0)}`,
  },
});

export const gistRoots =
  (parts: GistNodesParts): (() => Promise<readonly GistTreeNode[]>) =>
  async () => {
    await parts.files.pending.load();
    const unpublished = parts.files.pending.all.length > 0 ? [unpublishedNode] : [];
    return [...unpublished, ...(await roots(parts))];
  };
