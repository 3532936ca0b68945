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

const decodeLink = (value: unknown, folder: string): Link | LinkFileProblem["kind"] => {
  if (!isObject(value)) return "shape";
  const { path, server, gist, file, base } = value;
  const isWhole =
    isText(path, 10_000) &&
    isText(server, 1000) &&
    isText(gist, 200) &&
    /^[\w-]+$/.test(gist) &&
    isText(file, 1000) &&
    (base === null || (isText(base, 64) && /^[0-9a-f]{64}$/.test(base)));
  if (!isWhole) return "shape";
  if (!isInside(path)) return "path";
  return isServer(server) ? { folder, path, server, gistId: gist, fileName: file, base } : "server";
};

/** Reads what a repository brought along, as data of a stranger: what is wrong is left out and reported. */
export const decodeLinks = (
  text: string,
  folder: string,
): { readonly links: readonly Link[]; readonly problems: readonly LinkFileProblem[] } => {
  const nothing = (kind: LinkFileProblem["kind"]) => ({ links: [], problems: [{ kind }] });
  if (text.length > maxLinkFileLength) return nothing("tooLarge");
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return nothing("json");
  }
  if (!isObject(data)) return nothing("shape");
  if (data["version"] !== 1) return nothing("version");
  const entries: unknown = data["links"];
  if (!Array.isArray(entries)) return nothing("shape");
  if (entries.length > maxLinks) return nothing("tooLarge");
  /** By `clashKey`: the text of what is one file on some disk would otherwise be sent to two gists. */
  const links = new Map<string, Link>();
  const problems: LinkFileProblem[] = [];
  for (const [index, value] of (entries as readonly unknown[]).entries()) {
    const link = decodeLink(value, folder);
    if (typeof link === "string") problems.push({ entry: index + 1, kind: link });
    else if (links.has(clashKey(link.path))) problems.push({ entry: index + 1, kind: "twice" });
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
