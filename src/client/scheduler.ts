import { localizable } from "../base/localizable.ts";
import type { Clock } from "../base/clock.ts";
import { CancelledError } from "../base/errors.ts";
import { onAbort } from "../base/onAbort.ts";
import { Emitter } from "../base/event.ts";
import { HttpError } from "./errors.ts";
import { Lane, type Queued } from "./lane.ts";

/** What the user waits for, what is on the screen, and what can wait. */
export type Priority = "user" | "visible" | "background";
const order: readonly Priority[] = ["user", "visible", "background"];

/** The higher of two priorities. */
const moreWanted = (one: Priority, other: Priority): Priority =>
  order.indexOf(one) <= order.indexOf(other) ? one : other;

/** The priority of a call, which can rise while it waits. */
export class Urgency {
  readonly #raised = new Emitter<void>();
  readonly onDidRaise = this.#raised.event;
  #priority: Priority;

  constructor(priority: Priority) {
    this.#priority = priority;
  }

  get priority(): Priority {
    return this.#priority;
  }

  /** Does nothing unless this is a higher priority. */
  raise(priority: Priority): void {
    if (moreWanted(this.#priority, priority) === this.#priority) return;
    this.#priority = priority;
    this.#raised.fire();
  }
}

/** A call that the service's limit or the order of writes holds back. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface WaitingCall {
  /** Unique in the client. */
  readonly id: number;
  /** The operation, such as `gists.edit`, or the path of what is none. */
  readonly label: string;
  readonly priority: Priority;
  /** Who asked (`ClientOptions.callOrigin`). */
  readonly callOrigin?: string | undefined;
  readonly since: number;
  /** `limit`: the service asked for silence. `order`: one write after the other. */
  readonly reason: "limit" | "order";
  /** When it continues; absent where that is unknown. */
  readonly until?: number;
  /** Milliseconds that it waits at most, as that of a save does; undefined for the client's. */
  readonly longestWait?: number | undefined;
  /** That of the caller, or of its task. */
  readonly signal?: AbortSignal | undefined;
  cancel(): void;
}

/** What waits for the service's limit, and for how long. */
interface Bounded {
  readonly resource: string;
  /** Milliseconds at a stretch, also when the pause becomes longer; undefined for the scheduler's, which begin again then. */
  readonly longestWait: number | undefined;
  /** Until when it was held back as of the last look, and until when it may be: `longestWait` after this hold began. */
  hold?: { readonly until: number; readonly latest: number };
  readonly fail: (error: unknown) => void;
}

interface Job extends Queued, Bounded {
  readonly label: string;
  readonly callOrigin?: string | undefined;
  readonly waitSignal?: AbortSignal | undefined;
  readonly lane: Lane<Job>;
  readonly start: () => void;
}

type Hold = Pick<WaitingCall, "reason" | "until">;

export interface JobOptions {
  readonly label: string;
  readonly callOrigin?: string | undefined;
  /** Which of the service's limits it counts against. */
  readonly resource: string;
  readonly urgency: Urgency;
  readonly write: boolean;
  /** Milliseconds at a stretch, in place of the scheduler's. */
  readonly longestWait?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `WaitingCall.signal`. */
  readonly waitSignal?: AbortSignal | undefined;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  /** Reads at once, 8 when absent; a quarter of them is reserved for the priority `user`. */
  readonly concurrency?: number;
  /** Milliseconds that the service's limit may hold a call back, 30,000 when absent; beyond it the call fails at once. */
  readonly longestWait?: number;
  /** Milliseconds between the end of a write and the next one. */
  readonly writeGap?: number;
}

/** A call that is held back for less is not shown as waiting. */
const minHoldMs = 500;

/** Why the service is silent: its limit is used up, which it may take back at any time, or it asked for a pause. */
type Block = "quota" | "pause";

/** Sends at most `concurrency` reads at once and one write at a time, the most wanted first. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #concurrency: number;
  readonly #longestWait: number;
  readonly #writeGap: number;
  /** Those that wait, in the order in which they came. */
  readonly #jobs = new Set<Job>();
  /** What waits for something else than its turn (`unlessHeld`). */
  readonly #watchers = new Set<Bounded>();
  /** Why a resource is silent, where that isn't its limit. */
  readonly #causes = new Map<string, HttpError>();
  /** One for the reads and one for the writes of each resource. */
  readonly #lanes: Lane<Job>[] = [];
  #lastNumber = 0;
  /** Resource → when it may be asked again. */
  readonly #blocked: Readonly<Record<Block, Map<string, number>>> = { quota: new Map(), pause: new Map() };
  readonly #waitingChanged = new Emitter<void>();
  /** The list of waiting calls changed, or a pause of the server began or became longer. */
  readonly onDidChangeWaiting = this.#waitingChanged.event;
  #reading = 0;
  #writing = false;
  #nextWrite = 0;
  #timer: { readonly at: number; dispose(): void } | undefined;
  #lastReported = "";

