import type { Account, AccountsModel } from "../accounts/model.ts";
import { bytesOf, encodeBase64, sameBytes, utf8Text } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { type Inspect, inspectText } from "../base/inspect.ts";
import { decodeText } from "../base/textBytes.ts";
import { mergeTexts } from "../base/mergeTexts.ts";
import type { StorageFolder } from "../base/storageFolder.ts";
import { HttpError } from "../client/errors.ts";
import { confirmed } from "../client/lostWrites.ts";
import { type FileChange, RefusedByBranch, RepoConflict } from "./commitErrors.ts";
import { type Base, type EditorState, FileBases } from "./fileBases.ts";
import type { ReposModel } from "./model.ts";
import { RepoProblem } from "./problem.ts";
import type { Signature } from "./signature.ts";
import { type ContentPlace, keyOf } from "./types.ts";

export type CommitOutcome = "committed" | "merged" | "unchanged";

export interface RepoFilesOptions {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
  readonly clock: Clock;
  readonly inspect: Inspect;
  /** Who the commits are by, where that is not the account. Throws UserError. */
  readonly signatures: () => { readonly author?: Signature; readonly committer?: Signature };
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
/** How often a commit is made again because the file changed meanwhile. */
const attempts = 4;

const fileKey = (place: ContentPlace): string => `${keyOf(place)}/${place.ref}/${place.path}`;

/** A commit that may have been made although its answer was lost. */
interface Unconfirmed {
  /** What was sent. */
  readonly bytes: Uint8Array;
  /** What the editor had then. */
  readonly mine: Uint8Array;
}

/** How many of these are remembered of a file. */
const maxUnconfirmed = 5;

/** The service's words for a content that is not the newest any more. */
const isStale = (error: unknown): boolean => HttpError.is(error, "conflict", "unprocessable");
/** The service's words for a branch that takes no commits. */
const isRefusal = (error: unknown): error is HttpError =>
  HttpError.is(error, "conflict", "unprocessable", "forbidden");

/** Files of branches: each save is a commit, never over somebody else's change. */
export class RepoFiles {
  readonly #options: RepoFilesOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<readonly FileChange[]>());
  readonly #conflict = this.#store.add(new Emitter<RepoConflict>());
  readonly #refused = this.#store.add(new Emitter<RefusedByBranch>());
  readonly onDidChange = this.#changed.event;
  readonly onDidMeetConflict = this.#conflict.event;
  readonly onDidMeetRefusal = this.#refused.event;
  readonly #bases: FileBases;
  readonly #places = new Map<string, ContentPlace>();
  readonly #unconfirmed = new Map<string, readonly Unconfirmed[]>();
  /** Commits of one branch follow one another: each moves the branch. */
  readonly #branches = new Map<string, Promise<unknown>>();
  #waiting: Waiting[] = [];

  constructor(options: RepoFilesOptions) {
    this.#options = options;
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
    this.#places.delete(fileKey(place));
    this.#unconfirmed.delete(fileKey(place));
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
    const isLost = this.#unconfirmed.has(fileKey(place));
    if (base.sha !== null && !isLost && sameBytes(base.bytes, given)) return "unchanged";
    const bytes = await this.#inspected(place, given, base);
    const message = await this.#message({ place, kind: "write" });
    return this.#inTurn(place, () => this.#commit(place, bytes, base, message));
  }

  /** Nothing is known of what an unsaved document grew out of: the user decides. Otherwise what is there is replaced. */
  async #baseOfUnread(place: ContentPlace, mine: Uint8Array): Promise<Base> {
    const remote = await this.#remote(place);
    if (this.#options.stateOf(place) !== "unsaved" || remote.sha === null || sameBytes(remote.bytes, mine))
      return remote;
    throw this.#metConflict(place, mine, remote);
  }

  /** As `write`, for what was inspected and has a message. */
  async writeAs(place: ContentPlace, bytes: Uint8Array, message: string): Promise<CommitOutcome> {
    const base = await this.#remote(place);
    return this.#inTurn(place, () => this.#commit(place, bytes, base, message));
  }

