import { type HttpError, unexpectedAnswer } from "../../client/errors.ts";
import type { ChartKey, InsightsData } from "./types.ts";

const weeksOfYear = 52;

const unreadable = (): HttpError => unexpectedAnswer("[…]");

/** What the service sends is data from elsewhere: whatever is no number counts as none. */
const count = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

const listOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw unreadable();
  return value;
};

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null) throw unreadable();
  return value as Readonly<Record<string, unknown>>;
};

const counts = (value: unknown, length: number): readonly number[] => {
  const list = listOf(value).slice(-length).map(count);
  return [...Array.from({ length: length - list.length }, () => 0), ...list];
};

const sumOf = (list: readonly unknown[], key: string): number =>
  list.reduce<number>((sum, each) => sum + count(recordOf(each)[key]), 0);

const contributor = (value: unknown): InsightsData["contributors"][number] => {
  const { author, total, weeks } = recordOf(value);
  const login = typeof author === "object" && author !== null ? (Reflect.get(author, "login") as unknown) : "";
  const all = listOf(weeks);
  return {
    name: typeof login === "string" ? login : "",
    commits: count(total),
    additions: sumOf(all, "a"),
    deletions: sumOf(all, "d"),
  };
};

/** The service's answers as the charts need them. Each throws HttpError `unreadable` for something else. */
export const shapes: { readonly [K in ChartKey]: (answer: unknown) => InsightsData[K] } = {
  participation: (answer) => {
    const { all, owner } = recordOf(answer);
    return { all: counts(all, weeksOfYear), owner: counts(owner, weeksOfYear) };
  },
  commitActivity: (answer) =>
    listOf(answer).map((each) => {
      const { week, total, days } = recordOf(each);
      return { week: count(week) * 1000, total: count(total), days: counts(days, 7) };
    }),
  punchCard: (answer) => {
    const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
    for (const each of listOf(answer)) {
      const [day, hour, commits] = listOf(each).map(count);
      const row = hours[day ?? -1];
      if (row?.[hour ?? -1] !== undefined) row[hour ?? 0] = commits ?? 0;
    }
    return hours;
  },
  codeFrequency: (answer) =>
    listOf(answer).map((each) => {
      const [week = 0, additions = 0, deletions = 0] = listOf(each).map(count);
      return { week: week * 1000, additions, deletions: Math.abs(deletions) };
    }),
  contributors: (answer) =>
    listOf(answer)
      .map(contributor)
      .toSorted((left, right) => right.commits - left.commits),
  languages: (answer) => {
    const named = Object.entries(recordOf(answer)).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && count(entry[1]) > 0,
    );
    const all = named.reduce((sum, [, bytes]) => sum + bytes, 0);
    return named
      .map(([name, bytes]) => ({ name, bytes, share: bytes / all }))
      .toSorted((left, right) => right.bytes - left.bytes);
  },
};
