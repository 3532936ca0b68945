import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { contextKeys } from "../ids.ts";
import { ContextKey } from "../ui/contextKey.ts";
import { hasGists, type Profile } from "./profile.ts";

type Known = Pick<Profile, "credential" | "kind" | "missing">;

/** Whether it has a token or a sign-in of its own. */
export const hasOwnToken = ({ credential, kind }: Known): boolean =>
  kind !== "sandbox" && credential !== "anonymous";

/** When a key holds for the accounts that are signed in, of which there is at least one. */
const rules = {
  gistsNotOffered: (all) => !all.some(hasGists),
  authorizationsNotOffered: (all) => all.every(({ missing }) => missing?.authorizations !== undefined),
  noSandbox: (all) => all.every(({ kind }) => kind !== "sandbox"),
  noToken: (all) => !all.some(hasOwnToken),
  oneAccount: ({ length }) => length === 1,
  onlySandbox: (all) => all.every(({ kind }) => kind === "sandbox"),
} satisfies Partial<Record<keyof typeof contextKeys, (all: readonly Known[]) => boolean>>;

/** The keys that hide commands which could do nothing with any of the accounts. */
export class AccountContext implements Disposable {
  readonly #store = new DisposableStore();
  readonly #keys = Object.entries(rules).map(([name, holds]) => ({
    key: this.#store.add(new ContextKey<boolean>(contextKeys[name as keyof typeof rules])),
    holds,
  }));

  update(profiles: readonly Known[]): void {
    for (const { key, holds } of this.#keys) key.set(profiles.length > 0 && holds(profiles));
  }

  dispose(): void {
    this.#store.dispose();
  }
}
