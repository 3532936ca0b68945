import * as vscode from "vscode";
import type { DeployKey } from "../client/types/deployKey.ts";
import { keyCommands } from "../ids.ts";
import { keyOf, type RepoPlace } from "../repos/types.ts";
import { treeItem } from "../tree/item.ts";
import {
  contextValue,
  type TreeContribution,
  type KitNode,
  kitRowId,
  type NodeKind,
  type TreeNode,
} from "../tree/node.ts";
import { withStaleness } from "../tree/staleRow.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import type { KeysModel } from "./model.ts";
import { toUserError } from "./problemText.ts";
import { fingerprintOf, isWeak, parsePublicKey, typeName } from "./publicKey.ts";
import { textLanguage } from "../ui/textLanguage.ts";

/** All keys of a repository. */
export interface DeployKeysNode extends TreeNode {
  readonly kind: "deployKeys";
  readonly place: RepoPlace;
  readonly parent: TreeNode;
}

interface KeyFacts {
  readonly type: string;
  readonly fingerprint: string;
  readonly isWeak: boolean;
}

export interface DeployKeyNode extends TreeNode {
  readonly kind: "deployKey";
  readonly place: RepoPlace;
  readonly key: DeployKey;
  /** Undefined for a key that cannot be read. */
  readonly facts: KeyFacts | undefined;
  /** Another row has the same key. */
  readonly isDouble: boolean;
  readonly parent: DeployKeysNode;
}

export interface KeyNodesDeps {
  readonly keys: KeysModel;
  readonly now: () => number;
}

const { Collapsed } = vscode.TreeItemCollapsibleState;

const factsOf = async ({ key }: DeployKey): Promise<KeyFacts | undefined> => {
  try {
    const parsed = parsePublicKey(key);
    return { type: typeName(parsed), fingerprint: await fingerprintOf(parsed), isWeak: isWeak(parsed) };
  } catch {
    return undefined;
  }
};

const accessText = ({ read_only: readOnly }: DeployKey): string =>
  readOnly ? vscode.l10n.t("read-only") : vscode.l10n.t("may write");

const warnings = ({ facts, isDouble }: DeployKeyNode): readonly string[] => [
  ...(facts?.isWeak ? [vscode.l10n.t("weak: rotate it")] : []),
  ...(isDouble ? [vscode.l10n.t("twice in this list")] : []),
];

const notesOf = (node: DeployKeyNode, now: number): readonly string[] => {
  const { key, facts } = node;
  return [
    ...warnings(node),
    facts?.type ?? vscode.l10n.t("unknown type"),
    accessText(key),
    ...(key.created_at === undefined ? [] : [relativeTime(key.created_at, now, textLanguage())]),
    ...(facts ? [facts.fingerprint] : []),
  ];
};

const keyItem = (node: DeployKeyNode, now: number): vscode.TreeItem => {
  const { id, key } = node;
  const notes = notesOf(node, now);
  const plain = key.read_only ? "key" : "edit";
  return treeItem({
    id,
    label: key.title,
    notes,
    icon:
      warnings(node).length > 0
        ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
        : plain,
    context: contextValue("deployKey", []),
    spoken: vscode.l10n.t("Deploy key {0}", key.title),
  });
};

const keyTooltip = (node: DeployKeyNode): string => {
  const { key, facts } = node;
  return [
    key.title,
    ...(facts ? [`${facts.type}  ${facts.fingerprint}`] : []),
    key.read_only
      ? vscode.l10n.t("Read-only: it can clone and fetch.")
      : vscode.l10n.t("May write: it can push to the repository."),
    ...(key.added_by ? [vscode.l10n.t("Added by {0}", key.added_by)] : []),
    ...(key.created_at ? [vscode.l10n.t("Added on {0}", key.created_at)] : []),
    key.last_used
      ? vscode.l10n.t("Last used on {0}", key.last_used)
      : vscode.l10n.t("Not used yet, as far as known"),
    ...warnings(node),
  ].join("\n");
};

const childrenOf = async (
  { keys }: KeyNodesDeps,
  node: DeployKeysNode,
): Promise<readonly (DeployKeyNode | KitNode)[]> => {
  try {
    const { items, hasMore, staleness } = await keys.list(node.place);
    if (items.length === 0) {
      const text = vscode.l10n.t("This repository has no deploy keys.");
      return withStaleness(node, staleness, [
        { kind: "message", id: kitRowId(node.id, "empty"), text, icon: "info" } as const,
      ]);
    }
    const nodes = await Promise.all(
      items.map(async (key): Promise<DeployKeyNode> => ({
        kind: "deployKey",
        id: `${node.id}/${key.id}`,
        place: node.place,
        key,
        facts: await factsOf(key),
        isDouble: items.some((other) => other.id !== key.id && other.key === key.key),
        parent: node,
      })),
    );
    const command = { command: keyCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [node] };
    const more = { kind: "loadMore", id: kitRowId(node.id, "more"), parent: node, command } as const;
    return withStaleness(node, staleness, hasMore ? [...nodes, more] : nodes);
  } catch (error) {
    throw toUserError(error);
  }
};

/** The row Deploy Keys below each repository. */
export const keyContribution = (deps: KeyNodesDeps): TreeContribution<RepoPlace> => {
  const section: NodeKind<DeployKeysNode, TreeNode> = {
    item: ({ id }) => {
      const item = new vscode.TreeItem(vscode.l10n.t("Deploy Keys"), Collapsed);
      item.id = id;
      item.iconPath = new vscode.ThemeIcon("key");
      item.contextValue = contextValue("deployKeys", []);
      item.accessibilityInformation = { label: vscode.l10n.t("Deploy keys: SSH keys for one repository") };
      return item;
    },
    children: (node) => childrenOf(deps, node),
    parent: ({ parent }) => parent,
  };
  const row: NodeKind<DeployKeyNode, TreeNode> = {
    item: (node) => keyItem(node, deps.now()),
    parent: ({ parent }) => parent,
    tooltip: keyTooltip,
  };
  return {
    kinds: { deployKeys: section, deployKey: row },
    rows: (parent) => {
      const node: DeployKeysNode = {
        kind: "deployKeys",
        id: `${parent.id}/deployKeys`,
        place: parent.place,
        parent,
      };
      return [node];
    },
    onDidChange: (listener) =>
      deps.keys.onDidChange((place) =>
        listener((node) => {
          if (node.kind !== "deployKeys") return false;
          return keyOf((node as DeployKeysNode).place) === keyOf(place);
        }),
      ),
  };
};
