import { isPrimaryLimit, isSecondaryLimit } from "./knownMessages.ts";

type Headers = Readonly<Record<string, string>>;

/** Milliseconds that a service may ask for silence, unless `/rate_limit` confirms more. */
const maxPauseMs = 3_600_000;
/** As `maxPauseMs`, for what `/rate_limit` says. */
const maxConfirmedPauseMs = 24 * 3_600_000;
/** Milliseconds, where a service does not say how long; doubled each time in a row. */
const firstPause = 60_000;

const httpDate =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * `Retry-After` as milliseconds since 1970-01-01T00:00:00Z. Undefined for what RFC 9110 does not allow (`Date.parse` would
 * read `-5` as the year 2001), and for a date that is over.
 */
export const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(text)) return now + Math.min(Number(text) * 1000, maxPauseMs);
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return at > now ? Math.min(at, now + maxPauseMs) : undefined;
};

/** The whole number in a header, or NaN. `Number` would read an empty text and `0x0` as 0. */
export const wholeNumber = (text: string | undefined): number =>
  text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;

/** The end of a window of the limit in seconds since 1970-01-01T00:00:00Z; some servers send milliseconds. */
export const resetSeconds = (value: unknown): number => {
  const reset = typeof value === "string" ? wholeNumber(value) : value;
  if (typeof reset !== "number" || !Number.isFinite(reset) || reset < 0) return Number.NaN;
  // In seconds this is the year 5138.
  return reset > 100_000_000_000 ? Math.floor(reset / 1000) : reset;
};

/** As far ahead as `/rate_limit` may confirm, so that no one waits for longer; in seconds as given. */
export const believableReset = (reset: number, now: number): number =>
  Math.min(reset, Math.ceil((now + maxConfirmedPauseMs) / 1000));

/** When a used-up quota is back, in milliseconds; undefined when it is over or was not said. */
export const quotaBack = (reset: unknown, now: number, isConfirmed = false): number | undefined => {
  const at = resetSeconds(reset) * 1000;
  return at > now ? Math.min(at, now + (isConfirmed ? maxConfirmedPauseMs : maxPauseMs)) : undefined;
};

/** That the service refused because of a limit, and until when in milliseconds where it said so. */
export interface Refusal {
  readonly retryAt: number | undefined;
}

/** Undefined when the answer is not a refusal because of a limit. */
export const refusalOf = (
  { status, headers }: { readonly status: number; readonly headers: Headers },
  message: string,
  now: number,
): Refusal | undefined => {
  if (status !== 403 && status !== 429) return undefined;
  const after = retryAfterOf(headers, now);
  if (after !== undefined) return { retryAt: after };
  const isUsedUp = headers["x-ratelimit-remaining"] === "0";
  const back = isUsedUp ? quotaBack(headers["x-ratelimit-reset"], now) : undefined;
  if (isSecondaryLimit(message)) return { retryAt: undefined };
  return status === 429 || isUsedUp || isPrimaryLimit(message) ? { retryAt: back } : undefined;
};

/** Milliseconds of silence after the `count`th refusal in a row whose end the service did not say; counts from 0. */
export const pauseAfter = (count: number): number => Math.min(firstPause * 2 ** count, maxPauseMs);
