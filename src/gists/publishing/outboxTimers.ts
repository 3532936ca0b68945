import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** Milliseconds between two attempts of an account's outbox; doubles up to the longest. */
const firstRetryMs = 5000;
const maxRetryMs = 300_000;
/** The longest that an announced time is waited for before it is tried again. Milliseconds. */
const maxAnnouncedMs = 3_600_000;

interface AccountTimer {
  delayMs: number;
  timer: Disposable | undefined;
}

/** When each account's outbox is tried again: one that cannot publish does not hold back the others. */
export class OutboxTimers implements Disposable {
  readonly #clock: Clock;
  readonly #retry: (accountId: string) => void;
  readonly #accounts = new Map<string, AccountTimer>();
  #isDisposed = false;

  constructor(clock: Clock, retry: (accountId: string) => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** Tries again after `delayMs`, and not when it was to be tried before. */
  schedule(accountId: string, delayMs: number): void {
    if (this.#isDisposed) return;
    const account = this.#of(accountId);
    account.timer?.dispose();
    account.timer = this.#clock.setTimer(delayMs, () => {
      account.timer = undefined;
      this.#retry(accountId);
    });
  }

  /** Tries for the first time in a while, unless it is tried again anyway. */
  scheduleFirst(accountId: string): void {
    if (!this.#of(accountId).timer) this.schedule(accountId, firstRetryMs);
  }

  /** An attempt failed. `retryAt` is when the service will answer again. Milliseconds since 1970-01-01T00:00:00Z. */
  failed(accountId: string, retryAt: number | undefined): void {
    const account = this.#of(accountId);
    if (retryAt !== undefined) {
      const announced = Math.min(maxAnnouncedMs, retryAt - this.#clock.now());
      this.schedule(accountId, Math.max(firstRetryMs, announced));
      return;
    }
    this.schedule(accountId, account.delayMs);
    account.delayMs = Math.min(maxRetryMs, account.delayMs * 2);
  }

  succeeded(accountId: string): void {
    this.#of(accountId).delayMs = firstRetryMs;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const { timer } of this.#accounts.values()) timer?.dispose();
    this.#accounts.clear();
  }

  #of(accountId: string): AccountTimer {
    const known = this.#accounts.get(accountId);
    if (known) return known;
    const account = { delayMs: firstRetryMs, timer: undefined };
    this.#accounts.set(accountId, account);
    return account;
  }
}

/** Calls back with the account of edits that other windows have stored to be sent, when they are found or change. */
export const onDidFindQueued = (pending: PendingEdits, callback: (accountId: string) => void): Disposable =>
  pending.onDidChange((places) => {
    for (const place of places)
      if (pending.of(place).some(({ id, state }) => state === "queued" && !pending.isOwn(id)))
        callback(place.accountId);
  });
