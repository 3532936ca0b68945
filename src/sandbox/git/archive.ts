import { gzipSync, type Zippable, zipSync } from "fflate";
import { textOf, utf8 } from "./bytes.ts";
import type { GitObjects } from "./objects.ts";
import { leavesOf } from "./trees.ts";

export interface ArchiveFacts {
  readonly commit: string;
  /** The one folder that holds everything. */
  readonly folder: string;
}

const block = 512;

const padded = (bytes: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(Math.ceil(bytes.length / block) * block);
  whole.set(bytes);
  return whole;
};

interface Header {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** As ustar writes kinds: 0 file, 2 link, 5 folder, g and x attributes of what follows. */
  readonly kind: "0" | "2" | "5" | "g" | "x";
  readonly link?: string;
}

/** A ustar header; names that do not fit are cut, as the pax header before them holds them whole. */
const header = ({ name, mode, size, time, kind, link = "" }: Header): Uint8Array => {
  const bytes = new Uint8Array(block);
  const put = (at: number, length: number, text: string): void => bytes.set(utf8(text).subarray(0, length), at);
  const octal = (at: number, length: number, value: number): void =>
    put(at, length, value.toString(8).padStart(length - 1, "0"));
  put(0, 100, name);
  octal(100, 8, mode);
  octal(108, 8, 0);
  octal(116, 8, 0);
  octal(124, 12, size);
  octal(136, 12, time);
  put(148, 8, "        ");
  put(156, 1, kind);
  put(157, 100, link);
  put(257, 6, "ustar\0");
  put(263, 2, "00");
  put(265, 32, "root");
  put(297, 32, "root");
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(148, 8, `${sum.toString(8).padStart(6, "0")}\0 `);
  return bytes;
};

/** One line of a pax header: its own length, in bytes, comes first. */
const paxLine = (key: string, value: string): string => {
  const rest = utf8(` ${key}=${value}\n`).length;
  let length = rest + String(rest).length;
  if (String(length).length !== String(rest).length) length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
};

const needsPax = (text: string): boolean => utf8(text).length > 100 || /[^\x20-\x7e]/.test(text);

const entry = (facts: Header, content: Uint8Array = new Uint8Array()): Uint8Array[] => {
  const { name, link = "", time } = facts;
  const attributes =
    (needsPax(name) ? paxLine("path", name) : "") + (needsPax(link) ? paxLine("linkpath", link) : "");
  const before = utf8(attributes);
  return [
    ...(attributes === ""
      ? []
      : [header({ name: "pax", mode: 0o644, size: before.length, time, kind: "x" }), padded(before)]),
    header(facts),
    padded(content),
  ];
};

const foldersOf = (paths: Iterable<string>): string[] => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at + 1));
  }
  return [...folders].toSorted();
};

/** The files of a commit as tar.gz, in the layout that `git archive` writes. */
export const tarball = (objects: GitObjects, { commit, folder }: ArchiveFacts): Uint8Array => {
  const { tree, committer } = objects.commit(commit);
  const time = Date.parse(committer.date) / 1000;
  const leaves = leavesOf(objects, tree);
  const comment = utf8(paxLine("comment", commit));
  const parts: Uint8Array[] = [
    header({ name: "pax_global_header", mode: 0o666, size: comment.length, time, kind: "g" }),
    padded(comment),
  ];
  const put = (facts: Omit<Header, "time" | "size">, content?: Uint8Array): void => {
    parts.push(...entry({ ...facts, size: content?.length ?? 0, time }, content));
  };
  put({ name: `${folder}/`, mode: 0o775, kind: "5" });
  for (const name of foldersOf(leaves.keys())) put({ name: `${folder}/${name}`, mode: 0o775, kind: "5" });
  for (const [path, { mode, id }] of leaves) {
    const name = `${folder}/${path}`;
    if (mode === "160000") put({ name: `${name}/`, mode: 0o775, kind: "5" });
    else if (mode === "120000") put({ name, mode: 0o777, kind: "2", link: textOf(objects.blob(id)) });
    else put({ name, mode: mode === "100755" ? 0o775 : 0o664, kind: "0" }, objects.blob(id));
  }
  parts.push(new Uint8Array(2 * block));
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return gzipSync(whole, { mtime: time * 1000 });
};

const unix = 3;
const [folderType, fileType, linkType] = [0o040000, 0o100000, 0o120000];

/** The files of a commit as zip. */
export const zipball = (objects: GitObjects, { commit, folder }: ArchiveFacts): Uint8Array => {
  const { tree, committer } = objects.commit(commit);
  // A zip knows no year before 1980.
  const mtime = Math.max(Date.parse(committer.date), Date.UTC(1980, 0, 2));
  const leaves = leavesOf(objects, tree);
  const files: Zippable = {};
  const put = (name: string, content: Uint8Array, mode: number): void => {
    files[name] = [content, { mtime, os: unix, attrs: (mode << 16) >>> 0 }];
  };
  for (const name of ["", ...foldersOf(leaves.keys())]) {
    put(`${folder}/${name}`, new Uint8Array(), folderType | 0o775);
  }
  for (const [path, { mode, id }] of leaves) {
    const name = `${folder}/${path}`;
    if (mode === "160000") put(`${name}/`, new Uint8Array(), folderType | 0o775);
    else if (mode === "120000") put(name, objects.blob(id), linkType | 0o777);
    else put(name, objects.blob(id), fileType | (mode === "100755" ? 0o775 : 0o664));
  }
  return zipSync(files);
};
