/** The charts, in the order in which they are shown. */
export const chartKeys = [
  "participation",
  "commitActivity",
  "punchCard",
  "codeFrequency",
  "contributors",
  "languages",
] as const;
export type ChartKey = (typeof chartKeys)[number];

/** What each chart is drawn from. Weeks are the milliseconds at which they begin, on Sunday (UTC). */
export interface InsightsData {
  /** Commits per week of the last 52 weeks, oldest first. */
  readonly participation: { readonly all: readonly number[]; readonly owner: readonly number[] };
  readonly commitActivity: readonly {
    readonly week: number;
    readonly total: number;
    /** Commits per day, Sunday first. */
    readonly days: readonly number[];
  }[];
  /** Commits per day (Sunday first) and hour. */
  readonly punchCard: readonly (readonly number[])[];
  readonly codeFrequency: readonly {
    readonly week: number;
    readonly additions: number;
    /** At least 0. */
    readonly deletions: number;
  }[];
  /** The one with the most commits first; the name is empty for a person without an account. */
  readonly contributors: readonly {
    readonly name: string;
    readonly commits: number;
    readonly additions: number;
    readonly deletions: number;
  }[];
  /** The most used one first; `share` from 0 to 1. */
  readonly languages: readonly { readonly name: string; readonly bytes: number; readonly share: number }[];
}

export type ChartState<T> =
  | { readonly kind: "loading" }
  /** The service has not computed it yet; it is asked again. */
  | { readonly kind: "computing" }
  /** It still has not, and is no longer asked. */
  | { readonly kind: "late" }
  /** The repository has no commits. */
  | { readonly kind: "empty" }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "ready"; readonly data: T };
