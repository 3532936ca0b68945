import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { bytesOf, decodeBase64 } from "../base/bytes.ts";
import { BoundedMap } from "../base/boundedMap.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import type { CallOptions } from "../client/callOptions.ts";
import { HttpError } from "../client/errors.ts";
import { LastKnown, type LastRead } from "../client/lastKnown.ts";
import { unlessNotOffered } from "../client/notOffered.ts";
import { PagedList } from "../client/pagedList.ts";
import type { ContentFile } from "../client/types/content.ts";
import type { Repository } from "../client/types/repository.ts";
import { type FileContent, requireFile, requireSize } from "./checkContent.ts";
import { type FolderEntry, RepoContents } from "./contents.ts";
import { RepoProblem } from "./problem.ts";
import { RepoWrites } from "./writes.ts";
import { type CommitFilter, type SectionItems, type SectionKey, sectionList } from "./view/sections.ts";
import { forgetKeys, invalidateKeys } from "./keysFrom.ts";
import {
  type ContentPlace,
  keyOf,
  kindOfList,
  nameOfList,
  type OwnOptions,
  type RepoListKind,
  type RepoPlace,
  type ReposEvent,
} from "./types.ts";

export interface ReposOptions {
  readonly accounts: AccountsModel;
  readonly ownOptions: () => OwnOptions;
  /** Bytes of the largest file that is read: 100 MB, above which the service keeps none. */
  readonly maxReadBytes?: number;
}

const pageSize = 100;

export const placeOf = (accountId: string, { owner, name }: Repository): RepoPlace => ({
  accountId,
  owner: owner.login,
  repo: name,
});

