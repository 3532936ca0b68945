import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import type { Clock } from "../base/clock.ts";
import { BoundedMap } from "../base/boundedMap.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { forgetBelow } from "../base/forgetBelow.ts";
import type { CallOptions } from "../client/callOptions.ts";
import { HttpError } from "../client/errors.ts";
import { LostWrites } from "../client/lostWrites.ts";
import type { Gist, GistFile } from "../client/types/gist.ts";
import { bytesOf, decodeBase64 } from "../base/bytes.ts";
import { fileOf, filesOf, ownerOf, textsOf, titleOf } from "./gistFacts.ts";
import { GistLists, type ListKind } from "./lists.ts";
import type { FileFacts, FilePlace, GistPlace, NewGist } from "./types.ts";

export interface FileEvent {
  readonly place: FilePlace;
  readonly type: "created" | "changed" | "deleted";
}
/** Without a kind all lists of the account are meant; without an account those of all. */
export interface ListEvent {
  readonly accountId?: string;
  readonly kind?: ListKind;
}
export interface GistsOptions {
  readonly accounts: AccountsModel;
  readonly pageSize: () => number;
  readonly clock?: Clock;
}

/** What was made beside the gist that counts. */
export interface GistCopies {
  readonly accountId: string;
  readonly copies: readonly Gist[];
}

interface Detail {
  gist: Gist;
  /** When a file got the content that it has, as far as we saw. Milliseconds. */
  readonly modified: Map<string, number>;
}

/** The largest file that is read into an editor, in bytes; VS Code itself opens no larger text. */
const maxReadBytes = 50_000_000;

const messageOf = ({ description, public: isPublic, files }: NewGist) => ({
  ...(description === undefined ? {} : { description }),
  public: isPublic,
  files: Object.fromEntries(Object.entries(files).map(([name, content]) => [name, { content }])),
});

