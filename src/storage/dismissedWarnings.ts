import type { OrderedMemento } from "./orderedMemento.ts";

const key = "dismissedWarnings";
const maxEntries = 50;

/** The warnings that the user does not want to see again. They name no account. */
export class DismissedWarnings {
  readonly #memento: Pick<OrderedMemento, "get" | "update">;

  constructor(memento: Pick<OrderedMemento, "get" | "update">) {
    this.#memento = memento;
  }

  has(warning: string): boolean {
    return this.#all.includes(warning);
  }

  /** The oldest ones of more than 50 are shown again. */
  async add(warning: string): Promise<void> {
    await this.#memento.update(key, [...this.#all.filter((each) => each !== warning), warning].slice(-maxEntries));
  }

  get #all(): readonly string[] {
    const stored = this.#memento.get(key);
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  }
}
