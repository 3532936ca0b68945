import { CancelledError } from "../../base/errors.ts";
import { decodeBase64, encodeBase64, sameBytes, shownText } from "../../base/bytes.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import { KeyedQueue } from "../../base/keyedQueue.ts";
import { restoreLineEndsIn } from "../../base/lineEnds.ts";
import { hasMarks } from "../../base/mergeTexts.ts";
import type { Failure } from "../../localChanges/failureOf.ts";
import type { LocalChange, NewChange } from "../../localChanges/model.ts";
import {
  messageOrOtherBranch,
  type FileChange,
  type FileMerge,
  RepoConflict,
  withCommitMessage,
} from "./commitErrors.ts";
import { Committer } from "./committer.ts";
import { type Base, encodeBase, type FileBases, isMerging, unmarkedText, withEarlier } from "./fileBases.ts";
import type { FileConflicts } from "./fileConflicts.ts";
import type { Deletion, FileMoves } from "./fileMoves.ts";
import { TextBases } from "./textBases.ts";
import { findCommitted } from "./findCommitted.ts";
import type { RepoFilesOptions } from "./filesOptions.ts";
import { inspectedFile } from "./inspectedFile.ts";
import { type ExpectedSaves, JoinedMessages } from "./joinedMessages.ts";
import {
  type CommitOutcome,
  type CommitResult,
  maxFileBytes,
  type SendOptions,
  type StoreOutcome,
  type WriteOptions,
} from "./writeOptions.ts";
import { RepoProblem } from "../problem.ts";
import type { ContentPlace, FileMove } from "../types.ts";

/** Files of branches: a save is a commit, never over another user's change, or stored here until it is committed. */
export class RepoFiles {
  readonly #options: RepoFilesOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<readonly FileChange[]>());
  readonly onDidChange = this.#changed.event;
  readonly #committer: Committer;
  readonly #textBases: TextBases;
  readonly #messages: JoinedMessages;
  readonly #storing = new KeyedQueue();
  /** The ids of local changes that were compared with what the service has. */
  readonly #comparedChanges = new Set<string>();

