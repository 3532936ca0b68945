import type { AccountNode } from "../accounts/nodes.ts";
import type { Gist, GistFile } from "../client/types/gist.ts";
import type { TreeNode } from "../tree/node.ts";
import type { Fork } from "./history/fork.ts";
import type { Revision } from "./history/revision.ts";
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
/** Below it are the gist's revisions, read when it is expanded. */
export interface HistoryNode extends TreeNode {
  readonly kind: "history";
  readonly accountId: string;
  readonly gist: Gist;
  readonly parent: GistNode;
}
export interface RevisionNode extends TreeNode {
  readonly kind: "revision";
  readonly accountId: string;
  readonly gist: Gist;
  readonly revision: Revision;
  readonly isCurrent: boolean;
  readonly parent: HistoryNode;
}
/** Below it are the gist's forks, read when it is expanded. */
export interface ForksNode extends TreeNode {
  readonly kind: "forks";
  readonly accountId: string;
  readonly gist: Gist;
  readonly parent: GistNode;
}
export interface ForkNode extends TreeNode {
  readonly kind: "fork";
  readonly accountId: string;
  readonly fork: Fork;
  /** The fork itself, of which only the id is known. */
  readonly gist: Pick<Gist, "id">;
  readonly parent: ForksNode;
}
export interface ForkFileNode extends TreeNode {
  readonly kind: "forkFile";
  readonly accountId: string;
  readonly gist: Gist;
  readonly file: GistFile;
  readonly parent: ForkNode;
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
  | GistFileNode
  | HistoryNode
  | RevisionNode
  | ForksNode
  | ForkNode
  | ForkFileNode;
