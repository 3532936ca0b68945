import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";

/** The least wait after it was asked for in vain, doubled with each time more. Milliseconds. */
const leastWaitMs = 5000;
/** Some time more than the server says: its clock may differ. Milliseconds. */
const marginMs = 1000;

/** What the rate limit kept from being read, by the id of the row above it: asked for again when the limit is over. */
export class LimitedReads {
  readonly #clock: Clock;
  readonly #ask: (parentId: string) => void;
  readonly #timers = new Map<string, Disposable>();
  readonly #counts = new Map<string, number>();
  #isDisposed = false;

  constructor(clock: Clock, ask: (parentId: string) => void) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** It is asked for now. */
  began(parentId: string): void {
    this.#timers.get(parentId)?.dispose();
    this.#timers.delete(parentId);
  }

  /** It can be read from then on. Milliseconds since 1970-01-01T00:00:00Z; nothing is asked for without it. */
  limited(parentId: string, until: number | undefined): void {
    if (until === undefined || this.#isDisposed) return;
    this.began(parentId);
    const count = this.#counts.get(parentId) ?? 0;
    const wait = Math.max(until - this.#clock.now() + marginMs, count === 0 ? 0 : leastWaitMs * 2 ** (count - 1));
    const timer = this.#clock.setTimer(wait, () => {
      this.#timers.delete(parentId);
      this.#counts.set(parentId, count + 1);
      this.#ask(parentId);
    });
    this.#timers.set(parentId, timer);
  }

  /** It was asked for. What was not limited was read, or failed otherwise. */
  ended(parentId: string): void {
    if (!this.#timers.has(parentId)) this.#counts.delete(parentId);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
    this.#counts.clear();
  }
}
