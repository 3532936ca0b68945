import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isCancelled } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { type Priority, Scheduler, Urgency, type WaitingCall } from "../../../src/client/scheduler.ts";
import { fc } from "../../support/fastCheck.ts";
import { ManualClock } from "../../support/manualClock.ts";

const priorities: readonly Priority[] = ["user", "visible", "background"];
const concurrency = 4;
const longestWait = 30_000;
const writeGap = 1000;
const minHold = 500;
/** All times are multiples of it. Milliseconds. */
const step = 100;

type Block = "quota" | "pause";
type Shown = Pick<WaitingCall, "label" | "priority" | "reason" | "until">;

interface ModelCall {
  readonly label: string;
  readonly resource: string;
  readonly write: boolean;
  readonly since: number;
  rank: number;
  state: "waiting" | "running" | "done" | "cancelled" | "limited";
}

/** What the scheduler does, in the plainest way: each step looks at all calls. */
class Model {
  now: number;
  readonly calls: ModelCall[] = [];
  readonly started: string[] = [];
  readonly #blocked = new Map<string, number>();
  #nextWrite = 0;

  constructor(now: number) {
    this.now = now;
  }

  add(resource: string, write: boolean, rank: number): void {
    const call: ModelCall = {
      label: String(this.calls.length),
      resource,
      write,
      rank,
      since: this.now,
      state: this.#until(resource) - this.now > longestWait ? "limited" : "waiting",
    };
    this.calls.push(call);
    this.#start();
  }

  finish(call: ModelCall): void {
    call.state = "done";
    if (call.write) this.#nextWrite = this.now + writeGap;
    this.#start();
  }

  raise(call: ModelCall, rank: number): void {
    call.rank = Math.min(call.rank, rank);
    this.#start();
  }

