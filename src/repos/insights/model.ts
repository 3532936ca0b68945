import type { Clock } from "../../base/clock.ts";
import { isCancelled } from "../../base/errors.ts";
import { Emitter } from "../../base/event.ts";
import type { CallOptions } from "../../client/callOptions.ts";
import type { Client } from "../../client/client.ts";
import type { Meta } from "../../client/types/result.ts";
import type { RepoPlace } from "../types.ts";
import { shapes } from "./shape.ts";
import { type ChartKey, chartKeys, type ChartState, type InsightsData } from "./types.ts";
import { untilComputed } from "./untilComputed.ts";

/** Milliseconds for which what was read counts as new. */
export const freshFor = 60_000;

type Asked = { readonly user: string; readonly repo: string };
type Ask = (client: Client, asked: Asked, options: CallOptions) => Promise<{ readonly meta: Meta }>;

const asks: Readonly<Record<ChartKey, Ask>> = {
  participation: (client, asked, options) => client.call("repos.getStatsParticipation", asked, options),
  commitActivity: (client, asked, options) => client.call("repos.getStatsCommitActivity", asked, options),
  punchCard: (client, asked, options) => client.call("repos.getStatsPunchCard", asked, options),
  codeFrequency: (client, asked, options) => client.call("repos.getStatsCodeFrequency", asked, options),
  contributors: (client, asked, options) => client.call("repos.getStatsContributors", asked, options),
  languages: async (client, asked, options) =>
    (await client.call("repos.getLanguages", asked, options)) as { readonly meta: Meta },
};

export interface RepoInsightsOptions {
  readonly place: RepoPlace;
  /** The account's client as it is now. Throws when the account is gone. */
  readonly client: () => Client;
  readonly clock: Clock;
}

/** The charts of one repository: each is read, waited for and fails by itself. */
export class RepoInsights {
  readonly #options: RepoInsightsOptions;
  readonly #changed = new Emitter<ChartKey>();
  /** The state of this chart is another one now. */
  readonly onDidChange = this.#changed.event;
  readonly #states = new Map<ChartKey, ChartState<unknown>>();
  readonly #readAt = new Map<ChartKey, number>();
  readonly #reading = new Map<ChartKey, AbortController>();

  constructor(options: RepoInsightsOptions) {
    this.#options = options;
  }

  state<K extends ChartKey>(key: K): ChartState<InsightsData[K]> {
    // Each key has its own data; the compiler cannot follow that through the map.
    return (this.#states.get(key) ?? { kind: "loading" }) as ChartState<InsightsData[K]>;
  }

  /** Asks for what is not being read and was not read a short while ago. Answers how many charts that are. */
  read(): number {
    const now = this.#options.clock.now();
    const old = chartKeys.filter(
      (key) => !this.#reading.has(key) && now - (this.#readAt.get(key) ?? -Infinity) >= freshFor,
    );
    for (const key of old) void this.#read(key);
    return old.length;
  }

  /** Asks for this one now, unless it is being read. */
  retry(key: ChartKey): void {
    if (!this.#reading.has(key)) void this.#read(key);
  }

  /** Ends what is under way; what was read stays. */
  stop(): void {
    for (const reading of this.#reading.values()) reading.abort();
    this.#reading.clear();
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
  }

  async #read(key: ChartKey): Promise<void> {
    const { place, client, clock } = this.#options;
    const reading = new AbortController();
    const { signal } = reading;
    this.#reading.set(key, reading);
    const wasReady = this.state(key).kind === "ready";
    // What was read before stays on the screen until there is something newer.
    const setUnlessReady = (state: ChartState<unknown>): void => {
      if (!wasReady && this.state(key).kind !== state.kind) this.#set(key, state);
    };
    setUnlessReady({ kind: "loading" });
    try {
      const asked = { user: place.owner, repo: place.repo };
      const computed = await untilComputed(() => asks[key](client(), asked, { signal, priority: "visible" }), {
        clock,
        signal,
        onComputing: () => setUnlessReady({ kind: "computing" }),
      });
      if (signal.aborted) return;
      if (computed.kind !== "late") this.#readAt.set(key, clock.now());
      this.#end(key, reading);
      this.#set(key, computed.kind === "ready" ? { kind: "ready", data: shapes[key](computed.answer) } : computed);
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.#readAt.delete(key);
      this.#end(key, reading);
      this.#set(key, { kind: "failed", error });
    } finally {
      this.#end(key, reading);
    }
  }

  #end(key: ChartKey, reading: AbortController): void {
    if (this.#reading.get(key) === reading) this.#reading.delete(key);
  }

  #set(key: ChartKey, state: ChartState<unknown>): void {
    this.#states.set(key, state);
    this.#changed.fire(key);
  }
}
