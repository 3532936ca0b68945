/** What waits in a lane. A later call has a higher number. */
export interface Queued {
  readonly number: number;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** How wanted it is; the most wanted have 0. */
  rank: number;
  /** Where in its line it is; -1 when it waits no more. */
  at: number;
  /** Whether it has waited for long. */
  isLong: boolean;
}

/** Calls of one rank, of which the first that came goes first: a binary heap by number. */
class Line<T extends Queued> {
  readonly #calls: T[] = [];

  get first(): T | undefined {
    return this.#calls[0];
  }

  add(call: T): void {
    this.#up(this.#calls.length, call);
  }

  remove(call: T): void {
    const last = this.#calls.pop();
    if (last && last !== call) {
      this.#up(call.at, last);
      this.#down(last.at, last);
    }
    call.at = -1;
  }

  #put(at: number, call: T): void {
    this.#calls[at] = call;
    call.at = at;
  }

  #up(from: number, call: T): void {
    let at = from;
    while (at > 0) {
      const parent = this.#calls[(at - 1) >> 1];
      if (!parent || parent.number < call.number) break;
      const free = parent.at;
      this.#put(at, parent);
      at = free;
    }
    this.#put(at, call);
  }

  #down(from: number, call: T): void {
    let at = from;
    for (;;) {
      const [left, right] = [this.#calls[2 * at + 1], this.#calls[2 * at + 2]];
      const child = right && left && right.number < left.number ? right : left;
      if (!child || child.number > call.number) break;
      const free = child.at;
      this.#put(at, child);
      at = free;
    }
    this.#put(at, call);
  }
}

/** Calls that wait for the same. Each step takes about as long however many there are. */
export class Lane<T extends Queued> {
  readonly resource: string;
  readonly write: boolean;
  readonly #lines: readonly Line<T>[];
  /** Those from `#nextRecent` on have not waited for long yet, or wait no more. */
  #recent: T[] = [];
  #nextRecent = 0;
  #size = 0;
  #longCount = 0;
  #version = 0;

  constructor(resource: string, write: boolean, ranks: number) {
    this.resource = resource;
    this.write = write;
    this.#lines = Array.from({ length: ranks }, () => new Line<T>());
  }

  get size(): number {
    return this.#size;
  }

  /** Differs whenever those that have waited for long are others, or are wanted more; empty when there are none. */
  get longVersion(): string {
    return this.#longCount === 0 ? "" : `${this.resource} ${this.write} ${this.#version}`;
  }

  first(rank: number): T | undefined {
    return this.#lines[rank]?.first;
  }

  add(call: T): void {
    this.#lines[call.rank]?.add(call);
    this.#recent.push(call);
    this.#size++;
  }

  remove(call: T): void {
    this.#lines[call.rank]?.remove(call);
    this.#noteLong(call, -1);
    if (--this.#size > 0) return;
    this.#recent = [];
    this.#nextRecent = 0;
  }

  move(call: T, rank: number): void {
    this.#lines[call.rank]?.remove(call);
    call.rank = rank;
    this.#lines[rank]?.add(call);
    this.#noteLong(call, 0);
  }

  /** Those from before that time have waited for long. Answers the first one of the others. */
  age(time: number): T | undefined {
    for (;;) {
      const call = this.#recent[this.#nextRecent];
      if (!call || (call.at >= 0 && call.since > time)) break;
      this.#nextRecent++;
      if (call.at < 0) continue;
      call.isLong = true;
      this.#noteLong(call, 1);
    }
    if (this.#nextRecent > 64 && this.#nextRecent * 2 > this.#recent.length) {
      this.#recent = this.#recent.slice(this.#nextRecent);
      this.#nextRecent = 0;
    }
    return this.#recent[this.#nextRecent];
  }

  #noteLong({ isLong }: T, sign: number): void {
    if (!isLong) return;
    this.#longCount += sign;
    this.#version++;
  }
}