  constructor(options: RepoFilesOptions) {
    this.#options = options;
    this.#committer = new Committer(options);
    this.#messages = this.#store.add(new JoinedMessages(options.clock, options.askMessage));
    this.#textBases = new TextBases(options);
    this.#store.add(
      options.accounts.onDidChange(({ removed }) => {
        for (const id of removed) this.#bases.forgetAccount(id);
      }),
    );
  }

  get #bases(): FileBases {
    return this.#textBases.bases;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** An editor shows this text of the file, with nothing unsaved in it. */
  noteShown(place: ContentPlace, text: string): void {
    this.#bases.shown(this.#textBases.keyOf(place), text);
  }

  /** What the editor showed last was typed by the user. */
  noteTyped(place: ContentPlace): void {
    this.#bases.typed(this.#textBases.keyOf(place));
  }

  /** The document has changes that are not saved. */
  async noteUnsaved(place: ContentPlace): Promise<void> {
    await this.#bases.unsaved(this.#textBases.keyOf(place));
  }

  /** No editor has the file any longer. */
  async noteClosed(place: ContentPlace): Promise<void> {
    await this.#textBases.forget(place);
    this.#committer.forget(place);
  }

  /** The local change of the file, or the file as the service has it now; what is written next is based on it. Throws HttpError. */
  async read(place: ContentPlace): Promise<Uint8Array> {
    const change = await this.changeOf(place);
    if (change) {
      const bytes = decodeBase64(change.content);
      const base = this.#textBases.baseOf(change);
      this.#bases.read(this.#textBases.keyOf(place), { bytes, base, change: change.id });
      // It is shown without waiting for the service.
      void this.#removeIfPublished(place, change);
      return bytes;
    }
    const { bytes, sha, isLink } = await this.#options.repos.whole(place);
    // No text is based on a link: a commit would put a file in its place.
    this.#bases.read(this.#textBases.keyOf(place), { bytes, base: isLink ? undefined : { bytes, sha } });
    return bytes;
  }

  /** The newest local change of the file. */
  changeOf(place: ContentPlace): Promise<LocalChange | undefined> {
    return this.#textBases.newest(place);
  }

  /** What the newest local change of the file is based on. */
  async baseOfChange(place: ContentPlace): Promise<Base | undefined> {
    const change = await this.changeOf(place);
    return change && this.#textBases.baseOf(change);
  }

  /** The local change that the editor shows, or that its text is based on. */
  async shownChange(place: ContentPlace): Promise<LocalChange | undefined> {
    return this.#options.changes.record((await this.#textBases.shown(place))?.change ?? "");
  }

  /** As `changeOf`, as it was known last: the folder is read once, and again when the window gets the focus. */
  async knownChangeOf(place: ContentPlace): Promise<LocalChange | undefined> {
    const { changes, documentOf } = this.#options;
    // It is tried again the next time.
    await changes.load().catch(() => undefined);
    return changes.known(documentOf(place));
  }

  /** As `JoinedMessages.expect`. */
  expectSaves(places: readonly ContentPlace[]): ExpectedSaves {
    return this.#messages.expect(places);
  }

  /** Stores a file's content as a local change, with why it is not committed; "other" where the editor's isn't `only`. */
  store(place: ContentPlace, given: Uint8Array, why: Failure = {}, only?: string): Promise<StoreOutcome> {
    const key = this.#textBases.keyOf(place);
    // What is stored takes the place of what was stored before, never of the same one as another.
    return this.#storing.run(key, async () => {
      const { changes } = this.#options;
      const { base: from, change } = (await this.#textBases.of(place)) ?? {};
      if (only !== undefined && change !== only) return "other";
      // Those commits may be there also after the editor was closed or the window reloaded.
      const base = from && this.#committer.unconfirmedOf(place).reduceRight(withEarlier, from);
      if (base && this.#isUnchanged(place, base, given)) {
        await this.#bases.set(key, base);
        if (change !== undefined) await changes.remove(change);
        return "unchanged";
      }
      const { id } = await changes.store({ ...this.#newChange(place, given, base), ...why }, change);
      this.#bases.stored(key, { bytes: given, base, change: id });
      return "stored";
    });
  }

  #newChange(place: ContentPlace, content: Uint8Array, base: Base | undefined): NewChange {
    return {
      place: this.#options.documentOf(place),
      content: encodeBase64(content),
      base: base ? encodeBase(base) : null,
      description: `${place.owner}/${place.repo} · ${place.ref}`,
    };
  }

  /**
   * Commits a file's content; asks for the message, if there is none. Throws RepoConflict, CancelledError, HttpError; nothing
   * was sent then.
   */
  async write(place: ContentPlace, given: Uint8Array, options: WriteOptions = {}): Promise<CommitOutcome> {
    if (given.length > maxFileBytes) throw new RepoProblem("tooLargeToSend", place.path);
    const key = this.#textBases.keyOf(place);
    const shown = await this.#textBases.of(place);
    // What another window stored may be committed here, too: what the editor has is another change then.
    const mayBeOther = options.isOfChange || shown?.change !== undefined;
    const other = mayBeOther ? await this.#textBases.ofChange(place, given, shown?.change) : undefined;
    const textBase = other ?? shown ?? (await this.#textBases.ofChange(place, given));
    if (options.isOfChange) this.#textBases.requireChange(place, given);
    const change = this.#options.changes.record(textBase?.change ?? "");
    const changesBefore = this.#textBases.changesOf(place);
    const from = textBase?.base;
    const isUnmerged = from !== undefined && isMerging(from, shownText(given));
    if (from && ((from.merge && hasMarks(shownText(given))) || (isUnmerged && options.isStillMeant)))
      throw new RepoConflict(place, given, from);
    if (isUnmerged) await this.#options.confirmUnmerged(place.path);
    const base = from ?? (await this.#baseOfUnread(place, given, textBase !== undefined));
    const mine = restoreLineEndsIn(base.bytes, given);
    const isUnchanged = this.#isUnchanged(place, base, mine) || (await this.#isOnService(place, base, mine));
    const found = isUnchanged ? base : await findCommitted(this.#committer, place, mine, base, textBase?.change);
    if (found && !isUnchanged) {
      if (!other) await this.#bases.set(key, found);
      this.#done({ place, kind: "write" });
    }
    const { outcome, committed } = found
      ? { outcome: "unchanged" as const, committed: found }
      : await this.#inspectAndCommit(place, mine, base, { ...options, change, isBeside: other !== undefined });
    const sent = { changesBefore, committed, isBeside: other !== undefined };
    if (change) await this.#storing.run(key, () => this.#textBases.replaceSent(place, change, sent));
    return outcome;
  }

  /**
   * Commits a text in place of what the service has while the editor has another one that is not saved: what that is based
   * on stays what it is. Throws as `write`.
   */
  async replace(place: ContentPlace, given: Uint8Array): Promise<CommitOutcome> {
    if (given.length > maxFileBytes) throw new RepoProblem("tooLargeToSend", place.path);
    const remote = await this.#committer.remote(place);
    if (remote.sha !== null && sameBytes(remote.bytes, given)) return "unchanged";
    return this.#commitBeside(place, given, remote);
  }

  async #commitBeside(place: ContentPlace, given: Uint8Array, base: Base): Promise<CommitOutcome> {
    const key = this.#textBases.keyOf(place);
    const shown = await this.#bases.of(key);
    const bytes = restoreLineEndsIn(base.bytes, given);
    const { outcome } = await this.#inspectAndCommit(place, bytes, base, { isBeside: true });
    // The user is asked what becomes of both.
    if (!shown?.base) await this.#bases.forget(key);
    return outcome;
  }

  #isUnchanged(place: ContentPlace, base: Base, given: Uint8Array): boolean {
    // What may be there of a commit that was not answered, or by another window, has to be undone.
    const mayBeThere = this.#committer.isUnconfirmed(place) || base.earlier !== undefined;
    return base.sha !== null && !mayBeThere && sameBytes(base.bytes, given);
  }

  /** Whether nothing is there of what another window stored, or of a commit that was not answered. */
  async #isOnService(place: ContentPlace, base: Base, given: Uint8Array): Promise<boolean> {
    if (base.sha === null || !sameBytes(base.bytes, given)) return false;
    return (await this.#committer.remote(place)).sha === base.sha;
  }

  /** Removes a local change whose content the service already has. */
  async #removeIfPublished(place: ContentPlace, change: LocalChange): Promise<void> {
    const { changes } = this.#options;
    if (changes.isOwn(change.id) || this.#comparedChanges.has(change.id)) return;
    this.#comparedChanges.add(change.id);
    try {
      const remote = await this.#committer.remote(place);
      if (remote.sha === null || !sameBytes(remote.bytes, decodeBase64(change.content))) return;
      this.#options.repos.refreshRepo(place);
      await changes.remove(change.id);
    } catch {
      // The next reading finds it out.
      this.#comparedChanges.delete(change.id);
    }
  }

  async #inspectAndCommit(
    place: ContentPlace,
    given: Uint8Array,
    base: Base,
    { message: entered, mayTakeNewBranch = false, isStillMeant, isOfChange, change: sent, isBeside }: SendOptions,
  ): Promise<CommitResult> {
    const bytes = await inspectedFile(this.#options, place, given, base, !isStillMeant);
    const change = { place, kind: "write", together: mayTakeNewBranch ? {} : undefined } as const;
    const message = entered ?? (await messageOrOtherBranch(change, { bytes, base }, this.#messages.of([change])));
    const begin = async (): Promise<void> => {
      if (isStillMeant && (!isStillMeant() || this.#messages.isAsking(place))) throw new CancelledError();
      if (isOfChange && sent) await this.#textBases.requireStored(place, sent);
      if (!isBeside) await this.#bases.sending(this.#textBases.keyOf(place), bytes);
    };
    try {
      return await this.#commit(place, bytes, base, message, { isBeside, begin });
    } catch (error) {
      throw withCommitMessage(error, message);
    }
  }

  /** Nothing is known of what an unsaved text is based on: the user decides. Otherwise what is there is replaced. */
  async #baseOfUnread(place: ContentPlace, mine: Uint8Array, isUnsaved: boolean): Promise<Base> {
    const remote = await this.#committer.remote(place);
    const isEdited = isUnsaved || this.#options.stateOf(place) === "unsaved";
    if (!isEdited || remote.sha === null || sameBytes(remote.bytes, mine)) return remote;
    throw new RepoConflict(place, mine, remote);
  }

  /** As `write`, for what was inspected and has a message; in place of what is there, where it is not based on `base`. */
  async writeAs(place: ContentPlace, bytes: Uint8Array, message: string, base?: Base): Promise<CommitOutcome> {
    return (await this.#commit(place, bytes, base ?? (await this.#committer.remote(place)), message)).outcome;
  }

  /** As `Committer.requireMergeable`. */
  requireMergeable(place: ContentPlace, { bytes, base }: { bytes: Uint8Array; base: Base }): Promise<void> {
    return this.#committer.requireMergeable(place, bytes, base);
  }

  /**
   * To be read before the user is asked: only what it names is deleted. Throws HttpError, and RepoProblem `gone`, or
   * `changedSince` where an editor shows a former content.
   */
  async toDelete(places: readonly ContentPlace[]): Promise<Deletion> {
    return (await this.#moves()).toDelete(places);
  }

  /**
   * One message for all; each is a commit. `folders`: paths, with a slash, of those that are deleted as a whole. Throws
   * CancelledError, NeedsOtherBranch, HttpError, and RepoProblem `changedSince` or `gone` for a file that is not what it was
   * in `deletion`; DeletedInPart when others are deleted by then.
   */
  async deleteAll(deletion: Deletion, folders: readonly string[] = [], mayTakeNewBranch = false): Promise<void> {
    await (await this.#moves()).deleteAll(deletion, folders, mayTakeNewBranch);
  }

  /**
   * All are there under their new names before the first one is deleted. Throws as `write` and `deleteAll`, RepoProblem
   * `exists` when something else has a new name since the user was asked, and MovedInPart when some are there twice.
   */
  async moveAll(moves: readonly FileMove[], overwrite = false, mayTakeNewBranch = false): Promise<void> {
    await (await this.#moves()).moveAll(moves, overwrite, mayTakeNewBranch);
  }

  /** Loaded with the first use. */
  async #moves(): Promise<FileMoves> {
    const { FileMoves } = await import("./fileMoves.ts");
    return new FileMoves({
      repos: this.#options.repos,
      committer: this.#committer,
      textBases: this.#textBases,
      messageOf: (changes) => this.#messages.of(changes),
      writeAs: (place, bytes, message, base) => this.writeAs(place, bytes, message, base),
      onDone: (change) => this.#done(change),
    });
  }

  /** As `FileConflicts.begin`. */
  async beginMerge(conflict: RepoConflict, unsaved: string | undefined): Promise<FileMerge> {
    return (await this.conflicts()).begin(conflict, unsaved);
  }

  /** Loaded with the first use. */
  async conflicts(): Promise<FileConflicts> {
    const { FileConflicts } = await import("./fileConflicts.ts");
    return new FileConflicts({
      changes: this.#options.changes,
      committer: this.#committer,
      textBases: this.#textBases,
      newChange: (place, content, base) => this.#newChange(place, content, base),
      commitBeside: (place, bytes, base) => this.#commitBeside(place, bytes, base),
    });
  }

  /** Editors without unsaved text read the file again. */
  reload(place: ContentPlace): void {
    this.#changed.fire([{ place, kind: "write" }]);
  }

  /** Whether it has the end of a merge: neither side is missing in it. */
  isMerged(change: LocalChange): boolean {
    return this.#textBases.baseOf(change)?.merge !== undefined && this.#textBases.mergeOf(change) === undefined;
  }

  /** The user's side of a conflict while the text that the editor shows is not merged. */
  async mineOfMerge(place: ContentPlace, shown: string): Promise<string | undefined> {
    const { base } = (await this.#bases.of(this.#textBases.keyOf(place))) ?? {};
    return base && isMerging(base, shown) ? unmarkedText(base.merge?.mine) : undefined;
  }

  /** The user has decided: the next save replaces what the conflict was with, and nothing that came since. */
  async acceptTheirs({ place, remote }: Pick<RepoConflict, "place" | "remote">): Promise<void> {
    const key = this.#textBases.keyOf(place);
    await this.#bases.set(key, remote, (await this.#bases.of(key))?.change);
  }

  /** The editor shows again what the service has; its local change, or without one that with this text, is discarded. */
  async revert(place: ContentPlace, text?: Uint8Array): Promise<void> {
    const stored = text && (await this.#textBases.ofChange(place, text));
    const { change } = (await this.#bases.of(this.#textBases.keyOf(place))) ?? stored ?? {};
    if (change !== undefined) await this.#options.changes.remove(change);
    await this.#bases.forget(this.#textBases.keyOf(place));
    this.#done({ place, kind: "write" });
  }

  /** What is in the editor is based on what was saved, not on what a merge made of it. */
  async #commit(
    place: ContentPlace,
    mine: Uint8Array,
    base: Base,
    message: string,
    { isBeside, begin }: { readonly isBeside?: boolean | undefined; readonly begin?: () => Promise<void> } = {},
  ): Promise<CommitResult> {
    const { sha, bytes } = await this.#committer.commit(place, mine, base, message, begin);
    const isMine = sameBytes(bytes, mine);
    const committed = { sha, bytes: mine, merged: isMine ? undefined : bytes };
    if (!isBeside) await this.#bases.set(this.#textBases.keyOf(place), committed);
    this.#done({ place, kind: "write" });
    return { outcome: isMine ? "committed" : "merged", committed };
  }

  #done(change: FileChange): void {
    if (change.kind === "delete") this.#options.repos.removeFile(change.place);
    this.#options.repos.refreshRepo(change.place);
    this.#changed.fire([change]);
  }
}
