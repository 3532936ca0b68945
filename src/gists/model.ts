import type { Account, AccountsModel } from "../accounts/model.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import type { Gist, GistFile } from "../client/types/gist.ts";
import { bytesOf, decodeBase64, textOf } from "./content.ts";
import { type DraftGist, Drafts, type DraftStorage } from "./drafts.ts";
import { EditJoiner, type GistEdit } from "./editJoiner.ts";
import { nameProblem } from "./fileName.ts";
import { fileOf, filesOf, ownerOf, titleOf } from "./gistFacts.ts";
import { GistLists, type ListKind, listKinds } from "./lists.ts";
import { GistProblem } from "./problem.ts";
import type { FilePlace, GistPlace } from "./types.ts";

export interface FileEvent {
  readonly place: FilePlace;
  readonly type: "created" | "changed" | "deleted";
}
/** Without a kind all lists of the account are meant; without an account those of all. */
export interface ListEvent {
  readonly accountId?: string;
  readonly kind?: ListKind;
}
export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly modified: number;
  readonly writable: boolean;
}
export interface NewGist {
  readonly description: string;
  readonly public: boolean;
  /** Name → content; at least one. */
  readonly files: Readonly<Record<string, string>>;
}
export interface GistsOptions {
  readonly accounts: AccountsModel;
  readonly drafts: DraftStorage;
  readonly pageSize: () => number;
  /** Bytes of the largest file that is sent. */
  readonly largestFile: () => number;
  readonly clock?: Clock;
}

interface Detail {
  gist: Gist;
  /** When a file got the content that it has, as far as we saw. Milliseconds. */
  readonly modified: Map<string, number>;
  /** Contents that came apart from the gist, by raw address. */
  readonly whole: Map<string, Uint8Array>;
}

/** The largest file that is read into an editor, in bytes; VS Code itself opens no larger text. */
const largestRead = 50_000_000;

/** Gists of all accounts: what is known of them, and every change. */
export class GistsModel {
  readonly #options: GistsOptions;
  readonly #store = new DisposableStore();
  readonly #listsChanged = this.#store.add(new Emitter<ListEvent>());
  readonly #gistChanged = this.#store.add(new Emitter<GistPlace>());
  readonly #filesChanged = this.#store.add(new Emitter<readonly FileEvent[]>());
  readonly #draftPublished = this.#store.add(new Emitter<{ draft: FilePlace; published: FilePlace }>());
  readonly onDidChangeLists = this.#listsChanged.event;
  readonly onDidChangeGist = this.#gistChanged.event;
  readonly onDidChangeFiles = this.#filesChanged.event;
  readonly onDidPublishDraft = this.#draftPublished.event;
  readonly lists: GistLists;
  readonly #drafts: Drafts;
  readonly #details = new Map<string, Detail>();
  readonly #starred = new Map<string, boolean>();
  readonly #joiner: EditJoiner<Gist>;

  constructor(options: GistsOptions) {
    this.#options = options;
    this.lists = new GistLists(options.accounts, options.pageSize);
    this.#drafts = new Drafts(options.drafts);
    this.#joiner = new EditJoiner(options.clock ?? systemClock, (key, edit) => this.#sendEdit(key, edit));
    this.#store.add(
      options.accounts.onDidChange(({ removed, changed }) => {
        for (const id of [...removed, ...changed]) this.#forget(id);
        for (const id of removed) this.#drafts.forgetAccount(id);
        this.#listsChanged.fire({});
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#details.clear();
  }

  isMine(accountId: string, gist: Gist): boolean {
    const login = this.#options.accounts.get(accountId)?.profile.login;
    return login !== undefined && ownerOf(gist)?.toLowerCase() === login.toLowerCase();
  }

  /** Undefined while it is not known. */
  isStarred(accountId: string, gistId: string): boolean | undefined {
    const known = this.#starred.get(`${accountId}/${gistId}`);
    if (known !== undefined) return known;
    if (this.lists.known(accountId, "starred").some(({ id }) => id === gistId)) return true;
    return undefined;
  }

  /** Reads lists again when they are asked for the next time. */
  refresh(accountId?: string, kind?: ListKind): void {
    const { accounts } = this.#options;
    for (const id of accountId === undefined ? accounts.accounts.map(({ profile }) => profile.id) : [accountId]) {
      this.lists.forget(id, kind);
      if (kind === undefined || kind === "starred") this.#forgetKeys(this.#starred, id);
    }
    this.#listsChanged.fire({
      ...(accountId === undefined ? {} : { accountId }),
      ...(kind === undefined ? {} : { kind }),
    });
  }

  /** Reads one gist again and shows what it is now. */
  async reload(accountId: string, gistId: string): Promise<void> {
    const gist = await this.read(accountId, gistId);
    this.lists.change(accountId, (_, gists) => gists.map((each) => (each.id === gistId ? gist : each)));
    this.#gistChanged.fire({ accountId, gistId });
  }

