import type { Account, AccountsModel } from "../accounts/model.ts";
import { bytesOf, encodeBase64, sameBytes, utf8Text } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { forgetBelow } from "../base/forgetBelow.ts";
import { type Inspect, inspectText } from "../base/inspect.ts";
import { mergeTexts } from "../base/mergeTexts.ts";
import { HttpError } from "../client/errors.ts";
import type { ReposModel } from "./model.ts";
import { RepoProblem } from "./problem.ts";
import type { Signature } from "./signature.ts";
import { type ContentPlace, keyOf } from "./types.ts";

/** What the service had of a file when it was read. */
interface Base {
  /** The id of its content; null when there was no such file. */
  readonly sha: string | null;
  readonly bytes: Uint8Array;
}

/** What happens to a file with a commit. */
export interface FileChange {
  readonly place: ContentPlace;
  readonly kind: "write" | "delete";
}

export type CommitOutcome = "committed" | "merged" | "unchanged";

/** Both sides changed the same lines: the user has to decide, and nothing was sent. */
export class RepoConflict extends Error {
  override readonly name = "RepoConflict";
  readonly place: ContentPlace;
  readonly mine: Uint8Array;
  /** Null when the file was deleted meanwhile. */
  readonly theirs: Uint8Array | null;

  constructor(place: ContentPlace, mine: Uint8Array, theirs: Uint8Array | null) {
    super(`${place.path} was changed on both sides.`);
    this.place = place;
    this.mine = mine;
    this.theirs = theirs;
  }
}

/** The branch takes no commits from this account: nothing was sent, and the user may take another branch. */
export class RefusedByBranch extends Error {
  override readonly name = "RefusedByBranch";
  readonly change: FileChange;
  /** What shall be written; undefined when the file shall be deleted. */
  readonly mine: Uint8Array | undefined;
  /** The message of the commit that was not made. */
  readonly commitMessage: string;
  /** The service's words. */
  readonly reason: string;

  constructor(change: FileChange, mine: Uint8Array | undefined, commitMessage: string, reason: string) {
    super(`${change.place.ref} takes no commits: ${reason}`);
    this.change = change;
    this.mine = mine;
    this.commitMessage = commitMessage;
    this.reason = reason;
  }
}

export interface RepoFilesOptions {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
  readonly clock: Clock;
  readonly inspect: Inspect;
  /** Who the commits are by, where that is not the account. Throws UserError. */
  readonly signatures: () => { readonly author?: Signature; readonly committer?: Signature };
  /** The message of the commits. Throws CancelledError when nothing shall be sent. */
  readonly askMessage: (changes: readonly FileChange[]) => Promise<string>;
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
  readonly #bases = new Map<string, Base>();
  /** Commits of one branch follow one another: each moves the branch. */
  readonly #branches = new Map<string, Promise<unknown>>();
  #waiting: Waiting[] = [];

