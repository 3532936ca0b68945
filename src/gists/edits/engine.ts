import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import { type ErrorKind, HttpError } from "../../client/errors.ts";
import type { FilePlace } from "../types.ts";
import type { PendingEdit, PendingState } from "./pendingEdit.ts";
import { keyOf, type PendingEdits } from "./pendingEdits.ts";
import type { ContentEdit, Outcome } from "./publisher.ts";

/** When an edit goes to the service: with each save, after a pause, or only when the user says so. */
export type PublishMode = "onSave" | "afterPause" | "manual";

export type SaveOutcome = "published" | "merged" | "unchanged" | "kept" | "queued" | "refused";

/** Both sides changed the same lines. The document stays unsaved until the user has decided. */
export class EditConflict extends Error {
  override readonly name = "EditConflict";
  readonly place: FilePlace;
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string | null;

  constructor(place: FilePlace, sides: { base: string | null; mine: string; theirs: string | null }) {
    super(`${place.fileName} was changed on both sides`);
    this.place = place;
    this.base = sides.base;
    this.mine = sides.mine;
    this.theirs = sides.theirs;
  }
}

export interface EngineOptions {
  readonly pending: PendingEdits;
  readonly clock: Clock;
  readonly modeOf: (place: FilePlace) => PublishMode;
  /** Milliseconds without a save before an edit is published, in mode `afterPause`. */
  readonly pause: () => number;
  /** Sends edits that come within a moment as one. */
  readonly publish: (place: FilePlace, edit: ContentEdit) => Promise<Outcome>;
  readonly onError: (error: unknown) => void;
}

/** The service may take it later: nothing is wrong with the edit. */
const isPassing = (error: unknown): error is HttpError =>
  HttpError.is(error, "network", "timeout", "server", "rateLimited", "unauthorized", "certificate");

/** The service never takes it as it is. */
const isFinal = (error: unknown): error is HttpError =>
  HttpError.is(error, "notFound", "gone", "forbidden", "unprocessable");

/** Milliseconds between two attempts of the outbox; doubles up to the longest. */
const firstRetry = 5000;
const longestRetry = 300_000;

