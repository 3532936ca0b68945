import { commitCounts } from "../git/diff.ts";
import { logOf } from "../git/history.ts";
import type { StoredUser } from "../state.ts";
import type { Store } from "../store.ts";
import { userByEmail } from "./commits.ts";
import { headOf } from "./refs.ts";
import type { StoredRepository } from "./repositoryState.ts";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** 1970 began on a Thursday; weeks begin on Sunday. */
const firstSunday = 3 * dayMs;

/** Beginning of the week (milliseconds). */
const weekOf = (time: number): number => Math.floor((time - firstSunday) / weekMs) * weekMs + firstSunday;

interface Fact {
  readonly id: string;
  readonly time: number;
  readonly email: string;
  readonly isMerge: boolean;
}

/** The default branch's commits, oldest first. */
const factsOf = (store: Store, repository: StoredRepository): Fact[] => {
  const head = headOf(store, repository);
  return (head === undefined ? [] : logOf(store.git, head))
    .map((id) => {
      const { author, parents } = store.git.commit(id);
      return { id, time: Date.parse(author.date), email: author.email, isMerge: parents.length > 1 };
    })
    .toSorted((left, right) => left.time - right.time);
};

/** From the first commit's week to this one. */
const weeksOf = (store: Store, facts: readonly Fact[]): number[] => {
  const weeks: number[] = [];
  const [first] = facts;
  if (first === undefined) return weeks;
  const last = weekOf(Math.max(store.now(), facts.at(-1)?.time ?? 0));
  for (let week = weekOf(first.time); week <= last; week += weekMs) weeks.push(week);
  return weeks;
};

/** The last 52 weeks, this one the last. */
const yearOf = (store: Store): number[] => {
  const last = weekOf(store.now());
  return Array.from({ length: 52 }, (_, index) => last - (51 - index) * weekMs);
};

interface ContributorStatistics {
  readonly user: StoredUser;
  readonly total: number;
  readonly weeks: readonly { readonly w: number; readonly a: number; readonly d: number; readonly c: number }[];
}

/** Per user and week; merges are left out. The one with the most commits is the last. */
export const contributorStatistics = (store: Store, repository: StoredRepository): ContributorStatistics[] => {
  const facts = factsOf(store, repository).filter(({ isMerge }) => !isMerge);
  const weeks = weeksOf(store, facts);
  const byUser = new Map<StoredUser, Fact[]>();
  for (const fact of facts) {
    const user = userByEmail(store, fact.email);
    if (user !== undefined) byUser.set(user, [...(byUser.get(user) ?? []), fact]);
  }
  return [...byUser]
    .map(([user, own]) => ({
      user,
      total: own.length,
      weeks: weeks.map((week) => {
        const counts = own
          .filter(({ time }) => weekOf(time) === week)
          .map(({ id }) => commitCounts(store.git, id));
        return {
          w: week / 1000,
          a: counts.reduce((sum, { additions }) => sum + additions, 0),
          d: counts.reduce((sum, { deletions }) => sum + deletions, 0),
          c: counts.length,
        };
      }),
    }))
    .toSorted((left, right) => left.total - right.total);
};

export const commitActivity = (store: Store, repository: StoredRepository) => {
  const days = new Map<number, number>();
  for (const { time } of factsOf(store, repository)) {
    const day = Math.floor(time / dayMs);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return yearOf(store).map((week) => {
    const counts = Array.from({ length: 7 }, (_, day) => days.get(week / dayMs + day) ?? 0);
    return { week: week / 1000, total: counts.reduce((sum, count) => sum + count, 0), days: counts };
  });
};

/** Week, added lines, removed lines (at most 0). */
export const codeFrequency = (store: Store, repository: StoredRepository): [number, number, number][] => {
  const facts = factsOf(store, repository).filter(({ isMerge }) => !isMerge);
  const sums = new Map(weeksOf(store, facts).map((week) => [week, { additions: 0, deletions: 0 }]));
  for (const { id, time } of facts) {
    const sum = sums.get(weekOf(time));
    const { additions, deletions } = commitCounts(store.git, id);
    if (sum === undefined) continue;
    sum.additions += additions;
    sum.deletions += deletions;
  }
  return [...sums].map(([week, { additions, deletions }]) => [week / 1000, additions, 0 - deletions]);
};

export const participation = (store: Store, repository: StoredRepository) => {
  const facts = factsOf(store, repository);
  const count = (week: number, wanted: (fact: Fact) => boolean): number =>
    facts.filter((fact) => weekOf(fact.time) === week && wanted(fact)).length;
  const weeks = yearOf(store);
  const isOwner = ({ email }: Fact): boolean => userByEmail(store, email)?.login === repository.owner;
  return { all: weeks.map((week) => count(week, () => true)), owner: weeks.map((week) => count(week, isOwner)) };
};

/** Day (0 is Sunday), hour (UTC), commits: all 168 hours of a week. */
export const punchCard = (store: Store, repository: StoredRepository): [number, number, number][] => {
  const counts = Array.from({ length: 168 }, () => 0);
  for (const { time } of factsOf(store, repository)) {
    const date = new Date(time);
    const hour = date.getUTCDay() * 24 + date.getUTCHours();
    counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts.map((count, index) => [Math.floor(index / 24), index % 24, count]);
};

export const commitCount = (store: Store, repository: StoredRepository): number => {
  const head = headOf(store, repository);
  return head === undefined ? 0 : logOf(store.git, head).length;
};
