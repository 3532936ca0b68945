import { type GitObjects, isTree, type Mode, type TreeEntry } from "./objects.ts";

/** A file, link or submodule: what a tree holds besides folders. */
export interface Leaf {
  readonly mode: Mode;
  readonly id: string;
}

/** Path → leaf. */
export type Leaves = ReadonlyMap<string, Leaf>;

const child = (objects: GitObjects, tree: string, name: string): TreeEntry | undefined =>
  objects.tree(tree).find((entry) => entry[2] === name);

/** The entry at a path without a slash at its ends; undefined when there is none. */
export const entryAt = (objects: GitObjects, tree: string, path: string): TreeEntry | undefined => {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  let folder = tree;
  for (const part of parts) {
    const entry = child(objects, folder, part);
    if (entry === undefined || !isTree(entry)) return undefined;
    folder = entry[1];
  }
  return child(objects, folder, name);
};

/** The tree with the leaf at `path` set, or gone when null. A folder that gets empty goes too. */
export const withLeaf = (objects: GitObjects, tree: string | null, path: string, leaf: Leaf | null): string => {
  const slash = path.indexOf("/");
  const name = slash < 0 ? path : path.slice(0, slash);
  const entries = tree === null ? [] : objects.tree(tree);
  const others = entries.filter((entry) => entry[2] !== name);
  if (slash < 0)
    return objects.writeTree(leaf === null ? others : [...others, [leaf.mode, leaf.id, name] as const]);
  const old = entries.find((entry) => entry[2] === name);
  const below = withLeaf(objects, old !== undefined && isTree(old) ? old[1] : null, path.slice(slash + 1), leaf);
  return objects.writeTree(
    objects.tree(below).length === 0 ? others : [...others, ["40000", below, name] as const],
  );
};

const collect = (objects: GitObjects, tree: string, prefix: string, into: Map<string, Leaf>): void => {
  for (const entry of objects.tree(tree)) {
    const [mode, id, name] = entry;
    if (isTree(entry)) collect(objects, id, `${prefix}${name}/`, into);
    else into.set(prefix + name, { mode, id });
  }
};

/** All leaves below a tree; those of the empty tree when null. */
export const leavesOf = (objects: GitObjects, tree: string | null): Leaves => {
  const leaves = new Map<string, Leaf>();
  if (tree !== null) collect(objects, tree, "", leaves);
  return leaves;
};

/** The tree of these leaves. No path may be the folder of another. */
export const writeLeaves = (objects: GitObjects, leaves: Leaves): string => {
  const here: TreeEntry[] = [];
  const below = new Map<string, Map<string, Leaf>>();
  for (const [path, leaf] of leaves) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      here.push([leaf.mode, leaf.id, path]);
      continue;
    }
    const folder = path.slice(0, slash);
    const inside = below.get(folder) ?? new Map<string, Leaf>();
    inside.set(path.slice(slash + 1), leaf);
    below.set(folder, inside);
  }
  const folders = [...below].map(([name, inside]): TreeEntry => ["40000", writeLeaves(objects, inside), name]);
  return objects.writeTree([...here, ...folders]);
};

/** What is wrong with a path that is to be written; undefined when it is valid. */
export const pathProblem = (path: string): string | undefined => {
  if (path === "") return "path is empty";
  if (path.startsWith("/")) return "path cannot start with a slash";
  const bad = path
    .split("/")
    .some((part) => part === "" || part === "." || part === ".." || /^\.git$/i.test(part) || /\p{Cc}/u.test(part));
  return bad ? "path contains a malformed path component" : undefined;
};

/** Adds the ids of a tree and of all below it. */
export const markTree = (objects: GitObjects, tree: string, into: Set<string>): void => {
  if (into.has(tree)) return;
  into.add(tree);
  for (const entry of objects.tree(tree)) {
    if (isTree(entry)) markTree(objects, entry[1], into);
    else into.add(entry[1]);
  }
};