  async loadMore(accountId: string, kind: ListKind): Promise<number> {
    const count = await this.lists.more(accountId, kind);
    this.#listsChanged.fire({ accountId, kind });
    return count;
  }

  /** The gist as the service has it now, with contents. Throws HttpError. */
  async read(accountId: string, gistId: string, signal?: AbortSignal): Promise<Gist> {
    const gist = await this.#account(accountId).client.call("gists.get", { id: gistId }, { signal });
    return this.#take(accountId, gist);
  }

  /** The gist as it is known; read when it is not. */
  async get(accountId: string, gistId: string): Promise<Gist> {
    return this.#details.get(`${accountId}/${gistId}`)?.gist ?? this.read(accountId, gistId);
  }

  /** The gist's title, if the gist is known. */
  knownTitle(accountId: string, gistId: string): string | undefined {
    const draft = this.draft({ accountId, gistId });
    if (draft) return draft.description || draft.files[0];
    const listed = listKinds.flatMap((kind) => this.lists.known(accountId, kind)).find(({ id }) => id === gistId);
    const gist = this.#details.get(`${accountId}/${gistId}`)?.gist ?? listed;
    return gist && titleOf(gist);
  }

  draft(place: GistPlace): DraftGist | undefined {
    return this.#drafts.get(place.accountId, place.gistId);
  }

  /** Undefined when there is no such file. */
  async stat(given: FilePlace): Promise<FileFacts | undefined> {
    const place = this.#drafts.resolve(given);
    if (this.#drafts.hasFile(place)) return { size: 0, modified: 0, writable: true };
    if (Drafts.isDraftId(place.gistId))
      return this.draft(place)?.files.includes(place.fileName)
        ? { size: 0, modified: 0, writable: true }
        : undefined;
    const gist = await this.get(place.accountId, place.gistId);
    const file = fileOf(gist, place.fileName);
    if (!file) return undefined;
    const detail = this.#details.get(`${place.accountId}/${place.gistId}`);
    const text = file.truncated || file.encoding === "base64" ? undefined : file.content;
    return {
      size: text === undefined ? (file.size ?? 0) : bytesOf(text).length,
      modified: detail?.modified.get(place.fileName) ?? Date.parse(gist.updated_at),
      writable: this.isMine(place.accountId, gist),
    };
  }

  /** The whole file as the service has it now. Undefined when there is no such file. Throws HttpError. */
  async readFile(given: FilePlace): Promise<Uint8Array | undefined> {
    const place = this.#drafts.resolve(given);
    if (this.#drafts.hasFile(place)) return new Uint8Array();
    if (Drafts.isDraftId(place.gistId))
      return this.draft(place)?.files.includes(place.fileName) ? new Uint8Array() : undefined;
    const gist = await this.read(place.accountId, place.gistId);
    const file = fileOf(gist, place.fileName);
    return file && this.#wholeFile(place, file);
  }

  /** Publishes a file's content; "unchanged" when the service has it already, and then nothing was sent. */
  async writeFile(given: FilePlace, bytes: Uint8Array): Promise<"published" | "unchanged"> {
    const place = this.#drafts.resolve(given);
    const { accountId, gistId, fileName } = place;
    const known = Drafts.isDraftId(gistId) ? undefined : fileOf(await this.get(accountId, gistId), fileName);
    // A name that the service has already is not ours to refuse.
    const problem = known ? undefined : nameProblem(fileName);
    if (problem) throw new GistProblem(`name:${problem}`, fileName);
    if (Drafts.isDraftId(gistId)) return this.#publishDraft(place, bytes);
    if (this.#drafts.hasFile(place) && bytes.length === 0) return "unchanged";
    if (known && sameBytes(await this.#wholeFile(place, known), bytes)) return "unchanged";
    const content = textOf(fileName, bytes, this.#options.largestFile());
    await this.#joiner.add(`${accountId}/${gistId}`, { files: { [fileName]: { content } } });
    this.#drafts.removeFile(place);
    return "published";
  }

  /** Begins a file that is sent with its first content. */
  addDraftFile(place: FilePlace): void {
    this.#drafts.addFile(place);
    this.#filesChanged.fire([{ place, type: "created" }]);
  }

  /** The draft's address is not needed any more. */
  forgetDraft(place: GistPlace): void {
    this.#drafts.forget(place.accountId, place.gistId);
  }

  /** Begins a gist that is sent with its first content. */
  addDraftGist(draft: Omit<DraftGist, "id">): DraftGist {
    return this.#drafts.add(draft);
  }

  async create(accountId: string, gist: NewGist, signal?: AbortSignal): Promise<Gist> {
    const { client } = this.#account(accountId);
    const files = Object.fromEntries(Object.entries(gist.files).map(([name, content]) => [name, { content }]));
    const { description } = gist;
    const created = await client.call("gists.create", { description, public: gist.public, files }, { signal });
    return this.#added(accountId, created);
  }

  async fork(accountId: string, gistId: string, signal?: AbortSignal): Promise<Gist> {
    return this.#added(
      accountId,
      await this.#account(accountId).client.call("gists.fork", { id: gistId }, { signal }),
    );
  }

  async editDescription(accountId: string, gistId: string, description: string): Promise<void> {
    await this.#joiner.add(`${accountId}/${gistId}`, { description, files: {} });
  }

  async renameFile(place: FilePlace, newName: string): Promise<void> {
    const gist = await this.get(place.accountId, place.gistId);
    const taken = filesOf(gist).map(({ filename }) => filename);
    const problem = nameProblem(newName, taken);
    if (problem) throw new GistProblem(`name:${problem}`, newName);
    await this.#joiner.add(`${place.accountId}/${place.gistId}`, {
      files: { [place.fileName]: { filename: newName } },
    });
  }

  async deleteFile(place: FilePlace): Promise<void> {
    if (this.#drafts.hasFile(place)) {
      this.#drafts.removeFile(place);
      this.#filesChanged.fire([{ place, type: "deleted" }]);
      return;
    }
    const gist = await this.get(place.accountId, place.gistId);
    if (!fileOf(gist, place.fileName)) throw new GistProblem("noFile", place.fileName);
    if (filesOf(gist).length === 1) throw new GistProblem("lastFile", place.fileName);
    await this.#joiner.add(`${place.accountId}/${place.gistId}`, { files: { [place.fileName]: null } });
  }

  async delete(accountId: string, gistId: string): Promise<void> {
    await this.#account(accountId).client.call("gists.delete", { id: gistId });
    const files = this.#details.get(`${accountId}/${gistId}`);
    this.#details.delete(`${accountId}/${gistId}`);
    this.lists.change(accountId, (_, gists) => gists.filter(({ id }) => id !== gistId));
    this.#listsChanged.fire({ accountId });
    this.#filesChanged.fire(
      (files ? filesOf(files.gist) : []).map(({ filename }) => ({
        place: { accountId, gistId, fileName: filename },
        type: "deleted",
      })),
    );
  }

  async setStar(accountId: string, gist: Gist, starred: boolean): Promise<void> {
    const { client } = this.#account(accountId);
    await client.call(starred ? "gists.star" : "gists.deleteStar", { id: gist.id });
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
    const account = this.#options.accounts.get(accountId);
    if (!account) throw new GistProblem("noAccount", accountId);
    return account;
  }

  async #wholeFile(place: FilePlace, file: GistFile): Promise<Uint8Array> {
    if (!file.truncated && file.content !== undefined)
      return file.encoding === "base64" ? decodeBase64(file.content) : bytesOf(file.content);
    const url = file.raw_url ?? "";
    const detail = this.#details.get(`${place.accountId}/${place.gistId}`);
    const known = detail?.whole.get(url);
    if (known) return known;
    const bytes = await this.#account(place.accountId).client.download(url, { maxBytes: largestRead });
    detail?.whole.set(url, bytes);
    return bytes;
  }

  async #sendEdit(key: string, edit: GistEdit): Promise<Gist> {
    const [accountId = "", gistId = ""] = key.split("/");
    const gist = await this.#account(accountId).client.call("gists.edit", { id: gistId, ...edit });
    this.#take(accountId, gist);
    this.lists.change(accountId, (_, gists) => gists.map((each) => (each.id === gist.id ? gist : each)));
    this.#gistChanged.fire({ accountId, gistId });
    return gist;
  }

