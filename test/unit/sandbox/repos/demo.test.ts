import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { createSandbox, type Sandbox } from "../../../../src/sandbox/createSandbox.ts";
import { demoLogin, demoSeed, demoToken } from "../../../../src/sandbox/demoSeed.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { repeatable } from "../service.ts";

describe("the demo repositories", () => {
  const clock = new ManualClock();
  let sandbox: Sandbox;
  before(() => {
    sandbox = createSandbox({ seed: demoSeed(clock.now()), clock, random: repeatable() });
  });

  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${demoToken}` };
    const answer = await sandbox.fetch(new Request(`https://sandbox.test${path}`, { headers }));
    assert.equal(answer.status, 200, path);
    return answer.json();
  };

  it("are one of each kind", async () => {
    const found = await read("/user/repos?per_page=100");
    const names = (wanted: (one: { private: boolean; fork: boolean; owner: { type: string } }) => boolean) =>
      found.filter(wanted).map(({ full_name }: { full_name: string }) => full_name);
    assert.ok(names((one) => one.private).length >= 2);
    assert.deepEqual(
      names((one) => one.fork),
      [`${demoLogin}/quiet-queue`],
    );
    assert.equal(names((one) => one.owner.type === "Organization").length, 2);
    assert.equal((await read(`/repos/${demoLogin}/scratch-pad/branches`)).length, 0);
    assert.equal((await read(`/repos/${demoLogin}/glyph-garden/contents/icons`)).length, 600);
    assert.ok((await read("/user/starred")).length >= 2);
  });

  it("have one with more than a year of work by several people, and nothing from the future", async () => {
    const commits = await read(`/repos/${demoLogin}/tide-clock/commits?per_page=100`);
    assert.ok(commits.length >= 60, String(commits.length));
    const dates = commits.map((one: { commit: { author: { date: string } } }) =>
      Date.parse(one.commit.author.date),
    );
    assert.ok(dates.every((date: number) => date < clock.now()));
    assert.ok((dates[0] ?? 0) - dates.at(-1) > 365 * 86_400_000);
    assert.equal((await read(`/repos/${demoLogin}/tide-clock/contributors?anon=1`)).length, 4);
    assert.deepEqual(
      dates,
      dates.toSorted((left: number, right: number) => right - left),
    );
    assert.ok(
      (await read(`/repos/${demoLogin}/tide-clock/comments`)).every(
        (one: { path: string | null; position: number | null }) => one.path === null || one.position !== null,
      ),
    );
  });

  it("have one with hooks, deploy keys and deployments of every state", async () => {
    const at = `/repos/${demoLogin}/tide-clock`;
    const hooks = await read(`${at}/hooks`);
    assert.deepEqual(
      hooks.map((hook: { last_response: { status: string } }) => hook.last_response.status),
      ["active", "unused"],
    );
    assert.equal((await read(`${at}/keys`)).length, 2);
    const deployments = await read(`${at}/deployments`);
    const dates = deployments.map(({ created_at }: { created_at: string }) => created_at);
    assert.deepEqual(dates, dates.toSorted().toReversed());
    assert.deepEqual(
      [...new Set(deployments.map(({ environment }: { environment: string }) => environment))],
      ["production", "staging"],
    );
    const states = new Set<string>();
    for (const { id } of deployments)
      for (const { state } of await read(`${at}/deployments/${id}/statuses`)) states.add(state);
    for (const state of ["pending", "success", "error", "failure"]) assert.ok(states.has(state), state);
    assert.equal((await read(`${at}/commits/main/status`)).state, "success");
  });

  it("have a feed with a fortnight of many things that several people do", async () => {
    const feed = await read(`/users/${demoLogin}/received_events?per_page=100`);
    const dayMs = 86_400_000;
    const recent = feed.filter(
      ({ created_at }: { created_at: string }) => Date.parse(created_at) > clock.now() - 14 * dayMs,
    );
    assert.ok(recent.length >= 35, String(recent.length));
    const kinds = new Set(recent.map(({ type }: { type: string }) => type));
    assert.ok(kinds.size >= 12, [...kinds].join(" "));
    const days = new Set(recent.map(({ created_at }: { created_at: string }) => created_at.slice(0, 10)));
    assert.ok(days.size >= 10, [...days].join(" "));
    assert.ok(feed.every(({ actor }: { actor: { login: string } }) => actor.login !== demoLogin));
    assert.ok(feed.every(({ created_at }: { created_at: string }) => Date.parse(created_at) <= clock.now()));
    const issues = await read(`/repos/${demoLogin}/tide-clock/issues/events`);
    const events = new Set(issues.map(({ event }: { event: string }) => event));
    for (const event of ["closed", "reopened", "labeled", "assigned", "renamed", "referenced", "milestoned"])
      assert.ok(events.has(event), event);
  });

  it("stay small", () => {
    assert.ok(JSON.stringify(sandbox.state()).length < 700_000, String(JSON.stringify(sandbox.state()).length));
  });

  it("have their events in the order of time", () => {
    const { events } = sandbox.state();
    const dates = events.map(({ createdAt }) => createdAt);
    assert.deepEqual(dates, dates.toSorted());
    assert.ok(new Set(events.map(({ type }) => type)).size >= 5);
  });
});
