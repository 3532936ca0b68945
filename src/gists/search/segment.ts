import { contentField } from "./fields.ts";

/** Words in order with their postings, as typed arrays: what is stored on the disk as it is. */
export interface SegmentData {
  /** UTF-16 code units of all words, one after the other. */
  readonly units: Uint16Array;
  /** Where each word ends in `units`. */
  readonly unitEnds: Int32Array;
  /** Of each word, its entries in ascending order; see `SegmentWriter`. */
  readonly postings: Uint8Array;
  /** Where the postings of each word end in `postings`. */
  readonly postingEnds: Int32Array;
}

/** The field of nearly all postings; one of it alone takes no byte for its fields. Part of the file format. */
const usualFields = 1 << contentField;

/** Entries with the fields that have a word, one bit for each field. `reserve` enlarges it; it is used again. */
export class PostingList {
  docs = new Int32Array(1024);
  fields = new Uint8Array(1024);
  count = 0;

  reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.docs.length) return;
    const [docs, fields] = [new Int32Array(needed * 2), new Uint8Array(needed * 2)];
    docs.set(this.docs);
    fields.set(this.fields);
    this.docs = docs;
    this.fields = fields;
  }

  /** Makes one posting of those of the same entry, with the fields of all. Afterwards the entries ascend. */
  join(): void {
    let size = 0;
    for (let at = 0; at < this.count; at++) size = Math.max(size, (this.docs[at] ?? 0) + 1);
    const all = new Uint8Array(size);
    for (let at = 0; at < this.count; at++) {
      const doc = this.docs[at] ?? 0;
      all[doc] = (all[doc] ?? 0) | (this.fields[at] ?? 0);
    }
    this.count = 0;
    for (let doc = 0; doc < size; doc++) {
      if (all[doc] === 0) continue;
      this.docs[this.count] = doc;
      this.fields[this.count++] = all[doc] ?? 0;
    }
  }
}

/**
 * Writes the words of a segment in order. A posting is twice the distance to the former entry, plus one when a byte with
 * its fields follows, seven bits a byte, the lowest first (LEB128).
 */
export class SegmentWriter {
  #units = new Uint16Array(4096);
  #unitEnds = new Int32Array(512);
  #postings = new Uint8Array(8192);
  #postingEnds = new Int32Array(512);
  #unitCount = 0;
  #byteCount = 0;
  #wordCount = 0;

  /**
   * A word that comes after all words before it, with its postings from `start` to `end`, in ascending order: this is not
   * checked.
   */
  add(
    units: Uint16Array,
    from: number,
    length: number,
    { docs, fields }: PostingList,
    start: number,
    end: number,
  ): void {
    // At most five bytes of a number of 32 bits and one of the fields.
    this.#reserve(length, (end - start) * 6);
    for (let at = 0; at < length; at++) this.#units[this.#unitCount++] = units[from + at] ?? 0;
    const bytes = this.#postings;
    let at = this.#byteCount;
    let former = 0;
    for (let index = start; index < end; index++) {
      const doc = docs[index] ?? 0;
      const mask = fields[index] ?? 0;
      let value = (doc - former) * 2 + (mask === usualFields ? 0 : 1);
      former = doc;
      while (value > 127) {
        bytes[at++] = (value & 127) | 128;
        value >>>= 7;
      }
      bytes[at++] = value;
      if (mask !== usualFields) bytes[at++] = mask;
    }
    this.#byteCount = at;
    this.#unitEnds[this.#wordCount] = this.#unitCount;
    this.#postingEnds[this.#wordCount++] = at;
  }

  finish(): Segment {
    return new Segment({
      units: this.#units.slice(0, this.#unitCount),
      unitEnds: this.#unitEnds.slice(0, this.#wordCount),
      postings: this.#postings.slice(0, this.#byteCount),
      postingEnds: this.#postingEnds.slice(0, this.#wordCount),
    });
  }

  #reserve(units: number, bytes: number): void {
    if (this.#unitCount + units > this.#units.length)
      this.#units = grown(this.#units, new Uint16Array(2 * (this.#unitCount + units)));
    if (this.#byteCount + bytes > this.#postings.length)
      this.#postings = grown(this.#postings, new Uint8Array(2 * (this.#byteCount + bytes)));
    if (this.#wordCount === this.#unitEnds.length) {
      this.#unitEnds = grown(this.#unitEnds, new Int32Array(2 * this.#wordCount));
      this.#postingEnds = grown(this.#postingEnds, new Int32Array(2 * this.#wordCount));
    }
  }
}

/** The larger array with what the smaller one has. */
export const grown = <T extends Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array>(
  small: T,
  large: T,
): T => {
  large.set(small);
  return large;
};

/** A part of the index that does not change. The entries of a later segment have higher numbers. */
export class Segment {
  readonly data: SegmentData;
  /** How many code units each word has in common with the one before; made for the first search of similar words. */
  #shared: Uint8Array | undefined;

  constructor(data: SegmentData) {
    this.data = data;
  }

  get wordCount(): number {
    return this.data.unitEnds.length;
  }

  /** Bytes of the postings. */
  get size(): number {
    return this.data.postings.length;
  }

  startOf(word: number): number {
    return word === 0 ? 0 : (this.data.unitEnds[word - 1] ?? 0);
  }

  lengthOf(word: number): number {
    return (this.data.unitEnds[word] ?? 0) - this.startOf(word);
  }

  textOf(word: number): string {
    const { units, unitEnds } = this.data;
    return String.fromCharCode(...units.subarray(this.startOf(word), unitEnds[word]));
  }