  async #publishDraft(place: FilePlace, bytes: Uint8Array): Promise<"published" | "unchanged"> {
    if (bytes.length === 0) return "unchanged";
    const draft = this.draft(place);
    const content = textOf(place.fileName, bytes, this.#options.largestFile());
    const gist = await this.create(place.accountId, {
      description: draft?.description ?? "",
      public: draft?.public ?? false,
      files: { [place.fileName]: content },
    });
    if (draft) this.#drafts.publish(draft, gist.id);
    this.#draftPublished.fire({ draft: place, published: { ...place, gistId: gist.id } });
    return "published";
  }

  #added(accountId: string, gist: Gist): Gist {
    const taken = this.#take(accountId, gist);
    this.lists.change(accountId, (kind, gists) => (kind === "own" ? [taken, ...gists] : gists));
    this.#listsChanged.fire({ accountId, kind: "own" });
    return taken;
  }

  /** Takes over what the service says and tells which files are others now. */
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
    this.#details.set(key, { gist, modified, whole: former?.whole ?? new Map() });
    if (events.length > 0) this.#filesChanged.fire(events);
    return gist;
  }

  #forget(accountId: string): void {
    this.lists.forget(accountId);
    this.#forgetKeys(this.#details, accountId);
    this.#forgetKeys(this.#starred, accountId);
  }

  #forgetKeys(map: Map<string, unknown>, accountId: string): void {
    for (const key of map.keys()) if (key.startsWith(`${accountId}/`)) map.delete(key);
  }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
