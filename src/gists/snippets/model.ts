import type { Account, AccountsModel } from "../../accounts/model.ts";
import { hasGists } from "../../accounts/profile.ts";
import type { Clock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { Gist } from "../../client/types/gist.ts";
import type { GistsModel } from "../model.ts";
import { type Snippet, snippetsOf } from "./snippet.ts";
import { isSnippetGist } from "./snippetGist.ts";

export interface SnippetsOptions {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

interface Known {
  snippets: readonly Snippet[];
  /** When they were read. Milliseconds; undefined while something is known to have changed. */
  read: number | undefined;
  loading: Promise<void> | undefined;
  /** What was read of a gist, and when the service says that it changed last. */
  readonly gists: Map<string, { readonly updated: string; readonly snippets: readonly Snippet[] }>;
}

/** Milliseconds after which the lists are read again; what did not change costs nothing of the quota. */
const freshness = 10 * 60_000;

const background = { priority: "background" } as const;

/** The gists that are tagged as snippets, own and starred, read when they are first needed. */
export class SnippetsModel {
  readonly #options: SnippetsOptions;
  readonly #store = new DisposableStore();
  readonly #known = new Map<string, Known>();

  constructor(options: SnippetsOptions) {
    this.#options = options;
    const { accounts, gists } = options;
    const outdate = (accountId: string | undefined): void => {
      for (const [id, known] of this.#known)
        if (accountId === undefined || id === accountId) known.read = undefined;
    };
    this.#store.add(gists.onDidChangeGist(({ accountId }) => outdate(accountId)));
    this.#store.add(gists.onDidChangeLists(({ accountId }) => outdate(accountId)));
    this.#store.add(accounts.onDidChange(({ removed }) => removed.forEach((id) => this.#known.delete(id))));
  }

  dispose(): void {
    this.#store.dispose();
    this.#known.clear();
  }

  /** What is known now. What is missing or old is read in the background: `complete` is false then. */
  get(): { readonly snippets: readonly Snippet[]; readonly complete: boolean } {
    const found = this.#options.accounts.accounts.map((account) => this.#of(account));
    return {
      snippets: found.flatMap(({ snippets }) => snippets),
      complete: found.every(({ loading }) => loading === undefined),
    };
  }

  /** Ends when everything that is being read was read. */
  async settled(): Promise<void> {
    for (const { loading } of this.#known.values()) await loading;
  }

  #of(account: Account): Known {
    const { clock, onError } = this.#options;
    const { id } = account.profile;
    const known: Known = this.#known.get(id) ?? {
      snippets: [],
      read: undefined,
      loading: undefined,
      gists: new Map(),
    };
    this.#known.set(id, known);
    if (known.loading || (known.read !== undefined && clock.now() - known.read < freshness)) return known;
    // Before the reading begins: a change during it makes it old again, and a failure is not retried at every key press.
    known.read = clock.now();
    known.loading = this.#load(account, known)
      .catch(onError)
      .finally(() => (known.loading = undefined));
    return known;
  }

  async #load(account: Account, known: Known): Promise<void> {
    const { profile, client } = account;
    if (!hasGists(profile)) return;
    const tagged = new Map<string, Gist>();
    const lists = profile.missing?.starredGists
      ? (["gists.getAll"] as const)
      : (["gists.getAll", "gists.starred"] as const);
    for (const list of lists)
      for await (const page of client.pages(list, { per_page: 100 }, { ...background, ahead: true }))
        for (const gist of page) if (isSnippetGist(gist)) tagged.set(gist.id, gist);
    for (const id of known.gists.keys()) if (!tagged.has(id)) known.gists.delete(id);
    for (const { id, updated_at: updated } of tagged.values()) {
      if (known.gists.get(id)?.updated === updated) continue;
      const gist = await client.call("gists.get", { id }, background);
      known.gists.set(id, { updated, snippets: snippetsOf(gist) });
    }
    // The account was signed out in the meantime: nothing of it may stay.
    if (this.#known.get(profile.id) === known)
      known.snippets = [...known.gists.values()].flatMap(({ snippets }) => snippets);
  }
}
