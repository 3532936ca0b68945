import { fieldNames } from "./fields.ts";
import { grown } from "./segment.ts";
import type { IndexedComment, IndexedFile, IndexedGist } from "./types.ts";

/** What an entry of the index is: a file or a comment of a gist. */
export interface Place {
  readonly gist: IndexedGist;
  readonly file?: IndexedFile;
  readonly comment?: IndexedComment;
}

/** The entries of an index by number, with how many different words each of their fields has. */
export class Entries {
  readonly #places: (Place | undefined)[] = [];
  #lengths = new Uint32Array(64 * fieldNames.length);
  /** Words of all entries together, by field. */
  readonly totals = new Float64Array(fieldNames.length);
  /** How many entries there are. */
  count = 0;

  /** All numbers are below it, also those of entries that no longer exist. */
  get size(): number {
    return this.#places.length;
  }

  has(doc: number): boolean {
    return this.#places[doc] !== undefined;
  }

  at(doc: number): Place | undefined {
    return this.#places[doc];
  }

  lengthOf(doc: number, field: number): number {
    return this.#lengths[doc * fieldNames.length + field] ?? 0;
  }

  /**
   * Adds an entry with the count of different words of each field; answers its number. Without a place, the number is
   * that of an entry that no longer exists.
   */
  add(place: Place | undefined, lengths: ArrayLike<number>): number {
    const doc = this.#places.push(place) - 1;
    const start = doc * fieldNames.length;
    if (start + fieldNames.length > this.#lengths.length)
      this.#lengths = grown(this.#lengths, new Uint32Array(this.#lengths.length * 2));
    for (let field = 0; field < fieldNames.length; field++) this.#lengths[start + field] = lengths[field] ?? 0;
    if (place) this.#count(doc, 1);
    return doc;
  }

  /** Puts another record in the place of one with the same texts, which are not indexed again. */
  replace(doc: number, place: Place): void {
    this.#places[doc] = place;
  }

  remove(doc: number): void {
    if (!this.has(doc)) return;
    this.#places[doc] = undefined;
    this.#count(doc, -1);
  }

  /** A copy of the counts of different words, by field. */
  lengthsOf(doc: number): Uint32Array {
    return this.#lengths.slice(doc * fieldNames.length, (doc + 1) * fieldNames.length);
  }

  #count(doc: number, sign: 1 | -1): void {
    this.count += sign;
    for (let field = 0; field < fieldNames.length; field++)
      this.totals[field] = (this.totals[field] ?? 0) + sign * this.lengthOf(doc, field);
  }
}
