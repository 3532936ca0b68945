import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Octokit } from "@octokit/rest";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { base64, forgeSeed, mia, nora, otto } from "./repos/forge.ts";
import { assertError, linksOf, type Service, smallSeed, startService } from "./service.ts";

const at = "2025-12-20T10:00:00Z";

const seed: SandboxSeed = {
  ...forgeSeed,
  users: forgeSeed.users.map((user) => (user.login === "otto" ? { ...user, following: ["nora"] } : user)),
  repositories: (forgeSeed.repositories ?? []).map((repository) =>
    repository.owner === "mia" && repository.name === "hello"
      ? {
          ...repository,
          issues: [
            {
              title: "Too quiet",
              login: "otto",
              createdAt: at,
              events: [
                { event: "labeled", login: "mia", createdAt: "2025-12-21T10:00:00Z", label: "bug" },
                { event: "closed", login: "mia", createdAt: "2025-12-22T10:00:00Z", commit: "main" },
              ],
              comments: [{ login: "nora", body: "Louder!", createdAt: "2025-12-21T11:00:00Z" }],
            },
            { title: "Too loud", login: "nora", createdAt: "2025-12-23T10:00:00Z" },
          ],
          releases: [{ tag: "v1.0", login: "mia", createdAt: "2025-12-24T10:00:00Z" }],
        }
      : repository,
  ),
  events: [
    {
      type: "GollumEvent",
      login: "nora",
      repository: "mia/hello",
      createdAt: "2025-12-25T10:00:00Z",
      payload: { pages: [{ page_name: "Home", html_url: "{web}/mia/hello/wiki/Home" }] },
    },
    { type: "SingEvent", login: "nora", createdAt: "2025-12-25T11:00:00Z" },
  ],
};

let service: Service;
beforeEach(async () => {
  service = await startService({ seed });
});
afterEach(() => service.close());

interface EventRecord {
  readonly type: string;
  readonly actor: { readonly login: string };
  readonly repo: { readonly name: string };
  readonly public: boolean;
}

