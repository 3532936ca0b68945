import { blobBytes, compareBytes, type StoredBlob, toStoredBlob, utf8 } from "./bytes.ts";
import { objectId, type ObjectKind } from "./hash.ts";

/** As git writes modes: a folder, a file, an executable file, a symbolic link, a submodule. */
export type Mode = "40000" | "100644" | "100755" | "120000" | "160000";

export type TreeEntry = readonly [mode: Mode, id: string, name: string];
/** In git's order. */
type StoredTree = readonly TreeEntry[];

export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Such as 2026-01-31T10:00:00Z; the time zone is always UTC. */
  readonly date: string;
}

export interface StoredCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** All objects of all repositories, by id: equal contents are kept once. */
export interface GitData {
  readonly blobs: Record<string, StoredBlob>;
  readonly trees: Record<string, StoredTree>;
  readonly commits: Record<string, StoredCommit>;
}

interface RawObject {
  readonly kind: ObjectKind;
  readonly bytes: Uint8Array;
}

/** Reading what does not exist is a fault of the state: it throws. */
export interface GitObjects {
  blob(id: string): Uint8Array;
  blobSize(id: string): number;
  tree(id: string): StoredTree;
  commit(id: string): StoredCommit;
  hasCommit(id: string): boolean;
  /** An object of any kind as git hashes it. */
  raw(id: string): RawObject | undefined;
  writeBlob(content: Uint8Array | StoredBlob): string;
  writeTree(entries: readonly TreeEntry[]): string;
  writeCommit(commit: StoredCommit): string;
  /** What `compute` gave the first time; objects never change, so it stays true. */
  memo<T>(what: string, id: string, compute: () => T): T;
  /** Keeps these objects only. */
  sweep(keep: ReadonlySet<string>): void;
}

export const isTree = ([mode]: TreeEntry): boolean => mode === "40000";

const hexBytes = (id: string): Uint8Array =>
  Uint8Array.from({ length: id.length / 2 }, (_, at) => Number.parseInt(id.slice(2 * at, 2 * at + 2), 16));

const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const sorted = (entries: readonly TreeEntry[]): TreeEntry[] =>
  entries
    .map((entry) => ({ entry, key: utf8(isTree(entry) ? `${entry[2]}/` : entry[2]) }))
    .toSorted((left, right) => compareBytes(left.key, right.key))
    .map(({ entry }) => entry);

const treeBytes = (tree: StoredTree): Uint8Array =>
  concat(tree.flatMap(([mode, id, name]) => [utf8(`${mode} ${name}\0`), hexBytes(id)]));

// A line break or an angle bracket would end a field of the header.
const plain = (text: string): string => text.replace(/[<>\n\0]/g, "").trim();

const signatureText = ({ name, email, date }: Signature): string =>
  `${plain(name)} <${plain(email)}> ${Date.parse(date) / 1000} +0000`;

const commitBytes = ({ tree, parents, author, committer, message }: StoredCommit): Uint8Array =>
  utf8(
    [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${signatureText(author)}`,
      `committer ${signatureText(committer)}`,
      "",
      message,
    ].join("\n"),
  );

/** Computed values that are kept; all are forgotten above it. */
const maxMemos = 10_000;

const found = <T>(value: T | undefined, kind: ObjectKind, id: string): T => {
  if (value === undefined) throw new Error(`The state has no ${kind} ${id}.`);
  return value;
};

export const createGitObjects = ({ blobs, trees, commits }: GitData): GitObjects => {
  const memos = new Map<string, unknown>();

  const blob = (id: string): Uint8Array => blobBytes(found(blobs[id], "blob", id));
  const memo = <T>(what: string, id: string, compute: () => T): T => {
    const key = `${what} ${id}`;
    if (memos.has(key)) return memos.get(key) as T;
    const value = compute();
    if (memos.size >= maxMemos) memos.clear();
    memos.set(key, value);
    return value;
  };

  return {
    blob,
    blobSize: (id) => {
      const stored = blobs[id];
      return typeof stored === "object" && "size" in stored
        ? stored.size
        : memo("size", id, () => blob(id).length);
    },
    tree: (id) => found(trees[id], "tree", id),
    commit: (id) => found(commits[id], "commit", id),
    hasCommit: (id) => Object.hasOwn(commits, id),
    raw: (id) => {
      if (Object.hasOwn(blobs, id)) return { kind: "blob", bytes: blob(id) };
      if (Object.hasOwn(trees, id)) return { kind: "tree", bytes: treeBytes(trees[id] ?? []) };
      const commit = Object.hasOwn(commits, id) ? commits[id] : undefined;
      return commit === undefined ? undefined : { kind: "commit", bytes: commitBytes(commit) };
    },
    writeBlob: (content) => {
      const bytes = content instanceof Uint8Array ? content : blobBytes(content);
      const id = objectId("blob", bytes);
      const isFill = !(content instanceof Uint8Array) && typeof content === "object" && "fill" in content;
      blobs[id] ??= isFill ? content : toStoredBlob(bytes);
      return id;
    },
    writeTree: (entries) => {
      const tree = sorted(entries);
      const id = objectId("tree", treeBytes(tree));
      trees[id] ??= tree;
      return id;
    },
    writeCommit: (commit) => {
      const id = objectId("commit", commitBytes(commit));
      commits[id] ??= commit;
      return id;
    },
    memo,
    sweep: (keep) => {
      for (const data of [blobs, trees, commits]) {
        for (const id of Object.keys(data)) if (!keep.has(id)) delete data[id];
      }
      memos.clear();
    },
  };
};
