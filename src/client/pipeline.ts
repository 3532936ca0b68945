import type { Clock, Random } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/event.ts";
import { unexpectedStatus, unreadable } from "./answers.ts";
import { ResponseCache } from "./cache.ts";
import { CancelledError } from "../base/errors.ts";
import { onAbort } from "../base/onAbort.ts";
import { ofNow, withoutTokenHeaders } from "./answerHeaders.ts";
import { HttpError, type RawResponse } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { InFlight } from "./inFlight.ts";
import { isRecord, parseJson, readResponse, toError } from "./response.ts";
import { retryDelay, type RetryPolicy, wait } from "./retry.ts";
import { type Priority, Scheduler, Urgency, type WaitingCall } from "./scheduler.ts";
import type { Transport, TransportResponse } from "./transport.ts";
import { type Usage, UsageCount } from "./usage.ts";
import { believableReset, pauseAfter, quotaBack, resetSeconds, wholeNumber } from "./limits.ts";

/**
 * Called when the server is silent to a call that is waited for; `cancel` ends it, `signal` is what the caller gave, of a shared
 * read the first one. The result is disposed with the wait.
 */
export type OnSlow = (cancel: () => void, signal: AbortSignal | undefined) => Disposable;

/** What the service last said of the request limit. `reset` in seconds since 1970-01-01T00:00:00Z. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

export interface PipelineRequest {
  /** What people know the call by: an operation, or a path. */
  readonly label: string;
  readonly method: string;
  readonly url: string;
  /** Lower-case names, credentials included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Asking for the limit costs nothing, and must work when the limit is used up. */
  readonly isFree: boolean;
  readonly manualRedirect?: boolean | undefined;
  readonly leaveOrigin: boolean;
  /** Whether it shares no answer of an equal request that began before. */
  readonly fresh: boolean;
  /** Whether the answer goes into the cache. */
  readonly keep: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly priority: Priority;
  /** `ClientOptions.longestWait`. */
  readonly longestWait?: number | undefined;
  /** `CallOptions.onSend`. */
  readonly onSend?: (() => void) | undefined;
  /** Who asked (`ClientOptions.callOrigin`). */
  readonly callOrigin?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `ClientOptions.taskSignal`. */
  readonly taskSignal?: AbortSignal | undefined;
  /** The signal of the caller, of a shared read the first one's, where `signal` is one that ends for other reasons, too. */
  readonly callerSignal?: AbortSignal | undefined;
}

export interface PipelineOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly retry: RetryPolicy;
  /** Milliseconds between two writes. */
  readonly writeGap: number;
  /** Bytes of an answer, unpacked. */
  readonly maxAnswerBytes: number;
  readonly onSlow?: OnSlow | undefined;
}

const resources = ["core", "search", "code_search"];
const isWrite = ({ method }: PipelineRequest): boolean => method !== "GET";

/** Which of the service's limits a request counts against. */
const resourceOf = (url: string): string => {
  if (!url.includes("/search/")) return "core";
  const { pathname } = new URL(url);
  if (pathname.endsWith("/search/code")) return "code_search";
  return /\/search\/[^/]+$/.test(pathname) ? "search" : "core";
};

