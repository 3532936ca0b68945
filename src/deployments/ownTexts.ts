import { BoundedMap } from "../base/boundedMap.ts";

/** Of each document. */
const maxTexts = 20;

/** By a document's address, what it began with or has stored last: what is saved of it may replace that in the draft. */
export class OwnTexts {
  readonly #texts = new Map<string, BoundedMap<true>>();

  add(address: string, text: string): void {
    const texts = this.#texts.get(address) ?? new BoundedMap<true>(maxTexts);
    this.#texts.set(address, texts.set(text, true));
  }

  of(address: string): readonly string[] {
    return [...(this.#texts.get(address)?.keys() ?? [])].filter((text) => text !== "");
  }

  delete(address: string): void {
    this.#texts.delete(address);
  }
}
