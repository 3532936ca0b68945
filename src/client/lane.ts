/** A call that waits in a lane. A later call has a higher number. */
export interface Queued {
  readonly number: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** The position of its priority in the order of priorities: 0 is sent first. */
  rank: number;
  /** Whether it has waited so long that it is shown as waiting. */
  isLong: boolean;
}

/** Calls in the order of their numbers, those of one priority or of all. `splice` moves the rest of an array at once, which is quick also with thousands. */
class CallQueue<T extends Queued> {
  readonly calls: T[] = [];

  add(call: T): void {
    this.calls.splice(this.#placeOf(call), 0, call);
  }

  remove(call: T): void {
    this.calls.splice(this.#placeOf(call), 1);
  }

  #placeOf({ number }: T): number {
    let [low, high] = [0, this.calls.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.calls[middle]?.number ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The waiting calls of one resource, either its reads or its writes. */
export class Lane<T extends Queued> {
  readonly resource: string;
  readonly write: boolean;
  readonly #queues: readonly CallQueue<T>[];
  /** Those that are not `isLong`. */
  readonly #recent = new CallQueue<T>();
  #size = 0;
  #version = 0;

  constructor(resource: string, write: boolean, ranks: number) {
    this.resource = resource;
    this.write = write;
    this.#queues = Array.from({ length: ranks }, () => new CallQueue<T>());
  }

  get size(): number {
    return this.#size;
  }

  /** Changes when the calls that are `isLong`, or their ranks, change; empty when there are none. */
  get longVersion(): string {
    const isNone = this.#size === this.#recent.calls.length;
    return isNone ? "" : `${this.resource} ${this.write} ${this.#version}`;
  }

  first(rank: number): T | undefined {
    return this.#queues[rank]?.calls[0];
  }

  add(call: T): void {
    this.#queues[call.rank]?.add(call);
    this.#recent.add(call);
    this.#size++;
  }

  remove(call: T): void {
    this.#queues[call.rank]?.remove(call);
    if (call.isLong) this.#version++;
    else this.#recent.remove(call);
    this.#size--;
  }

  move(call: T, rank: number): void {
    this.#queues[call.rank]?.remove(call);
    call.rank = rank;
    this.#queues[rank]?.add(call);
    if (call.isLong) this.#version++;
  }

  /** Makes the calls from `time` and before `isLong`. Returns the first one of the others. */
  age(time: number): T | undefined {
    const { calls } = this.#recent;
    for (let first = calls[0]; first; first = calls[0]) {
      if (first.since > time) return first;
      calls.shift();
      first.isLong = true;
      this.#version++;
    }
    return undefined;
  }
}
