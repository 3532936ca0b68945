import type { Account, AccountsModel } from "../accounts/model.ts";
import { Emitter } from "../base/event.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import { hasNextPage } from "../client/links.ts";
import { GistProblem } from "./problem.ts";
import type { Gist } from "../client/types/gist.ts";
import type { WithMeta } from "../client/types/result.ts";

/** The lists that every account has, and those of single users. */
export type ListKind = "own" | "starred" | "public" | `user:${string}`;
export const fixedKinds: readonly ListKind[] = ["own", "starred", "public"];

/** The user whose list it is; empty for the others. */
export const loginOf = (kind: ListKind): string => (kind.startsWith("user:") ? kind.slice("user:".length) : "");

/** The pages of a list that were read so far. */
export interface GistList {
  readonly gists: readonly Gist[];
  readonly hasMore: boolean;
}

interface State {
  gists: readonly Gist[];
  /** The page that was read last; the next one is where it links to. */
  last: WithMeta<readonly Gist[]> | undefined;
  /** The links that were followed: pages that go round in a circle have an end too. */
  readonly followed: Set<string>;
  loading: Promise<number> | undefined;
}

const operations = { own: "gists.getAll", starred: "gists.starred", public: "gists.public" } as const;

const hasMore = ({ last, followed }: State): boolean => {
  if (last === undefined) return true;
  const next = hasNextPage(last);
  return next !== undefined && !followed.has(next);
};

/** The lists of all accounts, page by page, kept in step with what is changed here. */
export class GistLists {
  readonly #accounts: AccountsModel;
  readonly #pageSize: () => number;
  readonly #states = new Map<string, State>();
  readonly #read = new Emitter<{ readonly accountId: string; readonly kind: ListKind }>();
  /** A page came from the service. */
  readonly onDidRead = this.#read.event;

  constructor(accounts: AccountsModel, pageSize: () => number) {
    this.#accounts = accounts;
    this.#pageSize = pageSize;
  }

  dispose(): void {
    this.#read.dispose();
    this.#states.clear();
  }

  /** The first page is read when there is none yet. Throws HttpError, and GistProblem without a token. */
  async get(accountId: string, kind: ListKind): Promise<GistList> {
    const account = this.#accounts.get(accountId);
    if (!account) return { gists: [], hasMore: false };
    const state = this.#state(accountId, kind);
    if (!state.last) await this.#load(account, kind, state);
    return { gists: state.gists, hasMore: hasMore(state) };
  }

  /** Reads one page more; answers how many gists it had. Throws HttpError, and then the pages before are still there. */
  async more(accountId: string, kind: ListKind): Promise<number> {
    const account = this.#accounts.get(accountId);
    if (!account) return 0;
    const state = this.#state(accountId, kind);
    return hasMore(state) ? this.#load(account, kind, state) : 0;
  }

  /** What was read so far, without asking the service. */
  known(accountId: string, kind: ListKind): readonly Gist[] {
    return this.#states.get(this.#key(accountId, kind))?.gists ?? [];
  }

  /** Whether the service has pages that were not read yet, as far as is known. */
  hasMore(accountId: string, kind: ListKind): boolean {
    const state = this.#states.get(this.#key(accountId, kind));
    return state !== undefined && hasMore(state);
  }

  /** Read again when asked for the next time. */
  forget(accountId: string, kind?: ListKind): void {
    for (const each of kind ? [kind] : this.#kinds(accountId)) this.#states.delete(this.#key(accountId, each));
  }

  change(accountId: string, change: (kind: ListKind, gists: readonly Gist[]) => readonly Gist[]): void {
    for (const kind of this.#kinds(accountId)) {
      const state = this.#states.get(this.#key(accountId, kind));
      if (state) state.gists = change(kind, state.gists);
    }
  }

  /** The lists of the account that have the gist, as far as they were read. */
  kindsWith(accountId: string, gistId: string): readonly ListKind[] {
    return this.#kinds(accountId).filter((kind) => this.known(accountId, kind).some(({ id }) => id === gistId));
  }

  #kinds(accountId: string): readonly ListKind[] {
    const start = `${accountId}/`;
    return [...this.#states.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length) as ListKind);
  }

  #key(accountId: string, kind: ListKind): string {
    return `${accountId}/${kind}`;
  }

  #state(accountId: string, kind: ListKind): State {
    const key = this.#key(accountId, kind);
    const known = this.#states.get(key);
    if (known) return known;
    const state: State = { gists: [], last: undefined, followed: new Set(), loading: undefined };
    this.#states.set(key, state);
    return state;
  }

  #load({ client, profile, problem }: Account, kind: ListKind, state: State): Promise<number> {
    // To nobody in particular the service shows everybody's gists.
    if (problem === "noToken" && (kind === "own" || kind === "starred"))
      return Promise.reject(new GistProblem("noToken", profile.login));
    state.loading ??= this.#page(client, kind, state)
      .then((count) => {
        this.#read.fire({ accountId: profile.id, kind });
        return count;
      })
      .finally(() => (state.loading = undefined));
    return state.loading;
  }

  async #page(client: Client, kind: ListKind, state: State): Promise<number> {
    const options = { priority: "visible" } as const;
    const page = state.last
      ? await client.linkedList<Gist>(state.last, "next", options)
      : await this.#firstPage(client, kind, options);
    const link = state.last && hasNextPage(state.last);
    if (link !== undefined) state.followed.add(link);
    // What was created or removed meanwhile moves the pages' borders.
    const fresh = page.filter(({ id }) => !state.gists.some((gist) => gist.id === id));
    state.gists = [...state.gists, ...fresh];
    state.last = page;
    return fresh.length;
  }

  async #firstPage(client: Client, kind: ListKind, options: CallOptions): Promise<WithMeta<readonly Gist[]>> {
    const paging = { per_page: this.#pageSize() };
    const pages =
      kind === "own" || kind === "starred" || kind === "public"
        ? client.pages(operations[kind], paging, options)
        : client.pages("gists.getFromUser", { user: loginOf(kind), ...paging }, options);
    const { value } = await pages.next();
    // The first step always gives a page or throws.
    return value as WithMeta<readonly Gist[]>;
  }
}
