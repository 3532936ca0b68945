import { sameBytes } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/event.ts";
import { type Inspect, inspectText } from "../base/inspect.ts";
import type { StorageFolder } from "../base/storageFolder.ts";
import { decodeText } from "../base/textBytes.ts";
import type { FileChange, RefusedByBranch, RepoConflict } from "./commitErrors.ts";
import { Committer, type CommitterOptions } from "./committer.ts";
import { type Base, type EditorState, FileBases } from "./fileBases.ts";
import { RepoProblem } from "./problem.ts";
import { type ContentPlace, fileKeyOf } from "./types.ts";

export type CommitOutcome = "committed" | "merged" | "unchanged";

export interface RepoFilesOptions extends CommitterOptions {
  readonly clock: Clock;
  readonly inspect: Inspect;
  /** The message of the commits. Throws CancelledError when nothing shall be sent. */
  readonly askMessage: (changes: readonly FileChange[]) => Promise<string>;
  /** Where the bases of unsaved documents are stored. */
  readonly bases: StorageFolder;
  readonly isSharedStorage: boolean;
  readonly stateOf: (place: ContentPlace) => EditorState;
}

interface Waiting {
  readonly change: FileChange;
  readonly start: (message: Promise<string>) => void;
}

/** Milliseconds in which saves are asked about together. */
const joinTime = 150;
/** Bytes of the largest file that the service takes. */
const largestFile = 100_000_000;
/** Files of branches: each save is a commit, never over somebody else's change. */
export class RepoFiles {
  readonly #options: RepoFilesOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<readonly FileChange[]>());
  readonly onDidChange = this.#changed.event;
  readonly onDidMeetConflict: Event<RepoConflict>;
  readonly onDidMeetRefusal: Event<RefusedByBranch>;
  readonly #committer: Committer;
  readonly #bases: FileBases;
  readonly #places = new Map<string, ContentPlace>();
  #waiting: Waiting[] = [];