/** Takes saves, publishes them or keeps them, and never loses one. */
export class EditEngine implements Disposable {
  readonly #options: EngineOptions;
  readonly #store = new DisposableStore();
  readonly #timers = new Map<string, Disposable>();
  readonly #busy = new Map<string, Promise<unknown>>();
  readonly #published = this.#store.add(new Emitter<{ place: FilePlace; outcome: SaveOutcome }>());
  readonly #failed = this.#store.add(new Emitter<PendingEdit>());
  /** An edit that had been kept or queued is at the service now. */
  readonly onDidPublish = this.#published.event;
  /** An edit of the outbox met a conflict or was refused. */
  readonly onDidFail = this.#failed.event;
  #retry: Disposable | undefined;
  #retryDelay = firstRetry;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** After a start: the outbox goes on where it stood. */
  async resume(): Promise<void> {
    await this.#options.pending.load();
    for (const edit of this.#options.pending.all) {
      if (edit.state === "queued") this.#scheduleOutbox(0);
      if (edit.state === "unpublished" && this.#options.modeOf(edit.place) === "afterPause")
        this.#schedulePause(edit.place);
    }
  }

  /**
   * A save. `base` is what the service had when the document was read; null when it had no such file. Throws EditConflict,
   * or HttpError when the service refuses it for good.
   */
  save(place: FilePlace, base: string | null, mine: string): Promise<SaveOutcome> {
    return this.#oneAtATime(place, async () => {
      const { pending, modeOf } = this.#options;
      const before = await pending.get(place);
      const edit = { base: before ? before.base : base, mine };
      if (edit.base === mine) {
        await this.#forget(place);
        return "unchanged";
      }
      const mode = modeOf(place);
      if (mode !== "onSave") {
        await this.#keep(place, edit, "unpublished", before);
        if (mode === "afterPause") this.#schedulePause(place);
        return "kept";
      }
      // What was saved before must not overtake it, nor be overtaken by it.
      if (before?.state === "queued") {
        await this.#keep(place, edit, "queued", before);
        this.#scheduleOutbox(0);
        return "queued";
      }
      try {
        const outcome = await this.#send(place, edit);
        await this.#forget(place);
        return outcome;
      } catch (error) {
        if (!isPassing(error)) throw error;
        await this.#keep(place, edit, "queued", before, error.kind);
        this.#scheduleOutbox(this.#delayAfter(error));
        return "queued";
      }
    });
  }

  /** Keeps an edit of what this account may not change. Nothing is sent. */
  refuse(place: FilePlace, base: string | null, mine: string): Promise<SaveOutcome> {
    return this.#oneAtATime(place, async () => {
      const before = await this.#options.pending.get(place);
      await this.#keep(place, { base: before ? before.base : base, mine }, "refused", before, "forbidden");
      const edit = this.#options.pending.known(place);
      if (edit) this.#failed.fire(edit);
      return "refused" as const;
    });
  }

  /** Publishes a kept edit now. Throws EditConflict or HttpError; the edit is kept then. */
  publish(place: FilePlace): Promise<SaveOutcome> {
    return this.#oneAtATime(place, async () => {
      const edit = await this.#options.pending.get(place);
      if (!edit) return "unchanged";
      try {
        const outcome = await this.#send(place, edit);
        await this.#forget(place);
        this.#published.fire({ place, outcome });
        return outcome;
      } catch (error) {
        if (error instanceof EditConflict) await this.#keep(place, edit, "conflict", edit, "conflict");
        else if (isPassing(error)) {
          await this.#keep(place, edit, "queued", edit, error.kind);
          this.#scheduleOutbox(this.#delayAfter(error));
        } else if (isFinal(error)) await this.#keep(place, edit, "refused", edit, error.kind);
        throw error;
      }
    });
  }

  /** The user saw what the service has, and goes on from there. */
  async rebase(place: FilePlace, theirs: string | null, mine: string): Promise<void> {
    await this.#oneAtATime(place, async () => {
      const before = await this.#options.pending.get(place);
      await this.#keep(place, { base: theirs, mine }, "unpublished", before);
    });
  }

  /** Keeps both sides of a conflict until the user has merged them. Nothing is sent. */
  async keepConflict({ place, base, mine }: EditConflict): Promise<void> {
    await this.#oneAtATime(place, async () => {
      const before = await this.#options.pending.get(place);
      await this.#keep(place, { base, mine }, "conflict", before, "conflict");
    });
  }

  /** Throws the edit away. */
  async discard(place: FilePlace): Promise<void> {
    await this.#oneAtATime(place, () => this.#forget(place));
  }

  /** Sends what waits, in order; stops at the first that cannot be sent now. */
  async flush(): Promise<void> {
    this.#retry?.dispose();
    this.#retry = undefined;
    for (const { place, state } of this.#options.pending.all) {
      if (state !== "queued") continue;
      try {
        await this.publish(place);
        this.#retryDelay = firstRetry;
      } catch (error) {
        if (isPassing(error)) return;
        const edit = this.#options.pending.known(place);
        if (edit) this.#failed.fire(edit);
        if (!(error instanceof EditConflict)) this.#options.onError(error);
      }
    }
  }

  dispose(): void {
    this.#retry?.dispose();
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
    this.#store.dispose();
  }

  async #send(
    place: FilePlace,
    { base, mine }: { base: string | null; mine: string },
  ): Promise<"published" | "merged" | "unchanged"> {
    const outcome = await this.#options.publish(place, { name: place.fileName, base, mine });
    if (outcome.kind === "conflict") throw new EditConflict(place, outcome);
    return outcome.kind;
  }

  async #keep(
    place: FilePlace,
    { base, mine }: { base: string | null; mine: string },
    state: PendingState,
    before: PendingEdit | undefined,
    reason?: ErrorKind,
  ): Promise<void> {
    const now = this.#options.clock.now();
    await this.#options.pending.put({
      place,
      state,
      base,
      mine,
      since: before?.since ?? now,
      changed: before?.mine === mine ? before.changed : now,
      ...(reason === undefined ? {} : { reason }),
    });
  }

  async #forget(place: FilePlace): Promise<void> {
    this.#timers.get(keyOf(place))?.dispose();
    this.#timers.delete(keyOf(place));
    await this.#options.pending.remove(place);
  }

  #schedulePause(place: FilePlace): void {
    const key = keyOf(place);
    this.#timers.get(key)?.dispose();
    const timer = this.#options.clock.setTimer(this.#options.pause(), () => {
      this.#timers.delete(key);
      this.publish(place).catch((error: unknown) => {
        const edit = this.#options.pending.known(place);
        if (edit && !isPassing(error)) this.#failed.fire(edit);
        if (!(error instanceof EditConflict)) this.#options.onError(error);
      });
    });
    this.#timers.set(key, timer);
  }

  #delayAfter(error: HttpError): number {
    if (error.retryAt !== undefined) return Math.max(firstRetry, error.retryAt - this.#options.clock.now());
    const delay = this.#retryDelay;
    this.#retryDelay = Math.min(longestRetry, this.#retryDelay * 2);
    return delay;
  }

  #scheduleOutbox(delay: number): void {
    this.#retry?.dispose();
    this.#retry = this.#options.clock.setTimer(delay, () => {
      this.#retry = undefined;
      this.flush().catch(this.#options.onError);
    });
  }

  #oneAtATime<T>(place: FilePlace, task: () => Promise<T>): Promise<T> {
    const key = keyOf(place);
    const result = (this.#busy.get(key) ?? Promise.resolve()).then(task);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#busy.set(key, settled);
    void settled.then(() => {
      if (this.#busy.get(key) === settled) this.#busy.delete(key);
    });
    return result;
  }
}
