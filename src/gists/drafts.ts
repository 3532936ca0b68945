import type { FilePlace, GistPlace } from "./types.ts";

/** A gist that is begun here and not yet at the service, which keeps no empty files. */
export interface DraftGist {
  readonly id: string;
  readonly accountId: string;
  readonly description: string;
  readonly public: boolean;
  readonly files: readonly string[];
  /** The gist that came of it. The draft's own address leads there until its tab is closed. */
  readonly publishedAs?: string;
}

/** Survives a reload, as the unsaved editors on top of it do. */
export interface DraftStorage {
  read(): readonly DraftGist[];
  write(drafts: readonly DraftGist[]): Promise<void>;
}

const prefix = "new-";

/** New gists and new files that wait for their first content. */
export class Drafts {
  readonly #storage: DraftStorage;
  /** Files that were added to gists of the service and are still empty. */
  readonly #files = new Set<string>();
  #gists: readonly DraftGist[];

  constructor(storage: DraftStorage) {
    this.#storage = storage;
    this.#gists = storage.read();
  }

  static isDraftId(gistId: string): boolean {
    return gistId.startsWith(prefix);
  }

  get(accountId: string, gistId: string): DraftGist | undefined {
    return this.#gists.find((draft) => draft.accountId === accountId && draft.id === gistId);
  }

  add(draft: Omit<DraftGist, "id">): DraftGist {
    const added = { ...draft, id: prefix + crypto.randomUUID().slice(0, 8) };
    this.#write([...this.#gists, added]);
    return added;
  }

  publish(draft: DraftGist, gistId: string): void {
    this.#write(this.#gists.map((each) => (each === draft ? { ...draft, publishedAs: gistId } : each)));
  }

  forget(accountId: string, gistId: string): void {
    this.#write(this.#gists.filter((each) => each.accountId !== accountId || each.id !== gistId));
  }

  /** The account was signed out: nothing of it is kept. */
  forgetAccount(accountId: string): void {
    if (this.#gists.some((draft) => draft.accountId === accountId))
      this.#write(this.#gists.filter((draft) => draft.accountId !== accountId));
  }

  /** Where a place is now: a published draft's is in the gist that came of it. */
  resolve<P extends GistPlace>(place: P): P {
    const published = this.get(place.accountId, place.gistId)?.publishedAs;
    return published === undefined ? place : { ...place, gistId: published };
  }

  hasFile(place: FilePlace): boolean {
    return this.#files.has(JSON.stringify([place.accountId, place.gistId, place.fileName]));
  }

  addFile(place: FilePlace): void {
    this.#files.add(JSON.stringify([place.accountId, place.gistId, place.fileName]));
  }

  removeFile(place: FilePlace): void {
    this.#files.delete(JSON.stringify([place.accountId, place.gistId, place.fileName]));
  }

  #write(drafts: readonly DraftGist[]): void {
    this.#gists = drafts;
    void this.#storage.write(drafts);
  }
}