/** Gists of all accounts: what is known of them, and every change. */
export class GistsModel {
  readonly #options: GistsOptions;
  readonly #store = new DisposableStore();
  readonly #listsChanged = this.#store.add(new Emitter<ListEvent>());
  readonly #gistChanged = this.#store.add(new Emitter<GistPlace>());
  readonly #filesChanged = this.#store.add(new Emitter<readonly FileEvent[]>());
  readonly #refreshed = this.#store.add(new Emitter<string | undefined>());
  /** The user wants to know what is new: of one account, or of all. */
  readonly onDidRefresh = this.#refreshed.event;
  readonly #copiesFound = this.#store.add(new Emitter<GistCopies>());
  /** A gist whose creation was not answered was made more than once. */
  readonly onDidFindCopies = this.#copiesFound.event;
  readonly onDidChangeLists = this.#listsChanged.event;
  /** A gist is another one now, is new, or is gone. */
  readonly onDidChangeGist = this.#gistChanged.event;
  readonly onDidChangeFiles = this.#filesChanged.event;
  readonly #deleted = this.#store.add(new Emitter<Gist>());
  /** A gist was deleted from this window. */
  readonly onDidDelete = this.#deleted.event;
  readonly lists: GistLists;
  readonly #details = new BoundedMap<Detail>(200, 50_000_000, ({ gist }) =>
    textsOf(gist).reduce((sum, { length }) => sum + length, 0),
  );
  /** Contents that came apart from their gist, by account and raw address. */
  readonly #whole = new BoundedMap<Uint8Array>(50, 100_000_000, ({ length }) => length);
  /** Counts reads and writes: the latest of them has the current state. */
  #turn = 0;
  readonly #takenTurns = new BoundedMap<number>(2000);
  readonly #starred = new BoundedMap<boolean>(2000);
  readonly #lost: LostWrites;

  constructor(options: GistsOptions) {
    this.#options = options;
    this.lists = this.#store.add(new GistLists(options.accounts, options.pageSize));
    this.#lost = new LostWrites(options.clock);
    this.#store.add(
      this.#lost.onDidFindCopies(({ accountId, copies }) => {
        const gists = (copies as readonly Gist[]).map((copy) => this.#added(accountId, copy));
        this.#copiesFound.fire({ accountId, copies: gists });
      }),
    );
    this.#store.add(
      options.accounts.onDidChange(({ removed, changed }) => {
        for (const id of removed) this.lists.forget(id);
        // With another token, as many pages are read as before.
        for (const id of changed) this.lists.invalidate(id);
        for (const id of [...removed, ...changed]) this.#forget(id);
        this.#listsChanged.fire({});
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#details.clear();
    this.#whole.clear();
  }

  isMine(accountId: string, gist: Gist): boolean {
    const login = this.#options.accounts.get(accountId)?.profile.login;
    return login !== undefined && ownerOf(gist)?.toLowerCase() === login.toLowerCase();
  }

  /** Undefined while it is not known. */
  isStarred(accountId: string, gistId: string): boolean | undefined {
    const known = this.#starred.get(`${accountId}/${gistId}`);
    if (known !== undefined) return known;
    return this.lists.find(accountId, "starred", gistId) ? true : undefined;
  }

  /** Reads lists again when they are asked for the next time. */
  refresh(accountId?: string, kind?: ListKind): void {
    this.#refreshed.fire(accountId);
    const { accounts } = this.#options;
    for (const id of accountId === undefined ? accounts.accounts.map(({ profile }) => profile.id) : [accountId]) {
      this.lists.invalidate(id, kind);
      if (kind === undefined || kind === "starred") forgetBelow(this.#starred, id);
    }
    this.#listsChanged.fire({
      ...(accountId === undefined ? {} : { accountId }),
      ...(kind === undefined ? {} : { kind }),
    });
  }

  /** Reads one gist again and shows what it is now. */
  async reload(accountId: string, gistId: string): Promise<void> {
    const gist = await this.read(accountId, gistId, { fresh: true });
    this.lists.change(accountId, (_, gists) => gists.map((each) => (each.id === gistId ? gist : each)));
    this.#gistChanged.fire({ accountId, gistId });
  }

  async loadMore(accountId: string, kind: ListKind): Promise<number> {
    const count = await this.lists.more(accountId, kind);
    this.#listsChanged.fire({ accountId, kind });
    return count;
  }

  /** Reads every page that was not read yet; what was read is kept when one fails. Throws HttpError, CancelledError. */
  async loadAll(accountId: string, kind: ListKind, signal: AbortSignal): Promise<void> {
    try {
      await this.lists.all(accountId, kind, signal);
    } finally {
      this.#listsChanged.fire({ accountId, kind });
    }
  }

  /** The gist as the service has it now, with contents. Throws HttpError. */
  async read(accountId: string, gistId: string, options: CallOptions = {}): Promise<Gist> {
    const begun = ++this.#turn;
    const { client } = this.#account(accountId);
    const gist = await client.call("gists.get", { id: gistId }, options).catch((error: unknown) => {
      if (HttpError.is(error, "notFound", "gone") && !error.missing) this.#unlist(accountId, gistId);
      throw error;
    });
    const key = `${accountId}/${gistId}`;
    const taken = this.#takenTurns.get(key) ?? 0;
    // A later read, or a write, was answered before: this answer is outdated.
    if (taken > begun) return this.#details.get(key)?.gist ?? gist;
    this.#takenTurns.set(key, begun);
    return this.#take(accountId, gist);
  }

  /** The gist as it is known; read when it is not. */
  async get(accountId: string, gistId: string): Promise<Gist> {
    return this.#details.get(`${accountId}/${gistId}`)?.gist ?? this.read(accountId, gistId);
  }

  /** What is known of the gist without asking the service. */
  known(accountId: string, gistId: string): Gist | undefined {
    const detail = this.#details.get(`${accountId}/${gistId}`);
    if (detail) return detail.gist;
    const [kind] = this.lists.kindsWith(accountId, gistId);
    return kind && this.lists.find(accountId, kind, gistId);
  }

  /** The gist with contents as it was read last, without asking the service. */
  detail(accountId: string, gistId: string): Gist | undefined {
    return this.#details.get(`${accountId}/${gistId}`)?.gist;
  }

  /** The gist's title, if the gist is known. */
  knownTitle(accountId: string, gistId: string): string | undefined {
    const gist = this.known(accountId, gistId);
    return gist && titleOf(gist);
  }

  /** Whether the gist is the account's own, if the gist is known. */
  knownMine({ accountId, gistId }: GistPlace): boolean | undefined {
    const gist = this.known(accountId, gistId);
    return gist && this.isMine(accountId, gist);
  }

  /** Undefined when there is no such file. */
  async statFile(place: FilePlace): Promise<FileFacts | undefined> {
    const gist = await this.get(place.accountId, place.gistId);
    const file = fileOf(gist, place.fileName);
    if (!file) return undefined;
    const detail = this.#details.get(`${place.accountId}/${place.gistId}`);
    const text = file.truncated || file.encoding === "base64" ? undefined : file.content;
    return {
      size: text === undefined ? (file.size ?? 0) : bytesOf(text).length,
      modified: detail?.modified.get(place.fileName) ?? Date.parse(gist.updated_at),
    };
  }

  /** The whole file as the service has it now. Undefined when there is no such file. Throws HttpError. */
  async readFile(place: FilePlace): Promise<Uint8Array | undefined> {
    const gist = await this.read(place.accountId, place.gistId);
    const file = fileOf(gist, place.fileName);
    return file && this.wholeFile(place, file);
  }

  /**
   * Makes a gist; one whose answer was lost is looked for before another is made. `others`: gists that it is not. Throws
   * HttpError.
   */
  async create(
    accountId: string,
    gist: NewGist,
    signal?: AbortSignal,
    others?: ReadonlySet<string>,
  ): Promise<Gist> {
    const account = this.#account(accountId);
    const made = await this.#lost.call(account, "gists.create", messageOf(gist), { signal }, others);
    return this.#added(accountId, made);
  }

  /** The gist of a `create` that began at this time, in milliseconds, and was not answered. Throws HttpError. */
  async findCreated(
    accountId: string,
    gist: NewGist,
    begun: number,
    others: ReadonlySet<string>,
  ): Promise<Gist | undefined> {
    const made = await this.#lost.find(this.#account(accountId), "gists.create", messageOf(gist), begun, others);
    return made && this.#added(accountId, made);
  }

  async fork(accountId: string, gistId: string, signal?: AbortSignal): Promise<Gist> {
    const made = await this.#lost.call(this.#account(accountId), "gists.fork", { id: gistId }, { signal });
    return this.#added(accountId, made);
  }

  async delete(accountId: string, gistId: string): Promise<void> {
    await this.#lost.call(this.#account(accountId), "gists.delete", { id: gistId });
    const files = this.#details.get(`${accountId}/${gistId}`);
    const gist = this.known(accountId, gistId);
    this.#details.delete(`${accountId}/${gistId}`);
    this.#unlist(accountId, gistId);
    if (gist) this.#deleted.fire(gist);
    this.#gistChanged.fire({ accountId, gistId });
    this.#filesChanged.fire(
      (files ? filesOf(files.gist) : []).map(({ filename }) => ({
        place: { accountId, gistId, fileName: filename },
        type: "deleted",
      })),
    );
  }

  async setStar(accountId: string, gist: Gist, starred: boolean): Promise<void> {
    const id = starred ? "gists.star" : "gists.deleteStar";
    await this.#lost.call(this.#account(accountId), id, { id: gist.id });
    this.#starred.set(`${accountId}/${gist.id}`, starred);
    this.lists.change(accountId, (kind, gists) => {
      if (kind !== "starred") return gists;
      const others = gists.filter(({ id }) => id !== gist.id);
      return starred ? [gist, ...others] : others;
    });
    this.#gistChanged.fire({ accountId, gistId: gist.id });
    this.#listsChanged.fire({ accountId, kind: "starred" });
  }

  async checkStar(accountId: string, gistId: string): Promise<boolean> {
    const starred = await this.#account(accountId).client.check("gists.checkStar", { id: gistId });
    this.#starred.set(`${accountId}/${gistId}`, starred);
    return starred;
  }

  #account(accountId: string): Account {
    return requireAccount(this.#options.accounts, accountId);
  }

  /** A file's bytes; those of a large one are fetched apart. */
  async wholeFile(place: FilePlace, file: GistFile): Promise<Uint8Array> {
    if (!file.truncated && file.content !== undefined)
      return file.encoding === "base64" ? decodeBase64(file.content) : bytesOf(file.content);
    const url = file.raw_url ?? "";
    const key = `${place.accountId}/${url}`;
    const known = this.#whole.get(key);
    if (known) return known;
    const bytes = await this.#account(place.accountId).client.download(url, {
      maxBytes: maxReadBytes,
      size: file.size,
    });
    this.#whole.set(key, bytes);
    return bytes;
  }

  /** The service answered a change of the gist with what the gist is now. */
  edited(accountId: string, gist: Gist): Gist {
    this.#takenTurns.set(`${accountId}/${gist.id}`, ++this.#turn);
    this.#take(accountId, gist);
    this.lists.change(accountId, (_, gists) => gists.map((each) => (each.id === gist.id ? gist : each)));
    this.#gistChanged.fire({ accountId, gistId: gist.id });
    return gist;
  }

  /** The gist is gone. */
  #unlist(accountId: string, gistId: string): void {
    if (this.lists.kindsWith(accountId, gistId).length === 0) return;
    this.lists.change(accountId, (_, gists) => gists.filter(({ id }) => id !== gistId));
    this.#listsChanged.fire({ accountId });
  }

  #added(accountId: string, gist: Gist): Gist {
    const taken = this.#take(accountId, gist);
    this.lists.change(accountId, (kind, gists) => (kind === "own" ? [taken, ...gists] : gists));
    this.#listsChanged.fire({ accountId, kind: "own" });
    this.#gistChanged.fire({ accountId, gistId: gist.id });
    return taken;
  }

  /** Stores the gist as the service returned it and fires for the files that changed. */
  #take(accountId: string, gist: Gist): Gist {
    const key = `${accountId}/${gist.id}`;
    const former = this.#details.get(key);
    const modified = new Map<string, number>();
    const events: FileEvent[] = [];
    for (const file of filesOf(gist)) {
      const place: FilePlace = { accountId, gistId: gist.id, fileName: file.filename };
      const before = former && fileOf(former.gist, file.filename);
      const same =
        before !== undefined &&
        before.content === file.content &&
        before.size === file.size &&
        before.raw_url === file.raw_url;
      const sameText = before !== undefined && !file.truncated && before.content === file.content;
      const known = same || sameText ? former?.modified.get(file.filename) : undefined;
      // Changes within one second of the service have times of their own, or VS Code would not notice the second.
      const earliest = (former?.modified.get(file.filename) ?? -1) + 1;
      modified.set(file.filename, known ?? Math.max(Date.parse(gist.updated_at), earliest));
      if (former && known === undefined) events.push({ place, type: before ? "changed" : "created" });
    }
    for (const { filename } of former ? filesOf(former.gist) : []) {
      if (!fileOf(gist, filename))
        events.push({ place: { accountId, gistId: gist.id, fileName: filename }, type: "deleted" });
    }
    this.#details.set(key, { gist, modified });
    if (events.length > 0) this.#filesChanged.fire(events);
    return gist;
  }

  #forget(accountId: string): void {
    forgetBelow(this.#details, accountId);
    forgetBelow(this.#whole, accountId);
    forgetBelow(this.#starred, accountId);
  }
}
