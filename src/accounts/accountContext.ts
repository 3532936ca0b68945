import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { contextKeys } from "../ids.ts";
import { ContextKey } from "../ui/contextKey.ts";
import { type ProfileFacts, rules } from "./accountRules.ts";

/** The keys that follow from which accounts are signed in: those of `rules`. */
export class AccountContext implements Disposable {
  readonly #store = new DisposableStore();
  readonly #keys = Object.entries(rules).map(([name, holds]) => ({
    key: this.#store.add(new ContextKey<boolean>(contextKeys[name as keyof typeof rules])),
    holds,
  }));

  update(profiles: readonly ProfileFacts[]): void {
    for (const { key, holds } of this.#keys) key.set(profiles.length > 0 && holds(profiles));
  }

  dispose(): void {
    this.#store.dispose();
  }
}