  block(resource: string, until: number, block: Block): void {
    const key = `${block} ${resource}`;
    if (until <= (this.#blocked.get(key) ?? 0)) return;
    this.#blocked.set(key, until);
    if (until - this.now > longestWait)
      for (const call of this.calls)
        if (call.resource === resource && call.state === "waiting") call.state = "limited";
    this.#start();
  }

  unblock(key?: string): void {
    if (key === undefined) this.#blocked.clear();
    else this.#blocked.delete(key);
    this.#start();
  }

  advance(ms: number): void {
    for (const end = this.now + ms; this.now < end;) {
      this.now += step;
      this.#start();
    }
  }

  get waiting(): readonly Shown[] {
    return this.calls.flatMap((call) => {
      const hold = call.state === "waiting" && this.now - call.since >= minHold ? this.#holdOf(call) : undefined;
      const priority = priorities[call.rank] ?? "user";
      return hold === undefined || hold === "room" ? [] : [{ label: call.label, priority, ...hold }];
    });
  }

  #until(resource: string): number {
    const until = Math.max(...["quota", "pause"].map((block) => this.#blocked.get(`${block} ${resource}`) ?? 0));
    return until > this.now ? until : 0;
  }

  #holdOf({ resource, write, rank }: ModelCall): Pick<Shown, "reason" | "until"> | "room" | undefined {
    const until = this.#until(resource);
    if (until > 0) return { reason: "limit", until };
    const running = this.calls.filter(({ state }) => state === "running");
    if (!write) {
      const reads = running.filter((call) => !call.write).length;
      return reads < (rank === 0 ? concurrency : (concurrency * 3) / 4) ? undefined : "room";
    }
    if (running.some((call) => call.write)) return { reason: "order" };
    return this.#nextWrite > this.now ? { reason: "order", until: this.#nextWrite } : undefined;
  }

  #start(): void {
    for (;;) {
      const free = this.calls.filter((call) => call.state === "waiting" && this.#holdOf(call) === undefined);
      const [first] = free.toSorted((a, b) => a.rank - b.rank);
      if (!first) return;
      first.state = "running";
      this.started.push(first.label);
    }
  }
}

interface OwnCall {
  readonly controller: AbortController;
  readonly urgency: Urgency;
  finish(): void;
  end?: string;
}

/** The scheduler and the model side by side. */
class Pair {
  readonly clock = new ManualClock();
  readonly model = new Model(this.clock.now());
  readonly scheduler = new Scheduler({ clock: this.clock, concurrency, longestWait, writeGap });
  readonly started: string[] = [];
  readonly #calls: OwnCall[] = [];
  /** What a listener shows. */
  #shown = this.scheduler.waiting;

  constructor() {
    this.scheduler.onDidChangeWaiting(() => (this.#shown = this.scheduler.waiting));
  }

  add(resource: string, write: boolean, rank: number): void {
    this.model.add(resource, write, rank);
    const label = String(this.#calls.length);
    const controller = new AbortController();
    const urgency = new Urgency(priorities[rank] ?? "user");
    const call: OwnCall = { finish: () => undefined, controller, urgency };
    this.#calls.push(call);
    const task = (): Promise<void> => {
      this.started.push(label);
      return new Promise((resolve) => (call.finish = resolve));
    };
    void this.scheduler.run(task, { label, resource, urgency, write, signal: controller.signal }).then(
      () => (call.end = "done"),
      (error: unknown) =>
        (call.end = isCancelled(error) ? "cancelled" : HttpError.is(error, "rateLimited") ? "limited" : "?"),
    );
  }

  /** Ends, cancels or raises the call at this position among those in that state. */
  change(what: "finish" | "abort" | "raise", at: number, rank: number): void {
    const state = what === "finish" ? "running" : "waiting";
    const among = [...this.model.calls.entries()].filter(([, call]) => call.state === state);
    const [index = 0, call] = among[at % Math.max(1, among.length)] ?? [];
    const own = this.#calls[index];
    if (!call || !own) return;
    if (what === "finish") {
      this.model.finish(call);
      own.finish();
    } else if (what === "abort") {
      call.state = "cancelled";
      own.controller.abort();
    } else {
      this.model.raise(call, rank);
      own.urgency.raise(priorities[rank] ?? "user");
    }
  }

  async assertSame(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(this.started, this.model.started);
    assert.deepEqual(
      this.#calls.map(({ end }) => end),
      this.model.calls.map(({ state }) => (state === "waiting" || state === "running" ? undefined : state)),
    );
    const facts = (calls: readonly WaitingCall[]): readonly Shown[] =>
      calls.map(({ label, priority, reason, until }) => ({
        label,
        priority,
        reason,
        ...(until === undefined ? {} : { until }),
      }));
    assert.deepEqual(facts(this.scheduler.waiting), this.model.waiting);
    assert.deepEqual(facts(this.#shown), this.model.waiting);
  }
}

const resource = fc.constantFrom("core", "search");
const rank = fc.nat(2);
const block = fc.constantFrom<Block>("quota", "pause");
const action = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(fc.constant("add" as const), resource, fc.boolean(), rank) },
  { weight: 5, arbitrary: fc.tuple(fc.constant("finish" as const), fc.nat(20), rank) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("abort" as const), fc.nat(20), rank) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("raise" as const), fc.nat(20), rank) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("advance" as const), fc.integer({ min: 1, max: 30 })) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant("block" as const), resource, fc.integer({ min: -5, max: 400 }), block),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant("unblock" as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("unblockQuota" as const), resource) },
);

describe("The scheduler", () => {
  it("starts, refuses and shows the same calls as one that looks at all of them each time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 120 }), async (actions) => {
        const pair = new Pair();
        const { clock, model, scheduler } = pair;
        for (const each of actions) {
          if (each[0] === "add") pair.add(each[1], each[2], each[3]);
          else if (each[0] === "advance") {
            model.advance(each[1] * step);
            clock.advance(each[1] * step);
          } else if (each[0] === "block") {
            model.block(each[1], clock.now() + each[2] * step, each[3]);
            scheduler.block(each[1], clock.now() + each[2] * step, each[3]);
          } else if (each[0] === "unblock") {
            model.unblock();
            scheduler.unblock();
          } else if (each[0] === "unblockQuota") {
            model.unblock(`quota ${each[1]}`);
            scheduler.unblockQuota(each[1]);
          } else pair.change(each[0], each[1], each[2]);
          await pair.assertSame();
        }
        scheduler.dispose();
        assert.equal(clock.pending, 0);
      }),
      { numRuns: 300 },
    );
  });

  it("starts each of two calls of the same urgency once when it rises", async () => {
    const clock = new ManualClock();
    const scheduler = new Scheduler({ clock, concurrency });
    const urgency = new Urgency("visible");
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const run = (number: number, of: Urgency): Promise<void> =>
      scheduler.run(
        () => {
          started.push(number);
          return new Promise((resolve) => ends.push(resolve));
        },
        { label: "", resource: "core", urgency: of, write: false },
      );
    const calls = [0, 1, 2].map((number) => run(number, new Urgency("visible")));
    calls.push(run(3, urgency), run(4, urgency));
    urgency.raise("user");
    assert.deepEqual(started, [0, 1, 2, 3]);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(calls);
    assert.deepEqual(started, [0, 1, 2, 3, 4]);
    scheduler.dispose();
  });
});
