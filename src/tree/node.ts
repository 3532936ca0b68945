import type * as vscode from "vscode";
import type { Event } from "../base/event.ts";
import type { MissingPermission } from "../client/errors.ts";

/** A tree node is data; how it looks is in its kind's table. `id` is the path of its data and stays the same. */
export interface TreeNode {
  readonly kind: string;
  readonly id: string;
}

/** Stands where a node's children could not be loaded, or where there are none. */
export interface MessageNode extends TreeNode {
  readonly kind: "message";
  readonly text: string;
  readonly icon: string;
  readonly command?: vscode.Command;
  /** What a click does, in grey behind the text. */
  readonly action?: string;
  /** When a rate limit is over that kept what it is about from being read. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly until?: number | undefined;
  /** Whether a click on it reads the node again that it is below. */
  readonly isRetryable?: boolean;
  /** What is missing to show the children; the row then has an action that leads to it. */
  readonly missing?: MissingPermission;
}

/** Stands behind the last child when the service has more. */
export interface LoadMoreNode extends TreeNode {
  readonly kind: "loadMore";
  /** The node whose children go on. */
  readonly parent: TreeNode;
  readonly command: vscode.Command;
  /** Absent for "Load more". */
  readonly text?: string;
}

export type KitNode = MessageNode | LoadMoreNode;

/** The id of a row of the kit. No path of an item begins with a slash: a user or a branch may be called “more”. */
export const kitRowId = (parentId: string, name: "stale" | "more" | "empty"): string => `${parentId}//${name}`;

export interface NodeKind<N extends TreeNode, Child extends TreeNode> {
  item(node: N): vscode.TreeItem;
  /** Throws what the service threw; the tree shows it in place of the children. */
  children?(node: N): Promise<readonly Child[]>;
  /** Whether its children are known without a request. */
  readonly hasLocalChildren?: boolean;
  parent?(node: N): Child | undefined;
  /** The tooltip, made when the pointer rests on the node. */
  tooltip?(node: N): vscode.MarkdownString | string;
}

/** Every kind of a tree; a missing one does not compile. */
export type NodeKinds<N extends TreeNode> = {
  readonly [K in N["kind"]]: NodeKind<Extract<N, { kind: K }>, N | KitNode>;
};

/** `kind;flag;flag`, flags sorted, as the `when` clauses of the menus expect it. */
export const contextValue = (kind: string, flags: readonly string[]): string =>
  [kind, ...flags.toSorted()].join(";");

/** Rows that one feature puts below a row of another one, which is about a `P`. Their kinds have names of their own. */
export interface TreeContribution<P> {
  readonly kinds: Readonly<Record<string, NodeKind<never, TreeNode>>>;
  rows(parent: TreeNode & { readonly place: P }): readonly TreeNode[];
  /** Fires with a predicate for its rows that changed; absent where they change with the rows above only. */
  readonly onDidChange?: Event<(node: TreeNode) => boolean>;
}
