import type { User } from "./user.ts";

/** Weeks begin on Sunday; `w` and `week` are seconds since 1970-01-01T00:00:00Z. */
export interface ContributorStatistics {
  readonly author: User | null;
  readonly total: number;
  readonly weeks: readonly {
    readonly w?: number;
    readonly a?: number;
    readonly d?: number;
    readonly c?: number;
  }[];
}
export interface WeekActivity {
  readonly week: number;
  readonly total: number;
  /** Commits per day, Sunday first. */
  readonly days: readonly number[];
}
/** Week, additions, deletions (negative). */
export type CodeFrequencyWeek = readonly [week: number, additions: number, deletions: number];
/** Commits per week of the last 52 weeks, oldest first. */
export interface Participation {
  readonly all: readonly number[];
  readonly owner: readonly number[];
}
/** Day (0 = Sunday), hour (0–23), commits. */
export type PunchCardHour = readonly [day: number, hour: number, commits: number];
