import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { withLease } from "../base/withLease.ts";
import type { LocalChange, LocalChanges } from "./model.ts";

/** The longest that an announced time is waited for before it is tried again. Milliseconds. */
const maxWaitMs = 3_600_000;
/** The least, so that a start of VS Code is not held up and clocks may differ a little. Milliseconds. */
const minWaitMs = 2000;

export interface PublishLaterDeps {
  readonly changes: LocalChanges;
  readonly clock: Clock;
  /** Whether the document has text that is not saved. */
  readonly isUnsaved: (address: string) => boolean;
  /** Sends it with its message. Rejects with what has to be reported. */
  readonly send: (change: LocalChange) => Promise<void>;
  /** Says that it can be published now: for its message the user has to be asked. */
  readonly offer: (change: LocalChange) => void;
  readonly onError: (error: unknown) => void;
  /** Writes to the log what needs nothing of the user. */
  readonly logError: (error: unknown) => void;
}

/** Publishes local changes that were refused for the rate limit, once the service takes requests again. */
export class PublishLater {
  readonly #deps: PublishLaterDeps;
  readonly #timers = new Map<string, Disposable>();
  readonly #store = new DisposableStore();
  /** What is in an editor is sent one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(deps: PublishLaterDeps) {
    this.#deps = deps;
    this.#store.add(deps.changes.onDidChange(() => this.#schedule()));
    this.#schedule();
  }

  dispose(): void {
    this.#store.dispose();
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }

  #schedule(): void {
    const { changes, clock } = this.#deps;
    for (const [id, timer] of this.#timers)
      if (!changes.record(id)) {
        timer.dispose();
        this.#timers.delete(id);
      }
    for (const { id, retryAt, message } of changes.all) {
      // What the user is asked about is offered by one window, and not after its end.
      if (retryAt === undefined || this.#timers.has(id) || (message === undefined && !changes.isOwn(id))) continue;
      const wait = Math.max(minWaitMs, Math.min(maxWaitMs, retryAt - clock.now()));
      this.#timers.set(
        id,
        clock.setTimer(wait, () => {
          this.#queue = this.#queue.then(() => this.#publish(id)).catch(this.#deps.onError);
        }),
      );
    }
  }

  async #publish(id: string): Promise<void> {
    const { changes, clock, isUnsaved, send, offer, logError } = this.#deps;
    // Another window may have published it.
    await changes.refresh();
    const change = changes.record(id);
    // What is typed on was not saved by the user: it waits for the next save.
    if (!change || isUnsaved(change.place.uri)) return;
    if (change.message === undefined) {
      offer(change);
      return;
    }
    // Of several windows one sends it.
    if (!(await changes.claim(id))) return;
    try {
      await withLease(
        changes,
        { clock, onError: logError },
        () => id,
        () => send(change),
      );
    } finally {
      await changes.release(id);
    }
  }
}
