import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import { withLease } from "../base/withLease.ts";
import { isSentByItself } from "./isSentByItself.ts";
import type { LocalChange, LocalChanges } from "./model.ts";

/** The longest that an announced time may be after the refusal: the client doesn't believe more, either. Milliseconds. */
const maxPauseMs = 24 * 3_600_000;
/** The least, so that a start of VS Code is not held up and clocks may differ a little. Milliseconds. */
const minWaitMs = 2000;
/** Until what can't be sent for a reason of this computer is tried again. Milliseconds. */
const tryAgainMs = 120_000;
/** Between two attempts to send the same document, whatever the server says; doubled with each. Milliseconds. */
const minPauseMs = 5000;
const maxMinPauseMs = 60_000;

interface PublishLaterDeps {
  readonly changes: LocalChanges;
  readonly clock: Clock;
  /** Whether the document has text that is not saved. */
  readonly isUnsaved: (address: string) => boolean;
  readonly isSignedIn: (accountId: string) => Promise<boolean>;
  /** Sends it with its message. Rejects with what has to be reported. */
  readonly send: (change: LocalChange) => Promise<void>;
  /** Writes to the log what needs nothing of the user. */
  readonly logError: (error: unknown) => void;
}

/** How long the change still waits; at most 0 when its time has come, and when it can't be right. Milliseconds. */
const waitOf = ({ retryAt, changed }: LocalChange, now: number): number => {
  // The clock was set back since it was stored: the server says again how long to wait.
  if (retryAt === undefined || !Number.isFinite(retryAt) || now < changed) return 0;
  return Math.min(retryAt, changed + maxPauseMs) - now;
};

/** Publishes local changes that the rate limit or the connection held up, once the service takes requests again. */
export class PublishLater {
  readonly #deps: PublishLaterDeps;
  /** By the id of the change: its timer, whether it is being published, or that the user decides what is next. */
  readonly #states = new Map<string, Disposable | "publishing" | "ended">();
  /** The ids of changes of which an error was shown. */
  readonly #reported = new Set<string>();
  /** Until when each document is not sent again, by its address, and the pause before. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly #pauses = new Map<string, { readonly until: number; readonly ms: number }>();
  readonly #store = new DisposableStore();
  readonly #ready = this.#store.add(new Emitter<LocalChange>());
  readonly #failed = this.#store.add(new Emitter<unknown>());
  /** A change can be published now, but the user has to be asked first. */
  readonly onDidBecomeReady = this.#ready.event;
  /** Why a change was not published; fired once for each, not each time that it is tried. */
  readonly onDidFail = this.#failed.event;
  #isDisposed = false;
  /** What is in an editor is sent one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(deps: PublishLaterDeps) {
    this.#deps = deps;
    this.#store.add(deps.changes.onDidChange(() => this.#schedule()));
    this.#schedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#store.dispose();
    for (const id of this.#states.keys()) this.#remove(id);
  }

  #schedule(): void {
    const { changes, clock } = this.#deps;
    for (const id of this.#states.keys()) if (!changes.record(id)) this.#remove(id);
    for (const address of this.#pauses.keys())
      if (!changes.all.some(({ place }) => place.uri === address)) this.#pauses.delete(address);
    for (const change of changes.all) {
      const { id, place, reason, retryAt } = change;
      // What the user is asked about is offered by one window, and not after its end. It is not known when a server that could
      // not be reached is there again: without a message, the user's next attempt finds out.
      const isOffered = reason === "failed" && retryAt !== undefined && changes.isOwn(id);
      if (!(isSentByItself(change) || isOffered) || this.#states.has(id)) continue;
      const { until, ms } = this.#pauses.get(place.uri) ?? { until: -Infinity, ms: 0 };
      this.#wait(id, Math.max(waitOf(change, clock.now()), Math.min(until - clock.now(), ms)));
    }
  }

  #remove(id: string): void {
    const state = this.#states.get(id);
    if (typeof state === "object") state.dispose();
    this.#states.delete(id);
    this.#reported.delete(id);
  }

  #wait(id: string, ms: number): void {
    const timer = this.#deps.clock.setTimer(Math.max(minWaitMs, ms), () => {
      this.#states.set(id, "publishing");
      this.#queue = this.#queue.then(() => this.#run(id));
    });
    this.#states.set(id, timer);
  }

  async #run(id: string): Promise<void> {
    const { changes, logError } = this.#deps;
    let next: number | undefined;
    try {
      next = await this.#publish(id);
    } catch (error) {
      if (this.#isDisposed || this.#reported.has(id)) logError(error);
      else this.#failed.fire(error);
      this.#reported.add(id);
      const change = this.#deps.changes.record(id);
      if (change && isSentByItself(change)) next = tryAgainMs;
    }
    if (this.#isDisposed) return;
    if (next !== undefined) this.#wait(id, next);
    else if (changes.record(id)) this.#states.set(id, "ended");
    else this.#remove(id);
  }

  /** Answers after how many milliseconds it is to be tried again; undefined when nothing is left to do here. */
  async #publish(id: string): Promise<number | undefined> {
    const { changes, clock, isUnsaved, isSignedIn, send, logError } = this.#deps;
    try {
      // Another window may have published it.
      await changes.refresh();
    } catch (error) {
      logError(error);
      return tryAgainMs;
    }
    const change = changes.record(id);
    if (!change) return undefined;
    const wait = waitOf(change, clock.now());
    if (wait > 0) return wait;
    // What is typed on was not saved by the user: it waits for the next save, or until the editor is reverted.
    if (isUnsaved(change.place.uri)) return tryAgainMs;
    const isKnown = await isSignedIn(change.place.accountId).catch(logError);
    // What becomes of its changes was decided when it was signed out.
    if (isKnown !== true || this.#isDisposed) return tryAgainMs;
    if (change.commitMessage === undefined) {
      this.#ready.fire(change);
      return undefined;
    }
    return (await this.#send(change, send)) ? undefined : tryAgainMs;
  }

  /** Whether it is gone now: of several windows one sends it. */
  async #send({ id }: LocalChange, send: PublishLaterDeps["send"]): Promise<boolean> {
    const { changes, clock, logError } = this.#deps;
    if ((await changes.claim(id).catch(logError)) !== true) return false;
    const change = changes.record(id);
    try {
      // It may have been discarded in the meantime.
      if (change) {
        const { uri } = change.place;
        const before = this.#pauses.get(uri);
        const ms = before ? Math.min(maxMinPauseMs, before.ms * 2) : minPauseMs;
        this.#pauses.set(uri, { until: clock.now() + ms, ms });
        await withLease(
          changes,
          { clock, onError: logError },
          () => id,
          () => send(change),
        );
      }
    } finally {
      await changes.release(id).catch(logError);
    }
    return !changes.record(id);
  }
}
