import type { AccountNode } from "../accounts/nodes.ts";
import type { Gist, GistFile } from "../client/types/gist.ts";
import type { TreeNode } from "../tree/node.ts";
import type { PendingEdit } from "./publishing/pendingEdit.ts";
import type { ListKind } from "./lists.ts";

export interface GistGroupNode extends TreeNode {
  readonly kind: "group";
  readonly accountId: string;
  readonly list: ListKind;
}
/** A part of a list, such as the gists of one language. */
export interface GistSectionNode extends TreeNode {
  readonly kind: "section";
  /** What its gists have in common: a language, a tag, an owner …; empty for those that have none. */
  readonly key: string;
  readonly parent: GistGroupNode;
  readonly count: number;
}
export interface GistNode extends TreeNode {
  readonly kind: "gist";
  readonly accountId: string;
  readonly list: ListKind;
  readonly gist: Gist;
  readonly parent: GistGroupNode | GistSectionNode;
}
export interface GistFileNode extends TreeNode {
  readonly kind: "file";
  readonly accountId: string;
  readonly gist: Gist;
  readonly file: GistFile;
  readonly parent: GistNode;
}
/** The edits that the service does not have. */
export interface UnpublishedNode extends TreeNode {
  readonly kind: "unpublished";
}
export interface EditNode extends TreeNode {
  readonly kind: "edit";
  readonly edit: PendingEdit;
}
export type GistTreeNode =
  | UnpublishedNode
  | EditNode
  | AccountNode
  | GistGroupNode
  | GistSectionNode
  | GistNode
  | GistFileNode;
