import type { Clock, Random } from "../base/clock.ts";
import { Emitter } from "../base/event.ts";
import { ResponseCache } from "./cache.ts";
import type { HttpError, RawResponse } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { InFlight } from "./inFlight.ts";
import { readResponse, toError } from "./response.ts";
import { retryDelay, type RetryPolicy, wait } from "./retry.ts";
import { type Priority, Scheduler } from "./scheduler.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/** What the service last said of the request limit. `reset` in seconds since 1970-01-01T00:00:00Z. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

export interface PipelineRequest {
  readonly method: string;
  readonly url: string;
  /** Lower-case names, credentials included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly manualRedirect?: boolean | undefined;
  readonly leaveOrigin: boolean;
  /** Whether the answer goes into the cache. */
  readonly keep: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
}

export interface PipelineOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly retry: RetryPolicy;
}

/** What happens to a request between the call and the wire: order, limit, repetition, cache. */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #scheduler: Scheduler;
  readonly #cache = new ResponseCache();
  readonly #inFlight = new InFlight<RawResponse>();
  readonly #quotaChanged = new Emitter<Quota>();
  readonly onDidChangeQuota = this.#quotaChanged.event;
  /** Aborted when the client ends: nothing under way outlives it. */
  readonly #end = new AbortController();
  #quota: Quota | undefined;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#scheduler = new Scheduler({ clock: options.clock, longestWait: options.retry.longestWait });
  }

  get quota(): Quota | undefined {
    return this.#quota;
  }

  get blockedUntil(): number {
    return this.#scheduler.blockedUntil;
  }

  /** Another account, another view of the service: nothing of the former may be handed out. */
  reset(): void {
    this.#cache.clear();
    this.#inFlight.forget();
    this.#quota = undefined;
    this.#scheduler.unblock();
  }

  dispose(): void {
    this.#end.abort();
    this.#scheduler.dispose();
    this.#cache.clear();
    this.#quotaChanged.dispose();
  }

  /** The answer, at most 399. Throws HttpError or CancelledError. */
  async send(given: PipelineRequest): Promise<RawResponse> {
    const request = this.#ending(given);
    if (request.method !== "GET") {
      // An answer to a read that began before this write may be older than the write.
      this.#inFlight.forget();
      try {
        return await this.#repeat(request, (signal) => this.#once(request, signal));
      } finally {
        this.#inFlight.forget();
      }
    }
    const key = JSON.stringify([request.url, request.headers, request.manualRedirect ?? false]);
    return this.#inFlight.run(key, request.signal, (signal) =>
      this.#repeat({ ...request, signal }, () => this.#read({ ...request, signal }, key)),
    );
  }

  /** As `send`, for what is no JSON: `read` takes the answer's body. */
  async stream<T>(
    given: PipelineRequest,
    read: (response: TransportResponse, alive: () => void) => Promise<T>,
  ): Promise<T> {
    const request = this.#ending(given);
    return this.#repeat(request, (signal) =>
      this.#exchange({ ...request, signal }, async (response, alive) => {
        if (response.status >= 400) throw this.#failure(await readResponse(response));
        return read(response, alive);
      }),
    );
  }

  #ending(request: PipelineRequest): PipelineRequest {
    const { signal } = this.#end;
    // One of its own for each request: on a shared one the listeners would add up.
    return { ...request, signal: AbortSignal.any(request.signal ? [request.signal, signal] : [signal]) };
  }

  async #read(request: PipelineRequest, key: string): Promise<RawResponse> {
    const conditional = "if-none-match" in request.headers || "if-modified-since" in request.headers;
    const known = conditional ? undefined : this.#cache.get(key);
    const etag = known?.headers["etag"];
    const headers = etag === undefined ? request.headers : { ...request.headers, "if-none-match": etag };
    const raw = await this.#once({ ...request, headers }, request.signal);
    if (known && raw.status === 304) return { ...known, headers: { ...known.headers, ...limitsOf(raw) } };
    if (request.keep && raw.status === 200 && raw.headers["etag"] !== undefined) this.#cache.set(key, raw);
    return raw;
  }

  async #once(request: PipelineRequest, signal: AbortSignal | undefined): Promise<RawResponse> {
    return this.#exchange({ ...request, signal }, async (response) => {
      const raw = await readResponse(response);
      this.#noteQuota(raw);
      if (raw.status >= 400) throw this.#failure(raw);
      return raw;
    });
  }

  #exchange<T>(
    request: PipelineRequest,
    read: (response: TransportResponse, alive: () => void) => Promise<T>,
  ): Promise<T> {
    const { transport, clock } = this.#options;
    const send = (): Promise<T> =>
      exchange({ ...request, manualRedirect: request.manualRedirect ?? false }, transport, clock, read);
    // Asking for the limit costs nothing and must work when the limit is used up.
    if (new URL(request.url).pathname.endsWith("/rate_limit")) return send();
    return this.#scheduler.run(send, {
      priority: request.priority,
      write: request.method !== "GET",
      signal: request.signal,
    });
  }

  async #repeat<T>(request: PipelineRequest, once: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    const { clock, random, retry } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(request.signal);
      } catch (error) {
        const delay = retryDelay(error, attempt, request.method === "GET", retry, clock.now(), random);
        if (delay === undefined) throw error;
        await wait(delay, clock, request.signal);
      }
    }
  }

  #failure(raw: RawResponse): HttpError {
    const error = toError(raw, this.#options.clock.now());
    if (error.retryAt !== undefined) this.#scheduler.block(error.retryAt);
    return error;
  }

  #noteQuota(raw: RawResponse): void {
    const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
      Number(raw.headers[`x-ratelimit-${name}`] ?? Number.NaN),
    ) as [number, number, number];
    const resource = raw.headers["x-ratelimit-resource"] ?? "core";
    if (resource !== "core" || [limit, remaining, reset].some(Number.isNaN)) return;
    this.#quota = { limit, remaining, reset };
    if (remaining === 0) this.#scheduler.block(reset * 1000);
    this.#quotaChanged.fire(this.#quota);
  }
}

const limitsOf = (raw: RawResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(raw.headers).filter(([name]) => name.startsWith("x-ratelimit-")));
