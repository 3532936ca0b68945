import { tagsOf } from "../words.ts";
import { Entries, type Place } from "./entries.ts";
import { fieldNames, tagsField } from "./fields.ts";
import { patternOf } from "./lines.ts";
import { bestOf, type MatchList, noMatches } from "./matchList.ts";
import { hasConditions, passes } from "./passes.ts";
import type { Query } from "./query.ts";
import { entriesWith, rank, wordsFound } from "./ranking.ts";
import { mergeSegments, Segment } from "./segment.ts";
import { SegmentBuilder } from "./segmentBuilder.ts";
import { termsOf } from "./terms.ts";
import type { IndexSnapshot, StoredIndex } from "./storedIndex.ts";
import type { IndexedGist, Match } from "./types.ts";
import { wordsOf } from "./wordsOf.ts";

/** With more postings, the builder becomes a segment, so that making one does not hold the event loop for long. */
const maxAdded = 1 << 16;
/** So many segments of one tier are merged. */
const mergedAtOnce = 8;
/** When more entries than these no longer exist, and more than there are, the others get new numbers. */
const minRemoved = 1000;

/** What is indexed of an entry, by field. What it reads, `isSame` must compare. */
const textsOf = ({ gist, file, comment }: Place): Readonly<Record<(typeof fieldNames)[number], string>> => ({
  name: file?.name ?? "",
  tags: comment ? "" : tagsOf(gist.description).join(" "),
  description: comment ? "" : gist.description,
  comment: comment?.text ?? "",
  content: file?.text ?? "",
  language: file?.language ?? "",
  owner: comment ? comment.author : gist.owner,
});

/** Whether the texts of both are the same, so that the entry need not be indexed again. */
const isSame = (a: Place, b: Place): boolean =>
  a.file?.text === b.file?.text &&
  a.file?.name === b.file?.name &&
  a.file?.language === b.file?.language &&
  a.comment?.text === b.comment?.text &&
  a.comment?.author === b.comment?.author &&
  (a.comment !== undefined || (a.gist.description === b.gist.description && a.gist.owner === b.gist.owner));

const keyOf = ({ file, comment }: Place): string =>
  comment ? `comment ${comment.id}` : `file ${file?.name ?? ""}`;

const placesOf = (gist: IndexedGist): readonly Place[] => [
  ...gist.files.map((file) => ({ gist, file })),
  ...gist.comments.map((comment) => ({ gist, comment })),
];

/** Segments of one tier have about the same size: those of the next one are up to `mergedAtOnce` times as large. */
const tierOf = ({ size }: Segment): number => Math.floor(Math.log2(size + 1) / 3);

/**
 * The index of one account's gists: an entry per file and per comment. Holds the texts once, as they were given. What is
 * added goes into small segments, which are merged as they become many.
 */
export class TextIndex {
  #entries = new Entries();
  #segments: Segment[] = [];
  #builder = new SegmentBuilder();
  readonly #gists = new Map<string, readonly number[]>();

  /** How many gists there are. */
  get size(): number {
    return this.#gists.size;
  }

  has(gistId: string): boolean {
    return this.#gists.has(gistId);
  }

