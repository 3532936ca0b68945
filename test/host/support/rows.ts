import { TreeItemCollapsibleState, type TreeItem } from "vscode";
import type { TreeNode } from "../../../src/tree/node.ts";
import type { TreeProvider } from "../../../src/tree/treeProvider.ts";

/** A tree's row with those below it: label, description, contextValue, children where it can be expanded. */
export type Row = readonly [label: string, description: string, contextValue: string, children?: readonly Row[]];

export const labelOf = (item: TreeItem): string =>
  typeof item.label === "string" ? item.label : (item.label?.label ?? "");

/** The tooltip as the extension creates it when the pointer is on the row; it is plain text everywhere. */
export const tooltipOf = <N extends TreeNode>(tree: TreeProvider<N>, { item, node }: Visited<N>): string => {
  const { tooltip } = tree.resolveTreeItem(item, node);
  if (typeof tooltip !== "string") throw new Error(`${labelOf(item)} has no tooltip of plain text.`);
  return tooltip;
};

interface Visited<N extends TreeNode> {
  readonly node: Awaited<ReturnType<TreeProvider<N>["getChildren"]>>[number];
  readonly item: TreeItem;
}

/** History and forks of each gist would be read: tests about them look below a gist themselves. */
const childrenOf = async <N extends TreeNode>(
  tree: TreeProvider<N>,
  node?: Visited<N>["node"],
): Promise<readonly Visited<N>["node"][]> =>
  (await tree.getChildren(node)).filter(({ kind }) => kind !== "history" && kind !== "forks");

/** Every node of the tree, parents first, without history and forks of gists. */
export const nodesOf = async <N extends TreeNode>(tree: TreeProvider<N>): Promise<readonly Visited<N>[]> => {
  const visit = async (node?: Visited<N>["node"]): Promise<readonly Visited<N>[]> => {
    const found: Visited<N>[] = [];
    for (const child of await childrenOf(tree, node)) {
      const item = tree.getTreeItem(child);
      found.push({ node: child, item });
      if (item.collapsibleState !== TreeItemCollapsibleState.None) found.push(...(await visit(child)));
    }
    return found;
  };
  return visit();
};

/**
 * The whole tree, or what is below one node, as VS Code would show it with everything expanded, without history and forks
 * of gists.
 */
export const rowsOf = async <N extends TreeNode>(
  tree: TreeProvider<N>,
  node?: Visited<N>["node"],
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const child of await childrenOf(tree, node)) {
    const item = tree.getTreeItem(child);
    const row = [
      labelOf(item),
      typeof item.description === "string" ? item.description : "",
      item.contextValue ?? "",
    ] as const;
    const below = item.collapsibleState === TreeItemCollapsibleState.None ? undefined : await rowsOf(tree, child);
    rows.push(below === undefined || (child.kind === "gist" && below.length === 0) ? row : [...row, below]);
  }
  return rows;
};

/** The node with this label; the first one when there are several. */
export const nodeLabelled = async <N extends TreeNode>(
  tree: TreeProvider<N>,
  label: string,
): Promise<Visited<N>> => {
  const all = await nodesOf(tree);
  const found = all.find(({ item }) => labelOf(item) === label);
  if (!found) throw new Error(`No node ${label}; there are: ${all.map(({ item }) => labelOf(item)).join(", ")}`);
  return found;
};