  /** One message for all; each is a commit. Throws CancelledError, RefusedByBranch, RepoProblem and HttpError. */
  async deleteAll(places: readonly ContentPlace[]): Promise<void> {
    // What is deleted is what was there when the user was asked.
    const shas = await Promise.all(places.map(async (place) => (await this.#remote(place)).sha));
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
    const change = { place, kind: "delete" } as const;
    await this.#inTurn(place, async () => {
      const sha = expected ?? (await this.#remote(place)).sha;
      if (sha === null) throw new RepoProblem("notAFile", place.path);
      const { user, repo, path, branch } = this.#address(place);
      try {
        const by = this.#options.signatures();
        const asked = { user, repo, path, branch, message, sha, ...by };
        await confirmed<unknown>(
          () => this.#client(place).call("repos.deleteFile", asked),
          async () => (await this.#remote(place)).sha === null || undefined,
        );
      } catch (error) {
        if (isStale(error)) {
          const now = await this.#remote(place);
          if (now.sha !== null && now.sha !== sha) throw new RepoProblem("changedSince", place.path);
        }
        throw await this.#refusal(error, change, undefined, message);
      }
      await this.#bases.forget(this.#keyOf(place));
      this.#done(change);
    });
  }

  /** The user has decided: what the service has now is what the next save stands on. */
  async acceptTheirs(place: ContentPlace): Promise<void> {
    await this.#bases.set(this.#keyOf(place), await this.#remote(place));
  }

  /** The editor shows again what the service has. */
  async revert(place: ContentPlace): Promise<void> {
    await this.#bases.forget(this.#keyOf(place));
    this.#done({ place, kind: "write" });
  }

  async #commit(place: ContentPlace, mine: Uint8Array, base: Base, message: string): Promise<CommitOutcome> {
    const key = fileKey(place);
    let from = base;
    let expected = base;
    // The editor did not take what its text was merged to: it is merged again.
    let bytes = base.merged ? this.#merged(place, base, mine, { sha: base.sha, bytes: base.merged }) : mine;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#committed(place, await this.#send(place, bytes, expected, message), mine, bytes);
      } catch (error) {
        const isLost = HttpError.is(error) && error.mayHaveSucceeded;
        if (isLost)
          this.#unconfirmed.set(
            key,
            [{ bytes, mine }, ...(this.#unconfirmed.get(key) ?? [])].slice(0, maxUnconfirmed),
          );
        if (attempt === attempts || !(isLost || isStale(error)))
          throw await this.#failure(error, place, bytes, message);
        const remote = await this.#remote(place).catch(() => expected);
        if (remote.sha === expected.sha) throw await this.#failure(error, place, bytes, message);
        expected = remote;
        const own = this.#unconfirmed.get(key)?.find((sent) => sameBytes(sent.bytes, remote.bytes));
        // Its answer was lost, but the commit is there: what is in the editor grew out of it.
        if (own && remote.sha !== null) from = { sha: remote.sha, bytes: own.mine };
        bytes = own && sameBytes(own.bytes, own.mine) ? mine : this.#merged(place, from, mine, remote);
        if (remote.sha !== null && sameBytes(bytes, remote.bytes))
          return await this.#committed(place, remote.sha, mine, bytes);
      }
    }
  }

  /** What is in the editor grew out of what was saved, not out of what a merge made of it. */
  async #committed(place: ContentPlace, sha: string, mine: Uint8Array, there: Uint8Array): Promise<CommitOutcome> {
    const isMine = sameBytes(there, mine);
    this.#unconfirmed.delete(fileKey(place));
    await this.#bases.set(this.#keyOf(place), { sha, bytes: mine, merged: isMine ? undefined : there });
    this.#done({ place, kind: "write" });
    return isMine ? "committed" : "merged";
  }

  #failure(error: unknown, place: ContentPlace, bytes: Uint8Array, message: string): Promise<unknown> {
    return this.#refusal(error, { place, kind: "write" }, bytes, message);
  }

  /** The error as what it is: a branch that takes no commits may be one that others push to, never this account. */
  async #refusal(
    error: unknown,
    change: FileChange,
    mine: Uint8Array | undefined,
    message: string,
  ): Promise<unknown> {
    if (!isRefusal(error)) return error;
    const { user, repo, branch } = this.#address(change.place);
    const { protected: isProtected } = await this.#client(change.place).call("repos.getBranch", {
      user,
      repo,
      branch,
    });
    if (isProtected !== true) return error;
    const refused = new RefusedByBranch(change, mine, message, error.message);
    this.#refused.fire(refused);
    return refused;
  }

  #merged(place: ContentPlace, base: Base, mine: Uint8Array, remote: Base): Uint8Array {
    const texts = [base.bytes, mine, remote.bytes].map(utf8Text);
    const [before, ours, theirs] = texts;
    const text =
      before === undefined ||
      ours === undefined ||
      theirs === undefined ||
      base.sha === null ||
      remote.sha === null
        ? undefined
        : mergeTexts(before, ours, theirs);
    if (text !== undefined) return bytesOf(text);
    throw this.#metConflict(place, mine, remote);
  }

  #metConflict(place: ContentPlace, mine: Uint8Array, remote: Base): RepoConflict {
    const conflict = new RepoConflict(place, mine, remote.sha === null ? null : remote.bytes);
    this.#conflict.fire(conflict);
    return conflict;
  }

  /** The key of a place whose editor can be looked for. */
  #keyOf(place: ContentPlace): string {
    const key = fileKey(place);
    this.#places.set(key, place);
    return key;
  }

  /** Answers the id of the new content. */
  async #send(
    place: ContentPlace,
    bytes: Uint8Array,
    { sha, bytes: former }: Base,
    message: string,
  ): Promise<string> {
    const by = this.#options.signatures();
    const file = { ...this.#address(place), message, content: encodeBase64(bytes), ...by };
    const client = this.#client(place);
    // Secrets that the service has already are not asked about again.
    const known = { known: [decodeText(former).text] };
    const answer =
      sha === null
        ? await client.call("repos.createFile", file)
        : await client.call("repos.updateFile", { ...file, sha }, known);
    return answer.content?.sha ?? "";
  }

  async #remote(place: ContentPlace): Promise<Base> {
    try {
      return await this.#options.repos.whole(place);
    } catch (error) {
      if (HttpError.is(error, "notFound")) return { sha: null, bytes: new Uint8Array() };
      throw error;
    }
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

  #inTurn<T>(place: ContentPlace, act: () => Promise<T>): Promise<T> {
    const key = `${keyOf(place)}/${place.ref}`;
    const before = this.#branches.get(key) ?? Promise.resolve();
    const turn = before.then(act, act);
    this.#branches.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }

  #done(change: FileChange): void {
    this.#options.repos.refreshRepo(change.place);
    this.#changed.fire([change]);
  }

  #address({ owner, repo, path, ref }: ContentPlace) {
    return { user: owner, repo, path, branch: ref };
  }

  #client({ accountId }: ContentPlace): Account["client"] {
    const account = this.#options.accounts.get(accountId);
    if (!account) throw new RepoProblem("noAccount", accountId);
    return account.client;
  }
}
