import type { SeedCommit, SeedFile, SeedRepository } from "../repositories/repositorySeed.ts";

/** Days before the moment at which the sandbox is made → date. */
export type DaysAgo = (days: number) => string;

/** A repository of the demo account. */
export type DemoRepository = (daysAgo: DaysAgo) => SeedRepository;

/** Who wrote it (see `people`), how many days ago, what for, and what changed. */
export type DemoCommit = readonly [
  who: keyof typeof people,
  days: number,
  message: string,
  files: Readonly<Record<string, SeedFile>>,
  more?: Pick<SeedCommit, "branch" | "from" | "merge" | "tag">,
];

const people = {
  ada: "ada-finch",
  tomas: "tomas-berg",
  lin: "lin-okafor",
  /** An author without an account. */
  june: "June Park <june@example.org>",
} as const;

export const demoCommits = (commits: readonly DemoCommit[], daysAgo: DaysAgo): SeedCommit[] =>
  commits.map(([who, days, message, files, more]) => ({
    author: people[who],
    date: daysAgo(days),
    message,
    files,
    ...more,
  }));
