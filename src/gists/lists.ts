import type { Account, AccountsModel } from "../accounts/model.ts";
import { hasGists } from "../accounts/profile.ts";
import { Emitter } from "../base/event.ts";
import { NotOfferedError } from "../client/notOffered.ts";
import { PagedList, type Staleness } from "../client/pagedList.ts";
import type { HttpError } from "../client/errors.ts";
import type { Gist } from "../client/types/gist.ts";

/** The lists that every account has, and those of single users. */
export type ListKind = "own" | "starred" | "public" | `user:${string}`;
export const fixedKinds: readonly ListKind[] = ["own", "starred", "public"];

/** The user whose list it is; empty for the others. */
export const loginOf = (kind: ListKind): string => (kind.startsWith("user:") ? kind.slice("user:".length) : "");

/** The pages of a list that were read so far. */
export interface GistList {
  readonly gists: readonly Gist[];
  readonly hasMore: boolean;
  /** There when it could not be read again. */
  readonly staleness?: Staleness;
}

const operations = { own: "gists.getAll", starred: "gists.starred", public: "gists.public" } as const;

/** The lists of all accounts, page by page, kept in step with what is changed here. */
export class GistLists {
  readonly #accounts: AccountsModel;
  readonly #pageSize: () => number;
  readonly #lists = new Map<string, PagedList<Gist>>();
  /** The accounts whose server was found to have no gists, until their lists are to be read again. */
  readonly #notOffered = new Map<string, NotOfferedError>();
  readonly #read = new Emitter<{ readonly accountId: string; readonly kind: ListKind }>();
  /** A page came from the service. */
  readonly onDidRead = this.#read.event;

  constructor(accounts: AccountsModel, pageSize: () => number) {
    this.#accounts = accounts;
    this.#pageSize = pageSize;
  }

  dispose(): void {
    this.#read.dispose();
    this.#lists.clear();
    this.#notOffered.clear();
  }

  /** The first page is read when there is none yet. Throws HttpError, and NotOfferedError where the server has no gists. */
  async get(accountId: string, kind: ListKind): Promise<GistList> {
    const account = this.#accounts.get(accountId);
    if (!account) return { gists: [], hasMore: false };
    const list = this.#list(accountId, kind);
    if (!list.isRead) await this.#load(account, kind, list);
    const { items: gists, hasMore, staleness } = list;
    return { gists, hasMore, ...(staleness ? { staleness } : {}) };
  }

  /** Reads one page more; answers how many gists it had. Throws HttpError, and then the pages before are still there. */
  async more(accountId: string, kind: ListKind): Promise<number> {
    const account = this.#accounts.get(accountId);
    if (!account) return 0;
    return this.#load(account, kind, this.#list(accountId, kind));
  }

  /** Reads every page that was not read yet. Throws as `more`, and CancelledError. */
  async all(accountId: string, kind: ListKind, signal: AbortSignal): Promise<void> {
    const account = this.#accounts.get(accountId);
    if (!account) return;
    const list = this.#list(accountId, kind);
    if (!list.isRead) await this.#load(account, kind, list);
    try {
      await list.all(account.client, signal);
    } finally {
      this.#read.fire({ accountId, kind });
    }
  }

  /** What was read so far, without asking the service. */
  known(accountId: string, kind: ListKind): readonly Gist[] {
    return this.#lists.get(this.#key(accountId, kind))?.items ?? [];
  }

  /** Whether the service has pages that were not read yet, as far as is known. */
  hasMore(accountId: string, kind: ListKind): boolean {
    return this.#lists.get(this.#key(accountId, kind))?.hasMore ?? false;
  }

  /** Whether it is known to have no gists, without asking the service. */
  isEmpty(accountId: string, kind: ListKind): boolean {
    return this.#lists.get(this.#key(accountId, kind))?.isEmpty ?? false;
  }

  /** Read again when asked for the next time; what could not be read then is as it was. */
  invalidate(accountId: string, kind?: ListKind): void {
    this.#notOffered.delete(accountId);
    for (const each of kind ? [kind] : this.#kinds(accountId))
      this.#lists.get(this.#key(accountId, each))?.invalidate();
  }

  /** Nothing of the account, or of one of its lists, is known any longer. */
  forget(accountId: string, kind?: ListKind): void {
    this.#notOffered.delete(accountId);
    for (const each of kind ? [kind] : this.#kinds(accountId)) this.#lists.delete(this.#key(accountId, each));
  }

  change(accountId: string, change: (kind: ListKind, gists: readonly Gist[]) => readonly Gist[]): void {
    for (const kind of this.#kinds(accountId))
      this.#lists.get(this.#key(accountId, kind))?.change((gists) => change(kind, gists));
  }

  /** The lists of the account that have the gist, as far as they were read. */
  kindsWith(accountId: string, gistId: string): readonly ListKind[] {
    return this.#kinds(accountId).filter((kind) => this.find(accountId, kind, gistId) !== undefined);
  }

  /** The gist as this list has it, as far as it was read. */
  find(accountId: string, kind: ListKind, gistId: string): Gist | undefined {
    return this.#lists.get(this.#key(accountId, kind))?.find(gistId);
  }

  #kinds(accountId: string): readonly ListKind[] {
    const start = `${accountId}/`;
    return [...this.#lists.keys()]
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length) as ListKind);
  }

  #key(accountId: string, kind: ListKind): string {
    return `${accountId}/${kind}`;
  }

  #list(accountId: string, kind: ListKind): PagedList<Gist> {
    const key = this.#key(accountId, kind);
    const known = this.#lists.get(key);
    if (known) return known;
    const list = new PagedList<Gist>(
      (client, options) => {
        const paging = { per_page: this.#pageSize() };
        return kind === "own" || kind === "starred" || kind === "public"
          ? client.pages(operations[kind], paging, options)
          : client.pages("gists.getFromUser", { user: loginOf(kind), ...paging }, options);
      },
      ({ id }) => id,
    );
    this.#lists.set(key, list);
    return list;
  }

  async #load(account: Account, kind: ListKind, list: PagedList<Gist>): Promise<number> {
    const { client, profile } = account;
    const known = this.#notOffered.get(profile.id);
    if (known) throw known;
    if (list.isRead && !list.hasMore) return 0;
    const isFirst = kind === "own" && !list.isRead;
    const count = await list.more(client).catch(async (error: unknown) => {
      throw isFirst ? await this.#explain(account, error) : error;
    });
    if (!hasGists(profile)) this.#probe(profile.id);
    this.#read.fire({ accountId: profile.id, kind });
    return count;
  }

  /** Why the own gists could not be read: NotOfferedError where the server has no gists, or the error as it is. */
  async #explain({ client, profile }: Account, error: unknown): Promise<unknown> {
    const { lacksGists } = await import("../accounts/capabilities.ts");
    if (!(await lacksGists(client, error, { priority: "visible" }))) return error;
    if (!this.#accounts.get(profile.id)) return error;
    const notOffered = new NotOfferedError(error as HttpError);
    this.#notOffered.set(profile.id, notOffered);
    if (hasGists(profile)) this.#probe(profile.id);
    return notOffered;
  }

  /** What the server has is not what it was found to have. */
  #probe(accountId: string): void {
    this.#accounts.probe(accountId).catch(() => undefined);
  }
}
