import type { SeedEvent } from "../eventSeed.ts";
import { type DaysAgo, demoCommits, type DemoRepository } from "./demoRepository.ts";

const harbourLights: DemoRepository = (daysAgo) => ({
  owner: "tomas-berg",
  name: "harbour-lights",
  description: "Which light blinks how, and since when",
  topics: ["maps", "sea"],
  commits: demoCommits(
    [
      ["tomas", 13.6, "Lights of the Sound", { "README.md": "# Harbour lights\n", "lights.csv": "name,blinks\n" }],
      ["tomas", 11.4, "Falsterbo blinks twice", { "lights.csv": "name,blinks\nFalsterbo,2\n" }],
      ["tomas", 7.3, "Kullen, the strong one", { "lights.csv": "name,blinks\nFalsterbo,2\nKullen,1\n" }],
      [
        "tomas",
        3.4,
        "Draw them on a map",
        { "map.html": "<!doctype html>\n<title>Lights</title>\n" },
        { branch: "map" },
      ],
      ["tomas", 2.6, "Merge map", {}, { merge: "map", tag: "v0.1.0" }],
      ["lin", 0.7, "Say where the data is from", { "README.md": "# Harbour lights\n\nFrom the pilots.\n" }],
    ],
    daysAgo,
  ),
  collaborators: { "lin-okafor": "write" },
  starredBy: ["lin-okafor"],
  issues: [
    {
      title: "Kullen is not the strongest",
      login: "lin-okafor",
      createdAt: daysAgo(6.6),
      events: [{ event: "closed", login: "tomas-berg", createdAt: daysAgo(4.2) }],
      comments: [{ login: "tomas-berg", body: "It is, since 1900.", createdAt: daysAgo(4.3) }],
    },
  ],
  releases: [
    { tag: "v0.1.0", login: "tomas-berg", createdAt: daysAgo(2.5), name: "First light", body: "With a map." },
  ],
});

const rainGauge: DemoRepository = (daysAgo) => ({
  owner: "lin-okafor",
  name: "rain-gauge",
  description: "Reads a bucket and tells how much it rained",
  topics: ["weather"],
  commits: demoCommits(
    [
      [
        "lin",
        10.5,
        "Read the bucket",
        { "gauge.py": "def read():\n    return 0.2794\n", "README.md": "# Gauge\n" },
      ],
      ["lin", 8.4, "Millimetres", { "gauge.py": "def read(tips):\n    return tips * 0.2794\n" }],
      ["lin", 4.6, "Count tips at night", { "night.py": "tips = 0\n" }],
      ["lin", 0.3, "Dry days are days, too", { "gauge.py": "def read(tips=0):\n    return tips * 0.2794\n" }],
    ],
    daysAgo,
  ),
  comments: [
    {
      login: "tomas-berg",
      body: "What if the bucket freezes?",
      commit: 1,
      path: "gauge.py",
      line: 2,
      createdAt: daysAgo(7.9),
    },
  ],
  starredBy: ["tomas-berg"],
});

const gaugeFork: DemoRepository = (daysAgo) => ({
  owner: "tomas-berg",
  name: "rain-gauge",
  forkOf: "lin-okafor/rain-gauge",
  createdAt: daysAgo(3.7),
  commits: demoCommits(
    [["tomas", 3.6, "Stand frost", { "frost.py": "HEATED = True\n" }, { branch: "frost" }]],
    daysAgo,
  ),
});

/** The last fortnight of the people whom the demo account follows. A fork stands after what it was forked from. */
export const recentRepositories: readonly DemoRepository[] = [harbourLights, rainGauge, gaugeFork];

const sha = (digit: string): string => digit.repeat(40);

/** What the sandbox has no calls for. */
export const recentEvents = (daysAgo: DaysAgo): readonly SeedEvent[] => {
  const gauge = { id: 7101, url: "{api}/repos/lin-okafor/rain-gauge", name: "rain-gauge" };
  const pull = {
    id: 7103,
    number: 3,
    url: "{api}/repos/lin-okafor/rain-gauge/pulls/3",
    html_url: "{web}/lin-okafor/rain-gauge/pull/3",
    title: "Stand frost",
    state: "open",
    head: { ref: "frost", sha: sha("f"), repo: { ...gauge, url: "{api}/repos/tomas-berg/rain-gauge" } },
    base: { ref: "main", sha: sha("b"), repo: gauge },
  };
  const tide = "ada-finch/tide-clock";
  const rain = "lin-okafor/rain-gauge";
  return [
    {
      type: "PullRequestEvent",
      login: "tomas-berg",
      repository: rain,
      createdAt: daysAgo(3.5),
      payload: { action: "opened", number: 3, pull_request: pull },
    },
    {
      type: "PullRequestReviewEvent",
      login: "lin-okafor",
      repository: rain,
      createdAt: daysAgo(2.2),
      payload: {
        action: "created",
        review: { id: 7105, state: "approved", html_url: "{web}/lin-okafor/rain-gauge/pull/3#review-1" },
        pull_request: pull,
      },
    },
    {
      type: "PullRequestEvent",
      login: "lin-okafor",
      repository: rain,
      createdAt: daysAgo(2.1),
      payload: {
        action: "closed",
        number: 3,
        pull_request: { ...pull, state: "closed", merged: true },
      },
    },
    {
      type: "GollumEvent",
      login: "tomas-berg",
      repository: tide,
      createdAt: daysAgo(1.7),
      payload: {
        pages: [
          {
            page_name: "Ports",
            title: "Ports",
            summary: null,
            action: "edited",
            sha: sha("a"),
            html_url: "{web}/ada-finch/tide-clock/wiki/Ports",
          },
        ],
      },
    },
    {
      type: "MemberEvent",
      login: "tomas-berg",
      repository: "tomas-berg/harbour-lights",
      createdAt: daysAgo(1.3),
      payload: { action: "added", member: { login: "lin-okafor" } },
    },
    {
      type: "WatchEvent",
      login: "tomas-berg",
      repository: "ada-finch/glyph-garden",
      createdAt: daysAgo(0.6),
      payload: { action: "started" },
    },
    {
      type: "SponsorshipEvent",
      login: "lin-okafor",
      createdAt: daysAgo(5.2),
      payload: { action: "created", sponsorship: { sponsorable: { login: "tomas-berg" } } },
    },
  ];
};