  constructor(options: SchedulerOptions) {
    this.#clock = options.clock;
    this.#concurrency = options.concurrency ?? 8;
    this.#longestWait = options.longestWait ?? 30_000;
    this.#writeGap = options.writeGap ?? 0;
  }

  /** When the resource may be asked again: milliseconds since 1970-01-01T00:00:00Z; 0 when it may now. */
  blockedUntil(resource: string, now = this.#clock.now()): number {
    const { quota, pause } = this.#blocked;
    const until = Math.max(quota.get(resource) ?? 0, pause.get(resource) ?? 0);
    return until > 0 && until > now ? until : 0;
  }

  /** What is held back for another reason than a lack of slots, for longer than `minHoldMs`. */
  get waiting(): readonly WaitingCall[] {
    const now = this.#clock.now();
    const holds = new Map(this.#lanes.map((lane) => [lane, this.#holdOf(lane, now)]));
    return [...this.#jobs].flatMap((job) => {
      const hold = now - job.since >= minHoldMs ? holds.get(job.lane) : undefined;
      if (hold === undefined) return [];
      const { number: id, label, callOrigin, since, rank, waitSignal: signal, longestWait } = job;
      const priority = order[rank] ?? "user";
      const cancel = (): void => this.#cancel(job);
      return [{ id, label, callOrigin, since, priority, longestWait, signal, ...hold, cancel }];
    });
  }