  /** Adds the gist, or replaces it. Only the entries whose texts changed are indexed again. */
  put(gist: IndexedGist): void {
    const entries = this.#entries;
    const former = new Map<string, number>();
    // Of comments with the same id, `former` has the last one.
    const unused = new Set(this.#gists.get(gist.id));
    for (const doc of unused) {
      const place = entries.at(doc);
      if (place) former.set(keyOf(place), doc);
    }
    const docs = placesOf(gist).map((place) => {
      const key = keyOf(place);
      const known = former.get(key);
      const before = known === undefined ? undefined : entries.at(known);
      if (known === undefined || !before || !isSame(before, place)) return this.#add(place);
      former.delete(key);
      unused.delete(known);
      entries.replace(known, place);
      return known;
    });
    for (const doc of unused) entries.remove(doc);
    this.#gists.set(gist.id, docs);
    if (this.#builder.size > maxAdded) this.#finishAdded();
  }

  remove(gistId: string): void {
    for (const doc of this.#gists.get(gistId) ?? []) this.#entries.remove(doc);
    this.#gists.delete(gistId);
  }

  /** Best first; without words the newest first. Similar words count only where the exact ones find nothing. */
  search(query: Query): MatchList<Match> {
    this.#finishAdded();
    if (query.words.length + query.phrases.length === 0) return this.#all(query);
    const exact = this.#find(query, false);
    // What is only similar would be noise beside what was meant. Phrases are not found by similar words.
    return exact.length > 0 || query.words.length === 0 ? exact : this.#find(query, true);
  }

  /** What is to be stored of it for these gists. Entries of other states of them are left out. */
  snapshot(gists: readonly IndexedGist[]): IndexSnapshot {
    this.#finishAdded();
    const entries = this.#entries;
    const numbers = new Int32Array(entries.size).fill(-1);
    const [positions, parts] = [new Int32Array(entries.size), new Int32Array(entries.size)];
    for (const [position, gist] of gists.entries())
      for (const [part, doc] of (this.#gists.get(gist.id) ?? []).entries()) {
        if (entries.at(doc)?.gist !== gist) continue;
        numbers[doc] = 0;
        positions[doc] = position;
        parts[doc] = part;
      }
    const lengths = new Uint32Array(entries.size * fieldNames.length);
    let count = 0;
    for (let doc = 0; doc < entries.size; doc++) {
      if (numbers[doc] !== 0) continue;
      lengths.set(entries.lengthsOf(doc), count * fieldNames.length);
      positions[count] = positions[doc] ?? 0;
      parts[count] = parts[doc] ?? 0;
      numbers[doc] = count++;
    }
    return {
      gists: positions.slice(0, count),
      parts: parts.slice(0, count),
      lengths: lengths.slice(0, count * fieldNames.length),
      segments: [...this.#segments],
      numbers,
    };
  }

  /** Takes over a stored index of these gists, in the place of all that was here. */
  restore(gists: readonly IndexedGist[], { gists: positions, parts, lengths, segment }: StoredIndex): void {
    this.#builder = new SegmentBuilder();
    this.#entries = new Entries();
    this.#gists.clear();
    let [position, places]: [number, readonly Place[]] = [-1, []];
    const docs = new Map<string, number[]>();
    for (let doc = 0; doc < positions.length; doc++) {
      const gist = gists[positions[doc] ?? -1];
      // The entries of a gist follow each other, as a rule.
      if (gist && positions[doc] !== position) [position, places] = [positions[doc] ?? -1, placesOf(gist)];
      const part = parts[doc] ?? -1;
      const place = gist && places[part];
      this.#entries.add(place, lengths.subarray(doc * fieldNames.length, (doc + 1) * fieldNames.length));
      if (!place) continue;
      const known = docs.get(gist.id) ?? [];
      known[part] = doc;
      docs.set(gist.id, known);
    }
    for (const [id, all] of docs) this.#gists.set(id, all);
    this.#segments = [new Segment(segment)];
  }

  #add(place: Place): number {
    const texts = textsOf(place);
    const doc = this.#entries.size;
    const lengths = fieldNames.map((name, field) => this.#builder.add(doc, field, texts[name]));
    return this.#entries.add(place, lengths);
  }

  /** Makes a segment of what was added, and one of several that are about as large. */
  #finishAdded(): void {
    if (this.#builder.size === 0) return;
    this.#segments.push(this.#builder.build());
    const entries = this.#entries;
    const removed = entries.size - entries.count;
    if (removed > minRemoved && removed > entries.count) {
      this.#renumber();
      return;
    }
    for (;;) {
      const last = this.#segments.at(-1);
      const from = last ? this.#segments.findLastIndex((each) => tierOf(each) > tierOf(last)) + 1 : 0;
      if (this.#segments.length - from < mergedAtOnce) return;
      const merged = mergeSegments(this.#segments.slice(from), (doc) => (entries.has(doc) ? doc : -1));
      this.#segments.splice(from, this.#segments.length - from, merged);
    }
  }

  /** Without the entries that no longer exist. */
  #renumber(): void {
    const [before, after] = [this.#entries, new Entries()];
    const numbers = new Int32Array(before.size).fill(-1);
    for (let doc = 0; doc < before.size; doc++)
      if (before.has(doc)) numbers[doc] = after.add(before.at(doc), before.lengthsOf(doc));
    for (const [id, docs] of this.#gists)
      this.#gists.set(
        id,
        docs.map((doc) => numbers[doc] ?? -1),
      );
    this.#segments = [mergeSegments(this.#segments, (doc) => numbers[doc] ?? -1)];
    this.#entries = after;
  }

  /** The entries with the tags of the query; undefined without tags. */
  #tagged({ tags }: Query): ((doc: number, place: Place) => boolean) | undefined {
    if (tags.length === 0) return undefined;
    const having = entriesWith(this.#segments, this.#entries.size, tags.flatMap(wordsOf), tagsField);
    // The words of a tag can be those of several others.
    return (doc, { gist, comment }) => {
      if (having[doc] !== 1 || comment) return false;
      const known = tagsOf(gist.description);
      return tags.every((tag) => known.includes(tag));
    };
  }

  #all(query: Query): MatchList<Match> {
    const entries = this.#entries;
    const isTagged = this.#tagged(query);
    const places: Place[] = [];
    for (let doc = 0; doc < entries.size; doc++) {
      const place = entries.at(doc);
      if (place && !place.comment && passes(query, place) && (isTagged?.(doc, place) ?? true)) places.push(place);
    }
    if (places.length === 0) return noMatches;
    const times = Float64Array.from(places, ({ gist }) => Date.parse(gist.updated) || 0);
    return {
      length: places.length,
      slice: (start = 0, end = places.length) =>
        bestOf(times, end)
          .slice(start)
          .flatMap((index) => places[index] ?? [])
          .map((place) => ({ ...place, score: 0, words: [] })),
    };
  }

  #find(query: Query, isFuzzy: boolean): MatchList<Match> {
    const entries = this.#entries;
    // A copy: meanings refer to segments by their positions, and later searches merge segments.
    const segments = [...this.#segments];
    const { docs, scores, meanings } = rank(segments, entries, termsOf(query), isFuzzy);
    const isTagged = this.#tagged(query);
    const phrases = query.phrases.flatMap((phrase) => patternOf([phrase]) ?? []);
    const isFiltered = hasConditions(query);
    const places: Place[] = [];
    let count = 0;
    for (let index = 0; index < docs.length; index++) {
      const doc = docs[index] ?? -1;
      const place = entries.at(doc);
      if (!place || (isFiltered && !passes(query, place)) || !(isTagged?.(doc, place) ?? true)) continue;
      if (phrases.length > 0 && !hasPhrases(place, phrases)) continue;
      places.push(place);
      docs[count] = doc;
      scores[count++] = scores[index] ?? 0;
    }
    if (count === 0) return noMatches;
    const values = scores.subarray(0, count);
    return {
      length: count,
      slice: (start = 0, end = count) => {
        const best = bestOf(values, end).slice(start);
        const words = wordsFound(
          segments,
          query.words,
          meanings,
          best.map((index) => docs[index] ?? -1),
        );
        return best.flatMap((index) => {
          const place = places[index];
          const found = [...query.phrases, ...(words.get(docs[index] ?? -1) ?? [])];
          return place ? [{ ...place, score: values[index] ?? 0, words: found }] : [];
        });
      },
    };
  }
}

const hasPhrases = ({ gist, file, comment }: Place, phrases: readonly RegExp[]): boolean => {
  const texts = comment ? [comment.text] : [file?.text ?? "", file?.name ?? "", gist.description];
  return phrases.every((phrase) => texts.some((text) => text.search(phrase) >= 0));
};
