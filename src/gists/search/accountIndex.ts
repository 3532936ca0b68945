import type { Account } from "../../accounts/model.ts";
import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { isCancelled } from "../../base/errors.ts";
import { Emitter } from "../../base/event.ts";
import { HttpError } from "../../client/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { createYieldIfBusy } from "./yieldIfBusy.ts";
import { type IndexSink, LimitReached, readAll, type ReadGist } from "./builder.ts";
import { type DecodedIndex, decodeIndex, encodeIndex, indexFileName } from "./indexStorage.ts";
import { type MatchList, noMatches } from "./matchList.ts";
import type { Query } from "./query.ts";
import { storedIndexOf } from "./storedIndex.ts";
import { isIndexed, listed, read, withComments } from "./record.ts";
import type { TextIndex } from "./textIndex.ts";
import type { IndexedGist, IndexFolder, IndexProgress, IndexState, Match } from "./types.ts";

/** What lies over the texts of the service: edits that it does not have yet, by gist and file. */
export type Overlay = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface AccountIndexOptions {
  readonly account: () => Account | undefined;
  readonly accountId: string;
  readonly folder: IndexFolder;
  readonly clock: Clock;
  readonly loadIndex: () => Promise<TextIndex>;
  /** False when nothing may be read from the service or stored on the disk. */
  readonly isAllowed: () => boolean;
  readonly overlay: () => Overlay;
  readonly onError: (what: string, error: unknown) => void;
}

/** Milliseconds: between two writes while the index grows, after a change of it, and after a write that failed. */
const saveAfter = { growing: 20_000, changed: 3000, failed: 60_000 };

/** Whether a list has nothing new of a gist. What `listed` takes over and `updated_at` does not follow is compared here. */
const isSame = (former: IndexedGist, gist: Gist): boolean =>
  former.updated === gist.updated_at &&
  former.commentCount === (gist.comments ?? 0) &&
  former.description === (gist.description ?? "") &&
  former.isPublic === gist.public;

/** The index of one account: stored on the disk, brought up to date when asked. */
export class AccountIndex {
  readonly #options: AccountIndexOptions;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #records = new Map<string, IndexedGist>();
  readonly #end = new AbortController();
  #index: TextIndex | undefined;
  #opening: Promise<void> | undefined;
  #updating: Promise<void> | undefined;
  #run: AbortController | undefined;
  /** True when the disk does not have what is here. */
  #isDirty = false;
  #state: IndexState = "waiting";
  #until: number | undefined;
  #indexed = 0;
  #goOn: Disposable | undefined;
  #saveTimer: Disposable | undefined;
  #saving: Promise<void> = Promise.resolve();
  /** When everything was last read to its end. Milliseconds; 0 before. */
  #checked = 0;
  /** Gists that were changed here since the lists began to be read: a list may be older. */
  #noted = new Set<string>();

  constructor(options: AccountIndexOptions) {
    this.#options = options;
  }

  get progress(): IndexProgress {
    const until = this.#until;
    return {
      state: this.#state,
      indexed: this.#indexed,
      total: this.#records.size,
      ...(until === undefined ? {} : { until }),
    };
  }

  /** When everything was last read to its end. Milliseconds; 0 before. */
  get checked(): number {
    return this.#checked;
  }

  search(query: Query): MatchList<Match> {
    return this.#index?.search(query) ?? noMatches;
  }

  get(gistId: string): IndexedGist | undefined {
    return this.#records.get(gistId);
  }

