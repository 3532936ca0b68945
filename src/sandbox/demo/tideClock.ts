import { tideClockDeploying } from "./tideClockDeploying.ts";
import { tideClockTalk } from "./tideClockTalk.ts";
import { type DemoCommit, demoCommits, type DemoRepository } from "./demoRepository.ts";

/** Ports in the order in which their data came; each is one commit. */
const ports = [
  "Lisbon 3.2 2.1,Porto 3.1 2.2,Cascais 3.3 2.0,Faro 3.0 2.4,Lagos 3.1 2.5,Setúbal 3.2 1.9,Aveiro 2.9 2.3",
  "Peniche 3.0 2.0,Nazaré 3.1 2.1,Vigo 3.4 2.6,La Coruña 3.6 2.8,Gijón 4.0 3.1,Santander 4.3 3.3,Bilbao 4.2 3.4",
  "Brest 6.1 3.9,Saint-Malo 11.2 5.2,Cherbourg 5.7 7.8,Dieppe 8.5 11.1,Dover 6.0 11.2,Plymouth 4.7 5.6",
  "Bristol 12.3 7.1,Dublin 3.5 11.6,Cork 3.8 5.0,Galway 4.6 5.1,Oban 3.5 5.9,Bergen 1.3 10.2,Malmö 0.2 8.8",
  "Reykjavík 4.0 6.1,Tórshavn 0.3 0.9,Ceuta 1.0 1.9,Málaga 0.8 2.2,Tanger 2.3 1.7,Funchal 2.3 12.1,Ponta Delgada 1.5 0.4",
  "Cardiff 11.8 7.0,Belfast 3.4 11.0,Leith 4.9 2.5,Aberdeen 3.7 1.3,Calais 6.4 11.9,Antwerp 5.3 3.1,Hamburg 3.7 4.4",
  "Cuxhaven 3.3 0.3,Esbjerg 1.8 2.5,Ostend 4.4 0.2,Rotterdam 1.8 2.0,Lagos NG 1.0 4.4,Tema 1.5 4.2,Dakar 1.6 7.9",
]
  .join(",")
  .split(",")
  .map((text) => {
    const [, name = "", range = "", delay = ""] = /^(.+) ([\d.]+) ([\d.]+)$/.exec(text) ?? [];
    return { name, range, delay };
  });

const csv = (count: number): string =>
  `port,range_m,delay_h\n${ports
    .slice(0, count)
    .map(({ name, range, delay }) => `${name},${range},${delay}\n`)
    .join("")}`;

const readme = (count: number, more = ""): string => `# Tide clock

Shows the next high water for ${count} ports. One hand, two tides a day.

\`\`\`sh
npx tide-clock lisbon
\`\`\`
${more}`;

const tide = (body: string): string => `/** Hours between two high waters. */
export const period = 12.42;

export interface Port {
  readonly name: string;
  readonly range: number;
  readonly delay: number;
}
${body}`;

const next = `
export const nextHigh = (port: Port, now: Date): Date => {
  const hours = now.getTime() / 3_600_000 - port.delay;
  const wait = period - (hours % period);
  return new Date(now.getTime() + wait * 3_600_000);
};
`;

const level = `
export const level = (port: Port, now: Date): number => {
  const phase = (now.getTime() / 3_600_000 - port.delay) / period;
  return (port.range / 2) * (1 + Math.cos(2 * Math.PI * phase));
};
`;

const cli = (extra = ""): string => `#!/usr/bin/env node
import { readPorts } from "./ports.js";
import { nextHigh } from "./tide.js";

const [name = "lisbon"] = process.argv.slice(2);
const port = readPorts().find((one) => one.name.toLowerCase() === name.toLowerCase());
if (port === undefined) {
  console.error(\`No port is called \${name}.\`);
  process.exit(1);
}
${extra}console.log(nextHigh(port, new Date()).toISOString());
`;

const readPorts = `import { readFileSync } from "node:fs";

export const readPorts = () =>
  readFileSync(new URL("../data/ports.csv", import.meta.url), "utf8")
    .trim()
    .split("\\n")
    .slice(1)
    .map((line) => {
      const [name = "", range = "0", delay = "0"] = line.split(",");
      return { name, range: Number(range), delay: Number(delay) };
    });
`;

const face = `.face {
  border-radius: 50%;
  aspect-ratio: 1;
}

.hand {
  transform-origin: bottom;
  rotate: calc(var(--phase) * 1turn);
}
`;

const test = (extra = ""): string => `import assert from "node:assert/strict";
import { test } from "node:test";
import { nextHigh } from "../src/tide.js";

test("high water is less than a period away", () => {
  const now = new Date("2024-05-01T00:00:00Z");
  const wait = nextHigh({ name: "x", range: 1, delay: 2 }, now).getTime() - now.getTime();
  assert.ok(wait > 0 && wait < 13 * 3_600_000);
});
${extra}`;

/** Hours at which people write code, so that the punch card has a shape. */
const hours = [9.2, 10.5, 20.1, 21.4, 14.3, 16.8, 10.1, 22.3, 11.7, 19.6, 15.2];

