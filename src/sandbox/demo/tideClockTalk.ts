import type { SeedRepository } from "../repositories/repositorySeed.ts";
import type { DaysAgo } from "./demoRepository.ts";

type Parts = Required<Pick<SeedRepository, "issues" | "releases">>;

/** What people found in the tide clock, and what was made of it. */
export const tideClockTalk = (daysAgo: DaysAgo): Parts => ({
  issues: [
    {
      title: "The hand jumps at midnight",
      login: "lin-okafor",
      createdAt: daysAgo(13.2),
      body: "It goes back by a minute, then on. Only in summer.",
      events: [
        { event: "labeled", login: "ada-finch", createdAt: daysAgo(13.1), label: "bug" },
        { event: "assigned", login: "ada-finch", createdAt: daysAgo(13.1), assignee: "ada-finch" },
        { event: "referenced", login: "ada-finch", createdAt: daysAgo(1.2), commit: "main" },
        { event: "closed", login: "ada-finch", createdAt: daysAgo(1.15), commit: "main" },
      ],
      comments: [
        {
          login: "tomas-berg",
          body: "Here too, in Malmö. I thought it was the battery.",
          createdAt: daysAgo(12.9),
        },
        { login: "ada-finch", body: "Rounding. Fixed on main.", createdAt: daysAgo(1.14) },
        { login: "lin-okafor", body: "It stands still now. Thank you!", createdAt: daysAgo(0.9) },
      ],
    },
    {
      title: "Neap tides: <b>bold</b> claims & [loose] ends",
      login: "tomas-berg",
      createdAt: daysAgo(9.4),
      body: "The table says 1.3 m where I have measured 0.9 m.",
      events: [
        { event: "labeled", login: "ada-finch", createdAt: daysAgo(9.2), label: "question" },
        {
          event: "renamed",
          login: "tomas-berg",
          createdAt: daysAgo(9.3),
          rename: { from: "Neap tides", to: "Neap tides: <b>bold</b> claims & [loose] ends" },
        },
        { event: "milestoned", login: "ada-finch", createdAt: daysAgo(8.8), milestone: "1.1" },
        { event: "closed", login: "tomas-berg", createdAt: daysAgo(6.1) },
        { event: "reopened", login: "tomas-berg", createdAt: daysAgo(5.8) },
      ],
      comments: [{ login: "lin-okafor", body: "Which almanac?", createdAt: daysAgo(9.1) }],
    },
    {
      title: "A second hand for the moon",
      login: "lin-okafor",
      createdAt: daysAgo(0.4),
      events: [{ event: "labeled", login: "lin-okafor", createdAt: daysAgo(0.4), label: "enhancement" }],
      comments: [{ login: "tomas-berg", body: "One hand was the point.", createdAt: daysAgo(0.2) }],
    },
  ],
  releases: [
    { tag: "v1.0.0", login: "ada-finch", createdAt: daysAgo(40.4), name: "1.0.0", body: "The first one to keep." },
  ],
});
