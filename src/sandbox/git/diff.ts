import { structuredPatch } from "diff";
import { isBinary, textOf } from "./bytes.ts";
import type { GitObjects } from "./objects.ts";
import { type Leaf, type Leaves, leavesOf } from "./trees.ts";

export interface FileChange {
  readonly status: "added" | "removed" | "modified" | "renamed";
  readonly path: string;
  readonly previousPath?: string;
  /** Null: it was added. */
  readonly before: Leaf | null;
  /** Null: it was deleted. */
  readonly after: Leaf | null;
}

export interface LineChanges {
  readonly additions: number;
  readonly deletions: number;
  /** Hunks without a file header; undefined for binary, equal and very different files. */
  readonly patch: string | undefined;
}

/** Edits after which two texts count as wholly different, so that no diff takes long. */
const maxEdits = 3000;
/** Files above this size get no patch. */
const maxDiffBytes = 1_000_000;
/** Pairs of removed and added files of which the contents are compared. */
const maxPairs = 400;

const bytesOf = (objects: GitObjects, leaf: Leaf | null): Uint8Array => {
  if (leaf === null) return new Uint8Array();
  return leaf.mode === "160000"
    ? new TextEncoder().encode(`Subproject commit ${leaf.id}\n`)
    : objects.blob(leaf.id);
};

const lineCount = (text: string): number =>
  text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

const range = (start: number, lines: number): string => {
  if (lines === 1) return String(start);
  return `${lines === 0 ? start - 1 : start},${lines}`;
};

const compareTexts = (before: string, after: string): LineChanges => {
  const diff = structuredPatch("a", "b", before, after, "", "", { context: 3, maxEditLength: maxEdits });
  if (diff === undefined) return { additions: lineCount(after), deletions: lineCount(before), patch: undefined };
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  const patch = diff.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: inside }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...inside,
  ]);
  return {
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
    patch: patch.length === 0 ? undefined : patch.join("\n"),
  };
};

/** Counts and patch of one file's change. */
export const lineChanges = (objects: GitObjects, { before, after }: FileChange): LineChanges =>
  objects.memo("lines", `${before?.id ?? ""} ${after?.id ?? ""}`, () => {
    const none = { additions: 0, deletions: 0, patch: undefined };
    if (before?.id === after?.id) return none;
    const size = (leaf: Leaf | null): number =>
      leaf === null || leaf.mode === "160000" ? 0 : objects.blobSize(leaf.id);
    if (size(before) + size(after) > maxDiffBytes) return none;
    const [old, now] = [bytesOf(objects, before), bytesOf(objects, after)];
    return isBinary(old) || isBinary(now) ? none : compareTexts(textOf(old), textOf(now));
  });

/** Whether at least half of the lines are in both. */
const isAlike = (objects: GitObjects, left: Leaf, right: Leaf): boolean => {
  const [small, large] = [objects.blobSize(left.id), objects.blobSize(right.id)].toSorted((a, b) => a - b);
  if (left.mode !== right.mode || (small ?? 0) * 2 < (large ?? 0) || (large ?? 0) > maxDiffBytes) return false;
  const counts = new Map<string, number>();
  const lines = textOf(objects.blob(left.id)).split("\n");
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  let same = 0;
  const others = textOf(objects.blob(right.id)).split("\n");
  for (const line of others) {
    const rest = counts.get(line) ?? 0;
    if (rest === 0) continue;
    counts.set(line, rest - 1);
    same += 1;
  }
  return same * 2 >= Math.max(lines.length, others.length);
};

const withRenames = (objects: GitObjects, changes: readonly FileChange[]): FileChange[] => {
  const removed = changes.filter(({ status }) => status === "removed");
  const added = changes.filter(({ status }) => status === "added");
  const sources = new Map<FileChange, FileChange>();
  const used = new Set<FileChange>();
  const pair = (fits: (from: Leaf, to: Leaf) => boolean): void => {
    for (const to of added) {
      if (sources.has(to)) continue;
      const from = removed.find(
        (old) => !used.has(old) && old.before !== null && to.after !== null && fits(old.before, to.after),
      );
      if (from === undefined) continue;
      sources.set(to, from);
      used.add(from);
    }
  };
  pair((from, to) => from.id === to.id && from.mode === to.mode);
  if ((removed.length - used.size) * (added.length - sources.size) <= maxPairs) {
    pair((from, to) => from.mode !== "160000" && isAlike(objects, from, to));
  }
  return changes.flatMap((change): FileChange[] => {
    if (used.has(change)) return [];
    const from = sources.get(change);
    return [
      from === undefined ? change : { ...change, status: "renamed", previousPath: from.path, before: from.before },
    ];
  });
};

const changed = (before: Leaves, after: Leaves): FileChange[] => {
  const changes: FileChange[] = [];
  for (const [path, leaf] of after) {
    const old = before.get(path);
    if (old === undefined) changes.push({ status: "added", path, before: null, after: leaf });
    else if (old.id !== leaf.id || old.mode !== leaf.mode)
      changes.push({ status: "modified", path, before: old, after: leaf });
  }
  for (const [path, leaf] of before) {
    if (!after.has(path)) changes.push({ status: "removed", path, before: leaf, after: null });
  }
  return changes.toSorted((left, right) => (left.path < right.path ? -1 : 1));
};

/** What differs between two trees, by path; a moved file is one change. */
export const treeChanges = (objects: GitObjects, before: string | null, after: string): readonly FileChange[] =>
  objects.memo("changes", `${before ?? ""} ${after}`, () =>
    before === after ? [] : withRenames(objects, changed(leavesOf(objects, before), leavesOf(objects, after))),
  );

/** What a commit changed against its first parent. */
export const commitChanges = (objects: GitObjects, id: string): readonly FileChange[] => {
  const { tree, parents } = objects.commit(id);
  const [first] = parents;
  return treeChanges(objects, first === undefined ? null : objects.commit(first).tree, tree);
};

/** Lines that a commit added and removed. */
export const commitCounts = (
  objects: GitObjects,
  id: string,
): { readonly additions: number; readonly deletions: number } =>
  objects.memo("counts", id, () => {
    let [additions, deletions] = [0, 0];
    for (const change of commitChanges(objects, id)) {
      const lines = lineChanges(objects, change);
      additions += lines.additions;
      deletions += lines.deletions;
    }
    return { additions, deletions };
  });

/** Where a line of the new file stands in a patch: lines after the first hunk's head. Null: not in it. */
export const positionOf = (patch: string, line: number): number | null => {
  let at = 0;
  for (const [position, text] of patch.split("\n").entries()) {
    const head = /^@@ -\S+ \+(\d+)/.exec(text);
    if (head !== null) {
      at = Number(head[1]) - 1;
    } else if (!text.startsWith("-") && !text.startsWith("\\")) {
      at += 1;
      if (at === line) return position;
    }
  }
  return null;
};