const portCommits = (): DemoCommit[] =>
  ports.slice(2).map(({ name }, index): DemoCommit => {
    const who = (["ada", "ada", "tomas", "ada", "lin", "tomas", "ada", "june"] as const)[index % 8] ?? "ada";
    const days = Math.round(392 - index * 7.2) - (hours[index % hours.length] ?? 0) / 24;
    const files = { "data/ports.csv": csv(index + 3) };
    const isTenth = (index + 3) % 10 === 0;
    return [
      who,
      days,
      `Add ${name}`,
      isTenth ? { ...files, "README.md": readme(index + 3) } : files,
      isTenth ? { tag: `v0.${(index + 3) / 10}.0` } : {},
    ];
  });

const beginnings: readonly DemoCommit[] = [
  ["ada", 420.4, "Initial commit", { "README.md": readme(1), ".gitignore": "node_modules/\ndist/\n" }],
  ["ada", 419.5, "Licence", { LICENSE: "MIT License\n\nCopyright (c) Ada Finch\n" }],
  ["ada", 419.1, "Types of a port", { "src/tide.ts": tide("") }],
  ["ada", 417.6, "Next high water", { "src/tide.ts": tide(next) }],
  ["ada", 416.4, "Two ports to begin with", { "data/ports.csv": csv(2), "src/ports.ts": readPorts }],
  [
    "tomas",
    411.3,
    "A command line",
    { "src/cli.ts": { executable: cli() }, "bin/tide-clock": { link: "../src/cli.ts" } },
  ],
  ["tomas", 410.2, "Test that tides come back", { "test/tide.test.ts": test() }],
  ["ada", 404.5, "Package", { "package.json": '{\n  "name": "tide-clock",\n  "type": "module"\n}\n' }],
  ["lin", 399.6, "Water level, not only the hour", { "src/tide.ts": tide(next + level) }],
  [
    "lin",
    398.4,
    "A clock face",
    { "web/face.css": face, "web/index.html": "<!doctype html>\n<div class=face></div>\n" },
  ],
];

const endings: readonly DemoCommit[] = [
  [
    "lin",
    60.2,
    "Draw the moon",
    { "web/moon.css": ".moon {\n  mask: radial-gradient(#000 50%, #0000 0);\n}\n" },
    { branch: "feature/moon#phases" },
  ],
  [
    "lin",
    58.4,
    "Moon follows the date",
    { "web/moon.ts": "export const age = (day: number): number => day % 29.53;\n" },
    { branch: "feature/moon#phases" },
  ],
  [
    "tomas",
    45.3,
    "Say what went wrong",
    { "src/cli.ts": { executable: cli("// Ports are few: a list helps more than a guess.\n") } },
    { branch: "fix/unknown-port" },
  ],
  ["ada", 40.5, "Merge fix/unknown-port", {}, { merge: "fix/unknown-port", tag: "v1.0.0" }],
  ["ada", 33.6, "Change log", { "CHANGELOG.md": "# Changes\n\n## 1.0.0\n\n- Knows what it does not know\n" }],
  ["june", 26.2, "Fix a typo", { "README.md": readme(ports.length, "\nData: pilots' almanacs, rounded.\n") }],
  [
    "ada",
    20.1,
    "Test the level",
    { "test/tide.test.ts": test('\ntest("level is never negative", () => assert.ok(true));\n') },
  ],
  [
    "tomas",
    12.4,
    "Keep 1.x for the old hands",
    { "CHANGELOG.md": "# Changes\n\n## 1.0.1\n\n- Kept\n" },
    { branch: "release/1.x", from: "v1.0.0" },
  ],
  ["ada", 5.3, "Rename the face", { "web/face.css": null, "web/clock.css": face }],
  [
    "ada",
    1.2,
    "Round to minutes",
    { "src/tide.ts": tide(next.replace("wait * 3_600_000", "Math.round(wait * 60) * 60_000") + level) },
  ],
];

/** Fourteen months of work by four people. */
export const tideClock: DemoRepository = (daysAgo) => ({
  owner: "ada-finch",
  name: "tide-clock",
  formerNames: ["tideclock"],
  description: "A clock with one hand, for people who live by the sea",
  homepage: "https://example.com/tide-clock",
  topics: ["clock", "tides", "typescript"],
  collaborators: { "tomas-berg": "write", "lin-okafor": "write" },
  commits: demoCommits([...beginnings, ...portCommits(), ...endings], daysAgo),
  protectedBranches: ["release/1.x"],
  starredBy: ["tomas-berg", "lin-okafor"],
  watchedBy: ["tomas-berg"],
  comments: [
    {
      login: "tomas-berg",
      body: "Is this good for **neap** tides too?",
      commit: 3,
      path: "src/tide.ts",
      line: 12,
      createdAt: daysAgo(417),
    },
    {
      login: "ada-finch",
      body: "Good enough for swimming.",
      commit: 3,
      path: "src/tide.ts",
      line: 12,
      createdAt: daysAgo(416.9),
    },
    { login: "lin-okafor", body: "Thank you for the tag.", commit: "v1.0.0", createdAt: daysAgo(40) },
  ],
  downloads: [
    {
      name: "tide-clock-1.0.0.txt",
      content: "The next high water is always the next one.\n",
      contentType: "text/plain",
      description: "To print and hang up",
      createdAt: daysAgo(39),
    },
  ],
  ...tideClockDeploying(daysAgo),
  ...tideClockTalk(daysAgo),
});
