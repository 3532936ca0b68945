import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";

interface Options<P> {
  readonly clock: Clock;
  /** Whether the view is visible. */
  readonly isSeen: () => boolean;
  readonly places: () => readonly P[];
  /** When it may be asked again. After `ask` it must be later than before, also when that failed. */
  readonly dueAt: (place: P) => number;
  /** Never fails. */
  readonly ask: (place: P) => Promise<void>;
}

/** Asks for what is due while the view is visible; with one timer, and none while the view is hidden. */
export class Poller<P> implements Disposable {
  readonly #options: Options<P>;
  #timer: Disposable | undefined;
  #running: Promise<void> | undefined;
  #disposed = false;

  constructor(options: Options<P>) {
    this.#options = options;
  }

  /** To be called when the view is shown or hidden, and when the places change. */
  update(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { clock, isSeen, places, dueAt } = this.#options;
    if (this.#disposed || this.#running || !isSeen()) return;
    const all = places();
    const next = Math.min(...all.map(dueAt));
    if (!Number.isFinite(next)) return;
    const wait = next - clock.now();
    if (wait <= 0) this.#run();
    else this.#timer = clock.setTimer(wait, () => this.update());
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #run(): void {
    const { clock, places, dueAt, ask } = this.#options;
    const due = places().filter((place) => dueAt(place) <= clock.now());
    this.#running = Promise.all(due.map(ask)).then(() => {
      this.#running = undefined;
      this.update();
    });
  }
}
