import { type Clock, systemClock } from "../base/clock.ts";
import { isCancelled } from "../base/errors.ts";
import type { CallOptions } from "./callOptions.ts";
import { HttpError } from "./errors.ts";

/** How a thing is made, and how it is recognized when the answer that confirms it was lost. */
export interface Creation<T> {
  /** The account, the place and everything that is sent: equal for equal creations. */
  readonly key: readonly unknown[];
  readonly send: () => Promise<T>;
  /** The things at the service that are like the one that is made; only those that `mayBe` it are of interest. */
  readonly look: (options: CallOptions, mayBe: (each: T) => boolean) => Promise<readonly T[]>;
  readonly idOf: (made: T) => unknown;
  /** By the service's clock; absent where there can be only one such thing. */
  readonly createdAt?: (made: T) => string | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Lost {
  readonly key: string;
  /** When it began. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly begun: number;
  readonly error: unknown;
}

/** What a request may take, at most, on top of the time since the creation began. Milliseconds. */
export const toleranceMs = 60_000;
/** Milliseconds for each look: the user waits for it. */
const lookTimeout = 10_000;
const maxLost = 20;
const maxMade = 100;

/** The service may have done it although no answer confirms it. */
const isUnconfirmed = (error: unknown): error is HttpError => HttpError.is(error) && error.mayHaveSucceeded;

const lookOptions = (signal: AbortSignal | undefined): CallOptions => ({
  fresh: true,
  timeout: lookTimeout,
  ...(signal && { signal }),
});

/**
 * For writes that may be done twice: when the answer was lost, what `find` sees at the service counts as the result. It
 * answers undefined when it does not see it. Throws what `send` throws.
 */
export const confirmed = async <T>(
  send: () => Promise<T>,
  find: (options: CallOptions) => Promise<T | undefined>,
): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    // A server that says when it is back is not asked before.
    if (!isUnconfirmed(error) || error.retryAt !== undefined) throw error;
    const found = await find(lookOptions(undefined)).catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
};

/** As `confirmed`, for writes without a result. */
export const confirmedWhen = async (
  send: () => Promise<unknown>,
  isDone: (options: CallOptions) => Promise<boolean>,
): Promise<void> => {
  await confirmed(send, async (options) => ((await isDone(options)) ? true : undefined));
};

/** True when reading fails because there is no such thing. Throws any other failure. */
export const isGone = async (read: Promise<unknown>): Promise<boolean> => {
  try {
    await read;
    return false;
  } catch (error) {
    if (HttpError.is(error, "notFound", "gone")) return true;
    throw error;
  }
};

/** Makes things once, though answers are lost: what may be there is looked for, at once and before it is sent again. */
export class LostWrites {
  readonly #clock: Clock;
  #lost: readonly Lost[] = [];
  /** What was made here is not taken for what was lost. */
  #made: readonly { readonly key: string; readonly id: unknown }[] = [];

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Answers what `send` makes, or what an equal earlier call made. Throws what `send` throws. */
  async once<T>(creation: Creation<T>): Promise<T> {
    const key = JSON.stringify(creation.key);
    const former = this.#lost.find((lost) => lost.key === key);
    if (former) {
      const found = await this.#find(creation, former).catch((error: unknown) => {
        // As long as nothing can be seen, it is as open as before.
        throw isCancelled(error) ? error : former.error;
      });
      if (found) return found;
    }
    const begun = this.#clock.now();
    try {
      return this.#took(key, creation, await creation.send());
    } catch (error) {
      const isLost = isUnconfirmed(error);
      if (!isLost && !(isCancelled(error) && creation.signal?.aborted)) throw error;
      const lost = former ?? { key, begun, error };
      this.#lost = [...this.#lost.filter((each) => each !== former), lost].slice(-maxLost);
      // A server that says when it is back is not asked before.
      if (!isLost || error.retryAt !== undefined) throw error;
      const found = await this.#find(creation, lost).catch(() => undefined);
      if (!found) throw error;
      return found;
    }
  }

  async #find<T>(creation: Creation<T>, { key, begun }: Lost): Promise<T | undefined> {
    // By the service's own clock, which may be off: an equal one of before is not this one.
    let serviceNow = Number.NaN;
    const onHeaders = (headers: Readonly<Record<string, string>>): void =>
      void (serviceNow = Date.parse(headers["date"] ?? ""));
    const mayBe = (each: T): boolean => {
      if (this.#made.some((made) => made.key === key && made.id === creation.idOf(each))) return false;
      if (!creation.createdAt) return true;
      const earliest = serviceNow - (this.#clock.now() - begun) - toleranceMs;
      return Date.parse(creation.createdAt(each) ?? "") >= earliest;
    };
    const found = (await creation.look({ ...lookOptions(creation.signal), onHeaders }, mayBe)).find(mayBe);
    return found && this.#took(key, creation, found);
  }

  #took<T>(key: string, { idOf }: Creation<T>, made: T): T {
    this.#lost = this.#lost.filter((each) => each.key !== key);
    this.#made = [...this.#made, { key, id: idOf(made) }].slice(-maxMade);
    return made;
  }
}
