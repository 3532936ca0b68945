import type { AccountNode } from "../accounts/nodes.ts";
import type { Branch, Tag } from "../client/types/commit.ts";
import type { Repository } from "../client/types/repository.ts";
import type { LocalChangeNode, LocalChangesNode } from "../localChanges/nodes.ts";
import type { TreeNode } from "../tree/node.ts";
import type { FolderEntry } from "./contents.ts";
import type { CommitFilter, SectionItems, SectionKey } from "./view/sections.ts";
import type { ContentPlace, RepoListKind, RepoPlace } from "./types.ts";

export interface RepoGroupNode extends TreeNode {
  readonly kind: "group";
  readonly accountId: string;
  readonly list: RepoListKind;
}
/** The repositories that were opened by name. */
export interface OpenedNode extends TreeNode {
  readonly kind: "opened";
  readonly accountId: string;
}
export interface RepoNode extends TreeNode {
  readonly kind: "repo";
  readonly place: RepoPlace;
  /** Undefined for one that was opened and not read yet. */
  readonly repository: Repository | undefined;
  readonly parent: RepoTreeNode | undefined;
}
/** The files at the default branch, or what is below a folder. */
export interface FolderNode extends TreeNode {
  readonly kind: "folder";
  readonly place: ContentPlace;
  readonly label: string | undefined;
  readonly parent: RepoTreeNode;
}
/** A file, a link or a submodule. */
export interface ContentNode extends TreeNode {
  readonly kind: "content";
  readonly place: ContentPlace;
  readonly entry: FolderEntry;
  readonly parent: RepoTreeNode;
}
export interface SectionNode extends TreeNode {
  readonly kind: "section";
  readonly place: RepoPlace;
  readonly section: SectionKey;
  readonly filter: CommitFilter;
  readonly defaultBranch: string | undefined;
  readonly parent: RepoNode;
}
/** Opens the charts of a repository. */
export interface InsightsNode extends TreeNode {
  readonly kind: "insights";
  readonly place: RepoPlace;
  readonly parent: RepoNode;
}
/** A branch or tag; below it are the files that it has. */
export interface RefNode extends TreeNode {
  readonly kind: "ref";
  readonly place: ContentPlace;
  readonly ref: Branch | Tag;
  readonly isTag: boolean;
  readonly isDefault: boolean;
  readonly parent: SectionNode;
}
type LeafSection = Exclude<SectionKey, "branches" | "tags" | "forks">;
/** One entry of a part that has nothing below it. */
export type LeafNode = {
  readonly [K in LeafSection]: TreeNode & {
    readonly kind: "leaf";
    readonly section: K;
    readonly item: SectionItems[K];
    readonly place: RepoPlace;
    readonly parent: SectionNode;
  };
}[LeafSection];

export type RepoTreeNode =
  | AccountNode
  | RepoGroupNode
  | OpenedNode
  | RepoNode
  | FolderNode
  | ContentNode
  | SectionNode
  | InsightsNode
  | RefNode
  | LeafNode
  | LocalChangesNode
  | LocalChangeNode;

/** What a command was called on, as a row: of anything else no part is there. */
export const nodeOf = (target: unknown): Partial<RepoTreeNode> =>
  (typeof target === "object" && target !== null ? target : {}) as Partial<RepoTreeNode>;
