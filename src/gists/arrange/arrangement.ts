import type { Gist } from "../../client/types/gist.ts";
import { filesOf, ownerOf, titleOf } from "../gistFacts.ts";
import { parseQuery, type Query } from "../search/query.ts";
import { lowerCased, tagsOf } from "../words.ts";

/** `service` is the order in which the service lists them. */
export const sortKeys = [
  "service",
  "updated",
  "oldestUpdated",
  "created",
  "oldestCreated",
  "name",
  "nameDown",
] as const;
export type SortKey = (typeof sortKeys)[number];
export const groupKeys = ["none", "language", "tag", "visibility", "owner"] as const;
export type GroupKey = (typeof groupKeys)[number];

/** How the view shows its lists. */
export interface Arrangement {
  /** As the user typed it; empty for all. */
  readonly filter: string;
  readonly sort: SortKey;
  readonly group: GroupKey;
}
export const plainArrangement: Arrangement = { filter: "", sort: "updated", group: "none" };

/** Gists that have something in common. */
export interface Section {
  /** Empty for those that have none of it. */
  readonly key: string;
  readonly gists: readonly Gist[];
}

export interface GistMarks {
  readonly isStarred: (gist: Gist) => boolean;
  readonly isMine: (gist: Gist) => boolean;
}

/** What was stored, made valid: an older or a newer version may have written it. */
export const arrangementOf = (stored: unknown): Arrangement => {
  const { filter, sort, group } = (stored ?? {}) as Partial<Record<keyof Arrangement, unknown>>;
  return {
    filter: typeof filter === "string" ? filter : "",
    sort: sortKeys.find((key) => key === sort) ?? plainArrangement.sort,
    group: groupKeys.find((key) => key === group) ?? plainArrangement.group,
  };
};

export const isPlain = ({ filter, sort, group }: Arrangement): boolean =>
  filter.trim() === "" && sort === plainArrangement.sort && group === plainArrangement.group;

const languagesOf = (gist: Gist): readonly string[] => [
  ...new Set(filesOf(gist).flatMap(({ language }) => (language ? [language] : []))),
];

const hasLanguage = (gist: Gist, wanted: string): boolean =>
  filesOf(gist).some(
    ({ filename, language }) =>
      language?.toLowerCase() === wanted || filename.toLowerCase().endsWith(`.${wanted}`),
  );

const is = (gist: Gist, kind: Query["is"][number], marks: GistMarks): boolean => {
  switch (kind) {
    case "secret":
      return !gist.public;
    case "public":
      return gist.public;
    case "starred":
      return marks.isStarred(gist);
    case "own":
      return marks.isMine(gist);
  }
};

/** Whether the part, in lower case, is in what the view shows of the gist or in its id. */
const hasText = (gist: Gist, owner: string, part: string): boolean => {
  if (gist.description && lowerCased(gist.description).includes(part)) return true;
  if (owner.includes(part) || gist.id.toLowerCase().includes(part)) return true;
  for (const name in gist.files) if (lowerCased(gist.files[name]?.filename ?? "").includes(part)) return true;
  return false;
};

const hasTags = (gist: Gist, wanted: readonly string[]): boolean => {
  const tags = tagsOf(gist.description ?? "");
  return wanted.every((each) => tags.some((tag) => tag.startsWith(each)));
};

/** What costs least comes first: it decides for most gists. */
const matches = (gist: Gist, query: Query, marks: GistMarks): boolean => {
  const owner = ownerOf(gist)?.toLowerCase() ?? "";
  return (
    query.users.every((wanted) => owner === wanted) &&
    query.words.every((word) => hasText(gist, owner, word)) &&
    query.phrases.every((phrase) => hasText(gist, owner, phrase)) &&
    query.is.every((kind) => is(gist, kind, marks)) &&
    query.languages.every((wanted) => hasLanguage(gist, wanted)) &&
    (query.tags.length === 0 || hasTags(gist, query.tags))
  );
};

/**
 * The gists that fit, by what lists have of them: contents are for the search only. Unlike in the search, the beginning of
 * a tag is enough.
 */
export const filtered = (gists: readonly Gist[], filter: string, marks: GistMarks): readonly Gist[] => {
  if (filter.trim() === "") return gists;
  const typed = parseQuery(filter);
  const query = { ...typed, phrases: typed.phrases.map(lowerCased) };
  return gists.filter((gist) => matches(gist, query, marks));
};

const compareNames = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

/** 0 for a date that is none: sorting needs a number. */
const timeOf = (date: string): number => Date.parse(date) || 0;

/** Milliseconds that lists are sorted by, ascending. Dates are parsed once for each gist, not for each comparison. */
const times: Readonly<Record<Exclude<SortKey, "service" | "name" | "nameDown">, (gist: Gist) => number>> = {
  updated: (gist) => -timeOf(gist.updated_at),
  oldestUpdated: (gist) => timeOf(gist.updated_at),
  created: (gist) => -timeOf(gist.created_at),
  oldestCreated: (gist) => timeOf(gist.created_at),
};

const sortedBy = <K>(
  gists: readonly Gist[],
  keyOf: (gist: Gist) => K,
  compare: (left: K, right: K) => number,
): readonly Gist[] => {
  const keys = gists.map(keyOf);
  // As a rule they are: the service lists the last updated first.
  const isInOrder = keys.every((key, index) => index === 0 || compare(keys[index - 1] ?? key, key) <= 0);
  if (isInOrder) return gists;
  return gists
    .map((gist, index) => ({ gist, key: keys[index] ?? keyOf(gist) }))
    .sort((left, right) => compare(left.key, right.key))
    .map(({ gist }) => gist);
};

const inOrder = (gists: readonly Gist[], sort: SortKey): readonly Gist[] => {
  if (sort === "service") return gists;
  if (sort === "name") return sortedBy(gists, titleOf, compareNames);
  if (sort === "nameDown") return sortedBy(gists, titleOf, (left, right) => compareNames(right, left));
  return sortedBy(gists, times[sort], (left, right) => left - right);
};

/** The last order of each list. */
const orders = new WeakMap<readonly Gist[], { readonly sort: SortKey; readonly gists: readonly Gist[] }>();

/** Sorts a list once, however often it is asked for: give it the whole list, and filter what it answers. */
export const sorted = (all: readonly Gist[], sort: SortKey): readonly Gist[] => {
  const known = orders.get(all);
  if (known?.sort === sort) return known.gists;
  const gists = inOrder(all, sort);
  orders.set(all, { sort, gists });
  return gists;
};

const keysOf = (gist: Gist, group: Exclude<GroupKey, "none">): readonly string[] => {
  switch (group) {
    case "language":
      return languagesOf(gist);
    case "tag":
      return [...new Set(tagsOf(gist.description ?? ""))];
    case "visibility":
      return [gist.public ? "public" : "secret"];
    case "owner":
      return [ownerOf(gist) ?? ""];
  }
};

/** A gist with several languages or tags is in several sections; the one without any comes last. */
export const sectionsOf = (gists: readonly Gist[], group: Exclude<GroupKey, "none">): readonly Section[] => {
  const sections = new Map<string, Gist[]>();
  for (const gist of gists) {
    const keys = keysOf(gist, group);
    for (const key of keys.length === 0 ? [""] : keys) {
      const section = sections.get(key);
      if (section) section.push(gist);
      else sections.set(key, [gist]);
    }
  }
  return [...sections]
    .map(([key, members]) => ({ key, gists: members }))
    .toSorted(
      (left, right) => Number(left.key === "") - Number(right.key === "") || compareNames(left.key, right.key),
    );
};