  /** Takes over what is on the disk. Throws what keeps the index from being loaded. */
  open(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Reads what changed at the service; several that ask share one reading. Errors end in `progress`. */
  update(): Promise<void> {
    this.#updating ??= this.#update().finally(() => (this.#updating = undefined));
    return this.#updating;
  }

  /** Ends the reading that is under way; what was read stays. */
  async stop(): Promise<void> {
    this.#run?.abort();
    await this.#updating;
  }

  /** What is known of a gist has changed here; undefined when it is gone. */
  note(gistId: string, gist: Gist | undefined, flags: { isOwn: boolean; isStarred: boolean }): void {
    if (!this.#index) return;
    const former = this.#records.get(gistId);
    if (!gist || (!flags.isOwn && !flags.isStarred)) {
      this.#noted.add(gistId);
      if (former) this.#remove(gistId);
      this.#fire();
      return;
    }
    // A record from a list may be older than what was read for the index.
    const isOld = former !== undefined && gist.updated_at < former.updated;
    const hasTexts = Object.values(gist.files).some((file) => file?.content !== undefined);
    const sameFlags = former?.isOwn === flags.isOwn && former.isStarred === flags.isStarred;
    if (former && sameFlags && !hasTexts && isSame(former, gist)) return;
    this.#noted.add(gistId);
    if (isOld) this.#put({ ...former, ...flags });
    else this.#put(hasTexts ? read(gist, flags, former) : listed(gist, flags, former));
    this.#fire();
  }

  /** The edits that lie over these gists are others now. */
  noteOverlay(gistIds: Iterable<string>): void {
    if (!this.#index) return;
    for (const id of gistIds) {
      const record = this.#records.get(id);
      if (record) this.#index.put(this.#shown(record));
    }
    this.#changed.fire();
  }

  /** Removes everything, also from the disk. */
  async clear(): Promise<void> {
    await this.stop();
    for (const id of this.#records.keys()) this.#index?.remove(id);
    this.#records.clear();
    this.#indexed = 0;
    this.#checked = 0;
    await this.#saving;
    this.#saveTimer?.dispose();
    this.#saveTimer = undefined;
    this.#isDirty = false;
    await this.#options.folder.remove(indexFileName(this.#options.accountId));
    this.#changed.fire();
  }

  dispose(): void {
    this.#end.abort();
    this.#goOn?.dispose();
    this.#saveTimer?.dispose();
    this.#changed.dispose();
  }

  async #open(): Promise<void> {
    const { folder, clock, accountId, loadIndex, isAllowed, onError } = this.#options;
    this.#set("loading");
    this.#index = await loadIndex();
    try {
      const bytes = isAllowed() ? await folder.read(indexFileName(accountId)) : undefined;
      const stored = bytes && (await decodeIndex(bytes, clock));
      if (stored && !this.#end.signal.aborted) await this.#takeOver(stored);
    } catch (error) {
      // It can be read again from the service.
      onError("the stored search index", error);
    } finally {
      this.#set("waiting");
    }
  }

  async #takeOver({ gists, index }: DecodedIndex): Promise<void> {
    const yieldIfBusy = createYieldIfBusy(this.#options.clock);
    if (index) this.#index?.restore(gists, index);
    // What was noted while the file was read is newer.
    for (const record of this.#records.values()) this.#index?.put(this.#shown(record));
    const edited = this.#options.overlay();
    for (const gist of gists) {
      if (this.#end.signal.aborted) return;
      if (this.#records.has(gist.id)) continue;
      if (this.#noted.has(gist.id)) {
        // It was deleted or unstarred while the file was read.
        this.#index?.remove(gist.id);
        this.#isDirty = true;
        continue;
      }
      this.#records.set(gist.id, gist);
      this.#indexed += Number(isIndexed(gist));
      if (this.#index?.has(gist.id) && !edited.has(gist.id)) continue;
      this.#index?.put(this.#shown(gist));
      await yieldIfBusy();
    }
    // A file of an older version is written again.
    if (index === undefined) this.#isDirty = true;
    this.#fire();
  }

  async #update(): Promise<void> {
    const { account, isAllowed, clock, onError } = this.#options;
    this.#goOn?.dispose();
    this.#goOn = undefined;
    const known = account();
    if (!known || !isAllowed() || this.#end.signal.aborted) return;
    const run = new AbortController();
    this.#run = run;
    try {
      await this.open();
      this.#set("listing");
      await readAll(known, this.#sink(), () => clock.now(), AbortSignal.any([run.signal, this.#end.signal]));
      this.#checked = clock.now();
      this.#set("waiting");
    } catch (error) {
      if (this.#end.signal.aborted) return;
      if (error instanceof LimitReached) this.#waitUntil(error.until);
      else if (HttpError.is(error, "rateLimited") && error.retryAt !== undefined) this.#waitUntil(error.retryAt);
      else if (isCancelled(error)) this.#set("waiting");
      else {
        this.#set("failed");
        onError("search index", error);
      }
    } finally {
      this.#run = undefined;
      this.#saveLater(0);
    }
  }

  /** The service's rate limit is reset then. */
  #waitUntil(time: number): void {
    this.#until = time;
    this.#set("limited");
    const { clock } = this.#options;
    this.#goOn = clock.setTimer(Math.max(1000, time - clock.now() + 1000), () => void this.update());
  }

  #sink(): IndexSink {
    const { clock, onError } = this.#options;
    const yieldIfBusy = createYieldIfBusy(clock);
    const noted = (this.#noted = new Set());
    return {
      page: async (list, gists) => {
        for (const gist of gists) {
          if (noted.has(gist.id)) continue;
          const former = this.#records.get(gist.id);
          const isOwn = list === "own" || (former?.isOwn ?? false);
          const isStarred = list === "starred" || (former?.isStarred ?? false);
          if (former && isSame(former, gist) && former.isOwn === isOwn && former.isStarred === isStarred) continue;
          this.#put(listed(gist, { isOwn, isStarred }, former));
          await yieldIfBusy();
        }
        this.#fire();
      },
      listed: (own, starred) => {
        for (const record of this.#records.values()) {
          if (noted.has(record.id)) continue;
          const flags = { isOwn: own.has(record.id), isStarred: starred.has(record.id) };
          if (!flags.isOwn && !flags.isStarred) this.#remove(record.id);
          else if (flags.isOwn !== record.isOwn || flags.isStarred !== record.isStarred)
            this.#put({ ...record, ...flags });
        }
        this.#set("reading");
        this.#fire();
      },
      wanted: () =>
        [...this.#records.values()]
          .filter((record) => !isIndexed(record))
          .toSorted((a, b) => (a.updated < b.updated ? 1 : -1))
          .map(({ id, commentCount }) => ({ id, hasComments: commentCount > 0 })),
      read: ({ gist, apart, comments }: ReadGist) => {
        const former = this.#records.get(gist.id);
        // Unstarred or deleted here, or edited here, while it was read.
        if (!former || gist.updated_at < former.updated) return;
        const record = read(gist, former, former, apart);
        this.#put(withComments(record, comments ?? []));
        this.#fire();
      },
      gone: (gistId) => {
        this.#remove(gistId);
        this.#fire();
      },
      skipped: (gistId, error) => onError(`search index: ${gistId}`, error),
    };
  }

  #shown(record: IndexedGist): IndexedGist {
    const edits = this.#options.overlay().get(record.id);
    if (!edits) return record;
    const names = new Set(record.files.map(({ name }) => name));
    const added = [...edits].filter(([name]) => !names.has(name));
    return {
      ...record,
      files: [
        ...record.files.map((file) => {
          const text = edits.get(file.name);
          return text === undefined ? file : { name: file.name, language: file.language, text };
        }),
        ...added.map(([name, text]) => ({ name, language: "", text })),
      ],
    };
  }

  #put(record: IndexedGist): void {
    const former = this.#records.get(record.id);
    this.#indexed += Number(isIndexed(record)) - Number(former !== undefined && isIndexed(former));
    this.#records.set(record.id, record);
    this.#isDirty = true;
    this.#index?.put(this.#shown(record));
  }

  #remove(gistId: string): void {
    const former = this.#records.get(gistId);
    if (former && isIndexed(former)) this.#indexed -= 1;
    this.#isDirty = this.#records.delete(gistId) || this.#isDirty;
    this.#index?.remove(gistId);
  }

  #set(state: IndexState): void {
    this.#state = state;
    if (state !== "limited") this.#until = undefined;
    this.#changed.fire();
  }

  #fire(): void {
    this.#saveLater(
      this.#state === "reading" || this.#state === "listing" ? saveAfter.growing : saveAfter.changed,
    );
    this.#changed.fire();
  }

  #saveLater(ms: number): void {
    if (!this.#isDirty || !this.#options.isAllowed() || this.#end.signal.aborted) return;
    if (this.#saveTimer && ms > 0) return;
    this.#saveTimer?.dispose();
    this.#saveTimer = this.#options.clock.setTimer(ms, () => {
      this.#saveTimer = undefined;
      this.#saving = this.#saving.then(() => this.#save());
    });
  }

  async #save(): Promise<void> {
    const { folder, accountId, clock, onError, isAllowed } = this.#options;
    const index = this.#index;
    if (!index) return;
    // What changes from here on is written by the next save.
    this.#isDirty = false;
    try {
      const gists = [...this.#records.values()];
      const bytes = await encodeIndex(gists, await storedIndexOf(index.snapshot(gists), clock), clock);
      // The account was signed out in the meantime: nothing of it may be written.
      if (this.#end.signal.aborted || !isAllowed()) {
        this.#isDirty = true;
        return;
      }
      await folder.write(indexFileName(accountId), bytes);
    } catch (error) {
      onError("store the search index", error);
      this.#isDirty = true;
      this.#saveLater(saveAfter.failed);
    }
  }
}
