import type { Account, AccountsModel } from "../../accounts/model.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import { bytesOf, encodeBase64, sameBytes, utf8Text } from "../../base/bytes.ts";
import { KeyedQueue } from "../../base/keyedQueue.ts";
import { mergeTexts } from "../../base/mergeTexts.ts";
import { decodeText } from "../../base/textBytes.ts";
import { HttpError, toRefusal } from "../../client/errors.ts";
import { confirmed } from "../../client/lostWrites.ts";
import { type FileChange, isRefusal, NeedsOtherBranch, RepoConflict } from "./commitErrors.ts";
import type { Base } from "./fileBases.ts";
import type { ReposModel } from "../model.ts";
import { isOtherThanFile, problemOfType, RepoProblem } from "../problem.ts";
import type { Signature } from "./signature.ts";
import { type ContentPlace, fileKeyOf, keyOf } from "../types.ts";
import { isMovedBranchMessage } from "../../client/knownMessages.ts";

export interface CommitterOptions {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
  /** Who the commits are by, where that is not the account. Throws UserError. */
  readonly signatures: () => { readonly author?: Signature; readonly committer?: Signature };
}

/** What a branch has after a commit. */
export interface Committed {
  readonly sha: string;
  /** What was sent, or what it was merged to. */
  readonly bytes: Uint8Array;
}

/** A commit that may have been made although its answer was lost. */
interface Unconfirmed {
  /** What was sent. */
  readonly bytes: Uint8Array;
  /** What the editor had then. */
  readonly mine: Uint8Array;
}

/** How often a commit is made again because the file was changed in between. */
const maxAttempts = 4;
/** How many of these are remembered of a file. */
const maxUnconfirmed = 5;

/** The service's words for a content that is not the newest one. */
const isStale = (error: unknown): boolean => HttpError.is(error, "conflict", "unprocessable");

/** The branch got another commit while this one was made; the file may be what it was. */
const isBranchMoved = (error: unknown): boolean =>
  HttpError.is(error, "conflict") && isMovedBranchMessage(error.message);

/** The error for a file that is at the service what it was: no one else changed it. */
const unlessChanged = (error: unknown): unknown => (HttpError.is(error, "conflict") ? toRefusal(error) : error);

/** What the service has now of a file. Throws HttpError; RepoProblem of `isOtherThanFile` when something else is there. */
export const remoteOf = async (repos: ReposModel, place: ContentPlace): Promise<Base> => {
  try {
    const { sha, bytes } = await repos.wholeFile(place);
    return { sha, bytes };
  } catch (error) {
    if (HttpError.is(error, "notFound")) return { sha: null, bytes: new Uint8Array() };
    throw error;
  }
};

/** Commits files to branches, never over another user's change. */
export class Committer {
  readonly #options: CommitterOptions;
  readonly #unconfirmed = new Map<string, readonly Unconfirmed[]>();
  /** Commits of one branch follow one another: each moves the branch. */
  readonly #branches = new KeyedQueue();

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /** As `remoteOf`. */
  remote(place: ContentPlace): Promise<Base> {
    return remoteOf(this.#options.repos, place);
  }

  /** Whether the service may have a commit of the file that was not answered. */
  isUnconfirmed(place: ContentPlace): boolean {
    return this.#unconfirmed.has(fileKeyOf(place));
  }

  /** What the user's text was in commits of the file that were not answered, the newest first. */
  unconfirmedOf(place: ContentPlace): readonly Uint8Array[] {
    return (this.#unconfirmed.get(fileKeyOf(place)) ?? []).map(({ mine }) => mine);
  }

  /** No editor has the file any longer. */
  forget(place: ContentPlace): void {
    this.#unconfirmed.delete(fileKeyOf(place));
  }

  /**
   * Commits a text that is based on `base`, merged with what is there now. `begin` runs when it is its turn; nothing is sent
   * where it rejects. Throws RepoConflict, NeedsOtherBranch, HttpError.
   */
  async commit(
    place: ContentPlace,
    mine: Uint8Array,
    base: Base,
    message: string,
    begin?: () => Promise<void>,
  ): Promise<Committed> {
    return this.#inTurn(place, async () => {
      await begin?.();
      const committed = await this.#commit(place, mine, base, message);
      this.#unconfirmed.delete(fileKeyOf(place));
      return committed;
    });
  }

  /** Throws RepoConflict when a text that is based on `base` can't be merged with what is there now, and HttpError. */
  async requireMergeable(place: ContentPlace, mine: Uint8Array, base: Base): Promise<void> {
    const remote = await this.remote(place);
    if (remote.sha !== base.sha) this.#merged(place, base, mine, remote);
  }