/** What happens to a request between the call and the transport: sharing, cache, retries, order and rate limit. */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #scheduler: Scheduler;
  #cache = new ResponseCache();
  readonly #inFlight = new InFlight<RawResponse>();
  readonly #quotaChanged = new Emitter<Quota>();
  readonly onDidChangeQuota = this.#quotaChanged.event;
  readonly onDidChangeWaiting: Event<void>;
  readonly #usage: UsageCount;
  /** Writes and files that are under way. */
  readonly #controllers = new Set<AbortController>();
  #isDisposed = false;
  #quota: Quota | undefined;
  /** Refusals in a row whose end the service did not say. */
  #refusals = 0;
  #pausedUntil = 0;

  constructor(options: PipelineOptions) {
    this.#options = options;
    const { clock, retry, writeGap } = options;
    this.#scheduler = new Scheduler({ clock, longestWait: retry.longestWait, writeGap });
    this.onDidChangeWaiting = this.#scheduler.onDidChangeWaiting;
    this.#usage = new UsageCount(clock.now());
  }

  get quota(): Quota | undefined {
    return this.#quota;
  }

  get blockedUntil(): number {
    return this.#scheduler.blockedUntil("core");
  }

  get waiting(): readonly WaitingCall[] {
    return this.#scheduler.waiting;
  }

  get usage(): Usage {
    return this.#usage.usage;
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** As `Scheduler.unlessHeld`. */
  unlessHeld<T>(promise: Promise<T>, longestWait?: number): Promise<T> {
    return this.#scheduler.unlessHeld(promise, "core", longestWait);
  }

  /** Another account, another view of the service: nothing of the former may be handed out. */
  reset(): void {
    // Calls under way for the former account store their answers in the former cache, which is no longer used.
    this.#cache = new ResponseCache();
    this.#inFlight.invalidate();
    this.#quota = undefined;
    this.#refusals = 0;
    this.#pausedUntil = 0;
    this.#usage.startOver(this.#options.clock.now());
    this.#scheduler.unblock();
  }

  /** Nothing that is under way outlives the client. */
  dispose(): void {
    this.#isDisposed = true;
    this.#inFlight.dispose();
    for (const controller of this.#controllers) controller.abort();
    this.#scheduler.dispose();
    this.#cache = new ResponseCache();
    this.#quotaChanged.dispose();
  }

  /**
   * The answer, with a status below 400; whether it is a success is not decided here. Throws HttpError or CancelledError.
   */
  async send(request: PipelineRequest): Promise<RawResponse> {
    if (this.#isDisposed) throw new CancelledError();
    if (request.method !== "GET") {
      // An answer to a read that began before this write may be older than the write.
      this.#inFlight.invalidate();
      try {
        return await this.#ending(request, (ending) => this.#repeat(ending, () => this.#once(ending)));
      } finally {
        this.#inFlight.invalidate();
      }
    }
    const key = JSON.stringify([request.url, request.headers, request.manualRedirect ?? false]);
    // One that waits longer, or less long, is another one.
    return this.#inFlight.run(`${key}${request.longestWait ?? ""}`, request, (signal, urgency) => {
      const shared = { ...request, signal, callerSignal: request.signal };
      return this.#repeat(shared, () => this.#read(shared, key, urgency));
    });
  }

  /** What the caller makes of an answer. One that it cannot read is asked for again as if it were not known. */
  use<T>(answer: RawResponse, make: () => T): T {
    try {
      return make();
    } catch (error) {
      this.#cache.discard(answer);
      throw error;
    }
  }

  /**
   * As `send`, for files: `read` takes the body of a 200. The time limit is that between two pieces; a body that
   * has begun and then stops is not asked for again.
   */
  async stream<T>(
    given: PipelineRequest,
    read: (response: TransportResponse, alive: () => void) => Promise<T>,
  ): Promise<T> {
    let hasBegun = false;
    const repeats = (error: unknown): boolean => !(hasBegun && HttpError.is(error, "timeout"));
    return this.#ending(given, (request) => {
      const once = (): Promise<T> =>
        this.#exchange(request, async (response, alive) => {
          if (response.status !== 200) throw this.#noFile(await this.#readWhole(response, request), request);
          hasBegun = true;
          alive();
          // The address of a file need not be one that the service counts.
          if (response.headers.get("x-ratelimit-remaining") !== null) this.#usage.count(request, request.priority);
          return read(response, alive);
        });
      return this.#repeat(request, once, repeats);
    });
  }

  #noFile(raw: RawResponse, request: PipelineRequest): HttpError {
    if (raw.status >= 400) return this.#failure(raw, request);
    return unreadable(unexpectedStatus(raw.status), raw, { isWrite: false });
  }

  #readWhole(response: TransportResponse, request: PipelineRequest): Promise<RawResponse> {
    return readResponse(response, this.#options.maxAnswerBytes, isWrite(request));
  }

  /** Runs a request with a signal that is aborted with that of the caller and when the client is disposed. */
  async #ending<T>(request: PipelineRequest, run: (request: PipelineRequest) => Promise<T>): Promise<T> {
    if (this.#isDisposed || request.signal?.aborted) throw new CancelledError();
    const controller = new AbortController();
    this.#controllers.add(controller);
    const ending = onAbort(request.signal, () => controller.abort());
    try {
      return await run({ ...request, signal: controller.signal, callerSignal: request.signal });
    } finally {
      this.#controllers.delete(controller);
      ending.dispose();
    }
  }

  async #read(request: PipelineRequest, key: string, urgency: Urgency): Promise<RawResponse> {
    const cache = this.#cache;
    const conditional = "if-none-match" in request.headers || "if-modified-since" in request.headers;
    const known = conditional ? undefined : cache.get(key);
    const etag = known?.headers["etag"];
    const headers = etag === undefined ? request.headers : { ...request.headers, "if-none-match": etag };
    const raw = await this.#once({ ...request, headers }, urgency);
    if (known && raw.status === 304) {
      // Nothing has changed since the answer that is known, but requests may have been refused since.
      if (request.isFree) this.#noteLimits(known);
      return { ...known, headers: { ...withoutTokenHeaders(known.headers), ...ofNow(raw) } };
    }
    if (request.keep && raw.status === 200 && raw.headers["etag"] !== undefined) cache.set(key, raw);
    return raw;
  }

  async #once(request: PipelineRequest, urgency = new Urgency(request.priority)): Promise<RawResponse> {
    return this.#exchange(
      request,
      async (response) => {
        const raw = await this.#readWhole(response, request);
        const failure = raw.status >= 400 ? this.#failure(raw, request) : undefined;
        const isCounted = raw.status !== 304 && failure?.kind !== "rateLimited" && !request.isFree;
        this.#noteQuota(raw, request, isCounted ? urgency.priority : undefined);
        if (failure) throw failure;
        if (request.isFree) this.#noteLimits(raw);
        else this.#refusals = 0;
        return raw;
      },
      urgency,
    );
  }

  #exchange<T>(
    request: PipelineRequest,
    read: (response: TransportResponse, alive: () => void) => Promise<T>,
    urgency = new Urgency(request.priority),
  ): Promise<T> {
    const { transport, clock, onSlow } = this.#options;
    const send = (): Promise<T> => {
      request.onSend?.();
      return exchange(
        {
          ...request,
          manualRedirect: request.manualRedirect ?? false,
          // No one waits for what is read in the background.
          onSlow:
            onSlow &&
            ((cancel) => (urgency.priority === "background" ? undefined : onSlow(cancel, request.callerSignal))),
        },
        transport,
        clock,
        read,
      );
    };
    if (request.isFree) return send();
    return this.#scheduler.run(send, {
      label: request.label,
      callOrigin: request.callOrigin,
      resource: resourceOf(request.url),
      urgency,
      write: isWrite(request),
      longestWait: request.longestWait,
      signal: request.signal,
      waitSignal: request.callerSignal ?? request.taskSignal,
    });
  }

  async #repeat<T>(
    request: PipelineRequest,
    once: () => Promise<T>,
    repeats: (error: unknown) => boolean = () => true,
  ): Promise<T> {
    const { clock, random, retry } = this.#options;
    const began = clock.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return await once();
      } catch (error) {
        const now = clock.now();
        const left = request.longestWait === undefined ? undefined : request.longestWait - (now - began);
        const policy = { ...retry, longestWait: left ?? retry.longestWait };
        const delay = retryDelay(error, attempt, !isWrite(request), policy, now, random);
        if (delay === undefined || !repeats(error)) throw error;
        // The scheduler holds it back for as long as the server asks, where it can be seen.
        const { retryAt } = HttpError.is(error) ? error : {};
        if (retryAt !== undefined && delay <= Math.max(0, retryAt - now) && !request.isFree) continue;
        await wait(delay, clock, request.signal);
      }
    }
  }

  #failure(raw: RawResponse, request: PipelineRequest): HttpError {
    const { clock, retry } = this.#options;
    const now = clock.now();
    const error = toError(raw, { isWrite: isWrite(request), now, pause: () => this.#pause(now) });
    const { kind, retryAt } = error;
    if (retryAt === undefined || request.isFree) return error;
    const resource = resourceOf(request.url);
    const isQuota = kind === "rateLimited" && quotaBack(raw.headers["x-ratelimit-reset"], now) === retryAt;
    // A server that is down says so for one call; others are held back a while, and then may try.
    const until = kind === "server" ? Math.min(retryAt, now + retry.longestWait) : retryAt;
    this.#scheduler.block(resource, until, isQuota ? "quota" : "pause", kind === "server" ? error : undefined);
    return error;
  }

  /** Until when nothing is sent after a refusal whose end the service did not say; longer with each in a row. */
  #pause(now: number): number {
    // Calls that were under way together are refused together: that is one refusal.
    if (this.#pausedUntil > now) return this.#pausedUntil;
    this.#pausedUntil = now + pauseAfter(this.#refusals++);
    for (const resource of resources) this.#scheduler.block(resource, this.#pausedUntil, "pause");
    return this.#pausedUntil;
  }

  /** `/rate_limit` overrides what was concluded from single answers. */
  #noteLimits(raw: RawResponse): void {
    const body = parseJson(raw);
    const limits = isRecord(body) ? (body["resources"] ?? { core: body["rate"] }) : undefined;
    for (const [resource, limit] of isRecord(limits) ? Object.entries(limits) : []) {
      if (!isRecord(limit) || typeof limit["remaining"] !== "number") continue;
      this.#scheduler.unblockQuota(resource);
      const back = limit["remaining"] > 0 ? undefined : quotaBack(limit["reset"], this.#options.clock.now(), true);
      if (back !== undefined) this.#scheduler.block(resource, back, "quota");
    }
  }

  /** `counted` is the priority of the call; undefined for one that the service did not count. */
  #noteQuota(raw: RawResponse, request: PipelineRequest, counted: Priority | undefined): void {
    const [limit, remaining] = ["limit", "remaining"].map((name) =>
      wholeNumber(raw.headers[`x-ratelimit-${name}`]),
    ) as [number, number];
    const reset = resetSeconds(raw.headers["x-ratelimit-reset"]);
    const resource = raw.headers["x-ratelimit-resource"] ?? resourceOf(request.url);
    const isReported = ![limit, remaining, reset].some(Number.isNaN);
    const isCore = resource === "core";
    const now = this.#options.clock.now();
    this.#usage.noteWindow(now, isReported && isCore ? reset : undefined);
    if (counted !== undefined) this.#usage.count(request, counted);
    if (!isReported) return;
    const back = remaining === 0 ? quotaBack(reset, now) : undefined;
    if (back !== undefined && !request.isFree) this.#scheduler.block(resource, back, "quota");
    if (!isCore) return;
    this.#quota = { limit, remaining, reset: believableReset(reset, now) };
    this.#quotaChanged.fire(this.#quota);
  }
}
