import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSandbox } from "../../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../../src/sandbox/seed.ts";
import { parseState } from "../../../../src/sandbox/state.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { repeatable } from "../service.ts";
import { forgeSeed } from "./forge.ts";

const sandboxOf = (seed: unknown) =>
  createSandbox({ seed: seed as SandboxSeed, clock: new ManualClock(), random: repeatable() });

const refuses = (make: () => unknown, message: RegExp): void => {
  assert.throws(make, (error: Error) => message.test(error.message) || assert.fail(error.message));
};

describe("a seed's repositories", () => {
  const users = [{ login: "mia" }];
  const date = "2025-01-01T00:00:00Z";
  const first = { message: "a", author: "mia", date, files: { a: "a\n" } };
  const withCommits = (...commits: object[]) => ({ users, repositories: [{ owner: "mia", name: "r", commits }] });
  const withParts = (parts: object) => ({
    users,
    repositories: [{ owner: "mia", name: "r", commits: [first], ...parts }],
  });
  const web = { url: "https://example.com/" };

  it("are refused with the place of the fault", () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [
        { users, repositories: [{ owner: "x", name: "r" }] },
        /^seed\.repositories\[0\]\.owner: no user has the login "x"/,
      ],
      [
        { users, repositories: [{ owner: "mia", name: "r", star: 1 }] },
        /^seed\.repositories\[0\]: unknown field "star"/,
      ],
      [
        {
          users,
          repositories: [
            { owner: "mia", name: "r" },
            { owner: "mia", name: "R" },
          ],
        },
        /\[1\]: mia\/R is there twice/,
      ],
      [
        { users, repositories: [{ owner: "mia", name: "r", forkOf: "mia/x" }] },
        /\[0\]\.forkOf: there is no repository mia\/x/,
      ],
      [
        { users, repositories: [{ owner: "mia", name: "r", starredBy: ["x"] }] },
        /\.starredBy: no user has the login "x"/,
      ],
      [{ users, organizations: [{ login: "Mia" }] }, /^seed\.organizations: the login "mia" is there twice/],
      [
        { users, organizations: [{ login: "o", members: ["x"] }] },
        /^seed\.organizations\[0\]: no user has the login "x"/,
      ],
      [
        { users, organizations: [{ login: "o", teams: [{ name: "t", repositories: ["x"] }] }] },
        /teams\[0\]: there is no repository "x"/,
      ],
      [withCommits({ ...first, author: "x" }), /commits\[0\]\.author: "x" is neither a login/],
      [
        withCommits({ ...first, files: { "../a": "" } }),
        /files\["\.\.\/a"\]: path contains a malformed path component/,
      ],
      [withCommits({ ...first, files: { a: 5 } }), /files\["a"\]: expected a text or an object with one of/],
      [
        withCommits(first, { ...first, branch: "b", from: "none" }),
        /commits\[1\]\.from: there is no branch or tag "none"/,
      ],
      [withCommits(first, { ...first, merge: "none" }), /commits\[1\]\.merge: there is no branch or tag "none"/],
      [
        withCommits(
          first,
          { ...first, branch: "b", files: { a: "b\n" } },
          { ...first, files: { a: "c\n" } },
          { ...first, merge: "b" },
        ),
        /commits\[3\]\.merge: a cannot be merged/,
      ],
      [withParts({ hooks: [{}] }), /hooks\[0\]\.config: expected an object/],
      [withParts({ hooks: [{ config: {} }] }), /hooks\[0\]: Config must contain URL/],
      [withParts({ hooks: [{ config: { url: "x" } }] }), /hooks\[0\]: url is not a valid/],
      [withParts({ hooks: [{ config: web, events: ["shove"] }] }), /hooks\[0\]: "shove" is not an event/],
      [withParts({ hooks: [{ config: web }, { config: web }] }), /hooks\[1\]: Hook already exists/],
      [withParts({ deployKeys: [{ title: "k", key: "x" }] }), /deployKeys\[0\]\.key: expected a line/],
      [withParts({ deployKeys: [{ title: "k", key: "x", addedBy: "x" }] }), /no user has the login "x"/],
      [withParts({ commitStatuses: [{ commit: "none", state: "success" }] }), /there is no commit "none"/],
      [withParts({ commitStatuses: [{ commit: 0, state: "queued" }] }), /\.state: expected one of pending/],
      [withParts({ deployments: [{ ref: "none" }] }), /deployments\[0\]\.ref: there is no commit "none"/],
      [withParts({ deployments: [{ ref: "main", commit: 9 }] }), /deployments\[0\]\.commit: there is no commit 9/],
      [withParts({ deployments: [{ ref: "main", payload: "{" }] }), /\.payload: payload is no JSON/],
      [
        withParts({ deployments: [{ ref: "main", statuses: [{ state: "success", login: "x" }] }] }),
        /no user has the login "x"/,
      ],
    ];
    for (const [seed, message] of cases) refuses(() => sandboxOf(seed), message);
  });

  it("become the same state every time", () => {
    assert.deepEqual(sandboxOf(forgeSeed).state(), sandboxOf(forgeSeed).state());
  });
});

describe("a state's repositories", () => {
  const good = sandboxOf(forgeSeed).state();

  it("survive being saved as JSON", () => {
    assert.deepEqual(parseState(JSON.parse(JSON.stringify(good))), good);
  });

  it("are refused with the place of the fault", () => {
    const [first, ...others] = good.repositories;
    const withFirst = (change: object) => ({ ...good, repositories: [{ ...first, ...change }, ...others] });
    const gone = { name: "x", commit: "0".repeat(40) };
    const [commit = ""] = Object.keys(good.git.commits);
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [withFirst({ owner: "x" }), /^state\.repositories\[0\]\.owner: no user has the login "x"/],
      [withFirst({ private: 1 }), /^state\.repositories\[0\]\.private: expected true or false/],
      [withFirst({ tags: [gone] }), /\.tags\[0\]\.commit: there is no commit 0{40}/],
      [withFirst({ tags: [{ ...gone, commit: "x" }] }), /\.tags\[0\]\.commit: expected 40 hexadecimal digits/],
      [withFirst({ surprise: 1 }), /^state\.repositories\[0\]: unknown field "surprise"/],
      [{ ...good, git: { ...good.git, trees: {} } }, /^state\.git\.commits\[[0-9a-f]{40}\]: there is no tree/],
      [{ ...good, git: { ...good.git, blobs: {} } }, /^state\.git\.trees\[[0-9a-f]{40}\]: there is no blob/],
      [
        { ...good, git: { ...good.git, commits: { [commit]: {} } } },
        /^state\.git\.commits\["[0-9a-f]{40}"\]\.tree: expected 40/,
      ],
      [{ ...good, events: [{ type: "Nonsense" }] }, /^state\.events\[0\]\.id: expected a whole number/],
    ];
    for (const [state, message] of cases) refuses(() => parseState(state), message);
  });
});
