import { fieldsOf } from "./fieldsOf.ts";
import type { SharedState } from "./sharedState.ts";

/** Drafts of forms in a collection of the state that all windows share. Keys begin with the account's id, with which the state forgets them. */
export class StateDrafts {
  readonly #state: Pick<SharedState, "get" | "update">;
  readonly #collection: string;
  readonly #onError: (error: unknown) => void;
  readonly #limit: number;

  /** `onError` gets why a draft does not outlive this window. Of more than `limit` drafts, those stored last are kept. */
  constructor(
    state: Pick<SharedState, "get" | "update">,
    collection: string,
    onError: (error: unknown) => void,
    limit = Infinity,
  ) {
    this.#state = state;
    this.#collection = collection;
    this.#onError = onError;
    this.#limit = limit;
  }

  /** As it is stored; undefined where there is none. */
  get(key: string): unknown {
    return this.#all[key];
  }

  /** Resolves once it is stored, or `onError` got why it can't be. */
  set(key: string, draft: unknown): Promise<void> {
    return this.store(key, draft).catch(this.#onError);
  }

  /** As `set`; rejects where it can't be stored. An undefined draft is deleted. */
  async store(key: string, draft: unknown): Promise<void> {
    const { [key]: former, ...others } = this.#all;
    if (draft === undefined && former === undefined) return;
    const newest = Object.entries(others).slice(1 - this.#limit);
    await this.#state.update(
      this.#collection,
      draft === undefined ? others : { ...Object.fromEntries(newest), [key]: draft },
    );
  }

  delete(key: string): void {
    void this.set(key, undefined);
  }

  get #all(): Readonly<Record<string, unknown>> {
    return fieldsOf(this.#state.get(this.#collection));
  }
}
