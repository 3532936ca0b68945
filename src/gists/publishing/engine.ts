import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { isCancelled } from "../../base/errors.ts";
import { Emitter } from "../../base/event.ts";
import { KeyedQueue } from "../../base/keyedQueue.ts";
import { restoreLineEnds } from "../../base/lineEnds.ts";
import type { PutOptions } from "../../base/recordFolder.ts";
import { withLease } from "../../base/withLease.ts";
import { HttpError } from "../../client/errors.ts";
import { isContentProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import { beginEdit } from "./beginEdit.ts";
import { EditConflict } from "./editConflict.ts";
import type { EngineOptions, FailedEdit, PublishedEdit, SaveOutcome, StoredEdit } from "./engineOptions.ts";
import { flushOutbox } from "./flushOutbox.ts";
import { chainOf, PublishPauses, waitsForPause } from "./publishPauses.ts";
import { onDidFindQueued, OutboxTimers } from "./outboxTimers.ts";
import {
  type EditContent,
  type EditReason,
  isHeldByUser,
  isLeftToUser,
  type Merge,
  type PendingEdit,
  type PendingState,
  type Saved,
  type Sides,
  withoutUnconfirmed,
} from "./pendingEdit.ts";
import { editContent, formerIdsAfter } from "./editContent.ts";
import { claimToDiscard, isAccountThere, isSignedIn, leaveSignedOut } from "./editLease.ts";
import { InFlightEdit } from "./inFlightEdit.ts";
import { keyOf } from "./pendingEdits.ts";
import { sendEdit } from "./sendEdit.ts";
import { unconfirmedAfter } from "./unconfirmedWrite.ts";
import { isRefusalNew, UserTurns } from "./userTurns.ts";
import {
  isAboutEdit,
  isAboutToken,
  isFinal,
  isRequestError,
  NotAskedError,
  reasonOf,
  UnconfirmedError,
} from "./publishErrors.ts";

/** An edit that another window publishes is looked at again after so long. Milliseconds. */
const elsewhereMs = 5000;

/** Takes saves, publishes them or stores them, and never loses one. */
export class EditEngine implements Disposable {
  readonly #options: EngineOptions;
  readonly #store = new DisposableStore();
  readonly #pauses: PublishPauses;
  readonly #queues = new KeyedQueue();
  readonly #published = this.#store.add(new Emitter<PublishedEdit>());
  readonly #failed = this.#store.add(new Emitter<FailedEdit>());
  readonly #stored = this.#store.add(new Emitter<StoredEdit>());
  readonly #retries: OutboxTimers;
  readonly #turns = new UserTurns();
  /** An edit that had been kept or queued is at the service now. */
  readonly onDidPublish = this.#published.event;
  /** An edit met a conflict, was refused, may have a secret in it, or is of an account that is signed out. */
  readonly onDidFail = this.#failed.event;
  /** An edit was stored by this window. */
  readonly onDidStore = this.#stored.event;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#pauses = this.#store.add(
      new PublishPauses(options.clock, options.pause, (edit) => this.#publishPaused(edit)),
    );
    this.#retries = this.#store.add(
      new OutboxTimers(options.clock, (accountId) => void this.flush(accountId).catch(options.onError)),
    );
    // What another window waits to send: it may have ended.
    this.#store.add(onDidFindQueued(options.pending, (accountId) => this.#retries.scheduleFirst(accountId)));
  }

  /** After a start. */
  async resume(): Promise<void> {
    await this.#options.pending.load();
    for (const edit of this.#options.pending.all) {
      if (edit.state === "queued") this.#retries.schedule(edit.place.accountId, 0);
      if (waitsForPause(this.#options, edit)) this.#pauses.schedule(edit);
    }
  }

  /** The window lost the focus: what Auto Save stored is published now. */
  publishAutomatic(): void {
    const { publisher } = this.#options;
    this.#pauses.end(({ place, isAutomatic }) => isAutomatic === true && publisher.modeOf(place) === "onSave");
  }

  /** The account has another token, or is there again. */
  retryAccount(accountId: string): void {
    const { pending } = this.#options;
    if (pending.all.some(({ place, state }) => place.accountId === accountId && state === "queued"))
      this.#retries.schedule(accountId, 0);
    for (const edit of pending.all)
      if (edit.place.accountId === accountId && waitsForPause(this.#options, edit)) this.#pauses.schedule(edit);
  }

  /** A save. Throws EditConflict when both sides changed the same lines; the edit is stored then. */
  save(place: FilePlace, saved: Saved): Promise<SaveOutcome> {
    return this.inTurn(place, async () => {
      const { pending, publisher, accounts } = this.#options;
      const { before, sides } = await beginEdit(pending, place, saved);
      const { mine } = sides;
      const takesOver = before !== undefined && before.id !== saved.edit;
      const chosen = publisher.modeOf(place);
      // What is saved during typing is not published word by word.
      const mode = chosen === "onSave" && saved.isAutomatic ? "afterPause" : chosen;
      // An origin that is not there any longer may be at the service: going back to the base has to be sent.
      if (sides.base === mine && before?.unconfirmed === undefined && (before || !sides.origin)) {
        if (!before) return "unchanged";
        if (await pending.claim(before.id, takesOver)) {
          await this.#removeEdit(before);
          return "unchanged";
        }
      }
      if (before && isLeftToUser(before, saved, chosen === "manual")) {
        await this.#keep(place, sides, before.state, before, before.reason);
        return "kept";
      }
      if (mode !== "onSave") {
        const edit = await this.#keep(place, { ...sides, isAutomatic: mode !== chosen }, "unpublished", before);
        if (mode === "afterPause") this.#pauses.schedule(edit);
        return "kept";
      }
      if (!isAccountThere(accounts, place)) {
        const edit = await this.#keep(place, sides, "queued", before, "signedOut");
        this.#failed.fire({ edit });
        return "queued";
      }
      // What was saved before must not overtake it, nor be overtaken by it.
      if (pending.of(place).some(({ state }) => state === "queued")) {
        await this.#keep(place, sides, "queued", before);
        this.#retries.schedule(place.accountId, 0);
        return "queued";
      }
      if (before && !(await pending.claim(before.id, takesOver))) {
        await this.#keep(place, sides, "queued", before);
        this.#retries.schedule(place.accountId, elsewhereMs);
        return "queued";
      }
      return this.#send(place, sides, before);
    });
  }

  /** Sends a save. It is stored first: the window may end before the service has answered. Throws as `#storeUnsent`. */
  async #send(place: FilePlace, sides: Sides, before: PendingEdit | undefined): Promise<SaveOutcome> {
    const { pending, publisher, clock } = this.#options;
    const stored = { place, state: "queued", ...sides, unconfirmed: before?.unconfirmed ?? [] } as const;
    const content = await editContent(stored, before, clock.now());
    // What was not pending before is shown as pending only when it could not be sent.
    const options = { isLeased: true, isHidden: !before || pending.isHidden(before.id) };
    const put = (next: EditContent, replaced = before) => this.#put(next, replaced, options);
    // Where it can't be stored, it is sent all the same: if that fails, the document stays unsaved.
    const record = await put(content).catch(() => undefined);
    const inFlight = record && new InFlightEdit(record, put);
    const edit = { ...content, willSend: inFlight?.willSend };
    const id = () => inFlight?.record.id ?? before?.id;
    try {
      const outcome = await withLease(pending, this.#options, id, () => sendEdit(publisher, place, edit));
      const sent = inFlight?.record ?? before;
      if (sent) await this.#removeEdit(sent, true);
      this.#retries.succeeded(place.accountId);
      return outcome;
    } catch (error) {
      if (!inFlight || isAboutEdit(error))
        return this.#storeUnsent(place, sides, inFlight?.settled ?? before, error);
      if (before) await this.#put(before, inFlight.record);
      else await pending.remove(inFlight.record.id);
      throw error;
    }
  }

  /** Stores a save that did not get to the service, and why. Throws EditConflict, and what is no answer of the service. */
  async #storeUnsent(
    place: FilePlace,
    sides: Sides,
    before: PendingEdit | undefined,
    error: unknown,
    isAutomatic?: boolean,
  ): Promise<"queued" | "refused" | "heldBack"> {
    if (!isContentProblem(error)) await leaveSignedOut(this.#options, place, before);
    if (error instanceof EditConflict) throw await this.#keepConflict(error, sides, before);
    if (isCancelled(error) || (isAutomatic === true && isContentProblem(error) && isHeldByUser(before))) {
      await this.#keep(place, sides, "unpublished", before, "heldBack");
      return "heldBack";
    }
    if (isFinal(error)) {
      const edit = await this.#keep(place, sides, "refused", before, error.kind);
      if (isRefusalNew(edit, before, isAutomatic)) this.#failed.fire({ edit, error });
      return "refused";
    }
    if (isRequestError(error)) {
      await this.#queue(place, sides, before, error);
      return "queued";
    }
    if (before) await this.#options.pending.release(before.id);
    throw error;
  }

  /** Stores a save that was not sent because of this error. Throws it when it says nothing about the service. */
  storeFailed(place: FilePlace, saved: Saved, error: unknown): Promise<SaveOutcome> {
    return this.inTurn(place, async () => {
      const { before, sides } = await beginEdit(this.#options.pending, place, saved);
      return this.#storeUnsent(place, sides, before, error, saved.isAutomatic);
    });
  }

  /** Stores an edit of what this account may not change. Nothing is sent. */
  refuse(place: FilePlace, saved: Saved): Promise<SaveOutcome> {
    return this.inTurn(place, async () => {
      const { before, sides } = await beginEdit(this.#options.pending, place, saved);
      const edit = await this.#keep(place, sides, "refused", before, "forbidden");
      if (isRefusalNew(edit, before, saved.isAutomatic)) this.#failed.fire({ edit });
      return "refused" as const;
    });
  }

  /**
   * Publishes what is stored of the file now, in order, or one edit. "queued" when another window publishes it; undefined where
   * nothing is stored of it. Throws EditConflict, HttpError, and CancelledError when the user does not want a possible secret to
   * be sent; the edit is stored then.
   */
  publish(place: FilePlace, id?: string): Promise<SaveOutcome | undefined> {
    return this.#publish(place, (edit) => id === undefined || edit.id === id, true);
  }

  /** `mayAsk`: the user began it. */
  #publish(place: FilePlace, isMeant: (edit: PendingEdit) => boolean, mayAsk: boolean) {
    return this.inTurn(place, async () => {
      const { pending } = this.#options;
      await pending.get(place);
      let outcome: SaveOutcome | undefined;
      for (const edit of pending.of(place)) if (isMeant(edit)) outcome = await this.#publishRecord(edit, mayAsk);
      return outcome;
    });
  }

  async #publishRecord(stored: PendingEdit, mayAsk: boolean): Promise<SaveOutcome> {
    const { pending, publisher } = this.#options;
    const { place } = stored;
    if (!(await pending.claim(stored.id))) {
      this.#retries.schedule(place.accountId, elsewhereMs);
      return "queued";
    }
    const inFlight = new InFlightEdit(stored, (next, before) => this.#put(next, before, { isLeased: true }));
    try {
      const outcome = await withLease(pending, this.#options, inFlight.idNow, async () => {
        // What is merged so far is nowhere else: the save that ends the merge publishes it.
        if (stored.merge) return sendEdit(publisher, place, { ...stored, isMerging: true });
        inFlight.record = { ...stored, mine: await publisher.inspect(place, stored, mayAsk) };
        return sendEdit(publisher, place, { ...inFlight.record, willSend: inFlight.willSend });
      });
      const edit = inFlight.record;
      await this.#removeEdit(edit, true);
      this.#retries.succeeded(place.accountId);
      this.#published.fire({ place, outcome, edit });
      return outcome;
    } catch (error) {
      const edit = inFlight.settled;
      await leaveSignedOut(this.#options, place, edit);
      if (error instanceof EditConflict) throw await this.#keepConflict(error, edit, edit);
      if (isFinal(error)) await this.#keep(place, edit, "refused", edit, error.kind);
      else if (isRequestError(error)) await this.#queue(place, edit, edit, error);
      // When the user was asked and sends nothing, it isn't published by itself again.
      else if (isCancelled(error)) {
        const sides = error instanceof NotAskedError ? edit : { ...edit, isAutomatic: false };
        await this.#keep(place, sides, "unpublished", edit, "heldBack");
      } else await pending.release(edit.id);
      throw error instanceof UnconfirmedError ? error.cause : error;
    }
  }

  /** The user saw what the service has, and goes on from there. `edit` is the pending edit that this takes the place of. */
  async rebase(place: FilePlace, theirs: string | null, mine: string, edit?: string): Promise<PendingEdit> {
    return this.inTurn(place, async () => {
      const kept = theirs === null ? mine : restoreLineEnds(theirs, mine);
      const { before, sides } = await beginEdit(this.#options.pending, place, {
        base: theirs,
        mine: kept,
        edit,
        isRebased: true,
      });
      return this.#keep(place, sides, "unpublished", before);
    });
  }

  /** Stores both sides of a conflict until the user has merged them. Nothing is sent. */
  async keepConflict({ place, base, mine, edit }: EditConflict, merge?: Merge): Promise<PendingEdit> {
    return this.inTurn(place, async () => {
      const given = { base, mine, edit, isRebased: true };
      const { before, sides } = await beginEdit(this.#options.pending, place, given);
      return this.#keep(place, sides, "conflict", before, "conflict", undefined, merge);
    });
  }

  /** Stores what the user has merged so far. Nothing is sent. */
  async storeMerge(edit: PendingEdit, merge: Merge): Promise<void> {
    await this.inTurn(edit.place, () => this.#put({ ...edit, merge, changed: this.#options.clock.now() }, edit));
  }

  /** Discards these edits of the file, or all that are known here; answers how many. Throws GistProblem while another window sends one. */
  discard(place: FilePlace, ids?: readonly string[]): Promise<number> {
    const { pending } = this.#options;
    return this.inTurn(place, async () => {
      let count = 0;
      for (const edit of pending.of(place).filter(({ id }) => ids?.includes(id) ?? true))
        if (await claimToDiscard(pending, edit)) {
          await this.#removeEdit(edit);
          count += 1;
        }
      return count;
    });
  }

  /** Sends what waits, in order, of one account or of all; an account stops at the first that cannot be sent now. */
  flush(only?: string): Promise<void> {
    const actions = {
      publish: (place: FilePlace) => this.#publish(place, (edit) => edit.state === "queued", false),
      onFailed: (place: FilePlace, error: unknown) => {
        const edit = this.#options.pending.of(place).find((each) => this.#turns.isNew(each, error));
        if (edit) this.#failed.fire({ edit, error });
      },
      onStopped: (accountId: string) => this.#retries.failed(accountId, undefined),
    };
    return flushOutbox(this.#options, actions, only);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #queue(place: FilePlace, sides: Sides, before: PendingEdit | undefined, error: unknown): Promise<void> {
    const cause = error instanceof UnconfirmedError ? error.cause : error;
    await this.#keep(place, sides, "queued", before, reasonOf(cause), unconfirmedAfter(before, error));
    // Another token is waited for, not the time; the account may have one by now.
    if (!isAboutToken(cause) || isSignedIn(this.#options.accounts, place))
      this.#retries.failed(place.accountId, HttpError.is(cause) ? cause.retryAt : undefined);
  }

  async #keepConflict(error: EditConflict, sides: Sides, before: PendingEdit | undefined): Promise<EditConflict> {
    const confirmed = before && withoutUnconfirmed(before);
    const edit = await this.#keep(error.place, sides, "conflict", confirmed, "conflict");
    return new EditConflict(error.place, error, edit);
  }

  async #keep(
    place: FilePlace,
    { base, mine, origin, isAutomatic }: Sides,
    state: PendingState,
    before: PendingEdit | undefined,
    reason?: EditReason,
    unconfirmed = before?.unconfirmed ?? [],
    merge = before?.base === base && before.mine === mine ? before.merge : undefined,
  ): Promise<PendingEdit> {
    const content = await editContent(
      { place, state, base, mine, origin, isAutomatic, reason, unconfirmed, merge },
      before,
      this.#options.clock.now(),
    );
    return this.#put(content, before);
  }

  async #put(content: EditContent, before: PendingEdit | undefined, options?: PutOptions): Promise<PendingEdit> {
    const { pending } = this.#options;
    const replaced = before && !pending.isHidden(before.id) ? before.id : undefined;
    const { address: _address, ...place } = content.place;
    const next = { ...content, place, ...formerIdsAfter(before) };
    const edit = await pending.put(next, before ? [before.id] : [], options);
    if (options?.isHidden !== true) this.#stored.fire({ edit, before: replaced, document: content.place });
    return edit;
  }

  async #removeEdit(edit: PendingEdit, isSent = false): Promise<void> {
    const { pending } = this.#options;
    this.#pauses.cancel(edit);
    this.#turns.forget(edit);
    await (isSent ? pending.removeSent(edit.id) : pending.remove(edit.id));
  }

  #publishPaused(edit: PendingEdit): void {
    const { place, id } = edit;
    // It waits for the account: see retryAccount.
    if (!isSignedIn(this.#options.accounts, place)) return;
    this.#publish(place, (each) => each.id === id, false).catch((error: unknown) => {
      const failed = this.#options.pending.of(place).find((each) => chainOf(each) === chainOf(edit));
      if (failed && this.#turns.isNew(failed, error)) this.#failed.fire({ edit: failed, error });
      else if (!isCancelled(error)) this.#options.onError(error);
    });
  }

  /** After what is under way for the file, and before what comes later. */
  inTurn<T>(place: FilePlace, task: () => Promise<T>): Promise<T> {
    return this.#queues.run(keyOf(place), task);
  }
}
