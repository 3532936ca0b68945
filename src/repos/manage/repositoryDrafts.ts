import { fieldsOf } from "../../base/fieldsOf.ts";
import type { SharedState } from "../../base/sharedState.ts";
import { StateDrafts } from "../../base/stateDrafts.ts";

const collection = "repositoryDrafts";

/** Values of a form: texts and flags, by name. */
type Values = Readonly<Record<string, string | boolean>>;

/** Begins with the account's id, with which the state forgets it. */
const keyOf = (accountId: string, organization: string | undefined): string =>
  `${accountId}/${organization ?? ""}`;

/** What was written for repositories that were not created. By account and owner. */
export class RepositoryDrafts {
  readonly #drafts: StateDrafts;

  /** `onError` gets why a draft does not outlive this window. */
  constructor(state: Pick<SharedState, "get" | "update">, onError: (error: unknown) => void) {
    this.#drafts = new StateDrafts(state, collection, onError);
  }

  /** The draft, with the values of `initial` where it has none of the same type; undefined where there is no draft. */
  get<T extends object>(accountId: string, organization: string | undefined, initial: T): T | undefined {
    const draft = this.#drafts.get(keyOf(accountId, organization));
    if (draft === undefined) return undefined;
    const stored = fieldsOf(draft);
    const known = Object.entries(initial).map(([name, value]: [string, unknown]) => [
      name,
      typeof stored[name] === typeof value ? stored[name] : value,
    ]);
    return Object.fromEntries(known) as T;
  }

  set(accountId: string, organization: string | undefined, values: Values): void {
    void this.#drafts.set(keyOf(accountId, organization), values);
  }

  delete(accountId: string, organization: string | undefined): void {
    this.#drafts.delete(keyOf(accountId, organization));
  }
}
