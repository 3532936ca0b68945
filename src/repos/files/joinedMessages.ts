import type { Clock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { FileChange } from "./commitErrors.ts";

interface Waiting {
  readonly change: FileChange;
  readonly start: (message: Promise<string>) => void;
}

/** Milliseconds in which saves are asked about together. */
const joinTime = 150;

/** Messages of commits: saves within a moment are asked about once. */
export class JoinedMessages {
  readonly #clock: Clock;
  readonly #ask: (changes: readonly FileChange[]) => Promise<string>;
  readonly #store = new DisposableStore();
  #waiting: Waiting[] = [];

  constructor(clock: Clock, ask: (changes: readonly FileChange[]) => Promise<string>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** One message for all. Throws what the question throws. */
  async of(changes: readonly FileChange[]): Promise<string> {
    const messages = await Promise.all(changes.map((change) => this.#next(change)));
    return messages[0] ?? "";
  }

  #next(change: FileChange): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#store.add(this.#clock.setTimer(joinTime, () => this.#askNow()));
      this.#waiting.push({ change, start: (message) => void message.then(resolve, reject) });
    });
  }

  #askNow(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const message = this.#ask(waiting.map(({ change }) => change));
    for (const { start } of waiting) start(message);
  }
}
