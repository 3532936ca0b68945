/** The units by which the texts that begin somewhere are found. */
export const keyLength = 2;

const keyAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);

/** Different texts in order, so that those that begin alike are side by side. Each has at least `keyLength` units. */
export class SortedTexts {
  readonly texts: readonly string[];
  /** Where the texts with the same first units begin and end in `texts`. */
  readonly #ranges = new Map<number, readonly [from: number, to: number]>();

  constructor(texts: Iterable<string>) {
    this.texts = [...texts].toSorted((a, b) => (a < b ? -1 : 1));
    for (const [index, text] of this.texts.entries()) {
      const key = keyAt(text, 0);
      this.#ranges.set(key, [this.#ranges.get(key)?.[0] ?? index, index + 1]);
    }
  }

  /**
   * Calls back with the positions in `texts` of those that the text has at this place. Narrows the range unit by unit: all in
   * it have what is in the text from there on, as far as it was compared.
   */
  visitAt(text: string, at: number, visit: (index: number) => void): void {
    let [from, to] = this.#ranges.get(keyAt(text, at)) ?? [0, 0];
    for (let length = keyLength; from < to; length++) {
      const first = this.texts[from] ?? "";
      if (to - from === 1) {
        if (text.startsWith(first, at)) visit(from);
        return;
      }
      if (first.length === length) visit(from++);
      if (at + length >= text.length) return;
      const unit = text.charCodeAt(at + length);
      // Secrets of one kind begin alike: where the first and the last one of the range have this unit, all have it.
      if (this.#unitAt(from, length) === unit && this.#unitAt(to - 1, length) === unit) continue;
      from = this.#firstNotBelow(unit, length, from, to);
      to = this.#firstNotBelow(unit + 1, length, from, to);
    }
  }

  #unitAt(index: number, position: number): number {
    return this.texts[index]?.charCodeAt(position) ?? 0;
  }

  #firstNotBelow(unit: number, position: number, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#unitAt(middle, position) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
