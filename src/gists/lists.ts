import type { AccountsModel } from "../accounts/model.ts";
import type { Client } from "../client/client.ts";
import type { Gist } from "../client/types/gist.ts";

export type ListKind = "own" | "starred" | "public";
export const listKinds: readonly ListKind[] = ["own", "starred", "public"];

/** The pages of a list that were read so far. */
export interface GistList {
  readonly gists: readonly Gist[];
  readonly hasMore: boolean;
}

interface State {
  gists: readonly Gist[];
  readonly pages: AsyncIterator<readonly Gist[], void>;
  hasMore: boolean;
  loading: Promise<number> | undefined;
}

const operation = { own: "gists.getAll", starred: "gists.starred", public: "gists.public" } as const;

const upcoming = async function* (
  client: Client,
  kind: ListKind,
  pageSize: number,
): AsyncGenerator<readonly Gist[], void> {
  yield* client.pages(operation[kind], { per_page: pageSize }, { priority: "visible" });
};

/** The lists of all accounts, page by page, kept in step with what is changed here. */
export class GistLists {
  readonly #accounts: AccountsModel;
  readonly #pageSize: () => number;
  readonly #states = new Map<string, State>();

  constructor(accounts: AccountsModel, pageSize: () => number) {
    this.#accounts = accounts;
    this.#pageSize = pageSize;
  }

  /** The first page is read when there is none yet. Throws HttpError. */
  async get(accountId: string, kind: ListKind): Promise<GistList> {
    const state = this.#state(accountId, kind);
    if (!state) return { gists: [], hasMore: false };
    if (state.gists.length === 0 && state.hasMore) await this.#load(accountId, kind, state);
    return { gists: state.gists, hasMore: state.hasMore };
  }

  /** Reads one page more; answers how many gists it had. Throws HttpError, and then the pages before are still there. */
  async more(accountId: string, kind: ListKind): Promise<number> {
    const state = this.#state(accountId, kind);
    return state?.hasMore ? this.#load(accountId, kind, state) : 0;
  }

  /** What was read so far, without asking the service. */
  known(accountId: string, kind: ListKind): readonly Gist[] {
    return this.#states.get(this.#key(accountId, kind))?.gists ?? [];
  }

  /** Whether the service has pages that were not read yet, as far as is known. */
  hasMore(accountId: string, kind: ListKind): boolean {
    return this.#states.get(this.#key(accountId, kind))?.hasMore ?? false;
  }

  /** Read again when asked for the next time. */
  forget(accountId: string, kind?: ListKind): void {
    for (const each of kind ? [kind] : listKinds) this.#states.delete(this.#key(accountId, each));
  }

  change(accountId: string, change: (kind: ListKind, gists: readonly Gist[]) => readonly Gist[]): void {
    for (const kind of listKinds) {
      const state = this.#states.get(this.#key(accountId, kind));
      if (state) state.gists = change(kind, state.gists);
    }
  }

  #key(accountId: string, kind: ListKind): string {
    return `${accountId}/${kind}`;
  }

  #state(accountId: string, kind: ListKind): State | undefined {
    const key = this.#key(accountId, kind);
    const known = this.#states.get(key);
    if (known) return known;
    const account = this.#accounts.get(accountId);
    if (!account) return undefined;
    const pages = upcoming(account.client, kind, this.#pageSize());
    const state: State = { gists: [], pages, hasMore: true, loading: undefined };
    this.#states.set(key, state);
    return state;
  }

  #load(accountId: string, kind: ListKind, state: State): Promise<number> {
    state.loading ??= this.#page(state)
      .catch((error: unknown) => {
        // A generator that threw is at its end: the next attempt begins anew.
        if (this.#states.get(this.#key(accountId, kind)) === state)
          this.#states.delete(this.#key(accountId, kind));
        throw error;
      })
      .finally(() => (state.loading = undefined));
    return state.loading;
  }

  async #page(state: State): Promise<number> {
    const { value, done } = await state.pages.next();
    if (done) {
      state.hasMore = false;
      return 0;
    }
    // What was created or removed meanwhile moves the pages' borders.
    const fresh = value.filter(({ id }) => !state.gists.some((gist) => gist.id === id));
    state.gists = [...state.gists, ...fresh];
    const { link } = (value as { meta?: { link?: string } }).meta ?? {};
    state.hasMore = link?.includes('rel="next"') ?? false;
    return fresh.length;
  }
}
