import type { Clock } from "../base/clock.ts";
import type { Caller } from "./auth.ts";
import { ApiFailure } from "./http.ts";

const windowMs = 3_600_000;
const writeWindowMs = 60_000;

export interface RateLimits {
  /** Requests per hour of a user, over all tokens. */
  readonly user: number;
  /** Requests per hour of all callers without a token together. */
  readonly anonymous: number;
  /** Writes per minute of one caller; above it 429 with `Retry-After`. None by default. */
  readonly writesPerMinute?: number;
}

interface Bucket {
  used: number;
  resetAt: number;
}

/** As `rate_limit` reports it; `reset` in seconds since 1970. */
export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly used: number;
}

export interface RateLimiter {
  status(caller: Caller): RateStatus;
  /** Counts a request, or fails when the hour's requests are used up. */
  take(caller: Caller, method: string): void;
  /** Takes a counted request back: a 304 is free. */
  giveBack(caller: Caller): void;
}

const nameOf = (caller: Caller): string => (caller.kind === "anonymous" ? "" : caller.user.login);

const isWrite = (method: string): boolean => method !== "GET" && method !== "HEAD";

export const createRateLimiter = (clock: Clock, limits: RateLimits): RateLimiter => {
  const requests = new Map<string, Bucket>();
  const writes = new Map<string, Bucket>();

  const bucketOf = (buckets: Map<string, Bucket>, name: string, length: number): Bucket => {
    const known = buckets.get(name);
    if (known !== undefined && known.resetAt > clock.now()) return known;
    const fresh = { used: 0, resetAt: clock.now() + length };
    buckets.set(name, fresh);
    return fresh;
  };

  const limitOf = (caller: Caller): number => (caller.kind === "anonymous" ? limits.anonymous : limits.user);

  const takeWrite = (caller: Caller): void => {
    if (limits.writesPerMinute === undefined) return;
    const bucket = bucketOf(writes, nameOf(caller), writeWindowMs);
    if (bucket.used >= limits.writesPerMinute) {
      const seconds = Math.max(1, Math.ceil((bucket.resetAt - clock.now()) / 1000));
      throw new ApiFailure(429, "You have exceeded a secondary rate limit. Please wait before you try again.", {
        headers: { "retry-after": String(seconds) },
      });
    }
    bucket.used += 1;
  };

  return {
    status(caller) {
      const { used, resetAt } = bucketOf(requests, nameOf(caller), windowMs);
      const limit = limitOf(caller);
      return { limit, remaining: limit - used, reset: Math.ceil(resetAt / 1000), used };
    },
    take(caller, method) {
      const bucket = bucketOf(requests, nameOf(caller), windowMs);
      if (bucket.used >= limitOf(caller)) {
        const whom = caller.kind === "anonymous" ? "your address" : `user ID ${caller.user.id}`;
        throw new ApiFailure(403, `API rate limit exceeded for ${whom}.`);
      }
      bucket.used += 1;
      if (isWrite(method)) takeWrite(caller);
    },
    giveBack(caller) {
      const bucket = bucketOf(requests, nameOf(caller), windowMs);
      bucket.used = Math.max(0, bucket.used - 1);
    },
  };
};
