import { type Clock, systemClock } from "../../base/clock.ts";
import { entriesOf, fieldsOf } from "../../base/fieldsOf.ts";
import { KeyedQueue } from "../../base/keyedQueue.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import { keyOf } from "./pendingEdits.ts";

/** A gist that is begun here and not yet at the service, which keeps no empty files. */
export interface DraftGist {
  readonly id: string;
  readonly accountId: string;
  readonly description: string;
  readonly public: boolean;
  readonly files: readonly string[];
  /** The gist that came of it. The draft's own address leads there. */
  readonly publishedAs?: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly publishedAt?: number;
}

/** Survives a reload, as the unsaved editors on top of it do. Shared with the other windows. */
export interface DraftStorage {
  read(): readonly DraftGist[];
  /** Writes what differs from what is read. */
  write(drafts: readonly DraftGist[]): void;
  /** Reads what other windows wrote. */
  refresh(): Promise<void>;
}

const prefix = "new-";

/** Where a published draft leads is stored at least for so long: windows may have its document open. Milliseconds. */
const storedMs = 30 * 24 * 60 * 60 * 1000;

/** Whether something that was stored is a draft. */
const isDraft = (value: unknown): value is DraftGist => {
  const { id, accountId, description, files, publishedAs, publishedAt, public: isPublic } = fieldsOf(value);
  return (
    [id, accountId, description].every((text) => typeof text === "string") &&
    typeof isPublic === "boolean" &&
    Array.isArray(files) &&
    files.every((name) => typeof name === "string") &&
    (publishedAs === undefined || typeof publishedAs === "string") &&
    (publishedAt === undefined || typeof publishedAt === "number")
  );
};

const gistKeyOf = (accountId: string, id: string): string => `${accountId}/${id}`;

const isSame = (a: DraftGist, b: DraftGist): boolean => a.accountId === b.accountId && a.id === b.id;

/**
 * New gists and new files that wait for their first content, and where the addresses of open documents lead once their gist was
 * published or their file was renamed by another window.
 */
export class Drafts {
  readonly #storage: DraftStorage;
  readonly #clock: Pick<Clock, "now">;
  /** Files that were added to gists of the service and are still empty. */
  readonly #files = new Map<string, FilePlace>();
  /** The names that files of open documents have since another window renamed them. */
  readonly #newNames = new Map<string, string>();
  readonly #turns = new KeyedQueue();
  readonly #publishedTexts = new Map<string, string>();
  /** As this window knew them last. */
  readonly #seen = new Map<string, DraftGist>();

  constructor(storage: DraftStorage, clock: Pick<Clock, "now"> = systemClock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  get #gists(): readonly DraftGist[] {
    return entriesOf(this.#storage.read()).filter(isDraft);
  }

  static isDraftId(gistId: string): boolean {
    return gistId.startsWith(prefix);
  }

  get(accountId: string, gistId: string): DraftGist | undefined {
    const stored = this.#gists.find((draft) => draft.accountId === accountId && draft.id === gistId);
    if (stored) this.#seen.set(gistKeyOf(accountId, gistId), stored);
    const seen = this.lastSeen({ accountId, gistId });
    // After a sign-out, a document that is still open belongs to the gist that came of it.
    return stored ?? (seen?.publishedAs === undefined ? undefined : seen);
  }

  add(draft: Omit<DraftGist, "id">): DraftGist {
    const added = { ...draft, id: prefix + crypto.randomUUID().slice(0, 8) };
    const oldest = this.#clock.now() - storedMs;
    const others = this.#gists.filter(
      ({ publishedAs, publishedAt = oldest }) => publishedAs === undefined || publishedAt >= oldest,
    );
    this.#seen.set(gistKeyOf(added.accountId, added.id), added);
    this.#write([...others, added]);
    return added;
  }

  /** As this window knew it last, also when its account was signed out since, here or in another window. */
  lastSeen({ accountId, gistId }: GistPlace): DraftGist | undefined {
    return this.#seen.get(gistKeyOf(accountId, gistId));
  }

  /** Whether its gist is to be secret; undefined for a gist that is no draft. */
  isSecret(place: GistPlace): boolean | undefined {
    if (!Drafts.isDraftId(place.gistId)) return undefined;
    const draft = this.get(place.accountId, place.gistId) ?? this.lastSeen(place);
    return !(draft?.public ?? false);
  }

