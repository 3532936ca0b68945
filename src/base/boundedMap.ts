/** A map that forgets what was not used for the longest time, beyond so many entries or so much weight. */
export class BoundedMap<V> extends Map<string, V> {
  readonly #maxEntries: number;
  readonly #maxWeight: number;
  readonly #weightOf: (value: V) => number;
  #weight = 0;

  constructor(maxEntries: number, maxWeight = Infinity, weightOf: (value: V) => number = () => 0) {
    super();
    this.#maxEntries = maxEntries;
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
  }

  override get(key: string): V | undefined {
    const value = super.get(key);
    if (value === undefined) return undefined;
    super.delete(key);
    super.set(key, value);
    return value;
  }

  /** What is set last stays, however heavy it is. A value must not become heavier afterwards. */
  override set(key: string, value: V): this {
    this.delete(key);
    super.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.keys()) {
      if (oldest === key || (this.size <= this.#maxEntries && this.#weight <= this.#maxWeight)) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    const value = super.get(key);
    if (value !== undefined) this.#weight -= this.#weightOf(value);
    return super.delete(key);
  }

  override clear(): void {
    super.clear();
    this.#weight = 0;
  }
}
