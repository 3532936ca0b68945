import type { AccountsModel } from "../../accounts/model.ts";
import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import type { PendingEdits } from "../publishing/pendingEdits.ts";
import type { GistsModel } from "../model.ts";
import type { GistPlace } from "../types.ts";
import { AccountIndex, type Overlay } from "./accountIndex.ts";
import { accountOf } from "./indexStorage.ts";
import { type MatchList, mergeMatches, noMatches } from "./matchList.ts";
import { isEmpty, parseQuery } from "./query.ts";
import type { TextIndex } from "./textIndex.ts";
import type { Hit, IndexedGist, IndexFolder, IndexMode, IndexProgress, IndexState, Match } from "./types.ts";

export interface SearchOptions {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly pending: PendingEdits;
  readonly folder: IndexFolder;
  readonly clock: Clock;
  readonly mode: () => IndexMode;
  readonly loadIndex: () => Promise<TextIndex>;
  readonly onError: (what: string, error: unknown) => void;
}

/** Milliseconds: how long a reading counts for a search and for the view, and what is a pause. */
const times = { search: 60_000, view: 300_000, quiet: 3000 };

/** When accounts differ, the first of these states is shown. */
const states: readonly IndexState[] = ["off", "loading", "listing", "reading", "limited", "failed", "waiting"];

const hitsOf = (matches: MatchList<Match>, accountId: string): MatchList<Hit> => ({
  length: matches.length,
  slice: (start, end) => matches.slice(start, end).map((match) => ({ ...match, accountId })),
});

/** Search over the gists of all accounts. Nothing is loaded or requested before the first search. */
export class SearchModel {
  readonly #options: SearchOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<void>());
  /** What would be found, or how far the index is. */
  readonly onDidChange = this.#changed.event;
  readonly #indexes = new Map<string, AccountIndex>();
  readonly #quiet = new Map<string, Disposable>();
  #overlays: ReadonlyMap<string, Overlay> = new Map();
  #isClean = false;
  #isSeen = false;

