import type { Gist } from "../../client/types/gist.ts";
import { filesOf, ownerOf, titleOf } from "../gistFacts.ts";
import { parseQuery, type Query } from "../search/query.ts";
import { tagsOf } from "../words.ts";

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

const matches = (gist: Gist, query: Query, marks: GistMarks): boolean => {
  const owner = ownerOf(gist)?.toLowerCase();
  const tags = tagsOf(gist.description ?? "");
  const text = [gist.description ?? "", owner ?? "", gist.id, ...filesOf(gist).map(({ filename }) => filename)]
    .join("\n")
    .toLowerCase();
  return (
    query.words.every((word) => text.includes(word)) &&
    query.phrases.every((phrase) => text.includes(phrase.toLowerCase())) &&
    query.tags.every((wanted) => tags.some((tag) => tag.startsWith(wanted))) &&
    query.languages.every((wanted) => hasLanguage(gist, wanted)) &&
    query.users.every((wanted) => owner === wanted) &&
    query.is.every((kind) => is(gist, kind, marks))
  );
};

/** The gists whose title, description, file names, owner and marks fit; contents are the search's business. */
export const filtered = (gists: readonly Gist[], filter: string, marks: GistMarks): readonly Gist[] => {
  if (filter.trim() === "") return gists;
  const query = parseQuery(filter);
  return gists.filter((gist) => matches(gist, query, marks));
};

const compareNames = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
const newest = (left: string, right: string): number => Date.parse(right) - Date.parse(left);

const comparisons: Readonly<Record<Exclude<SortKey, "service">, (left: Gist, right: Gist) => number>> = {
  updated: (left, right) => newest(left.updated_at, right.updated_at),
  oldestUpdated: (left, right) => newest(right.updated_at, left.updated_at),
  created: (left, right) => newest(left.created_at, right.created_at),
  oldestCreated: (left, right) => newest(right.created_at, left.created_at),
  name: (left, right) => compareNames(titleOf(left), titleOf(right)),
  nameDown: (left, right) => compareNames(titleOf(right), titleOf(left)),
};

export const sorted = (gists: readonly Gist[], sort: SortKey): readonly Gist[] =>
  sort === "service" ? gists : gists.toSorted(comparisons[sort]);

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
