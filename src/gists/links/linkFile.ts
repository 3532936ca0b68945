import { clashKey, isReserved } from "../../base/safeName.ts";
import type { Link } from "./types.ts";

/** The key of the workspace's state where links are stored, unless they are in a file. */
export const linksKey = "forgeside.links";

/** In a workspace folder. */
export const linkFilePath = ".forgeside/links.json";

/** Why an entry, or the whole file, is not used. */
export interface LinkFileProblem {
  /** The entry's number, from 1; undefined for the whole file. */
  readonly entry?: number;
  readonly kind: "json" | "version" | "tooLarge" | "shape" | "path" | "server" | "twice";
  /** The field that is missing or wrong. */
  readonly field?: string;
}

/** Characters. */
export const maxLinkFileLength = 1_000_000;
const maxLinks = 5000;

/** A path that stays in its folder on every system. */
export const isInside = (path: string): boolean =>
  path.length > 0 &&
  path.length <= 1000 &&
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  !/[\\:\u0000-\u001f\u007f]/.test(path) &&
  path.split("/").every((part) => !isReserved(part));

const isServer = (text: string): boolean => {
  try {
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === "");
  } catch {
    return false;
  }
};

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown, most: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= most;

type Problem = Omit<LinkFileProblem, "entry">;

/** What a field of an entry must be. */
const isField = {
  path: (value: unknown) => isText(value, 1000),
  server: (value: unknown) => isText(value, 1000),
  gist: (value: unknown) => isText(value, 200) && /^[\w-]+$/.test(value),
  file: (value: unknown) => isText(value, 1000),
  base: (value: unknown) => value === null || (isText(value, 64) && /^[0-9a-f]{64}$/.test(value)),
};

/** The fields of an entry. */
export const entryFields: readonly string[] = Object.keys(isField);

interface Entry {
  readonly path: string;
  readonly server: string;
  readonly gist: string;
  readonly file: string;
  readonly base: string | null;
}

const wrongFieldOf = (value: Fields): string | undefined =>
  Object.entries(isField).find(([field, isValid]) => !isValid(value[field]))?.[0];

const decodeLink = (value: unknown, folder: string): Link | Problem => {
  if (!isObject(value)) return { kind: "shape" };
  const wrong = wrongFieldOf(value);
  if (wrong !== undefined) return { kind: "shape", field: wrong };
  const { path, server, gist, file, base } = value as Fields & Entry;
  if (!isInside(path)) return { kind: "path", field: "path" };
  if (!isServer(server)) return { kind: "server", field: "server" };
  return { folder, path, server, gistId: gist, fileName: file, base };
};

/** Reads what a repository brought along, as data of a stranger: what is wrong is left out and reported. */
export const decodeLinks = (
  text: string,
  folder: string,
): { readonly links: readonly Link[]; readonly problems: readonly LinkFileProblem[] } => {
  const nothing = (problem: Problem) => ({ links: [], problems: [problem] });
  if (text.length > maxLinkFileLength) return nothing({ kind: "tooLarge" });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return nothing({ kind: "json" });
  }
  if (!isObject(data)) return nothing({ kind: "shape" });
  if (data["version"] === undefined) return nothing({ kind: "shape", field: "version" });
  if (data["version"] !== 1) return nothing({ kind: "version", field: "version" });
  const entries: unknown = data["links"];
  if (!Array.isArray(entries)) return nothing({ kind: "shape", field: "links" });
  if (entries.length > maxLinks) return nothing({ kind: "tooLarge" });
  /** By `clashKey`: the text of what is one file on some disk would otherwise be sent to two gists. */
  const links = new Map<string, Link>();
  const problems: LinkFileProblem[] = [];
  for (const [index, value] of (entries as readonly unknown[]).entries()) {
    const link = decodeLink(value, folder);
    if ("kind" in link) problems.push({ entry: index + 1, ...link });
    else if (links.has(clashKey(link.path))) problems.push({ entry: index + 1, kind: "twice", field: "path" });
    else links.set(clashKey(link.path), link);
  }
  return { links: [...links.values()], problems };
};

/** Sorted, so that the file changes only where a link does. Holds no account and no secret. */
export const encodeLinks = (links: readonly Link[]): string => {
  const entries = links
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, server, gistId, fileName, base }) => ({ path, server, gist: gistId, file: fileName, base }));
  return `${JSON.stringify({ version: 1, links: entries }, null, 2)}\n`;
};
