import type { DemoGist } from "./demoGist.ts";

export const noteGists: readonly DemoGist[] = [
  {
    description: "Checklist before a release",
    days: 2,
    edited: 0.2,
    secret: true,
    files: {
      "release.md": `# Before a release

- [x] Change log is written for people
- [x] Version number is raised
- [ ] All tests are green on a clean checkout
- [ ] The package was installed by hand once
- [ ] Tag pushed, notes published

Afterwards: watch the error reports for a day.
`,
    },
    earlier: [
      { days: 2, files: { "release.md": "# Before a release\n\n- [ ] Change log\n- [ ] Version number\n" } },
    ],
  },
  {
    description: "Notes on reading a heap snapshot",
    days: 40,
    secret: true,
    files: {
      "heap.md": `# Reading a heap snapshot

1. Take one snapshot before, do the thing ten times, take one after.
2. Compare; sort by "Retained size delta".
3. A count that grew by exactly ten is the suspect.
4. Follow the retainers up to the first name that is yours.

Typical culprits: listeners that nobody removed, caches without a limit, closures in timers.
`,
      "grow.mjs": `// A leak to practise on: node --inspect grow.mjs
const kept = [];
setInterval(() => kept.push(new Array(1000).fill("leak")), 100);
`,
    },
  },
  {
    description: "Git commands that I look up every time",
    days: 320,
    edited: 55,
    starredBy: ["tomas-berg", "lin-okafor"],
    files: {
      "git.md": `# Git, again

| I want to | command |
| --- | --- |
| undo the last commit, keep the changes | git reset --soft HEAD~1 |
| see who deleted a line | git log -S 'the line' -- path |
| move the last commits to a new branch | git switch -c topic && git branch -f main origin/main |
| find the commit that broke it | git bisect run npm test |
| stage parts of a file | git add --patch |
`,
    },
    comments: [
      ["tomas-berg", 200, "`git log -S` saved my afternoon."],
      ["lin-okafor", 54, "You could add `git worktree`: two branches side by side without stashing."],
    ],
  },
  {
    description: "Sourdough, for eight people 🍞",
    days: 510,
    files: {
      "sourdough.md": `# Sourdough

- 800 g flour
- 560 g water
- 160 g starter
- 16 g salt

Mix, rest 40 minutes, add the salt. Fold four times in three hours.
Overnight into the fridge; 45 minutes at 240 °C, the first 20 with the lid on.
`,
    },
  },
  {
    description: "Regular expressions I trust",
    days: 990,
    edited: 610,
    files: {
      "patterns.md": `# Regular expressions I trust

    ISO date        ^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$
    semantic version ^(\\d+)\\.(\\d+)\\.(\\d+)(?:-([0-9A-Za-z.-]+))?$
    hex colour      ^#(?:[0-9a-f]{3}){1,2}$
    blank line      ^\\s*$

An e-mail address is not among them: send a message instead.
`,
    },
  },
];