  /**
   * Deletes with this message the content with this id. Throws NeedsOtherBranch, HttpError, and RepoProblem
   * `changedSince` when another content is there, `gone` when none is.
   */
  async delete(place: ContentPlace, message: string, sha: string): Promise<void> {
    await this.#inTurn(place, async () => {
      const { user, repo, path, branch } = this.#address(place);
      for (let attempt = 1; ; attempt++)
        try {
          const by = this.#options.signatures();
          const asked = { user, repo, path, branch, message, sha, ...by };
          await confirmed<unknown>(
            () => this.#client(place).call("repos.deleteFile", asked),
            async () => (await this.remote(place)).sha === null || undefined,
          );
          return;
        } catch (error) {
          if (isStale(error)) {
            const now = await this.remote(place);
            if (now.sha !== null && now.sha !== sha) throw new RepoProblem("changedSince", place.path);
            if (now.sha === sha && isBranchMoved(error) && attempt < maxAttempts) continue;
          }
          if (HttpError.is(error, "notFound") && !error.missing) throw new RepoProblem("gone", place.path);
          throw unlessChanged(await this.#refusal(error, { place, kind: "delete" }, undefined, message));
        }
    });
  }

  async #commit(place: ContentPlace, mine: Uint8Array, base: Base, message: string): Promise<Committed> {
    const key = fileKeyOf(place);
    let from = base;
    let expected = base;
    // The editor did not take what its text was merged to: it is merged again.
    let bytes = base.merged ? this.#merged(place, base, mine, { sha: base.sha, bytes: base.merged }) : mine;
    for (let attempt = 1; ; attempt++) {
      try {
        return { sha: await this.#send(place, bytes, expected, message), bytes };
      } catch (error) {
        const isLost = HttpError.is(error) && error.mayHaveSucceeded;
        if (isLost)
          this.#unconfirmed.set(
            key,
            [{ bytes, mine }, ...(this.#unconfirmed.get(key) ?? [])].slice(0, maxUnconfirmed),
          );
        const write = { bytes, base: expected };
        const failure = () => this.#refusal(error, { place, kind: "write" }, write, message);
        if (attempt === maxAttempts || !(isLost || isStale(error))) throw await failure();
        const remote = await this.remote(place).catch((unread: unknown) => {
          if (isOtherThanFile(unread)) throw unread;
          return expected;
        });
        if (remote.sha === expected.sha && isBranchMoved(error)) continue;
        if (remote.sha === expected.sha) throw unlessChanged(await failure());
        expected = remote;
        const own = this.#unconfirmed.get(key)?.find((sent) => sameBytes(sent.bytes, remote.bytes));
        // Its answer was lost, but the commit is there: what is in the editor is based on it.
        if (own && remote.sha !== null) from = { sha: remote.sha, bytes: own.mine };
        bytes = own && sameBytes(own.bytes, own.mine) ? mine : this.#merged(place, from, mine, remote);
        if (remote.sha !== null && sameBytes(bytes, remote.bytes)) return { sha: remote.sha, bytes };
      }
    }
  }

  /** The error as what it is: a branch that takes no commits may be one that others push to, never this account. */
  async #refusal(
    error: unknown,
    change: FileChange,
    write: NeedsOtherBranch["write"],
    message: string,
  ): Promise<unknown> {
    if (!isRefusal(error)) return error;
    const { user, repo, branch } = this.#address(change.place);
    // What can't be read now hides no refusal.
    const read = await this.#client(change.place)
      .call("repos.getBranch", { user, repo, branch })
      .catch(() => undefined);
    if (read?.protected !== true) return (isStale(error) && (await this.#otherThanFile(change.place))) || error;
    return new NeedsOtherBranch(change, write, message, { kind: "refused", reason: error.message });
  }

  /** Where a link leads to a file, services answer that file: that it is a link is in the list of its folder only. */
  async #otherThanFile(place: ContentPlace): Promise<RepoProblem | undefined> {
    const { repos } = this.#options;
    repos.refreshRepo(place);
    const entry = await repos.entry(place).catch(() => undefined);
    if (!entry || entry === "root" || entry.type === "file") return undefined;
    return problemOfType(entry.type, place.path);
  }

  #merged(place: ContentPlace, base: Base, mine: Uint8Array, remote: Base): Uint8Array {
    const [before, ours, theirs, ...earlier] = [base.bytes, mine, remote.bytes, ...(base.earlier ?? [])].map(
      utf8Text,
    );
    if (
      before !== undefined &&
      ours !== undefined &&
      theirs !== undefined &&
      base.sha !== null &&
      remote.sha !== null
    ) {
      // A text that ours is based on, and that another window has committed, is in theirs.
      const own = earlier.find(
        (text) => text !== undefined && (text === theirs || mergeTexts(before, text, theirs) === theirs),
      );
      const text = mergeTexts(own ?? before, ours, theirs);
      if (text !== undefined) return bytesOf(text);
    }
    throw new RepoConflict(place, mine, remote);
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

  #inTurn<T>(place: ContentPlace, act: () => Promise<T>): Promise<T> {
    // A commit before it may wait longer than a save does.
    return this.#branches.run(`${keyOf(place)}/${place.ref}`, act, (before) =>
      this.#client(place).unlessHeld(before),
    );
  }

  #address({ owner, repo, path, ref }: ContentPlace) {
    return { user: owner, repo, path, branch: ref };
  }

  #client({ accountId }: ContentPlace): Account["client"] {
    return requireAccount(this.#options.accounts, accountId).client;
  }
}