  /** As it is now, whichever window has published it. */
  async refreshed(place: GistPlace): Promise<DraftGist | undefined> {
    // What cannot be read now is as it was.
    await this.#storage.refresh().catch(() => undefined);
    return this.get(place.accountId, place.gistId);
  }

  /** Notes the gist that was made of a draft, in this window only once its account is signed out: nothing of it is stored then. */
  publish(draft: DraftGist, gistId: string, isSignedIn = true): void {
    const published = { ...draft, publishedAs: gistId, publishedAt: this.#clock.now() };
    this.#seen.set(gistKeyOf(draft.accountId, draft.id), published);
    if (isSignedIn) this.#write([...this.#gists.filter((each) => !isSame(each, draft)), published]);
  }

  /** The ids of the gists that came of the account's other drafts. */
  gistsOfOthers({ accountId, gistId }: GistPlace): ReadonlySet<string> {
    const others = this.#gists.filter((draft) => draft.accountId === accountId && draft.id !== gistId);
    return new Set(others.flatMap(({ publishedAs }) => publishedAs ?? []));
  }

  /** Runs what makes a gist of the draft, or changes that: a second file waits until the gist is there. */
  inGistTurn<T>({ accountId, gistId }: GistPlace, task: () => Promise<T>): Promise<T> {
    return this.#turns.run(gistKeyOf(accountId, gistId), task);
  }

  /** What this window has published of a draft's file last, at the draft's place. */
  publishedText(place: FilePlace): string | undefined {
    return this.#publishedTexts.get(keyOf(place));
  }

  notePublished(place: FilePlace, text: string): void {
    this.#publishedTexts.set(keyOf(place), text);
  }

  /** The account was signed out: nothing of it is stored. Its unsaved documents can be published after another sign-in. */
  forgetAccount(accountId: string): void {
    if (this.#gists.some((draft) => draft.accountId === accountId))
      this.#write(this.#gists.filter((draft) => draft.accountId !== accountId));
  }

  /**
   * Where a place is now: a published draft's is in the gist that came of it, and that of a document whose file another
   * window has renamed is the file with the new name.
   */
  resolve<P extends GistPlace>(place: P): P {
    const { accountId, gistId, fileName } = place;
    const newName =
      fileName === undefined ? undefined : this.#newNames.get(keyOf({ accountId, gistId, fileName }));
    const published = this.get(accountId, gistId)?.publishedAs;
    if (newName === undefined && published === undefined) return place;
    return {
      ...place,
      ...(published === undefined ? {} : { gistId: published }),
      ...(newName === undefined ? {} : { fileName: newName }),
    };
  }

  /** Another window has renamed the file of an open document: the document's address leads on until it is closed. */
  noteRenamed(place: FilePlace, newName: string): void {
    this.#newNames.set(keyOf(place), newName);
  }

  /** The document is closed: its address is that of another file from now on. Answers whether it was renamed. */
  forgetRenamed(place: FilePlace): boolean {
    return this.#newNames.delete(keyOf(place));
  }

  hasFile(place: FilePlace): boolean {
    return this.#files.has(keyOf(place));
  }

  /** Whether a file that waits for its first content is at this place; undefined when drafts do not decide. */
  waitsForContent(place: FilePlace): boolean | undefined {
    if (this.hasFile(place)) return true;
    if (!Drafts.isDraftId(place.gistId)) return undefined;
    return this.get(place.accountId, place.gistId)?.files.includes(place.fileName) ?? false;
  }

  addFile(place: FilePlace): void {
    this.#files.set(keyOf(place), place);
  }

  removeFile(place: FilePlace): void {
    this.#files.delete(keyOf(place));
  }

  /** Those that were added to gists and are still empty. */
  get newFiles(): readonly FilePlace[] {
    return [...this.#files.values()];
  }

  /** Renames a file that was added and is still empty; any other file stays as it is. */
  renameFile(place: FilePlace, newName: string): void {
    if (!this.hasFile(place)) return;
    this.removeFile(place);
    this.addFile({ ...place, fileName: newName });
  }

  #write(drafts: readonly DraftGist[]): void {
    this.#storage.write(drafts);
  }
}