  constructor(options: RepoFilesOptions) {
    this.#options = options;
    this.#committer = this.#store.add(new Committer(options));
    this.onDidMeetConflict = this.#committer.onDidMeetConflict;
    this.onDidMeetRefusal = this.#committer.onDidMeetRefusal;
    this.#bases = new FileBases(
      options.bases,
      (key) => {
        const place = this.#places.get(key);
        return place ? options.stateOf(place) : "none";
      },
      options.isSharedStorage,
    );
    this.#store.add(
      options.accounts.onDidChange(({ removed }) => {
        for (const id of removed) this.#bases.forgetAccount(id);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** An editor shows this text of the file, with nothing unsaved in it. */
  noteShown(place: ContentPlace, text: string): void {
    this.#bases.shown(this.#keyOf(place), text);
  }

  /** The document has changes that are not saved. */
  async noteUnsaved(place: ContentPlace): Promise<void> {
    await this.#bases.unsaved(this.#keyOf(place));
  }

  /** No editor has the file any longer. */
  async noteClosed(place: ContentPlace): Promise<void> {
    await this.#bases.forget(this.#keyOf(place));
    this.#places.delete(fileKeyOf(place));
    this.#committer.forget(place);
  }

  /** The file as the service has it now; what is written next stands on it. Throws HttpError. */
  async read(place: ContentPlace): Promise<Uint8Array> {
    const { bytes, sha } = await this.#options.repos.whole(place);
    this.#bases.read(this.#keyOf(place), { bytes, sha });
    return bytes;
  }

  /** Commits a file's content. Throws RepoConflict, CancelledError, HttpError; nothing was sent then. */
  async write(place: ContentPlace, given: Uint8Array): Promise<CommitOutcome> {
    if (given.length > largestFile) throw new RepoProblem("tooLargeToSend", place.path);
    const base = (await this.#bases.of(this.#keyOf(place))) ?? (await this.#baseOfUnread(place, given));
    // What may be there of a commit that was not answered has to be undone.
    const isLost = this.#committer.isUnconfirmed(place);
    if (base.sha !== null && !isLost && sameBytes(base.bytes, given)) return "unchanged";
    const bytes = await this.#inspected(place, given, base);
    const message = await this.#message({ place, kind: "write" });
    return this.#commit(place, bytes, base, message);
  }

  /** Nothing is known of what an unsaved document grew out of: the user decides. Otherwise what is there is replaced. */
  async #baseOfUnread(place: ContentPlace, mine: Uint8Array): Promise<Base> {
    const remote = await this.#committer.remote(place);
    if (this.#options.stateOf(place) !== "unsaved" || remote.sha === null || sameBytes(remote.bytes, mine))
      return remote;
    throw this.#committer.conflict(place, mine, remote);
  }

  /** As `write`, for what was inspected and has a message. */
  async writeAs(place: ContentPlace, bytes: Uint8Array, message: string): Promise<CommitOutcome> {
    const base = await this.#committer.remote(place);
    return this.#commit(place, bytes, base, message);
  }

  /** One message for all; each is a commit. Throws CancelledError, RefusedByBranch, RepoProblem and HttpError. */
  async deleteAll(places: readonly ContentPlace[]): Promise<void> {
    // What is deleted is what was there when the user was asked.
    const shas = await Promise.all(places.map(async (place) => (await this.#committer.remote(place)).sha));
    const message = await this.#messages(places.map((place) => ({ place, kind: "delete" })));
    for (const [index, place] of places.entries()) await this.deleteAs(place, message, shas[index] ?? undefined);
  }

  /** All are there under their new names before the first one is deleted. Throws as `write` and `deleteAll`. */
  async moveAll(moves: readonly { readonly from: ContentPlace; readonly to: ContentPlace }[]): Promise<void> {
    const message = await this.#messages(moves.map(({ to }) => ({ place: to, kind: "write" })));
    const copied: { readonly from: ContentPlace; readonly sha: string }[] = [];
    for (const { from, to } of moves) {
      const { bytes, sha } = await this.#options.repos.whole(from);
      await this.writeAs(to, bytes, message);
      copied.push({ from, sha });
    }
    for (const { from, sha } of copied) await this.deleteAs(from, message, sha);
  }

  /**
   * Deletes with this message the content with this id, or what is there now. Throws RefusedByBranch, HttpError, and
   * RepoProblem `changedSince` when another content is there.
   */
  async deleteAs(place: ContentPlace, message: string, expected?: string): Promise<void> {
    await this.#committer.delete(place, message, expected);
    await this.#bases.forget(this.#keyOf(place));
    this.#done({ place, kind: "delete" });
  }

  /** The user has decided: what the service has now is what the next save stands on. */
  async acceptTheirs(place: ContentPlace): Promise<void> {
    await this.#bases.set(this.#keyOf(place), await this.#committer.remote(place));
  }

  /** The editor shows again what the service has. */
  async revert(place: ContentPlace): Promise<void> {
    await this.#bases.forget(this.#keyOf(place));
    this.#done({ place, kind: "write" });
  }

  /** What is in the editor grew out of what was saved, not out of what a merge made of it. */
  async #commit(place: ContentPlace, mine: Uint8Array, base: Base, message: string): Promise<CommitOutcome> {
    const { sha, bytes } = await this.#committer.commit(place, mine, base, message);
    const isMine = sameBytes(bytes, mine);
    await this.#bases.set(this.#keyOf(place), { sha, bytes: mine, merged: isMine ? undefined : bytes });
    this.#done({ place, kind: "write" });
    return isMine ? "committed" : "merged";
  }

  /** The key of a place whose editor can be looked for. */
  #keyOf(place: ContentPlace): string {
    const key = fileKeyOf(place);
    this.#places.set(key, place);
    return key;
  }

  async #inspected(place: ContentPlace, bytes: Uint8Array, base: Base): Promise<Uint8Array> {
    const { text, encode } = decodeText(bytes);
    const { private: isPrivate } = await this.#options.repos.read(place, { priority: "visible" });
    const inspected = await inspectText(this.#options.inspect, {
      what: place.path,
      text,
      accountId: place.accountId,
      isSecret: isPrivate,
      known: [decodeText(base.bytes).text],
    });
    return inspected === text ? bytes : encode(inspected);
  }

  async #messages(changes: readonly FileChange[]): Promise<string> {
    const messages = await Promise.all(changes.map((change) => this.#message(change)));
    return messages[0] ?? "";
  }

  /** Saves within a moment are asked about once. */
  #message(change: FileChange): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#store.add(this.#options.clock.setTimer(joinTime, () => this.#ask()));
      this.#waiting.push({ change, start: (message) => void message.then(resolve, reject) });
    });
  }

  #ask(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const message = this.#options.askMessage(waiting.map(({ change }) => change));
    for (const { start } of waiting) start(message);
  }

  #done(change: FileChange): void {
    this.#options.repos.refreshRepo(change.place);
    this.#changed.fire([change]);
  }
}
