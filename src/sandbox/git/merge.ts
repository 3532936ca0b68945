import { mergeLines } from "../../base/mergeLines.ts";
import { linesOf } from "../../base/mergeTexts.ts";
import { isBinary, textOf, utf8 } from "./bytes.ts";
import { mergeBase } from "./history.ts";
import type { GitObjects } from "./objects.ts";
import { type Leaf, type Leaves, leavesOf, writeLeaves } from "./trees.ts";

export type MergeResult = { readonly tree: string } | { readonly conflicts: readonly string[] };

const same = (left: Leaf | undefined, right: Leaf | undefined): boolean =>
  left?.id === right?.id && left?.mode === right?.mode;

const isFile = (leaf: Leaf): boolean => leaf.mode === "100644" || leaf.mode === "100755";

/** Both sides' edits of one file; undefined when they collide. */
const mergeFile = (objects: GitObjects, base: Leaf, ours: Leaf, theirs: Leaf): Leaf | undefined => {
  if (![base, ours, theirs].every(isFile)) return undefined;
  if (base.mode !== ours.mode && base.mode !== theirs.mode && ours.mode !== theirs.mode) return undefined;
  const mode = ours.mode === base.mode ? theirs.mode : ours.mode;
  if (ours.id === theirs.id) return { mode, id: ours.id };
  if (ours.id === base.id) return { mode, id: theirs.id };
  if (theirs.id === base.id) return { mode, id: ours.id };
  const contents = [ours, base, theirs].map(({ id }) => objects.blob(id));
  if (contents.some(isBinary)) return undefined;
  const [mine = [], old = [], other = []] = contents.map((content) => linesOf(textOf(content)));
  const merged: string[] = [];
  for (const part of mergeLines(old, mine, other)) {
    if (!("lines" in part)) return undefined;
    for (const line of part.lines) merged.push(line);
  }
  return { mode, id: objects.writeBlob(utf8(merged.join(""))) };
};

/** Files that lie where the merge also has a folder. */
const clashes = (leaves: Leaves): string[] => {
  const folders = new Set<string>();
  for (const path of leaves.keys()) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at));
  }
  return [...leaves.keys()].filter((path) => folders.has(path));
};

/** A three-way merge of trees. */
const mergeTrees = (objects: GitObjects, base: string | null, ours: string, theirs: string): MergeResult => {
  const [old, mine, other] = [base, ours, theirs].map((tree) => leavesOf(objects, tree)) as [
    Leaves,
    Leaves,
    Leaves,
  ];
  const merged = new Map<string, Leaf>();
  const conflicts: string[] = [];
  for (const path of new Set([...mine.keys(), ...other.keys()])) {
    const [was, left, right] = [old.get(path), mine.get(path), other.get(path)];
    let leaf: Leaf | undefined;
    if (same(left, right) || same(right, was)) leaf = left;
    else if (same(left, was)) leaf = right;
    else {
      leaf =
        was === undefined || left === undefined || right === undefined
          ? undefined
          : mergeFile(objects, was, left, right);
      if (leaf === undefined) conflicts.push(path);
    }
    if (leaf !== undefined) merged.set(path, leaf);
  }
  conflicts.push(...clashes(merged));
  return conflicts.length > 0 ? { conflicts: conflicts.toSorted() } : { tree: writeLeaves(objects, merged) };
};

/** A three-way merge of commits, from what both have in common. */
export const mergeCommits = (objects: GitObjects, ours: string, theirs: string): MergeResult => {
  const base = mergeBase(objects, ours, theirs);
  const [mine, other] = [objects.commit(ours).tree, objects.commit(theirs).tree];
  return mergeTrees(objects, base === undefined ? null : objects.commit(base).tree, mine, other);
};