  constructor(options: RepoFilesOptions) {
    this.#options = options;
    this.#store.add(
      options.accounts.onDidChange(({ removed }) => {
        for (const id of removed) forgetBelow(this.#bases, id);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#bases.clear();
  }

  /** The file as the service has it now; what is written next stands on it. Throws HttpError. */
  async read(place: ContentPlace): Promise<Uint8Array> {
    const { bytes, sha } = await this.#options.repos.whole(place);
    this.#bases.set(fileKey(place), { bytes, sha });
    return bytes;
  }

  /** Commits a file's content. Throws RepoConflict, CancelledError, HttpError; nothing was sent then. */
  async write(place: ContentPlace, given: Uint8Array): Promise<CommitOutcome> {
    if (given.length > largestFile) throw new RepoProblem("tooLargeToSend", place.path);
    const base = this.#bases.get(fileKey(place)) ?? (await this.#remote(place));
    if (base.sha !== null && sameBytes(base.bytes, given)) return "unchanged";
    const bytes = await this.#inspected(place, given, base);
    const message = await this.#message({ place, kind: "write" });
    return this.#inTurn(place, () => this.#commit(place, bytes, base, message));
  }

  /** As `write`, for what was inspected and has a message. */
  async writeAs(place: ContentPlace, bytes: Uint8Array, message: string): Promise<CommitOutcome> {
    const base = await this.#remote(place);
    return this.#inTurn(place, () => this.#commit(place, bytes, base, message));
  }

  /** One message for all; each is a commit. Throws CancelledError, RefusedByBranch and HttpError. */
  async deleteAll(places: readonly ContentPlace[]): Promise<void> {
    const message = await this.#messages(places.map((place) => ({ place, kind: "delete" })));
    for (const place of places) await this.deleteAs(place, message);
  }

  /** All are there under their new names before the first one goes. Throws as `write` and `deleteAll`. */
  async moveAll(moves: readonly { readonly from: ContentPlace; readonly to: ContentPlace }[]): Promise<void> {
    const message = await this.#messages(moves.map(({ to }) => ({ place: to, kind: "write" })));
    for (const { from, to } of moves)
      await this.writeAs(to, (await this.#options.repos.whole(from)).bytes, message);
    for (const { from } of moves) await this.deleteAs(from, message);
  }

  /** Deletes with this message. Throws RefusedByBranch and HttpError. */
  async deleteAs(place: ContentPlace, message: string): Promise<void> {
    const change = { place, kind: "delete" } as const;
    await this.#inTurn(place, async () => {
      const { sha } = await this.#remote(place);
      if (sha === null) throw new RepoProblem("notAFile", place.path);
      const { user, repo, path, branch } = this.#address(place);
      try {
        const by = this.#options.signatures();
        await this.#client(place).call("repos.deleteFile", { user, repo, path, branch, message, sha, ...by });
      } catch (error) {
        throw await this.#refusal(error, change, undefined, message);
      }
      this.#bases.delete(fileKey(place));
      this.#done(change);
    });
  }

  /** The user has decided: what the service has now is what the next save stands on. */
  async acceptTheirs(place: ContentPlace): Promise<void> {
    this.#bases.set(fileKey(place), await this.#remote(place));
  }

  /** The editor shows again what the service has. */
  async revert(place: ContentPlace): Promise<void> {
    this.#bases.delete(fileKey(place));
    this.#done({ place, kind: "write" });
  }

  async #commit(place: ContentPlace, mine: Uint8Array, base: Base, message: string): Promise<CommitOutcome> {
    let expected = base;
    let bytes = mine;
    for (let attempt = 1; ; attempt++) {
      try {
        const sha = await this.#send(place, bytes, expected.sha, message);
        // What is in the editor grew out of what was saved, not out of what a merge made of it.
        this.#bases.set(fileKey(place), { sha, bytes: mine });
        this.#done({ place, kind: "write" });
        return sameBytes(bytes, mine) ? "committed" : "merged";
      } catch (error) {
        const remote = isStale(error) && attempt < attempts ? await this.#remote(place) : expected;
        if (remote.sha === expected.sha)
          throw await this.#refusal(error, { place, kind: "write" }, bytes, message);
        bytes = this.#merged(place, base, mine, remote);
        expected = remote;
        if (remote.sha !== null && sameBytes(bytes, remote.bytes)) {
          this.#bases.set(fileKey(place), { sha: remote.sha, bytes: mine });
          this.#done({ place, kind: "write" });
          return "merged";
        }
      }
    }
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
    const conflict = new RepoConflict(place, mine, remote.sha === null ? null : remote.bytes);
    this.#conflict.fire(conflict);
    throw conflict;
  }

  /** Answers the id of the new content. */
  async #send(place: ContentPlace, bytes: Uint8Array, sha: string | null, message: string): Promise<string> {
    const by = this.#options.signatures();
    const file = { ...this.#address(place), message, content: encodeBase64(bytes), ...by };
    const client = this.#client(place);
    const { content } =
      sha === null
        ? await client.call("repos.createFile", file)
        : await client.call("repos.updateFile", { ...file, sha });
    return content?.sha ?? "";
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
    const text = utf8Text(bytes);
    // What is no text has no secrets that anybody could read.
    if (text === undefined) return bytes;
    const known = utf8Text(base.bytes);
    const { private: isPrivate } = await this.#options.repos.read(place, { priority: "visible" });
    const inspected = await inspectText(this.#options.inspect, {
      what: place.path,
      text,
      accountId: place.accountId,
      isSecret: isPrivate,
      ...(known === undefined ? {} : { known: [known] }),
    });
    return inspected === text ? bytes : bytesOf(inspected);
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
