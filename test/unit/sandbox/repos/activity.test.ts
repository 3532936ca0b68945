import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, type Service } from "../service.ts";
import { base64, mia, nora, otto, startForge } from "./forge.ts";

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const at = "/repos/mia/hello";
const get = (path: string, options = mia) => service.call("GET", at + path, options);

describe("statistics", () => {
  /** As the interface gives them once they are computed. */
  const computed = async (name: string) => {
    assert.deepEqual([(await get(`/stats/${name}`)).status, (await get(`/stats/${name}`)).body], [202, {}]);
    service.clock.advance(1000);
    const answer = await get(`/stats/${name}`);
    assert.equal(answer.status, 200);
    return answer.body;
  };

  it("are computed first, and again after a push", async () => {
    await computed("commit_activity");
    await service.call("PUT", `${at}/contents/x`, { ...mia, body: { message: "x", content: base64("x\n") } });
    assert.equal((await get("/stats/commit_activity")).status, 202);
  });

  it("count commits by week and day", async () => {
    await service.call("PUT", `${at}/contents/x`, { ...mia, body: { message: "x", content: base64("x\n") } });
    const weeks = await computed("commit_activity");
    assert.equal(weeks.length, 52);
    // 2026-01-01 is a Thursday, in the week that began on 2025-12-28.
    assert.deepEqual(weeks[51], {
      week: Date.parse("2025-12-28T00:00:00Z") / 1000,
      total: 1,
      days: [0, 0, 0, 0, 1, 0, 0],
    });
    const total = weeks.reduce((sum: number, week: { total: number }) => sum + week.total, 0);
    assert.equal(total, 3);
    const { body: both } = await get("/stats/participation");
    assert.deepEqual([both.all[51], both.owner[51], both.all.length], [1, 1, 52]);
    assert.equal(both.all[0] + both.all[1], 2);
    assert.equal(both.owner[0] + both.owner[1], 0);
  });

  it("count lines by week and person, without merges", async () => {
    const frequency = await computed("code_frequency");
    assert.equal(frequency[0][0], Date.parse("2024-12-29T00:00:00Z") / 1000);
    assert.ok(frequency[0][1] > 40 && frequency[0][2] === 0);
    assert.deepEqual(frequency[1].slice(1), [2, -1]);
    const people = await computed("contributors");
    assert.deepEqual(
      people.map(({ author, total }: { author: { login: string }; total: number }) => [author.login, total]),
      [
        ["mia", 1],
        ["nora", 1],
      ],
    );
    const [, week] = people[1].weeks;
    assert.deepEqual([week.a, week.d, week.c], [1, 1, 1]);
  });

  it("punch a card", async () => {
    const { body } = await get("/stats/punch_card");
    assert.equal(body.length, 168);
    const punched = body.filter(([, , count]: number[]) => count !== 0);
    assert.deepEqual(punched, [
      [3, 10, 1],
      [3, 23, 1],
      [4, 10, 1],
    ]);
  });

  it("of an empty repository are none", async () => {
    for (const name of ["contributors", "commit_activity", "code_frequency", "punch_card"])
      assert.equal((await service.call("GET", `/repos/mia/empty/stats/${name}`, mia)).status, 204);
    const { body } = await service.call("GET", "/repos/mia/empty/stats/participation", mia);
    assert.equal(Math.max(...body.all), 0);
  });
});

describe("downloads", () => {
  it("are listed, fetched, counted and deleted", async () => {
    const [download] = (await get("/downloads")).body;
    assert.deepEqual([download.name, download.size, download.download_count], ["hello 1.zip", 2, 0]);
    assert.equal(await (await fetch(download.html_url)).text(), "PK");
    assert.equal((await get(`/downloads/${download.id}`)).body.download_count, 1);
    assertError(await service.call("DELETE", `${at}/downloads/${download.id}`, otto), 404, "Not Found");
    assert.equal((await service.call("DELETE", `${at}/downloads/${download.id}`, nora)).status, 204);
    assertError(await get(`/downloads/${download.id}`), 404, "Not Found");
    assert.deepEqual((await get("/downloads")).body, []);
  });
});

describe("events", () => {
  it("are kept of everything that users do", async () => {
    const before = service.sandbox.state().events.length;
    const created = await service.call("POST", "/user/repos", {
      ...mia,
      body: { name: "new", private: true, auto_init: true },
    });
    await service.call("PATCH", "/repos/mia/new", { ...mia, body: { private: false } });
    await service.call("PUT", `${at}/contents/x`, { ...mia, body: { message: "Write x", content: base64("x") } });
    await service.call("POST", `${at}/merges`, { ...nora, body: { base: "left", head: "right" } });
    await service.call("POST", `${at}/forks`, otto);
    await service.call("PUT", "/user/starred/mia/hello", nora);
    await service.call("PUT", "/user/starred/mia/hello", nora);
    await service.call("PUT", `${at}/collaborators/otto`, mia);
    await service.call("POST", `${at}/commits/main/comments`, { ...otto, body: { body: "Hm" } });
    await service.call("POST", "/gists", { ...mia, body: { public: true, files: { a: { content: "a" } } } });
    await service.call("POST", "/repos/acme/anvil/forks", nora);
    const events = service.sandbox.state().events.slice(before);
    assert.deepEqual(
      events.map(({ type, actor, repository, public: open }) => [type, actor, repository?.name, open]),
      [
        ["CreateEvent", "mia", "mia/new", false],
        ["CreateEvent", "mia", "mia/new", false],
        ["PushEvent", "mia", "mia/new", false],
        ["PublicEvent", "mia", "mia/new", true],
        ["PushEvent", "mia", "mia/hello", true],
        ["PushEvent", "nora", "mia/hello", true],
        ["ForkEvent", "otto", "mia/hello", true],
        ["WatchEvent", "nora", "mia/hello", true],
        ["MemberEvent", "mia", "mia/hello", true],
        ["CommitCommentEvent", "otto", "mia/hello", true],
        ["GistEvent", "mia", undefined, true],
        ["ForkEvent", "nora", "acme/anvil", true],
      ],
    );
    assert.equal(created.status, 201);
    const push = events[4]?.payload as { ref: string; size: number; commits: readonly { message: string }[] };
    assert.deepEqual([push.ref, push.size, push.commits[0]?.message], ["refs/heads/main", 1, "Write x"]);
    assert.equal(events[5]?.payload["size"], 2);
    assert.equal(events.at(-1)?.organization, "acme");
    assert.ok(events.every(({ createdAt }) => createdAt === "2026-01-01T00:00:00Z"));
    const ids = service.sandbox.state().events.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