  /** The service asked for silence until then (milliseconds). `cause`: why, where that isn't its limit. */
  block(resource: string, until: number, block: Block, cause?: HttpError): void {
    if (until <= (this.#blocked[block].get(resource) ?? 0)) return;
    this.#blocked[block].set(resource, until);
    if (cause) this.#causes.set(resource, cause);
    else this.#causes.delete(resource);
    const now = this.#clock.now();
    for (const held of [...this.#jobs, ...this.#watchers])
      if (held.resource === resource && this.#isHeldTooLong(held, now)) held.fail(this.#limited(resource));
    const before = this.#lastReported;
    this.#next();
    if (this.#lastReported === before) this.#waitingChanged.fire();
  }

  /**
   * Settles as the promise does, or as a call in its place would that is held back for too long: with HttpError
   * `rateLimited`, or `server` where that is why, as soon as that is known. `longestWait`: as that of `JobOptions`.
   */
  unlessHeld<T>(promise: Promise<T>, resource: string, longestWait?: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const watcher = { resource, longestWait, fail: reject };
      if (this.#isHeldTooLong(watcher, this.#clock.now())) reject(this.#limited(resource));
      this.#watchers.add(watcher);
      promise.then(resolve, reject).finally(() => this.#watchers.delete(watcher));
    });
  }

  unblock(): void {
    for (const times of Object.values(this.#blocked)) times.clear();
    this.#next();
  }

  /** The service said that this limit is not used up. */
  unblockQuota(resource: string): void {
    if (this.#blocked.quota.delete(resource)) this.#next();
  }

  /**
   * Runs the task when it is its turn, and settles as the task does. Rejects with CancelledError when the signal is aborted
   * or the scheduler disposed before that, and with HttpError `rateLimited` when it would wait beyond `longestWait`.
   */
  run<T>(task: () => Promise<T>, options: JobOptions): Promise<T> {
    const { label, callOrigin, resource, urgency, write, longestWait, signal, waitSignal } = options;
    if (signal?.aborted) return Promise.reject(new CancelledError());
    return new Promise<T>((resolve, reject) => {
      const raised = urgency.onDidRaise(() => this.#raise(job, urgency.priority));
      const leave = (): void => {
        ending.dispose();
        raised.dispose();
      };
      const job: Job = {
        number: ++this.#lastNumber,
        label,
        callOrigin,
        waitSignal,
        lane: this.#laneOf(resource, write),
        resource,
        longestWait,
        rank: order.indexOf(urgency.priority),
        isLong: false,
        since: this.#clock.now(),
        fail: (error) => {
          this.#remove(job);
          leave();
          reject(error);
        },
        start: () => {
          leave();
          this.#begin(write);
          void task()
            .then(resolve, reject)
            .finally(() => this.#end(write));
        },
      };
      const ending = onAbort(signal, () => this.#cancel(job));
      this.#jobs.add(job);
      job.lane.add(job);
      if (this.#isHeldTooLong(job, job.since)) job.fail(this.#limited(resource));
      else this.#next();
    });
  }

  dispose(): void {
    for (const job of this.#jobs) job.fail(new CancelledError());
    this.#plan(this.#clock.now());
    this.#waitingChanged.dispose();
  }

  #laneOf(resource: string, write: boolean): Lane<Job> {
    const known = this.#lanes.find((lane) => lane.resource === resource && lane.write === write);
    if (known) return known;
    const lane = new Lane<Job>(resource, write, order.length);
    this.#lanes.push(lane);
    return lane;
  }

  #remove(job: Job): void {
    this.#jobs.delete(job);
    job.lane.remove(job);
  }

  #raise(job: Job, priority: Priority): void {
    // Another call with the same urgency may have made it start.
    if (!this.#jobs.has(job)) return;
    job.lane.move(job, order.indexOf(priority));
    this.#next();
  }

  #begin(write: boolean): void {
    if (write) this.#writing = true;
    else this.#reading++;
  }

  #end(write: boolean): void {
    if (write) {
      this.#writing = false;
      this.#nextWrite = this.#clock.now() + this.#writeGap;
    } else this.#reading--;
    this.#next();
  }

  #cancel(job: Job): void {
    if (!this.#jobs.has(job)) return;
    job.fail(new CancelledError());
    this.#next();
  }

  #isHeldTooLong(held: Bounded, now: number): boolean {
    const until = this.blockedUntil(held.resource, now);
    if (until === 0) return false;
    const { longestWait, hold } = held;
    if (longestWait === undefined) return until - now > this.#longestWait;
    const { latest } = hold && hold.until > now ? hold : { latest: now + longestWait };
    held.hold = { until, latest };
    return until > latest;
  }

  #limited(resource: string): HttpError {
    const retryAt = this.blockedUntil(resource);
    const cause = this.#causes.get(resource);
    if (cause) return new HttpError(cause.kind, cause.code, cause.text ?? cause.message, { retryAt });
    return new HttpError("rateLimited", 429, localizable("Rate limit exceeded."), { retryAt });
  }

  /** What keeps the calls of a lane from being sent now, other than a lack of slots. */
  #holdOf({ resource, write }: Lane<Job>, now: number): Hold | undefined {
    const until = this.blockedUntil(resource, now);
    if (until > 0) return { reason: "limit", until };
    if (!write) return undefined;
    if (this.#writing) return { reason: "order" };
    return this.#nextWrite > now ? { reason: "order", until: this.#nextWrite } : undefined;
  }

  #hasSlot(priority: Priority): boolean {
    const reserved = priority === "user" ? 0 : Math.floor(this.#concurrency / 4);
    return this.#reading < this.#concurrency - reserved;
  }

  /** Starts what may be sent, and plans the next look. Both see the same time: what becomes free in between has no timer. */
  #next(): void {
    const now = this.#clock.now();
    for (let job = this.#take(now); job; job = this.#take(now)) job.start();
    this.#plan(now);
  }

  #take(now: number): Job | undefined {
    if (this.#jobs.size === 0) return undefined;
    const free = this.#lanes.filter((lane) => lane.size > 0 && this.#holdOf(lane, now) === undefined);
    for (const [rank, priority] of order.entries()) {
      const hasSlot = this.#hasSlot(priority);
      let first: Job | undefined;
      for (const lane of free) {
        const job = lane.write || hasSlot ? lane.first(rank) : undefined;
        if (job && (!first || job.number < first.number)) first = job;
      }
      if (!first) continue;
      this.#remove(first);
      return first;
    }
    return undefined;
  }

  /** Looks again when a call may be sent or is to be shown as waiting; notifies of changes. */
  #plan(now: number): void {
    if (this.#jobs.size === 0 && this.#timer === undefined && this.#lastReported === "") return;
    const times: number[] = [];
    let reported = "";
    for (const lane of this.#lanes) {
      if (lane.size === 0) continue;
      const recent = lane.age(now - minHoldMs);
      const hold = this.#holdOf(lane, now);
      if (!hold) continue;
      if (hold.until !== undefined && hold.until > now) times.push(hold.until);
      if (recent) times.push(recent.since + minHoldMs);
      if (lane.longVersion !== "") reported += `${lane.longVersion} ${hold.reason} ${hold.until}\n`;
    }
    const at = times.length > 0 ? Math.min(...times) : undefined;
    if (at !== this.#timer?.at) {
      this.#timer?.dispose();
      this.#timer = undefined;
      if (at !== undefined) {
        const timer = this.#clock.setTimer(at - now, () => {
          this.#timer = undefined;
          this.#next();
        });
        this.#timer = { at, dispose: () => timer.dispose() };
      }
    }
    if (reported === this.#lastReported) return;
    this.#lastReported = reported;
    this.#waitingChanged.fire();
  }
}
