import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { type ContentPlace, fileKeyOf } from "../types.ts";
import type { FileChange } from "./commitErrors.ts";

interface Waiting {
  readonly change: FileChange;
  readonly start: (message: Promise<string>) => void;
}

/** Saves that are asked about together. */
interface Group {
  /** The keys of its files. */
  readonly keys: ReadonlySet<string>;
  /** Those of them whose saves are still to come. */
  readonly expected: Set<string>;
  readonly waiting: Waiting[];
  timer?: Disposable;
}

/** Saves that were announced together. */
export interface ExpectedSaves {
  /** The save of the file has ended, asked about or not: the others do not wait for it. */
  readonly ended: (place: ContentPlace) => void;
}

/** Milliseconds in which saves are asked about together. */
const joinDelayMs = 150;

/** Milliseconds after which saves do not wait any longer for others that were announced with them. */
const maxGroupWaitMs = 10_000;

/** Messages of commits: saves within a moment, and those that were announced together, are asked about once. */
export class JoinedMessages {
  readonly #clock: Clock;
  readonly #ask: (changes: readonly FileChange[]) => Promise<string>;
  readonly #groups = new Set<Group>();
  /** Saves of any files within a moment. */
  #recent = groupOf([]);
  /** Those whose message is not entered yet. */
  readonly #unanswered = new Set<FileChange>();
  /** A question would close the one before it. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, ask: (changes: readonly FileChange[]) => Promise<string>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  dispose(): void {
    for (const { timer } of [...this.#groups, this.#recent]) timer?.dispose();
  }

  /** One message for all. Throws what the question throws. */
  async of(changes: readonly FileChange[]): Promise<string> {
    for (const change of changes) this.#unanswered.add(change);
    try {
      const messages = await Promise.all(changes.map((change) => this.#next(change)));
      return messages[0] ?? "";
    } finally {
      for (const change of changes) this.#unanswered.delete(change);
    }
  }

  /** Whether the user is asked for the message of a commit of this file, or is about to be. */
  isAsking(place: ContentPlace): boolean {
    const key = fileKeyOf(place);
    return [...this.#unanswered].some((change) => fileKeyOf(change.place) === key);
  }

  /** Saves of these files are about to come: the first ones wait for the last one, at most 10 seconds. */
  expect(places: readonly ContentPlace[]): ExpectedSaves {
    const group = groupOf(places);
    this.#groups.add(group);
    return {
      ended: (place) => {
        group.expected.delete(fileKeyOf(place));
        if (group.expected.size === 0) this.#askAbout(group);
      },
    };
  }

  #next(change: FileChange): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const key = fileKeyOf(change.place);
      const group = [...this.#groups].find(({ keys }) => keys.has(key)) ?? this.#recent;
      const isRecent = group === this.#recent;
      group.waiting.push({ change, start: (message) => void message.then(resolve, reject) });
      group.expected.delete(key);
      if (!isRecent && group.expected.size === 0) this.#askAbout(group);
      else
        group.timer ??= this.#clock.setTimer(isRecent ? joinDelayMs : maxGroupWaitMs, () => this.#askAbout(group));
    });
  }

  #askAbout(group: Group): void {
    this.#groups.delete(group);
    if (group === this.#recent) this.#recent = groupOf([]);
    group.timer?.dispose();
    const waiting = group.waiting.splice(0);
    if (waiting.length === 0) return;
    const message = this.#asked.then(() => this.#ask(waiting.map(({ change }) => change)));
    this.#asked = message.catch(() => undefined);
    for (const { start } of waiting) start(message);
  }
}

const groupOf = (places: readonly ContentPlace[]): Group => {
  const keys = new Set(places.map(fileKeyOf));
  return { keys, expected: new Set(keys), waiting: [] };
};
