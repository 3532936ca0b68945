import type { Clock } from "./clock.ts";
import type { Disposable } from "./disposable.ts";

/** How long VS Code is busy with an editor after a save or a close. Milliseconds. */
const busyMs = 100;
/** How often a text is offered: an editor that is still busy ignores it. */
const maxOffers = 6;

/** What is done with editors once VS Code has finished a save or a close. */
export class EditorUpdates implements Disposable {
  readonly #clock: Clock;
  readonly #timers = new Set<Disposable>();
  /** Documents whose new text no editor has read yet. */
  readonly #offered = new Map<string, object>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  dispose(): void {
    for (const timer of this.#timers) timer.dispose();
    this.#timers.clear();
    this.#offered.clear();
  }

  later(act: () => void, ms = busyMs): void {
    const timer = this.#clock.setTimer(ms, () => {
      this.#timers.delete(timer);
      act();
    });
    this.#timers.add(timer);
  }

  /** Reports a new text of a document with `report`, until it is read or has been reported a few times. */
  offer(key: string, report: () => void): void {
    const offer = {};
    this.#offered.set(key, offer);
    this.#offer(key, offer, report, 0);
  }

  /** The document is read. */
  noteRead(key: string): void {
    this.#offered.delete(key);
  }

  /** A later offer of the same document ends this one. */
  #offer(key: string, offer: object, report: () => void, count: number): void {
    const next = (): void => {
      if (this.#offered.get(key) !== offer) return;
      report();
      if (count + 1 < maxOffers) this.#offer(key, offer, report, count + 1);
      else this.#offered.delete(key);
    };
    this.later(next, busyMs * 2 ** count);
  }
}
