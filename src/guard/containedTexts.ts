/** With no more texts to look for, one search for each of them is quicker. */
const maxPlain = 30;
/** The units by which texts are found quickly; those that are shorter are looked for one by one. */
const keyLength = 2;

const keyAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);

/** Texts in order, so that those that begin alike are side by side. */
class SortedTexts {
  readonly #sorted: readonly string[];
  /** Where the texts with the same first units begin and end in `#sorted`. */
  readonly #ranges = new Map<number, readonly [from: number, to: number]>();

  constructor(texts: Iterable<string>) {
    this.#sorted = [...texts].toSorted((a, b) => (a < b ? -1 : 1));
    for (const [index, text] of this.#sorted.entries()) {
      const key = keyAt(text, 0);
      this.#ranges.set(key, [this.#ranges.get(key)?.[0] ?? index, index + 1]);
    }
  }

  /** Adds those of the texts that are in this one. */
  addFound(text: string, found: Set<string>): void {
    for (let at = 0; at + keyLength <= text.length; at++) {
      const range = this.#ranges.get(keyAt(text, at));
      if (range) this.#addAt(text, at, range, found);
    }
  }

  /** Narrows the range unit by unit: all in it have what is in the text from `at` on, as far as it was compared. */
  #addAt(text: string, at: number, range: readonly [number, number], found: Set<string>): void {
    let [from, to] = range;
    for (let length = keyLength; from < to; length++) {
      const first = this.#sorted[from] ?? "";
      if (to - from === 1) {
        if (text.startsWith(first, at)) found.add(first);
        return;
      }
      if (first.length === length) {
        found.add(first);
        from++;
      }
      if (at + length >= text.length) return;
      const unit = text.charCodeAt(at + length);
      from = this.#firstNotBelow(unit, length, from, to);
      to = this.#firstNotBelow(unit + 1, length, from, to);
    }
  }

  #firstNotBelow(unit: number, position: number, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle]?.charCodeAt(position) ?? 0) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Those of the wanted texts that one of the texts has in it. Each text is read once, however many are wanted. */
export const containedTexts = (wanted: Iterable<string>, texts: readonly string[]): ReadonlySet<string> => {
  const all = [...new Set(wanted)];
  const isPlain = (each: string): boolean => all.length <= maxPlain || each.length < keyLength;
  const found = new Set(all.filter((each) => isPlain(each) && texts.some((text) => text.includes(each))));
  const sorted = new SortedTexts(all.filter((each) => !isPlain(each)));
  if (all.length > maxPlain) for (const text of texts) sorted.addFound(text, found);
  return found;
};