const read = async (path: string, options: { token?: string } = mia) => {
  const answer = await service.call("GET", path, options);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const typesOf = (events: readonly EventRecord[]): string[] => events.map(({ type }) => type);
const actorsOf = (events: readonly EventRecord[]): string[] =>
  [...new Set(events.map(({ actor }) => actor.login))].toSorted();

/** One thing that each of these calls does, all of them public. */
const act = async (): Promise<void> => {
  const hello = "/repos/mia/hello";
  await service.call("PUT", `${hello}/contents/x`, { ...mia, body: { message: "Write x", content: base64("x") } });
  await service.call("PUT", "/user/starred/mia/hello", nora);
  await service.call("POST", `${hello}/forks`, otto);
  await service.call("POST", `${hello}/commits/main/comments`, { ...otto, body: { body: "Hm" } });
  const { body } = await service.call("GET", `${hello}/git/ref/heads/main`, mia);
  await service.call("POST", `${hello}/git/refs`, { ...mia, body: { ref: "refs/heads/b", sha: body.object.sha } });
  await service.call("DELETE", `${hello}/git/refs/heads/b`, mia);
};

describe("feeds of events", () => {
  it("contain what happens, the newest first, in the shape of the service", async () => {
    await act();
    const events = await read("/repos/mia/hello/events");
    assert.deepEqual(typesOf(events).slice(0, 8), [
      "DeleteEvent",
      "CreateEvent",
      "CommitCommentEvent",
      "ForkEvent",
      "WatchEvent",
      "PushEvent",
      "GollumEvent",
      "ReleaseEvent",
    ]);
    const [removed, , comment, fork, , push, wiki, release] = events;
    assert.equal(typeof removed.id, "string");
    assert.deepEqual(Object.keys(removed), ["id", "type", "actor", "repo", "payload", "public", "created_at"]);
    assert.deepEqual([removed.payload.ref, removed.payload.full_ref], ["b", "refs/heads/b"]);
    assert.equal(comment.payload.comment.html_url.startsWith(`${service.url}/mia/hello/commit/`), true);
    assert.equal(fork.payload.forkee.full_name, "otto/hello");
    assert.deepEqual([push.payload.size, push.payload.commits[0].message], [1, "Write x"]);
    assert.equal(wiki.payload.pages[0].html_url, `${service.url}/mia/hello/wiki/Home`);
    assert.equal(release.payload.release.html_url, `${service.url}/mia/hello/releases/tag/v1.0`);
  });

  it("do not show private events to others", async () => {
    await service.call("PUT", "/repos/mia/secret/contents/s", {
      ...mia,
      body: { message: "s", content: base64("s") },
    });
    await service.call("POST", "/gists", { ...mia, body: { files: { a: { content: "secret" } } } });
    assert.deepEqual(typesOf(await read("/users/mia/events")).slice(0, 2), ["GistEvent", "PushEvent"]);
    for (const path of ["/users/mia/events/public", "/events", "/networks/mia/hello/events"])
      assert.ok(
        (await read(path)).every((event: EventRecord) => event.public),
        path,
      );
    for (const token of ["sandbox_nora", "sandbox_mia_reader", undefined]) {
      const events = await read("/users/mia/events", token === undefined ? {} : { token });
      assert.ok(
        events.every((event: EventRecord) => event.repo.name !== "mia/secret"),
        String(token),
      );
    }
    assertError(await service.call("GET", "/repos/mia/secret/events", nora), 404, "Not Found");
  });

  it("bring what others do in watched repositories and whom one follows", async () => {
    await act();
    const received = await read("/users/mia/received_events");
    assert.deepEqual(actorsOf(received), ["nora", "otto"]);
    assert.deepEqual(
      actorsOf(
        (await read("/users/otto/received_events/public", otto)).filter(
          ({ repo }: EventRecord) => repo.name === "/",
        ),
      ),
      ["nora"],
    );
  });

  it("of an organization are public, and for a member also private ones, which no one else gets", async () => {
    await service.call("PUT", "/repos/acme/rocket/contents/r", {
      ...otto,
      body: { message: "r", content: base64("r") },
    });
    await service.call("PUT", "/user/starred/acme/anvil", nora);
    assert.deepEqual(typesOf(await read("/orgs/acme/events")), ["WatchEvent"]);
    const own = await read("/users/mia/events/orgs/acme");
    assert.deepEqual(typesOf(own), ["WatchEvent", "PushEvent"]);
    assert.equal(own[0].org.login, "acme");
    assertError(await service.call("GET", "/users/mia/events/orgs/acme", otto), 404, "Not Found");
    assertError(await service.call("GET", "/users/nora/events/orgs/acme", nora), 404, "Not Found");
  });

  it("of a network contain those of all forks", async () => {
    await service.call("POST", "/repos/mia/hello/forks", otto);
    service.clock.advance(5000);
    await service.call("PUT", "/repos/otto/hello/contents/y", {
      ...otto,
      body: { message: "y", content: base64("y") },
    });
    const network = await read("/networks/mia/hello/events");
    assert.deepEqual([network[0].repo.name, network[0].type], ["otto/hello", "PushEvent"]);
    const moved = await service.call("GET", "/networks/mia/hallo/events", mia);
    assert.deepEqual(
      [moved.status, moved.headers.get("location")],
      [301, `${service.url}/networks/mia/hello/events`],
    );
  });

  it("are not found where no user or repository is", async () => {
    for (const path of [
      "/users/none/events",
      "/users/none/received_events",
      "/orgs/none/events",
      "/repos/mia/none/events",
      "/networks/mia/none/events",
      "/repos/mia/none/issues/events",
      "/users/mia/events/orgs/none",
    ])
      assertError(await service.call("GET", path, mia), 404, "Not Found");
  });

  it("cost nothing while they are unchanged, and say how often they want to be read", async () => {
    const first = await service.call("GET", "/users/mia/received_events", mia);
    assert.equal(first.headers.get("x-poll-interval"), "60");
    assert.equal(first.headers.get("date"), "Thu, 01 Jan 2026 00:00:00 GMT");
    const again = { ...mia, headers: { "if-none-match": first.headers.get("etag") ?? "" } };
    const same = await service.call("GET", "/users/mia/received_events", again);
    assert.equal(same.status, 304);
    assert.equal(same.headers.get("x-poll-interval"), "60");
    assert.equal(same.headers.get("x-ratelimit-used"), first.headers.get("x-ratelimit-used"));
    await service.call("PUT", "/user/starred/mia/hello", nora);
    assert.equal((await service.call("GET", "/users/mia/received_events", again)).status, 200);
  });

  it("keep 300 events of 30 days", async () => {
    await service.close();
    const hour = (index: number): string => new Date(Date.UTC(2025, 11, 1) + index * 3_600_000).toISOString();
    const events = Array.from({ length: 700 }, (_, index) => ({
      type: "WatchEvent",
      login: "mia",
      repository: "mia/hello",
      createdAt: `${hour(index).slice(0, 19)}Z`,
    }));
    service = await startService({ seed: { ...forgeSeed, events }, pollInterval: 7 });
    const answer = await service.call("GET", "/repos/mia/hello/events?per_page=200", mia);
    assert.equal(answer.body.length, 100);
    assert.equal(answer.headers.get("x-poll-interval"), "7");
    assert.ok(linksOf(answer.headers)["last"]?.endsWith("page=3"));
    assert.equal((await read("/repos/mia/hello/events?per_page=100&page=3")).length, 100);
    assertError(await service.call("GET", "/repos/mia/hello/events?page=11", mia), 422, /pagination is limited/);
    service.clock.advance(40 * 86_400_000);
    assert.deepEqual(await read("/repos/mia/hello/events"), []);
  });

  it("are those of today's service where the sandbox is", async () => {
    await service.close();
    service = await startService({ seed, age: "today" });
    await act();
    await service.call("POST", "/gists", { ...mia, body: { public: true, files: { a: { content: "a" } } } });
    const events = await read("/users/mia/events");
    assert.ok(!typesOf(events).includes("GistEvent"));
    const push = events.find(({ type }: EventRecord) => type === "PushEvent");
    assert.deepEqual(Object.keys(push.payload), ["repository_id", "push_id", "ref", "head", "before"]);
  });

  it("of issues say which issue, and what happened to it", async () => {
    const events = await read("/repos/mia/hello/issues/events");
    const shown = events.map((one: { event: string; issue: { number: number; title: string; state: string } }) => [
      one.event,
      one.issue.number,
      one.issue.title,
      one.issue.state,
    ]);
    assert.deepEqual(shown, [
      ["closed", 1, "Too quiet", "closed"],
      ["labeled", 1, "Too quiet", "closed"],
    ]);
    assert.match(events[0].commit_id, /^[0-9a-f]{40}$/);
    assert.equal(events[1].label.name, "bug");
    assert.equal((await read("/repos/mia/hello")).open_issues_count, 1);
    const page = await service.call("GET", events[0].issue.html_url);
    assert.deepEqual([page.status, page.text.includes("<h1>Too quiet</h1>")], [200, true]);
    assert.equal((await service.call("GET", "/mia/hello/issues/99")).status, 404);
  });

  it("survive what is kept of a sandbox", async () => {
    const before = await read("/users/mia/received_events");
    const { sandbox } = service;
    const second = await startService({ state: sandbox.state() });
    try {
      const after = await second.call("GET", "/users/mia/received_events", mia);
      assert.deepEqual(typesOf(after.body), typesOf(before));
    } finally {
      await second.close();
    }
  });

  it("of a seed must name an existing user", async () => {
    const one = { login: "mia", createdAt: at };
    const start = (more: Partial<SandboxSeed>) => startService({ seed: { ...smallSeed, ...more } });
    await assert.rejects(start({ events: [{ ...one, type: "X", login: "none" }] }), /seed\.events\[0\]/);
    await assert.rejects(
      start({ events: [{ ...one, type: "X", repository: "a/b" }] }),
      /there is no repository a\/b/,
    );
    await assert.rejects(start({ events: [{ ...one, type: "" }] }), /seed\.events\[0\]\.type/);
    const users = [{ login: "mia", following: ["none"] }];
    await assert.rejects(start({ users, tokens: [], gists: [] }), /seed\.users\[0\]\.following/);
  });
});

describe("@octokit/rest with feeds", () => {
  it("reads all ten", async () => {
    await act();
    const { activity, issues } = new Octokit({ baseUrl: service.url, auth: "sandbox_mia" }).rest;
    const username = "mia";
    const hello = { owner: "mia", repo: "hello" };
    const lists = [
      activity.listPublicEvents(),
      activity.listReceivedEventsForUser({ username }),
      activity.listReceivedPublicEventsForUser({ username }),
      activity.listEventsForAuthenticatedUser({ username }),
      activity.listPublicEventsForUser({ username }),
      activity.listOrgEventsForAuthenticatedUser({ username, org: "acme" }),
      activity.listPublicOrgEvents({ org: "acme" }),
      activity.listRepoEvents(hello),
      activity.listPublicEventsForRepoNetwork(hello),
      issues.listEventsForRepo(hello),
    ];
    for (const list of await Promise.all(lists)) {
      assert.equal(list.status, 200);
      assert.ok(Array.isArray(list.data));
    }
    const octokit = new Octokit({ baseUrl: service.url, auth: "sandbox_mia" });
    const all = await octokit.paginate(octokit.rest.activity.listRepoEvents, { ...hello, per_page: 3 });
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    assert.ok(all.length > 6);
  });
});
