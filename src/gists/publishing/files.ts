import { requireAnswered } from "../../accounts/storage/saveAtOnce.ts";
import { bytesOf, sameBytes, shownText } from "../../base/bytes.ts";
import { editorText } from "../../base/editorText.ts";
import { EditorUpdates } from "../../base/editorUpdates.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { isCancelled } from "../../base/errors.ts";
import { Emitter } from "../../base/event.ts";
import { Drafts } from "./drafts.ts";
import { Bases } from "./bases.ts";
import { EditConflict } from "./editConflict.ts";
import { EditEngine } from "./engine.ts";
import type { SaveOutcome } from "./engineOptions.ts";
import { isLeftToUser, isMerging, type PendingEdit, shownTextOf } from "./pendingEdit.ts";
import { restoreLineEndsIn } from "../../base/lineEnds.ts";
import { hasMarks } from "../../base/mergeTexts.ts";
import { beginOrContinue } from "./beginOrContinue.ts";
import { keyOf, PendingEdits } from "./pendingEdits.ts";
import { checkedText, checkName, inspectedText, requireMine } from "./fileChecks.ts";
import type { FilesOptions } from "./filesOptions.ts";
import { findBase } from "./findBase.ts";
import { fileOf, filesOf } from "../gistFacts.ts";
import type { FileEvent } from "../model.ts";
import { GistProblem, notMine } from "../problem.ts";
import { editPublisher } from "./editPublisher.ts";
import { saveDraft } from "./saveDraft.ts";
import { isRequestError } from "./publishErrors.ts";
import { publishTo } from "./publishTo.ts";
import { replaceFile } from "./replaceFile.ts";
import type { FileFacts, FilePlace, GistPlace } from "../types.ts";

const documentKeyOf = (place: FilePlace): string => place.address ?? keyOf(place);

/** The files of gists as an editor sees them: drafts, edits that are not at the service yet, and what the service has. */
export class GistFiles {
  readonly #options: FilesOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<readonly FileEvent[]>());
  readonly #conflict = this.#store.add(new Emitter<EditConflict>());
  readonly onDidChange = this.#changed.event;
  readonly onDidMeetConflict = this.#conflict.event;
  readonly drafts: Drafts;
  readonly pending: PendingEdits;
  readonly engine: EditEngine;
  readonly #bases: Bases;
  readonly #updates: EditorUpdates;

