import type { Clock } from "../../base/clock.ts";

/** Milliseconds of work after which others get their turn. */
const longestTurn = 12;

/** Cuts long work into short turns, so that the extension host stays responsive. */
export class Breath {
  readonly #clock: Clock;
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** Lets others do their work when ours has been going on for long. */
  async take(): Promise<void> {
    if (this.#clock.now() - this.#since < longestTurn) return;
    await new Promise<void>((resolve) => this.#clock.setTimer(0, resolve));
    this.#since = this.#clock.now();
  }
}
