import type { Priority } from "./scheduler.ts";

/** How often the service counted a call. */
export interface CountedCalls {
  /** The operation, such as `gists.edit`, or the path of what is none. */
  readonly label: string;
  readonly priority: Priority;
  /** Who asked (`ClientOptions.callOrigin`). */
  readonly callOrigin?: string | undefined;
  readonly count: number;
}

/** What was counted since the present window of the limit began, the most first. */
export interface Usage {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  readonly calls: readonly CountedCalls[];
}

/** Seconds by which the service's end of one and the same window may differ from answer to answer. */
const tolerance = 10;
/** Milliseconds of a window whose end the service does not report. */
const windowLength = 3_600_000;

export class UsageCount {
  readonly #counts = new Map<string, CountedCalls>();
  #since: number;
  #reset: number | undefined;

  constructor(now: number) {
    this.#since = now;
  }

  get usage(): Usage {
    const calls = [...this.#counts.values()].toSorted((left, right) => right.count - left.count);
    return { since: this.#since, calls };
  }

  /** `reset`: when the window ends, as the service reports it, in seconds since 1970-01-01T00:00:00Z. */
  noteWindow(now: number, reset: number | undefined): void {
    const isOther =
      reset !== undefined && this.#reset !== undefined
        ? reset > this.#reset + tolerance
        : reset === undefined && now - this.#since >= windowLength;
    if (isOther) this.startOver(now);
    this.#reset = Math.max(reset ?? 0, this.#reset ?? 0) || undefined;
  }

  count({ label, callOrigin }: Pick<CountedCalls, "label" | "callOrigin">, priority: Priority): void {
    const key = JSON.stringify([priority, label, callOrigin]);
    this.#counts.set(key, { label, priority, callOrigin, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }

  startOver(now: number): void {
    this.#counts.clear();
    this.#since = now;
    this.#reset = undefined;
  }
}
