import type { Activity, ActivityFilter, Grouping, Mute } from "./types.ts";

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
const fits = (wanted: readonly string[], value: string): boolean =>
  wanted.length === 0 || wanted.some((one) => same(one, value));

export const noFilter: ActivityFilter = { types: [], actors: [], repositories: [] };

export const isFilter = ({ types, actors, repositories }: ActivityFilter): boolean =>
  types.length + actors.length + repositories.length > 0;

export const isShown = ({ types, actors, repositories }: ActivityFilter, activity: Activity): boolean =>
  fits(types, activity.type) && fits(actors, activity.actor) && fits(repositories, activity.repository);

export const isMuted = (mutes: readonly Mute[], activity: Activity): boolean =>
  mutes.some(({ what, value }) => same(activity[what], value));

export const isSameMute = (left: Mute, right: Mute): boolean =>
  left.what === right.what && same(left.value, right.value);

/** `future`: later than the service's own clock says; `unknown`: of no date. Else the local date, as 2026-01-31. */
export type Day = string;

/** Seconds by which clocks of one service may differ. */
const tolerated = 120;

const two = (number: number): string => String(number).padStart(2, "0");

export const dayOf = (at: number | undefined, now: number): Day => {
  if (at === undefined) return "unknown";
  if (at > now + tolerated * 1000) return "future";
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

export interface DayEvents {
  readonly day: Day;
  readonly activities: readonly Activity[];
}

/** Newest first, as the service gives them; within a day too. */
export const byDay = (activities: readonly Activity[], now: number): readonly DayEvents[] => {
  const sorted = activities.toSorted((left, right) => (right.at ?? -Infinity) - (left.at ?? -Infinity));
  const days = new Map<Day, Activity[]>();
  for (const activity of sorted) {
    const day = dayOf(activity.at, now);
    const known = days.get(day);
    if (known) known.push(activity);
    else days.set(day, [activity]);
  }
  return [...days].map(([day, found]) => ({ day, activities: found }));
};

export interface EventGroup {
  /** The repository or the login; empty for events that have none. */
  readonly name: string;
  readonly activities: readonly Activity[];
}

/** In the order of their newest event. */
export const groupsOf = (
  activities: readonly Activity[],
  grouping: Exclude<Grouping, "none">,
): readonly EventGroup[] => {
  const groups = new Map<string, { readonly name: string; readonly activities: Activity[] }>();
  for (const activity of activities) {
    const name = activity[grouping];
    const known = groups.get(name.toLowerCase());
    if (known) known.activities.push(activity);
    else groups.set(name.toLowerCase(), { name, activities: [activity] });
  }
  return [...groups.values()];
};