  /** The words that begin with the text: from the first to the one after the last. */
  prefixRange(text: string): readonly [from: number, to: number] {
    const from = this.#search(text, false);
    return [from, this.#search(text, true)];
  }

  /** The word; -1 when there is none. */
  find(text: string): number {
    const word = this.#search(text, false);
    return word < this.wordCount && this.lengthOf(word) === text.length && this.#compare(word, text) === 0
      ? word
      : -1;
  }

  /** The longer words that end with the text, or with `isAnywhere` have it in any place. Looks at all words. */
  wordsWith(text: string, isAnywhere: boolean): number[] {
    const { units } = this.data;
    const wanted = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    const found: number[] = [];
    for (let word = 0; word < this.wordCount; word++) {
      const start = this.startOf(word);
      const last = start + this.lengthOf(word) - wanted.length;
      if (last <= start) continue;
      for (let from = isAnywhere ? start : last; from <= last; from++) {
        let same = 0;
        while (same < wanted.length && units[from + same] === wanted[same]) same++;
        if (same < wanted.length) continue;
        found.push(word);
        break;
      }
    }
    return found;
  }

  /** Adds the postings of a word to the list. */
  read(word: number, list: PostingList): void {
    const { postings, postingEnds } = this.data;
    let at = word === 0 ? 0 : (postingEnds[word - 1] ?? 0);
    const end = postingEnds[word] ?? 0;
    list.reserve(end - at);
    const { docs, fields } = list;
    let { count } = list;
    let doc = 0;
    while (at < end) {
      let byte = postings[at++] ?? 0;
      let value = byte & 127;
      for (let shift = 7; byte > 127 && at < end; shift += 7) {
        byte = postings[at++] ?? 0;
        value |= (byte & 127) << shift;
      }
      doc += value >>> 1;
      docs[count] = doc;
      fields[count++] = (value & 1) === 0 ? usualFields : (postings[at++] ?? 0);
    }
    list.count = count;
  }

  /** How many code units the word has in common with the one before. */
  sharedWithFormer(word: number): number {
    this.#shared ??= this.#countShared();
    return this.#shared[word] ?? 0;
  }

  #countShared(): Uint8Array {
    const { units } = this.data;
    const shared = new Uint8Array(this.wordCount);
    for (let word = 1; word < shared.length; word++) {
      const [former, start] = [this.startOf(word - 1), this.startOf(word)];
      const most = Math.min(this.lengthOf(word - 1), this.lengthOf(word), 255);
      let count = 0;
      while (count < most && units[former + count] === units[start + count]) count++;
      shared[word] = count;
    }
    return shared;
  }

  /** The first word that is not before the text; with `isAfter`, the first one after all that begin with it. */
  #search(text: string, isAfter: boolean): number {
    let [low, high] = [0, this.wordCount];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#compare(middle, text);
      if (order < 0 || (isAfter && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative when the word is before the text; 0 when it begins with it. */
  #compare(word: number, text: string): number {
    const { units } = this.data;
    const [start, length] = [this.startOf(word), this.lengthOf(word)];
    for (let at = 0; at < text.length; at++) {
      if (at >= length) return -1;
      const difference = (units[start + at] ?? 0) - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** The order of two words of segments: by code units, negative when the first one is before the other. */
export const compareWords = (one: Segment, word: number, other: Segment, otherWord: number): number => {
  const { units } = one.data;
  const otherUnits = other.data.units;
  const start = one.startOf(word);
  const otherStart = other.startOf(otherWord);
  const length = one.lengthOf(word);
  const otherLength = other.lengthOf(otherWord);
  const most = Math.min(length, otherLength);
  for (let at = 0; at < most; at++) {
    const difference = (units[start + at] ?? 0) - (otherUnits[otherStart + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - otherLength;
};

/** Words after which a merge can be interrupted. */
const wordsAtOnce = 512;

/**
 * Makes one segment of several whose entries follow each other, without the entries for which `renumber` gives -1. The
 * other numbers must ascend as those before do: postings hold distances. Yields every `wordsAtOnce` words.
 */
export function* mergeInSteps(
  segments: readonly Segment[],
  renumber: (doc: number) => number,
): Generator<void, Segment, undefined> {
  const writer = new SegmentWriter();
  const list = new PostingList();
  const next = segments.map(() => 0);
  for (let words = 1; ; words++) {
    if (words % wordsAtOnce === 0) yield;
    let first = -1;
    for (let index = 0; index < segments.length; index++) {
      const segment = segments[index];
      const word = next[index] ?? 0;
      if (!segment || word >= segment.wordCount) continue;
      const best = segments[first];
      if (!best || compareWords(segment, word, best, next[first] ?? 0) < 0) first = index;
    }
    const source = segments[first];
    if (!source) return writer.finish();
    const word = next[first] ?? 0;
    list.count = 0;
    for (let index = first; index < segments.length; index++) {
      const segment = segments[index];
      const candidate = next[index] ?? 0;
      if (!segment || candidate >= segment.wordCount) continue;
      if (index !== first && compareWords(segment, candidate, source, word) !== 0) continue;
      segment.read(candidate, list);
      next[index] = candidate + 1;
    }
    let count = 0;
    for (let index = 0; index < list.count; index++) {
      const doc = renumber(list.docs[index] ?? -1);
      if (doc < 0) continue;
      list.docs[count] = doc;
      list.fields[count++] = list.fields[index] ?? 0;
    }
    if (count > 0) writer.add(source.data.units, source.startOf(word), source.lengthOf(word), list, 0, count);
  }
}

/** As `mergeInSteps`, at once. */
export const mergeSegments = (segments: readonly Segment[], renumber: (doc: number) => number): Segment => {
  const steps = mergeInSteps(segments, renumber);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};
