import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { type ContentPlace, fileKeyOf } from "../types.ts";
import type { FileChange } from "./commitErrors.ts";

interface Waiting {
  readonly change: FileChange;
  readonly start: (message: Promise<string>) => void;
}

/** Milliseconds in which saves are asked about together. */
const joinTime = 150;

/** Messages of commits: saves within a moment, and those that are expected together, are asked about once. */
export class JoinedMessages {
  readonly #clock: Clock;
  readonly #ask: (changes: readonly FileChange[]) => Promise<string>;
  readonly #store = new DisposableStore();
  #waiting: Waiting[] = [];
  /** The saves that are to be asked about together with what waits. */
  readonly #expected = new Set<{ readonly key: string }>();
  #isDue = false;

  constructor(clock: Clock, ask: (changes: readonly FileChange[]) => Promise<string>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** A save of the file is about to come: nothing is asked before it has a question, or the result is disposed as it ended. */
  expect(place: ContentPlace): Disposable {
    const expected = { key: fileKeyOf(place) };
    this.#expected.add(expected);
    return {
      dispose: () => {
        this.#expected.delete(expected);
        this.#askIfComplete();
      },
    };
  }

  /** One message for all. Throws what the question throws. */
  async of(changes: readonly FileChange[]): Promise<string> {
    const messages = await Promise.all(changes.map((change) => this.#next(change)));
    return messages[0] ?? "";
  }

  #next(change: FileChange): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      if (this.#waiting.length === 0) {
        const ask = (): void => {
          this.#isDue = true;
          this.#askIfComplete();
        };
        this.#store.add(this.#clock.setTimer(joinTime, ask));
      }
      this.#waiting.push({ change, start: (message) => void message.then(resolve, reject) });
      const key = fileKeyOf(change.place);
      for (const each of this.#expected)
        if (each.key === key) {
          this.#expected.delete(each);
          break;
        }
      this.#askIfComplete();
    });
  }

  #askIfComplete(): void {
    if (!this.#isDue || this.#expected.size > 0) return;
    this.#isDue = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    const message = this.#ask(waiting.map(({ change }) => change));
    for (const { start } of waiting) start(message);
  }
}