  constructor(options: SearchOptions) {
    this.#options = options;
    const { accounts, gists, pending } = options;
    this.#store.add(
      accounts.onDidChange(({ added, removed }) => {
        for (const id of removed) this.#forget(id);
        if (added.length > 0) this.#followSeen();
      }),
    );
    this.#store.add(gists.onDidChangeGist((place) => this.#note(place)));
    this.#store.add(
      gists.onDidChangeFiles((events) => {
        const places = new Map(events.map(({ place }) => [`${place.accountId}/${place.gistId}`, place]));
        for (const place of places.values()) if (gists.known(place.accountId, place.gistId)) this.#note(place);
      }),
    );
    this.#store.add(
      gists.onDidChangeLists(({ accountId }) => {
        for (const id of accountId === undefined ? this.#indexes.keys() : [accountId]) this.#noteLists(id);
      }),
    );
    this.#store.add(
      pending.onDidChange((places) => {
        this.#overlays = this.#overlay();
        for (const [id, index] of this.#indexes)
          index.noteOverlay(places.filter(({ accountId }) => accountId === id).map(({ gistId }) => gistId));
      }),
    );
  }

  /** All accounts together. */
  get progress(): IndexProgress {
    const all = [...this.#indexes.values()].map(({ progress }) => progress);
    const state =
      this.#options.mode() === "off" ? "off" : states.find((each) => all.some((one) => one.state === each));
    const until = all.find((one) => one.until !== undefined)?.until;
    return {
      state: state ?? "waiting",
      indexed: all.reduce((sum, { indexed }) => sum + indexed, 0),
      total: all.reduce((sum, { total }) => sum + total, 0),
      ...(until === undefined ? {} : { until }),
    };
  }

  /** Called for a search: loads the stored index, and then reads what changed. Ends when there is something to search. */
  async use(): Promise<void> {
    await this.#open();
    for (const index of this.#indexes.values()) this.#freshen(index, times.search);
  }

  /** The view is visible: when nothing else is asked for a while, the index is brought up to date. */
  seen(): void {
    this.#isSeen = true;
    const { accounts, onError } = this.#options;
    accounts
      .load()
      .then(() => this.#followSeen())
      .catch((error: unknown) => onError("search index", error));
  }

  /** Best first. Finds nothing for a query without any condition. */
  search(text: string): MatchList<Hit> {
    const query = parseQuery(text);
    if (isEmpty(query)) return noMatches;
    return mergeMatches([...this.#indexes].map(([accountId, index]) => hitsOf(index.search(query), accountId)));
  }

  get({ accountId, gistId }: GistPlace): IndexedGist | undefined {
    return this.#indexes.get(accountId)?.get(gistId);
  }

  /** Ends what is being read; the next search goes on. */
  async stop(): Promise<void> {
    await Promise.all([...this.#indexes.values()].map((index) => index.stop()));
  }

  /** Forgets everything and reads all of it again. */
  async rebuild(signal?: AbortSignal): Promise<void> {
    await this.#open();
    const stop = (): void => void this.stop();
    signal?.addEventListener("abort", stop, { once: true });
    await Promise.all(
      [...this.#indexes].map(async ([accountId, index]) => {
        await index.clear();
        this.#noteLists(accountId);
        if (!signal?.aborted) await index.update();
      }),
    );
    signal?.removeEventListener("abort", stop);
  }

  /** The setting is another one now. */
  async changeMode(): Promise<void> {
    if (this.#options.mode() === "off") {
      for (const id of this.#indexes.keys()) this.#forget(id);
      for (const name of await this.#options.folder.list()) await this.#options.folder.remove(name);
    }
    this.#changed.fire();
  }

  dispose(): void {
    for (const index of this.#indexes.values()) index.dispose();
    this.#indexes.clear();
    for (const quiet of this.#quiet.values()) quiet.dispose();
    this.#store.dispose();
  }

  #followSeen(): void {
    const { accounts, mode } = this.#options;
    if (mode() === "off" || !this.#isSeen) return;
    for (const { profile } of accounts.accounts) {
      const index = this.#indexes.get(profile.id);
      if (index ? this.#isFresh(index, times.view) : mode() !== "background") continue;
      this.#whenQuiet(profile.id, () => {
        this.#open()
          .then(() => this.#indexes.get(profile.id)?.update())
          .catch((error: unknown) => this.#options.onError("search index", error));
      });
    }
  }

  async #open(): Promise<void> {
    const { accounts, pending, onError } = this.#options;
    await accounts.load();
    await pending.load();
    this.#overlays = this.#overlay();
    if (!this.#isClean) this.#clean().catch((error: unknown) => onError("search index", error));
    this.#isClean = true;
    await Promise.all(
      accounts.accounts.map(async ({ profile }) => {
        const isNew = !this.#indexes.has(profile.id);
        const index = this.#index(profile.id);
        await index.open();
        if (isNew) this.#noteLists(profile.id);
      }),
    );
  }

  #index(accountId: string): AccountIndex {
    const known = this.#indexes.get(accountId);
    if (known) return known;
    const { accounts, folder, clock, loadIndex, mode, onError } = this.#options;
    const index = new AccountIndex({
      account: () => accounts.get(accountId),
      accountId,
      folder,
      clock,
      loadIndex,
      isAllowed: () => mode() !== "off",
      overlay: () => this.#overlays.get(accountId) ?? new Map(),
      onError,
    });
    index.onDidChange(() => this.#changed.fire());
    this.#indexes.set(accountId, index);
    return index;
  }

  /** Removes what accounts left that were signed out while this window was closed. */
  async #clean(): Promise<void> {
    const { accounts, folder } = this.#options;
    if (accounts.accounts.length === 0 || accounts.storageBroken) return;
    for (const name of await folder.list()) {
      const accountId = accountOf(name);
      if (accountId === undefined || !accounts.get(accountId)) await folder.remove(name);
    }
  }

  #isFresh(index: AccountIndex, ms: number): boolean {
    return index.progress.state !== "failed" && this.#options.clock.now() - index.checked < ms;
  }

  #freshen(index: AccountIndex, ms: number): void {
    if (!this.#isFresh(index, ms)) void index.update();
  }

  #whenQuiet(accountId: string, act: () => void): void {
    const { accounts, clock } = this.#options;
    this.#quiet.get(accountId)?.dispose();
    const wait = (): Disposable =>
      clock.setTimer(times.quiet, () => {
        heard?.dispose();
        act();
      });
    const heard = accounts.get(accountId)?.client.onDidChangeQuota(() => {
      timer.dispose();
      timer = wait();
    });
    let timer = wait();
    this.#quiet.set(accountId, {
      dispose: () => {
        heard?.dispose();
        timer.dispose();
      },
    });
  }

  #note({ accountId, gistId }: GistPlace): void {
    const { gists } = this.#options;
    const index = this.#indexes.get(accountId);
    const gist = gists.known(accountId, gistId);
    const isOwn = gist !== undefined && gists.isMine(accountId, gist);
    const isStarred = gists.isStarred(accountId, gistId) ?? index?.get(gistId)?.isStarred ?? false;
    index?.note(gistId, gist, { isOwn, isStarred });
  }

  #noteLists(accountId: string): void {
    const { lists } = this.#options.gists;
    for (const kind of ["own", "starred"] as const)
      for (const { id } of lists.known(accountId, kind)) this.#note({ accountId, gistId: id });
  }

  #overlay(): ReadonlyMap<string, Overlay> {
    const accounts = new Map<string, Map<string, Map<string, string>>>();
    for (const { place, mine } of this.#options.pending.all) {
      const gists = accounts.get(place.accountId) ?? new Map<string, Map<string, string>>();
      accounts.set(place.accountId, gists);
      gists.set(place.gistId, (gists.get(place.gistId) ?? new Map<string, string>()).set(place.fileName, mine));
    }
    return accounts;
  }

  #forget(accountId: string): void {
    this.#quiet.get(accountId)?.dispose();
    this.#quiet.delete(accountId);
    const index = this.#indexes.get(accountId);
    this.#indexes.delete(accountId);
    index?.dispose();
    const { folder, onError } = this.#options;
    (index ? index.clear() : folder.remove(`${accountId}.jsonl`)).catch((error: unknown) =>
      onError("remove the search index", error),
    );
    this.#changed.fire();
  }
}
