import assert from "node:assert/strict";
import { it } from "node:test";
import { operationIds } from "../../src/client/operations/table.ts";
import { demoLogin, demoSeed, demoToken } from "../../src/sandbox/demoSeed.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { PublishedDescription } from "../support/publishedDescription.ts";
import { forgeSeed } from "../unit/sandbox/repos/forge.ts";
import { startService } from "../unit/sandbox/service.ts";
import { type Case, checkAnswers, op, unchanged } from "./answers.ts";

const hello = { user: "mia", repo: "hello" };
const none = { user: "mia", repo: "none" };

const seed: SandboxSeed = {
  ...forgeSeed,
  repositories: (forgeSeed.repositories ?? []).map((repository) =>
    repository.owner === "mia" && repository.name === "hello"
      ? {
          ...repository,
          issues: [
            {
              title: "Too quiet",
              login: "otto",
              createdAt: "2025-11-20T10:00:00Z",
              events: [
                { event: "labeled", login: "mia", createdAt: "2025-11-21T10:00:00Z", label: "bug" },
                { event: "assigned", login: "mia", createdAt: "2025-11-21T10:00:00Z", assignee: "mia" },
                { event: "milestoned", login: "mia", createdAt: "2025-11-21T10:00:00Z", milestone: "1.0" },
                {
                  event: "renamed",
                  login: "mia",
                  createdAt: "2025-11-21T10:00:00Z",
                  rename: { from: "Quiet", to: "Too quiet" },
                },
                { event: "closed", login: "mia", createdAt: "2025-11-22T10:00:00Z", commit: "main" },
              ],
            },
          ],
        }
      : repository,
  ),
  events: [
    {
      type: "WatchEvent",
      login: "nora",
      repository: "acme/rocket",
      createdAt: "2025-12-24T10:00:00Z",
      payload: { action: "started" },
    },
    {
      type: "WatchEvent",
      login: "mia",
      repository: "mia/hello",
      createdAt: "2025-12-25T10:00:00Z",
      payload: { action: "started" },
      public: true,
    },
  ],
};

const cases: readonly Case[] = [
  { title: "events.get", status: 200, call: op("events.get", {}) },
  { title: "events.get when nothing changed", status: 304, call: unchanged("events.get", {}) },
  {
    title: "events.getFromRepo",
    status: 200,
    call: op("events.getFromRepo", hello),
  },
  { title: "events.getFromRepoIssues", status: 200, call: op("events.getFromRepoIssues", hello) },
  {
    title: "events.getFromRepoNetwork",
    status: 200,
    call: op("events.getFromRepoNetwork", hello),
  },
  { title: "events.getFromRepoNetwork of none", status: 404, call: op("events.getFromRepoNetwork", none) },
  {
    title: "events.getFromRepoNetwork when nothing changed",
    status: 304,
    call: unchanged("events.getFromRepoNetwork", hello),
  },
  { title: "events.getFromOrg", status: 200, call: op("events.getFromOrg", { org: "acme" }) },
  { title: "events.getReceived", status: 200, call: op("events.getReceived", { user: "mia" }) },
  { title: "events.getReceivedPublic", status: 200, call: op("events.getReceivedPublic", { user: "mia" }) },
  {
    title: "events.getFromUser",
    status: 200,
    call: op("events.getFromUser", { user: "mia" }),
  },
  {
    title: "events.getFromUserPublic",
    status: 200,
    call: op("events.getFromUserPublic", { user: "mia" }),
  },
  {
    title: "events.getFromUserOrg",
    as: "sandbox_otto_repo",
    status: 200,
    call: op("events.getFromUserOrg", { user: "otto", org: "acme" }),
  },
];

checkAnswers("the sandbox's feeds", seed, cases, [["events.get", {}]]);

it("every operation of events is asked for", () => {
  const asked = cases.map(({ title }) => title.split(" ")[0] ?? "");
  assert.deepEqual(
    operationIds.filter((id) => id.startsWith("events.") && !asked.includes(id)),
    [],
  );
});

/** The sandbox's own way of naming a type → the description's schema of its payload. */
const schemas: Readonly<Record<string, string>> = {
  CommitCommentEvent: "commit-comment-event",
  CreateEvent: "create-event",
  DeleteEvent: "delete-event",
  ForkEvent: "fork-event",
  GollumEvent: "gollum-event",
  IssueCommentEvent: "issue-comment-event",
  IssuesEvent: "issues-event",
  MemberEvent: "member-event",
  PublicEvent: "public-event",
  PullRequestEvent: "pull-request-event",
  PushEvent: "push-event",
  ReleaseEvent: "release-event",
  WatchEvent: "watch-event",
};

it("the payload of every described type of event is as the published description says", async () => {
  const description = await PublishedDescription.load();
  const now = Date.parse("2026-01-01T00:00:00Z");
  const service = await startService({ seed: demoSeed(now) });
  try {
    const at = `/repos/${demoLogin}/tide-clock`;
    const ada = { token: demoToken };
    const main = await service.call("GET", `${at}/git/ref/heads/main`, ada);
    const { sha } = main.body.object;
    await service.call("POST", `${at}/git/refs`, { ...ada, body: { ref: "refs/heads/b", sha } });
    await service.call("DELETE", `${at}/git/refs/heads/b`, ada);
    await service.call("POST", `${at}/commits/main/comments`, { ...ada, body: { body: "Good" } });
    await service.call("PATCH", `/repos/${demoLogin}/household-ledger`, { ...ada, body: { private: false } });
    const seen = new Set<string>();
    for (const page of [1, 2, 3]) {
      const { body } = await service.call("GET", `/events?per_page=100&page=${page}`, ada);
      for (const { type, payload } of body) {
        const schema = schemas[type];
        if (schema === undefined) continue;
        // Of a new repository there is no ref: so the service says, whatever its description.
        const wanted = payload.ref_type === "repository" ? { ...payload, ref: "", full_ref: "" } : payload;
        assert.deepEqual(description.checkSchema(schema, wanted), [], type);
        seen.add(type);
      }
    }
    assert.deepEqual([...seen].toSorted(), Object.keys(schemas));
  } finally {
    await service.close();
  }
});
