import type { Clock, Random } from "../base/clock.ts";
import { CancelledError } from "../base/errors.ts";
import { onAbort } from "../base/onAbort.ts";
import { HttpError } from "./errors.ts";

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly attempts: number;
  /** Milliseconds before the first repetition; doubles each time. */
  readonly delay: number;
  /** Longest wait in milliseconds that the service may ask for; beyond it the call fails at once. */
  readonly longestWait: number;
}
export const defaultRetry: RetryPolicy = { attempts: 2, delay: 500, longestWait: 30_000 };

/** Milliseconds to wait before the call is sent again, or undefined when it must not be. `attempt` counts from 0. */
export const retryDelay = (
  error: unknown,
  attempt: number,
  isRead: boolean,
  policy: RetryPolicy,
  now: number,
  random: Random,
): number | undefined => {
  if (!HttpError.is(error) || attempt >= policy.attempts) return undefined;
  const asked = error.retryAt === undefined ? undefined : Math.max(0, error.retryAt - now);
  if (asked !== undefined && asked > policy.longestWait) return undefined;
  // The service said that it did not act, so a write may be repeated too.
  if (error.kind === "rateLimited" && asked !== undefined) return asked;
  if (!isRead || error.cause instanceof CancelledError) return undefined;
  if (error.kind !== "network" && error.kind !== "server" && error.kind !== "timeout") return undefined;
  return Math.max(asked ?? 0, policy.delay * 2 ** attempt * (0.5 + random()));
};

/** Resolves after `ms` milliseconds; rejects with CancelledError as soon as the signal is aborted. */
export const wait = (ms: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new CancelledError());
      return;
    }
    const timer = clock.setTimer(ms, () => {
      ending.dispose();
      resolve();
    });
    const ending = onAbort(signal, () => {
      timer.dispose();
      reject(new CancelledError());
    });
  });
