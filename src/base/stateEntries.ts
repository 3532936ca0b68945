import { fieldsOf } from "./fieldsOf.ts";

/** A value, or the fact that it was removed, with the time of that. Milliseconds since 1970-01-01T00:00:00Z. */
export interface Entry {
  readonly at: number;
  readonly value?: unknown;
}

export type Entries = Map<string, Entry>;

/** What one window wrote of a collection. */
export interface StateFile {
  readonly entries: readonly (readonly [string, Entry])[];
  /** Whether it was renamed or removed since the folder was listed. */
  readonly isGone?: boolean;
  /** Whether a newer version of Forgeside wrote it, with what this one would not write back. */
  readonly isNewer: boolean;
}

/** What this version writes. */
const version = 1;
/** A greater time is damaged: adding 1 would not make it later. */
const maxTime = Number.MAX_SAFE_INTEGER;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Decides in the same way in every window, also for entries of the same time. */
const isNewer = (entry: Entry, former: Entry | undefined): boolean =>
  former === undefined ||
  entry.at > former.at ||
  (entry.at === former.at && (JSON.stringify(entry.value) ?? "") > (JSON.stringify(former.value) ?? ""));

/** Takes over what is newer; answers whether there was something. */
export const join = (into: Entries, entries: Iterable<readonly [string, Entry]>): boolean => {
  let isChanged = false;
  for (const [key, entry] of entries) {
    if (!isNewer(entry, into.get(key))) continue;
    into.set(key, entry);
    isChanged = true;
  }
  return isChanged;
};

/** What is not an entry is left out. */
export const entriesOf = (record: unknown): readonly (readonly [string, Entry])[] =>
  Object.entries(fieldsOf(record)).flatMap(([key, entry]) => {
    const { at, value } = fieldsOf(entry);
    return typeof at === "number" && Math.abs(at) <= maxTime ? [[key, { at, value }] as const] : [];
  });

/** Undefined for a text that no version wrote. */
export const decode = (text: string): StateFile | undefined => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { version: written, entries } = fieldsOf(data);
  const isNewer = typeof written === "number" && written > version;
  if (typeof written !== "number" || (!isNewer && !isRecord(entries))) return undefined;
  return { entries: entriesOf(entries), isNewer };
};

export const encode = (entries: Entries): string =>
  JSON.stringify({ version, entries: Object.fromEntries(entries) });
