import MiniSearch, { type Query as MiniQuery } from "minisearch";
import { patternOf } from "./lines.ts";
import type { Query } from "./query.ts";
import type { IndexedComment, IndexedFile, IndexedGist, Match } from "./types.ts";
import { tagsOf, wordsOf } from "../words.ts";

/** What is indexed of a file or a comment. */
interface Entry {
  readonly id: number;
  readonly name: string;
  readonly tags: string;
  readonly description: string;
  readonly comment: string;
  readonly language: string;
  readonly owner: string;
  readonly content: string;
}
type Field = Exclude<keyof Entry, "id">;

const boost: Readonly<Record<Field, number>> = {
  name: 8,
  tags: 5,
  description: 4,
  comment: 2,
  content: 1,
  language: 0.5,
  owner: 0.5,
};
const fields = Object.keys(boost) as Field[];
/** Where the beginning of two letters is looked for: in contents almost every file has it. */
const shortFields: Field[] = ["name", "tags", "description"];

interface Place {
  readonly gist: IndexedGist;
  readonly file?: IndexedFile;
  readonly comment?: IndexedComment;
  readonly entry: Entry;
}

const entryOf = (id: number, gist: IndexedGist, file?: IndexedFile, comment?: IndexedComment): Entry => ({
  id,
  name: file?.name ?? "",
  tags: comment ? "" : tagsOf(gist.description).join(" "),
  description: comment ? "" : gist.description,
  comment: comment?.text ?? "",
  language: file?.language ?? "",
  owner: comment ? comment.author : gist.owner,
  content: file?.text ?? "",
});

const sameEntry = (a: Entry, b: Entry): boolean => fields.every((field) => a[field] === b[field]);

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

const isTagged = (wanted: readonly string[], tags: readonly string[]): boolean =>
  wanted.every((tag) => tags.includes(tag));

const passes = (query: Query, { gist, file, comment, entry }: Place): boolean =>
  query.is.every((kind) => {
    switch (kind) {
      case "secret":
        return !gist.isPublic;
      case "public":
        return gist.isPublic;
      case "starred":
        return gist.isStarred;
      case "own":
        return gist.isOwn;
    }
  }) &&
  query.users.every((user) => (comment?.author ?? gist.owner).toLowerCase() === user) &&
  query.languages.every(
    (language) =>
      file !== undefined && (file.language.toLowerCase() === language || endingOf(file.name) === language),
  ) &&
  (query.tags.length === 0 || isTagged(query.tags, entry.tags.split(" ")));

const queryOf = (term: string, fuzzy: boolean): MiniQuery => {
  const isShort = /^[\x20-\x7e]{1,2}$/.test(term);
  if (isShort && term.length === 1) return { queries: [term] };
  if (isShort)
    return { combineWith: "OR", queries: [term, { queries: [term], prefix: true, fields: shortFields }] };
  return { queries: [term], prefix: true, fuzzy: fuzzy && term.length > 3 ? (term.length > 7 ? 2 : 1) : false };
};

/** The index of one account's gists: a document per file and per comment. Holds the texts once, as they were given. */
export class TextIndex {
  readonly #index = new MiniSearch<Entry>({
    fields,
    // A word counts once, however often it is there: much quicker, and repetition does not rank code.
    tokenize: wordsOf,
    processTerm: (term) => term,
    // Entries are removed with all their words: nothing is left to be cleaned up later.
    autoVacuum: false,
  });
  readonly #gists = new Map<string, readonly Place[]>();
  readonly #places = new Map<number, Place>();
  #nextId = 0;

  /** How many gists there are. */
  get size(): number {
    return this.#gists.size;
  }

  /** Adds the gist or puts it in the place of what was known of it. */
  put(gist: IndexedGist): void {
    const former = new Map((this.#gists.get(gist.id) ?? []).map((place) => [keyOf(place), place]));
    const wanted = [
      ...gist.files.map((file) => ({ gist, file })),
      ...gist.comments.map((comment) => ({ gist, comment })),
    ];
    const places = wanted.map((each: Omit<Place, "entry">) => {
      const known = former.get(keyOf(each));
      former.delete(keyOf(each));
      const entry = entryOf(known?.entry.id ?? this.#nextId++, gist, each.file, each.comment);
      const place: Place = { ...each, entry };
      if (!known || !sameEntry(known.entry, entry)) {
        if (known) this.#index.remove(known.entry);
        this.#index.add(entry);
      }
      this.#places.set(entry.id, place);
      return place;
    });
    for (const place of former.values()) this.#drop(place);
    this.#gists.set(gist.id, places);
  }

  remove(gistId: string): void {
    for (const place of this.#gists.get(gistId) ?? []) this.#drop(place);
    this.#gists.delete(gistId);
  }

  /** Best first; without words the newest first. */
  search(query: Query): readonly Match[] {
    if (query.words.length === 0) return this.#all(query);
    const exact = this.#find(query, false);
    // What is only similar would be noise beside what was meant.
    return exact.length > 0 ? exact : this.#find(query, true);
  }

  #drop(place: Place): void {
    this.#index.remove(place.entry);
    this.#places.delete(place.entry.id);
  }

  #all(query: Query): readonly Match[] {
    return [...this.#places.values()]
      .filter((place) => !place.comment && passes(query, place))
      .map(({ gist, file }) => ({ gist, ...(file ? { file } : {}), score: 0, words: [] }))
      .toSorted((a, b) => (a.gist.updated < b.gist.updated ? 1 : a.gist.updated > b.gist.updated ? -1 : 0));
  }

  #find(query: Query, fuzzy: boolean): readonly Match[] {
    const queries = query.words.map((term) => queryOf(term, fuzzy));
    const phrases = query.phrases.map((phrase) => patternOf([phrase]));
    const found: Match[] = [];
    for (const { id, score, terms } of this.#index.search({ combineWith: "AND", queries }, { boost })) {
      const place = this.#places.get(id as number);
      if (!place || !passes(query, place)) continue;
      const { gist, file, comment, entry } = place;
      const texts = [entry.name, entry.description, entry.comment, entry.content];
      if (!phrases.every((phrase) => !phrase || texts.some((text) => text.search(phrase) >= 0))) continue;
      const words = query.phrases.length > 0 ? query.phrases : terms;
      found.push({ gist, ...(file ? { file } : {}), ...(comment ? { comment } : {}), score, words });
    }
    return found;
  }
}

const keyOf = ({ file, comment }: Pick<Place, "file" | "comment">): string =>
  comment ? `comment ${comment.id}` : `file ${file?.name ?? ""}`;
