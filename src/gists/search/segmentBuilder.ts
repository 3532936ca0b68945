import { longWord, maxWordLength, runPattern } from "../words.ts";
import { grown, PostingList, type Segment, SegmentWriter } from "./segment.ts";
import { wordsOf } from "./wordsOf.ts";

/** The kinds of ASCII characters; those of kind `none` are between words. */
const kind = { none: 0, digit: 1, lower: 2, upper: 3 } as const;
const kinds = new Uint8Array(128);
for (let code = 48; code <= 57; code++) kinds[code] = kind.digit;
for (let code = 65; code <= 90; code++) kinds[code] = kind.upper;
for (let code = 97; code <= 122; code++) kinds[code] = kind.lower;

const run = new RegExp(runPattern, "uy");
const isPair = (high: number, low: number): boolean => (high & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00;

/** Code units of a word in lower case, which may have more than before: `İ` becomes two. */
const maxUnits = maxWordLength * 3;

/**
 * Collects the words of entries until they become a segment. Finds the same words as `wordsOf`, but makes no string of
 * an ASCII word: a table by hash has them.
 */
export class SegmentBuilder {
  /** The hash table: number of a word plus one; 0 is free. */
  #slots = new Int32Array(1 << 14);
  #hashes = new Int32Array(1 << 13);
  #ends = new Int32Array(1 << 13);
  /** The latest posting of each word, so that a word counts once for each entry. */
  #latest = new Int32Array(1 << 13);
  #units = new Uint16Array(1 << 16);
  #wordCount = 0;
  /** The words of the postings, in the order of the entries. */
  #words = new Int32Array(1 << 14);
  readonly #list = new PostingList();
  readonly #unitsOfWord = new Uint16Array(maxUnits);

  /** How many postings there are. */
  get size(): number {
    return this.#list.count;
  }

  /**
   * Adds the text of a field of an entry; answers how many different words it has. Entries are added in ascending order.
   * The hash of a word is computed here as in `#noteUnits`.
   */
  add(doc: number, field: number, text: string): number {
    const { length } = text;
    const units = this.#unitsOfWord;
    const mask = 1 << field;
    let count = 0;
    let at = 0;
    while (at < length) {
      let code = text.charCodeAt(at);
      if (code < 128 && kinds[code] === kind.none) {
        at++;
        continue;
      }
      const start = at;
      let hash = 0;
      let hasUpper = false;
      while (code < 128) {
        const is = kinds[code];
        if (is === kind.none) break;
        if (is === kind.upper) {
          hasUpper = true;
          code += 32;
        }
        if (at - start < maxWordLength) units[at - start] = code;
        hash = (Math.imul(hash, 31) + code) | 0;
        at++;
        code = at < length ? text.charCodeAt(at) : 0;
      }
      if (code >= 128) {
        run.lastIndex = start;
        const end = run.test(text) ? run.lastIndex : start;
        if (end > at) {
          for (const each of wordsOf(text.slice(start, end))) count += this.#addText(doc, mask, each);
          at = end;
          continue;
        }
        // Neither a letter nor a digit; a word may end before it.
        if (at === start) {
          at += isPair(code, text.charCodeAt(at + 1)) ? 2 : 1;
          continue;
        }
      }
      if (at - start > maxWordLength) {
        count += this.#addText(doc, mask, longWord);
        continue;
      }
      count += this.#note(doc, mask, hash, 0, at - start);
      if (hasUpper) count += this.#addParts(doc, mask, text, start, at);
    }
    return count;
  }

  /** All that was added, as a segment; the builder is empty then. */
  build(): Segment {
    const count = this.#wordCount;
    // The first three code units as one number: nearly all comparisons are one of numbers.
    const keys = new Float64Array(count);
    for (let index = 0; index < count; index++) {
      const start = this.#startOf(index);
      const size = (this.#ends[index] ?? 0) - start;
      let key = 0;
      for (let at = 0; at < 3; at++) key = key * 65_536 + (at < size ? (this.#units[start + at] ?? 0) : 0);
      keys[index] = key;
    }
    const order = Int32Array.from({ length: count }, (_, index) => index).sort(
      (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || this.#compare(a, b),
    );
    const list = this.#list;
    const next = new Int32Array(count + 1);
    for (let at = 0; at < list.count; at++) {
      const index = (this.#words[at] ?? 0) + 1;
      next[index] = (next[index] ?? 0) + 1;
    }
    for (let index = 0; index < count; index++) next[index + 1] = (next[index + 1] ?? 0) + (next[index] ?? 0);
    const ends = next.slice(1);
    const byWord = new PostingList();
    byWord.reserve(list.count);
    for (let at = 0; at < list.count; at++) {
      const index = this.#words[at] ?? 0;
      const to = next[index] ?? 0;
      next[index] = to + 1;
      byWord.docs[to] = list.docs[at] ?? 0;
      byWord.fields[to] = list.fields[at] ?? 0;
    }
    const writer = new SegmentWriter();
    for (const index of order) {
      const start = this.#startOf(index);
      const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
      writer.add(this.#units, start, (this.#ends[index] ?? 0) - start, byWord, from, ends[index] ?? 0);
    }
    this.#slots.fill(0);
    this.#wordCount = 0;
    list.count = 0;
    return writer.finish();
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
  }

  #compare(one: number, other: number): number {
    const [start, otherStart] = [this.#startOf(one), this.#startOf(other)];
    const [length, otherLength] = [(this.#ends[one] ?? 0) - start, (this.#ends[other] ?? 0) - otherStart];
    for (let at = 0; at < length && at < otherLength; at++) {
      const difference = (this.#units[start + at] ?? 0) - (this.#units[otherStart + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** The parts of a camelCase name; none of a name that is not one. */
  #addParts(doc: number, mask: number, text: string, start: number, end: number): number {
    let count = 0;
    let from = start;
    for (let at = start + 1; at <= end; at++) {
      if (at < end) {
        if (kinds[text.charCodeAt(at)] !== kind.upper) continue;
        const former = kinds[text.charCodeAt(at - 1)];
        const isHump = former !== kind.upper || (at + 1 < end && kinds[text.charCodeAt(at + 1)] === kind.lower);
        if (!isHump) continue;
      } else if (from === start) return count;
      count += this.#noteUnits(doc, mask, from - start, at - from);
      from = at;
    }
    return count;
  }

  #addText(doc: number, mask: number, text: string): number {
    const size = Math.min(text.length, maxUnits);
    for (let at = 0; at < size; at++) this.#unitsOfWord[at] = text.charCodeAt(at);
    return this.#noteUnits(doc, mask, 0, size);
  }

  #noteUnits(doc: number, mask: number, from: number, length: number): number {
    let hash = 0;
    for (let at = from; at < from + length; at++) hash = (Math.imul(hash, 31) + (this.#unitsOfWord[at] ?? 0)) | 0;
    return this.#note(doc, mask, hash, from, length);
  }

  /** Notes that the entry has the word that is in `#unitsOfWord`; answers 1 when the field did not have it before. */
  #note(doc: number, mask: number, hash: number, from: number, length: number): number {
    const index = this.#wordOf(hash, from, length);
    const list = this.#list;
    const latest = this.#latest[index] ?? -1;
    if (latest >= 0 && list.docs[latest] === doc) {
      const fields = list.fields[latest] ?? 0;
      list.fields[latest] = fields | mask;
      return (fields & mask) === 0 ? 1 : 0;
    }
    if (list.count === list.docs.length) list.reserve(list.count);
    if (list.count >= this.#words.length) this.#words = grown(this.#words, new Int32Array(2 * list.count));
    this.#words[list.count] = index;
    list.docs[list.count] = doc;
    list.fields[list.count] = mask;
    this.#latest[index] = list.count++;
    return 1;
  }

  #wordOf(hash: number, from: number, length: number): number {
    const last = this.#slots.length - 1;
    const [units, known] = [this.#units, this.#unitsOfWord];
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let entry = this.#slots[slot] ?? 0; entry !== 0; entry = this.#slots[slot] ?? 0) {
      const index = entry - 1;
      if (this.#hashes[index] === hash) {
        const start = this.#startOf(index);
        let same = (this.#ends[index] ?? 0) - start === length ? 0 : -1;
        while (same >= 0 && same < length && units[start + same] === known[from + same]) same++;
        if (same === length) return index;
      }
      slot = (slot + 1) & last;
    }
    const index = this.#wordCount++;
    this.#slots[slot] = index + 1;
    if (index === this.#hashes.length) this.#growWords();
    const start = this.#startOf(index);
    if (start + length > this.#units.length)
      this.#units = grown(this.#units, new Uint16Array(2 * (start + length)));
    this.#units.set(known.subarray(from, from + length), start);
    this.#ends[index] = start + length;
    this.#hashes[index] = hash;
    this.#latest[index] = -1;
    if (this.#wordCount * 2 > this.#slots.length) this.#growSlots();
    return index;
  }

  #growWords(): void {
    const size = this.#hashes.length * 2;
    this.#hashes = grown(this.#hashes, new Int32Array(size));
    this.#ends = grown(this.#ends, new Int32Array(size));
    this.#latest = grown(this.#latest, new Int32Array(size));
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const last = slots.length - 1;
    for (let index = 0; index < this.#wordCount; index++) {
      const hash = this.#hashes[index] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}