  constructor(options: FilesOptions) {
    this.#options = options;
    const { gists } = options;
    this.#updates = this.#store.add(new EditorUpdates(options.clock));
    this.#bases = new Bases(options.unsavedBases, options.isSharedStorage, options.addressOf);
    this.drafts = new Drafts(options.drafts, options.clock);
    this.pending = this.#store.add(new PendingEdits(options.edits, options.clock));
    this.engine = this.#store.add(
      new EditEngine({
        pending: this.pending,
        clock: options.clock,
        publisher: editPublisher(options, this),
        accounts: options.accounts,
        pause: options.pause,
        onError: options.onError,
      }),
    );
    this.#store.add(gists.onDidChangeFiles((events) => this.#changed.fire(events)));
    this.#store.add(
      this.pending.onDidChange((places) =>
        this.#changed.fire(places.map((place) => ({ place, type: "changed" }))),
      ),
    );
    this.#store.add(
      options.accounts.onDidChange(({ removed }) => {
        for (const id of removed) this.drafts.forgetAccount(id);
        for (const { profile } of options.accounts.accounts) this.engine.retryAccount(profile.id);
      }),
    );
    this.#store.add(
      this.engine.onDidStore(({ edit, before, document }) => {
        // A new file has a text now, wherever that is.
        this.drafts.removeFile(edit.place);
        const shown = this.#bases.editOf(document) ?? "";
        // What another window has ended can't be continued: what is stored beside it can.
        this.#bases.stored(document, edit, before ?? (shown && !this.pending.record(shown) ? shown : undefined));
      }),
    );
    this.#store.add(this.engine.onDidPublish(({ edit }) => this.#bases.published(edit)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Undefined when there is no such file. */
  async stat(given: FilePlace): Promise<FileFacts | undefined> {
    const place = this.drafts.resolve(given);
    const draft = this.drafts.waitsForContent(place);
    const edit = draft === false ? undefined : await this.pending.get(place);
    if (edit) return { size: bytesOf(shownTextOf(edit)).length, modified: edit.merge?.since ?? edit.changed };
    if (draft !== undefined) return draft ? { size: 0, modified: 0 } : undefined;
    return this.#options.gists.statFile(place);
  }

  /** What the editor shows: the edit that is not published yet, or the whole file as the service has it now. */
  async read(given: FilePlace): Promise<Uint8Array | undefined> {
    const place = this.drafts.resolve(given);
    this.#updates.noteRead(documentKeyOf(place));
    const draft = this.drafts.waitsForContent(place);
    const edit = draft === false ? undefined : await this.pending.get(place);
    const isOpen = this.#options.isOpen(given);
    if (!edit && draft !== undefined) {
      if (draft) this.#bases.read(place, { text: "", base: null }, isOpen);
      return draft ? new Uint8Array() : undefined;
    }
    if (edit) {
      const text = shownTextOf(edit);
      this.#bases.read(place, { text, base: edit.base, edit: edit.id }, isOpen);
      return bytesOf(text);
    }
    const bytes = await this.#options.gists.readFile(place);
    const text = bytes ? shownText(bytes) : null;
    if (text !== null) this.#bases.read(place, { text, base: text }, isOpen);
    else if (!isOpen) this.#bases.set(place, null);
    return bytes;
  }

  /** An editor shows this text of the file, with nothing of the user's in it. */
  noteShown(given: FilePlace, text: string, isNew = true): void {
    this.#bases.shown(this.drafts.resolve(given), text, isNew);
  }

  /** What the editor showed last was typed by the user. */
  noteTyped(given: FilePlace): void {
    this.#bases.typed(this.drafts.resolve(given));
  }

  /** The document has changes that are not saved. Rejects when what they are based on cannot be stored. */
  async noteUnsaved(given: FilePlace): Promise<void> {
    await this.#bases.unsaved(this.drafts.resolve(given));
  }

  /** The document was closed. One whose language is changed is opened again. */
  noteClosed(given: FilePlace): void {
    this.#updates.later(() => {
      const place = this.drafts.resolve(given);
      if (this.#options.isOpen(given)) return;
      this.drafts.forgetRenamed(given);
      // A draft's place leads to the gist that it became, whose own editor may be open.
      if (place.address !== undefined || !this.#options.isOpen(place)) this.#bases.forget(place);
    });
  }

  /**
   * Publishes the text, or stores it here with why it is not published. `isAutomatic` asks nothing. Throws GistProblem and
   * UserError for what can't be stored either.
   */
  async write(given: FilePlace, bytes: Uint8Array, isAutomatic = false): Promise<SaveOutcome> {
    try {
      return await this.#write(given, bytes, isAutomatic);
    } catch (error) {
      if (!(error instanceof EditConflict)) throw error;
      const stored = this.pending.record(error.edit ?? "");
      const edit = stored?.state === "conflict" ? stored : await this.engine.keepConflict(error);
      this.#conflict.fire(new EditConflict(this.drafts.resolve(given), error, edit));
      return "conflict";
    } finally {
      // Without an editor, nothing shows the file by its former name.
      if (!this.#options.isOpen(given)) this.drafts.forgetRenamed(given);
    }
  }

  async #write(given: FilePlace, bytes: Uint8Array, isAutomatic: boolean): Promise<SaveOutcome> {
    const { followRenamed } = await import("./followRenamed.ts");
    const { gists } = this.#options;
    await followRenamed({ gists, drafts: this.drafts, pending: this.pending, bases: this.#bases }, given);
    const place = this.drafts.resolve(given);
    const { accountId, gistId, fileName } = place;
    if (Drafts.isDraftId(gistId)) {
      // Another window may have published it: then this is a change of that gist.
      if ((await this.drafts.refreshed(place))?.publishedAs !== undefined)
        return this.write(given, bytes, isAutomatic);
      const { outcome, left } = await saveDraft(this.#options, this, this.#bases, place, { bytes, isAutomatic });
      if (left === undefined) return outcome;
      const again = await this.write(given, bytes, isAutomatic);
      await this.engine.discard(place, [left]);
      return again;
    }
    if (this.drafts.hasFile(place) && bytes.length === 0) return "unchanged";
    await findBase(this.#options, this, this.#bases, { given, place }, bytes);
    const shownEdit = this.#bases.editOf(place);
    if (shownEdit !== undefined) await this.pending.get(place);
    const pending = shownEdit === undefined ? undefined : this.pending.record(shownEdit);
    const merging = pending?.merge;
    const text = shownText(bytes);
    // It is stored as this merge already, and its own save decides whether it is done.
    if (isAutomatic && merging && editorText(merging.text) === editorText(text)) return "kept";
    if (pending && merging && isMerging(pending, text)) {
      if (isAutomatic || hasMarks(text) || !(await this.#options.isUnmergedConfirmed(fileName))) {
        await this.engine.storeMerge(pending, { ...merging, text });
        return "kept";
      }
    }
    // What is merged is based on what the service had when the merge began.
    const base = merging ? merging.theirs : (this.#bases.of(place) ?? null);
    const whole = base === null ? bytes : restoreLineEndsIn(bytesOf(base), bytes);
    const saved = {
      base,
      edit: shownEdit,
      editText: merging ? undefined : this.#bases.editTextOf(place),
      isRebased: merging !== undefined,
      isAutomatic,
    };
    if (base !== null && sameBytes(bytesOf(base), whole)) return this.engine.save(place, { ...saved, mine: base });
    // The service's own names are taken as they are; only a new one has to follow the rules.
    if (base === null) checkName(fileName);
    const { text: typed, problem: content } = checkedText(fileName, whole, this.#options.maxFileBytes());
    // Who writes without an editor, such as a copy, still has the content.
    if (content && !this.#options.isOpen(given)) throw content;
    if (content) return this.engine.storeFailed(place, { ...saved, mine: typed }, content);
    // What is only stored needs no answer of the server.
    if (pending && isLeftToUser(pending, saved, false)) return this.engine.save(place, { ...saved, mine: typed });
    // Neither the guard nor the owner can be asked: both are when it is sent.
    if (!this.#options.accounts.get(accountId)) return this.engine.save(place, { ...saved, mine: typed });
    let mine = typed;
    let problem: GistProblem | undefined;
    try {
      requireAnswered(this.#options.accounts, accountId);
      // No question while the user types: the guard inspects the text when it is published.
      if (!isAutomatic) mine = await inspectedText(this.#options, place, typed, base);
      const gist = await gists.get(accountId, gistId);
      if (!gists.isMine(accountId, gist)) problem = notMine(gist);
    } catch (error) {
      // It was signed out in another window.
      if (!this.#options.accounts.get(accountId)) return this.engine.save(place, { ...saved, mine: typed });
      if (!isRequestError(error) && !isCancelled(error)) throw error;
      return this.engine.storeFailed(place, { ...saved, mine: typed }, error);
    }
    if (problem) {
      // Who writes without an editor still has the content.
      if (base === null && !this.#options.isOpen(given)) throw problem;
      return this.engine.refuse(place, { ...saved, mine });
    }
    const shown = this.#bases.shownOf(place);
    await this.#bases.sending(place, mine);
    const outcome = await this.engine.save(place, { ...saved, mine });
    this.drafts.removeFile(place);
    // What is in the editor is based on what was sent, not on what a merge made of it, unless it shows that already.
    const now = this.#bases.shownOf(place);
    const showsOther = now !== undefined && now !== shown && now.text !== mine;
    const isPublished = outcome === "published" || outcome === "merged" || outcome === "unchanged";
    if (isPublished && !showsOther) this.#bases.set(place, mine);
    if (outcome === "merged" || mine !== typed) this.reload(place);
    return outcome;
  }

  /**
   * Publishes a text in place of what the service has while the editor has another one that is not saved: what that is
   * based on stays what it is. Throws as `write`.
   */
  async replace(given: FilePlace, bytes: Uint8Array): Promise<SaveOutcome> {
    const place = this.drafts.resolve(given);
    if (this.drafts.waitsForContent(place) !== undefined) throw new GistProblem("unsaved", place.fileName);
    return replaceFile(this.#options, place, bytes);
  }

  /** Publishes a text in another gist, such as a fork. Answers the conflict that it is stored as there. Throws HttpError. */
  publishTo(place: FilePlace, base: string | null, mine: string): Promise<EditConflict | undefined> {
    return publishTo(this.#options.publisher, this.engine, place, { base, mine });
  }

  /**
   * The user merges the two sides: answers a text with both in it, or what was merged so far. Nothing is sent, be it saved
   * or not, until a text without marks is saved. `unsaved` is what the editor has of the file and has not saved. Throws
   * GistProblem `unsaved` when that belongs to another edit, and `outdated` when the editor's text was saved since.
   */
  async beginMerge({ place, base, mine, theirs, edit }: EditConflict, unsaved?: string): Promise<string> {
    await this.#bases.restore(place);
    await this.pending.get(place);
    const stored = this.pending.record(edit ?? "");
    const shown = this.pending.record(this.#bases.editOf(place) ?? "");
    if (!stored && shown) throw new GistProblem("outdated", place.fileName);
    if (unsaved !== undefined && shown !== stored) throw new GistProblem("unsaved", place.fileName);
    const saved = stored?.merge?.text ?? mine;
    // What was typed since it was saved is merged, too.
    const ours = unsaved === undefined || editorText(unsaved) === editorText(saved) ? saved : unsaved;
    const begun = beginOrContinue({ base, theirs }, stored, ours);
    const conflict = new EditConflict(place, { base, mine: begun.mine, theirs }, stored);
    const merge = { text: begun.text, theirs: begun.theirs, since: this.#options.clock.now() };
    this.#bases.setEdit(place, await this.engine.keepConflict(conflict, merge));
    return merge.text;
  }

  /** What the service had when the file was read; undefined when it was not read. */
  baseOf(place: FilePlace): string | null | undefined {
    return this.#bases.of(place);
  }

  pendingOf({ accountId, gistId }: GistPlace): readonly PendingEdit[] {
    return this.pending.all.filter(({ place }) => place.accountId === accountId && place.gistId === gistId);
  }

  /** The edit that the file's editor shows, or has more of. */
  async shownEdit(place: FilePlace): Promise<PendingEdit | undefined> {
    await this.#bases.restore(place);
    await this.pending.get(place);
    return this.pending.record(this.#bases.editOf(place) ?? "");
  }

  /**
   * The text of an edit, or of a save that met a conflict, with what was typed since; `unsaved` is what the editor has and
   * has not saved, which counts if the editor shows the edit. Throws GistProblem `outdated` when that was saved since.
   */
  async latestText(
    place: FilePlace,
    edit: string | undefined,
    mine: string,
    unsaved: string | undefined,
  ): Promise<{ readonly text: string; readonly isShown: boolean }> {
    const shown = await this.shownEdit(place);
    const stored = this.pending.record(edit ?? "");
    if (!stored && shown) throw new GistProblem("outdated", place.fileName);
    const isShown = stored === shown;
    const saved = stored ? shownTextOf(stored) : mine;
    const isTyped = isShown && unsaved !== undefined && editorText(unsaved) !== editorText(saved);
    const text = isTyped ? unsaved : saved;
    // A merge that is not done yet is neither side.
    return { text: stored && isMerging(stored, text) ? mine : text, isShown };
  }

  /** As `EditEngine.discard`; the editor shows what the service has. */
  async revert(place: FilePlace, edits?: readonly string[]): Promise<number> {
    const count = await this.engine.discard(place, edits);
    // The editor goes on from what was published in the meantime.
    if (edits && count < edits.length) return count;
    this.#bases.forget(place);
    this.#changed.fire([{ place, type: "changed" }]);
    return count;
  }

  /** Begins a file that is sent with its first content. */
  addDraftFile(place: FilePlace): void {
    this.drafts.addFile(place);
    this.#changed.fire([{ place, type: "created" }]);
  }

  async rename(place: FilePlace, newName: string): Promise<void> {
    await requireMine(this.#options, place);
    await this.#requireUnsent(place);
    const { renameFile } = await import("./renameFile.ts");
    const deps = { ...this.#options, drafts: this.drafts, pending: this.pending, bases: this.#bases };
    // A save that is under way decides first whether the service has the file.
    await this.engine.inTurn(place, () => renameFile(deps, place, newName));
    this.moveBase(place, newName);
  }

  /** What is unsaved in the renamed file's editor is based on what that showed, not on what the service has now. */
  moveBase(place: FilePlace, newName: string): void {
    if (!this.#options.isOpen(place)) return;
    const to = { ...place, fileName: newName };
    const edit = this.#bases.editOf(place) ?? "";
    this.#bases.move(
      place,
      to,
      this.pending.of(to).find(({ supersedes }) => supersedes?.includes(edit)),
    );
  }

  /** The ids of all edits of the file that the service does not have, also those of other windows. */
  async editsOf(place: FilePlace): Promise<readonly string[]> {
    await this.pending.refresh();
    return this.pending.of(place).map(({ id }) => id);
  }

  /** Of the file's edits only `discarded` are removed. Throws GistProblem, before anything is deleted, while another window sends one. */
  async delete(place: FilePlace, discarded: readonly string[] = []): Promise<void> {
    if (this.drafts.hasFile(place)) {
      this.drafts.removeFile(place);
      return this.#changed.fire([{ place, type: "deleted" }]);
    }
    const { gists, publisher } = this.#options;
    const gist = await gists.get(place.accountId, place.gistId);
    await this.#requireUnsent(place);
    if (fileOf(gist, place.fileName)) {
      await requireMine(this.#options, place);
      if (filesOf(gist).length === 1) throw new GistProblem("lastFile", place.fileName);
      await publisher.deleteFile(place);
    } else if (discarded.length === 0) throw new GistProblem("noFile", place.fileName);
    await this.engine.discard(place, discarded);
  }

  /** What another window sends at the same time would bring a file back that is deleted or renamed. */
  async #requireUnsent(place: FilePlace): Promise<void> {
    if (await this.pending.isSentElsewhere(place)) throw new GistProblem("sentElsewhere", place.fileName);
  }

  /** Editors without unsaved text read the file again. */
  reload(place: FilePlace): void {
    this.#updates.offer(documentKeyOf(place), () => this.#changed.fire([{ place, type: "changed" }]));
  }
}
