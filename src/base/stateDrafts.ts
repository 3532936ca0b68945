import { fieldsOf } from "./fieldsOf.ts";
import type { SharedState } from "./sharedState.ts";

/** Drafts of forms in a collection of the state that all windows share. Keys begin with the account's id, with which the state forgets them. */
export class StateDrafts {
  readonly #state: Pick<SharedState, "get" | "update">;
  readonly #collection: string;
  readonly #onError: (error: unknown) => void;

  /** `onError` gets why a draft does not outlive this window. */
  constructor(state: Pick<SharedState, "get" | "update">, collection: string, onError: (error: unknown) => void) {
    this.#state = state;
    this.#collection = collection;
    this.#onError = onError;
  }

  /** As it is stored; undefined where there is none. */
  get(key: string): unknown {
    return this.#all[key];
  }

  /** Resolves once it is stored, or `onError` got why it can't be. */
  set(key: string, draft: unknown): Promise<void> {
    return this.#write({ ...this.#all, [key]: draft });
  }

  delete(key: string): void {
    const { [key]: draft, ...others } = this.#all;
    if (draft !== undefined) void this.#write(others);
  }

  #write(drafts: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#state.update(this.#collection, drafts).catch(this.#onError);
  }

  get #all(): Readonly<Record<string, unknown>> {
    return fieldsOf(this.#state.get(this.#collection));
  }
}
