import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";

/** Calls `onEnd` at the end of each limit that is known. */
export class LimitEnds implements Disposable {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #ends: readonly number[] = [];
  #timer: Disposable | undefined;

  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** These take the place of those before; those that are over count no longer. Milliseconds since 1970-01-01T00:00:00Z. */
  expect(ends: readonly number[]): void {
    this.#timer?.dispose();
    const now = this.#clock.now();
    this.#ends = ends.filter((end) => end > now);
    if (this.#ends.length === 0) return;
    this.#timer = this.#clock.setTimer(Math.min(...this.#ends) - now, () => {
      this.expect(this.#ends);
      this.#onEnd();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
  }
}