/** Repositories of all accounts: what is known of them, and every change. */
export class ReposModel {
  readonly #options: ReposOptions;
  readonly ownOptions: ReposOptions["ownOptions"];
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<ReposEvent>());
  readonly #listRead = this.#store.add(new Emitter<void>());
  /** The first page of a list came from the service. */
  readonly onDidReadList = this.#listRead.event;
  readonly #repoChanged = this.#store.add(new Emitter<RepoPlace>());
  readonly onDidChange = this.#changed.event;
  /** A repository, or what is in it, is another one now. */
  readonly onDidChangeRepo = this.#repoChanged.event;
  readonly #forgotten = this.#store.add(new Emitter<string>());
  /** What is kept of this account (`account`) or repository (`account/owner/repo`) is old; of all, when empty. */
  readonly onDidForget = this.#forgotten.event;
  readonly writes = new RepoWrites((accountId) => this.#account(accountId));
  readonly #lists = new Map<string, PagedList<Repository>>();
  readonly #sections = new BoundedMap<Pick<PagedList<unknown>, "invalidate" | "remove">>(200);
  readonly #contents = new RepoContents((accountId) => this.#account(accountId).client);
  readonly #repositories = new LastKnown<Repository>(200);
  readonly #starred = new BoundedMap<boolean>(2000);
  readonly #watched = new BoundedMap<boolean>(2000);
  readonly #branches = new BoundedMap<"none" | { readonly isProtected: boolean }>(2000);

  constructor(options: ReposOptions) {
    this.#options = options;
    this.ownOptions = options.ownOptions;
    this.#store.add(
      options.accounts.onDidChange(({ removed, changed }) => {
        for (const id of removed) this.#forget(`${id}/`);
        // With another token, as many pages are read as before.
        for (const id of changed) this.#invalidate(`${id}/`);
        for (const id of [...removed, ...changed]) this.#forgotten.fire(id);
        this.#changed.fire({});
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#forget("");
  }

  /** The first page is read when there is none yet. Throws HttpError, and RepoProblem without a token. */
  async list(accountId: string, kind: RepoListKind): Promise<PagedList<Repository>> {
    const account = this.#account(accountId);
    const list = this.#list(accountId, kind);
    if (list.isRead) return list;
    await list.more(account.client);
    this.#listRead.fire();
    return list;
  }

  /** Whether the account is known to have no repositories of its own, without asking the service. */
  hasNone(accountId: string): boolean {
    return this.ownOptions().type === "all" && (this.#lists.get(`${accountId}/own`)?.isEmpty ?? false);
  }

  async more(accountId: string, kind: RepoListKind): Promise<number> {
    const count = await this.#list(accountId, kind).more(this.#account(accountId).client);
    this.#changed.fire({ accountId, list: kind });
    return count;
  }

  /** Reads every page that was not read yet. Throws as `list`, and CancelledError; what was read is kept. */
  async all(accountId: string, kind: RepoListKind, signal: AbortSignal): Promise<PagedList<Repository>> {
    const list = await this.list(accountId, kind);
    try {
      await list.all(this.#account(accountId).client, signal);
    } finally {
      this.#changed.fire({ accountId, list: kind });
    }
    return list;
  }

  /** A part of a repository; its first page is read when there is none yet. Throws HttpError. */
  async section<K extends SectionKey>(
    place: RepoPlace,
    section: K,
    filter: CommitFilter = {},
  ): Promise<PagedList<SectionItems[K]>> {
    const list = this.#section(place, section, filter);
    const { client } = this.#account(place.accountId);
    const needsAdmin = section === "collaborators" || section === "teams";
    if (!list.isRead) await unlessNotOffered(client, place, { needsAdmin }, list.more(client));
    return list;
  }

  async moreOf(place: RepoPlace, section: SectionKey, filter: CommitFilter = {}): Promise<number> {
    const count = await this.#section(place, section, filter).more(this.#account(place.accountId).client);
    this.#repoChanged.fire(place);
    return count;
  }

  /** The repository as the service has it now. Throws HttpError. */
  async read({ accountId, owner, repo }: RepoPlace, options: CallOptions = {}): Promise<Repository> {
    return this.#account(accountId).client.call("repos.get", { user: owner, repo }, options);
  }

  /** By its number. Throws HttpError. */
  async readById(accountId: string, id: number): Promise<Repository> {
    return this.#account(accountId).client.call("repos.one", { id });
  }

  /** As `read`; where it can't be read again, what it was when it was read last. */
  async readKnown(place: RepoPlace): Promise<LastRead<Repository>> {
    const { client } = this.#account(place.accountId);
    return this.#repositories.read(keyOf(place), client, async () => {
      const repository = await this.read(place, { priority: "visible" });
      this.#repositories.set(keyOf(place), client, repository);
      return repository;
    });
  }

  /** The entries of a folder, folders first. Throws HttpError; RepoProblem when it is a file. */
  folder(place: ContentPlace): Promise<readonly FolderEntry[]> {
    return this.#contents.folder(place);
  }

  /** As `folder`; where it can't be read again, what it had when it was read last. */
  async knownFolder(place: ContentPlace): Promise<LastRead<readonly FolderEntry[]>> {
    return this.#contents.knownFolder(place);
  }

  /** A file was deleted: its folder is without it, also when that can't be read again. */
  removeFile(place: ContentPlace): void {
    this.#contents.remove(place);
  }

  /** A link or submodule itself, not what it leads to. Throws HttpError; RepoProblem for a folder. */
  async linkAt(place: ContentPlace): Promise<ContentFile> {
    const content = await this.#contents.read(place);
    if (Array.isArray(content)) throw new RepoProblem("notAFile", place.path);
    return content as ContentFile;
  }

  /** Whether both are files with the same content, as a move leaves them that failed on its way. Throws HttpError. */
  async isCopied(from: ContentPlace, to: ContentPlace): Promise<boolean> {
    const [one, other] = await Promise.all([this.entry(from), this.entry(to)]);
    if (!one || !other || one === "root" || other === "root") return false;
    return one.type === "file" && other.type === "file" && one.sha === other.sha;
  }

  /** A file, folder, link or submodule; undefined when there is none. Throws HttpError. */
  async entry(place: ContentPlace): Promise<FolderEntry | "root" | undefined> {
    if (place.path === "") return "root";
    try {
      return await this.#contents.entry(place);
    } catch (error) {
      if (HttpError.is(error, "notFound") || error instanceof RepoProblem) return undefined;
      throw error;
    }
  }

  /** A file as the service has it now, whole, with the id of its content. Throws HttpError; RepoProblem when it is no file. */
  async whole(place: ContentPlace): Promise<FileContent> {
    const content = await this.#contents.read(place);
    if (Array.isArray(content)) throw new RepoProblem("notAFile", place.path);
    return this.#wholeOf(place, content as ContentFile);
  }

  /** As `whole`, for what a commit is to change. Throws RepoProblem of `isOtherThanFile` when it is no file. */
  async wholeFile(place: ContentPlace): Promise<FileContent> {
    return this.#wholeOf(place, requireFile(await this.#contents.read(place), place.path));
  }

  async #wholeOf(place: ContentPlace, file: ContentFile): Promise<FileContent> {
    return { bytes: await this.#bytesOf(place, file), sha: file.sha, isLink: file.type === "symlink" };
  }

  async #bytesOf(place: ContentPlace, file: ContentFile): Promise<Uint8Array> {
    if (file.type !== "file" && file.type !== "symlink") throw new RepoProblem("notAFile", place.path);
    if (file.type === "symlink" && file.content === undefined) return bytesOf(file.target ?? "");
    if (file.encoding === "base64" && file.content !== undefined)
      return requireSize(file, decodeBase64(file.content));
    if (!file.download_url) throw new RepoProblem("tooLarge", place.path);
    return this.#account(place.accountId).client.download(file.download_url, {
      maxBytes: this.#options.maxReadBytes ?? 100_000_000,
      size: file.size,
    });
  }

  /** Whether commits can be put on it: a tag takes none. `reread`: a branch may have been made since. Throws HttpError. */
  async isBranch({ accountId, owner, repo, ref }: ContentPlace, { reread = false } = {}): Promise<boolean> {
    const key = `${keyOf({ accountId, owner, repo })}/${ref}`;
    const known = this.#branches.get(key);
    if (known !== undefined && !(reread && known === "none")) return known !== "none";
    const { client } = this.#account(accountId);
    const answer = await client
      .call("repos.getBranch", { user: owner, repo, branch: ref })
      .catch((error: unknown) => {
        if (HttpError.is(error, "notFound")) return undefined;
        throw error;
      });
    this.#branches.set(key, answer ? { isProtected: answer.protected === true } : "none");
    return answer !== undefined;
  }

  /** Whether the branch is protected, as far as that was read with `isBranch`. */
  isKnownProtected({ accountId, owner, repo, ref }: ContentPlace): boolean {
    const known = this.#branches.get(`${keyOf({ accountId, owner, repo })}/${ref}`);
    return known !== undefined && known !== "none" && known.isProtected;
  }

  async defaultBranch(place: RepoPlace): Promise<string> {
    return (await this.read(place, { priority: "visible" })).default_branch ?? "main";
  }

  /** Undefined while it was not read. */
  isStarred(place: RepoPlace): boolean | undefined {
    return this.#starred.get(keyOf(place));
  }

  isWatched(place: RepoPlace): boolean | undefined {
    return this.#watched.get(keyOf(place));
  }

  /** Asks the service whether the account has starred and watches the repository. Throws HttpError. */
  async readMarks(place: RepoPlace): Promise<void> {
    const { client } = this.#account(place.accountId);
    const message = { user: place.owner, repo: place.repo };
    const key = keyOf(place);
    const former = { starred: this.#starred.get(key), watched: this.#watched.get(key) };
    const [starred, watched] = await Promise.all([
      client.check("repos.getStarring", message),
      client.check("repos.getWatching", message),
    ]);
    // What was changed since then is newer than the answer.
    if (this.#starred.get(key) === former.starred) this.#starred.set(key, starred);
    if (this.#watched.get(key) === former.watched) this.#watched.set(key, watched);
    this.#repoChanged.fire(place);
  }

  async setStar(place: RepoPlace, isStarred: boolean): Promise<void> {
    await this.writes.setStar(place, isStarred);
    this.#starred.set(keyOf(place), isStarred);
    if (!isStarred) this.removeItem(`${place.accountId}/starred`, { full_name: `${place.owner}/${place.repo}` });
    this.#forgetList(place.accountId, "starred");
    this.#forgetSection(place, "stargazers");
    this.#repoChanged.fire(place);
  }

  async setWatch(place: RepoPlace, isWatched: boolean): Promise<void> {
    await this.writes.setWatch(place, isWatched);
    this.#watched.set(keyOf(place), isWatched);
    if (!isWatched) this.removeItem(`${place.accountId}/watched`, { full_name: `${place.owner}/${place.repo}` });
    this.#forgetList(place.accountId, "watched");
    this.#forgetSection(place, "watchers");
    this.#repoChanged.fire(place);
  }

  /** What was deleted is in no list at this path, or below it, any longer, also when that can't be read again. */
  removeItem(path: string, fields: Readonly<Record<string, unknown>>): void {
    const isDeleted = (item: unknown): boolean =>
      Object.entries(fields).every(([name, value]) => fieldsOf(item)[name] === value);
    for (const map of [this.#lists, this.#sections])
      for (const [key, list] of map) if (`${key}/`.startsWith(`${path}/`)) list.remove(isDeleted);
  }

  /** Reads everything again when it is asked for the next time. */
  refresh(accountId?: string, list?: RepoListKind): void {
    const start = accountId === undefined ? "" : `${accountId}/`;
    if (list === undefined) {
      this.#invalidate(start);
      this.#forgotten.fire(accountId ?? "");
    } else this.#lists.get(`${accountId ?? ""}/${list}`)?.invalidate();
    this.#changed.fire({
      ...(accountId === undefined ? {} : { accountId }),
      ...(list === undefined ? {} : { list }),
    });
  }

  /** Reads what is below the repository again when it is asked for the next time. */
  refreshRepo(place: RepoPlace): void {
    const start = `${keyOf(place)}/`;
    this.#invalidate(start);
    this.#forgotten.fire(keyOf(place));
    this.#repoChanged.fire(place);
  }

  /** Reads a part of the repository again when it is asked for the next time. */
  refreshSection(place: RepoPlace, section: SectionKey): void {
    this.#forgetSection(place, section);
    this.#repoChanged.fire(place);
  }

  #list(accountId: string, kind: RepoListKind): PagedList<Repository> {
    const key = `${accountId}/${kind}`;
    const known = this.#lists.get(key);
    if (known) return known;
    const paging = { per_page: pageSize };
    const name = nameOfList(kind);
    const list = new PagedList<Repository>(
      (client, options) => {
        switch (kindOfList(kind)) {
          case "own":
            return client.pages("repos.getAll", { ...this.ownOptions(), ...paging }, options);
          case "starred":
            return client.pages("repos.getStarred", paging, options);
          case "watched":
            return client.pages("repos.getWatched", paging, options);
          case "org":
            return client.pages("repos.getFromOrg", { org: name, type: "all", ...paging }, options);
          case "user":
            return client.pages("repos.getFromUser", { user: name, type: "all", ...paging }, options);
          case "starredBy":
            return client.pages("repos.getStarredFromUser", { user: name, ...paging }, options);
          case "watchedBy":
            return client.pages("repos.getWatchedFromUser", { user: name, ...paging }, options);
        }
      },
      ({ id }) => id,
    );
    this.#lists.set(key, list);
    return list;
  }

  #section<K extends SectionKey>(place: RepoPlace, section: K, filter: CommitFilter): PagedList<SectionItems[K]> {
    const key = `${keyOf(place)}/${section}/${JSON.stringify(filter)}`;
    const known = this.#sections.get(key) as PagedList<SectionItems[K]> | undefined;
    if (known) return known;
    const list = sectionList(place, section, filter);
    this.#sections.set(key, list);
    return list;
  }

  #account(accountId: string): Account {
    return requireAccount(this.#options.accounts, accountId);
  }

  #forgetList(accountId: string, kind: RepoListKind): void {
    this.#lists.get(`${accountId}/${kind}`)?.invalidate();
    this.#changed.fire({ accountId, list: kind });
  }

  #forgetSection(place: RepoPlace, section: SectionKey): void {
    invalidateKeys(this.#sections, `${keyOf(place)}/${section}/`);
  }

  /** Lists have what they had until they are read again. */
  #invalidate(start: string): void {
    for (const map of [this.#lists, this.#sections]) invalidateKeys(map, start);
    this.#contents.invalidate(start);
    for (const map of [this.#starred, this.#watched, this.#branches]) forgetKeys(map, start);
  }

  #forget(start: string): void {
    for (const known of [this.#contents, this.#repositories]) known.forget(start);
    for (const map of [this.#lists, this.#sections, this.#starred, this.#watched, this.#branches])
      forgetKeys(map, start);
  }
}
