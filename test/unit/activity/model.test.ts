import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { SignedOutError } from "../../../src/base/errors.ts";
import { ActivityModel, type Arrival, type FeedState } from "../../../src/activity/model.ts";
import { ActivityProblem, type ActivityProblemKind } from "../../../src/activity/problem.ts";
import { ReadMarks } from "../../../src/activity/readMarks.ts";
import type { Feed, FeedPlace, Mute } from "../../../src/activity/types.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { type SandboxServer, serveSandbox } from "../../../src/sandbox/server.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { openWindow, signIn, type Window } from "../accounts/window.ts";
import { repeatable } from "../sandbox/service.ts";

const start = Date.parse("2026-01-01T00:00:00Z");
const at = (minutesAgo: number): string =>
  new Date(start - minutesAgo * 60_000).toISOString().replace(/\.\d+Z$/, "Z");

const stars = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: "WatchEvent",
    login: "otto",
    repository: "mia/tools",
    createdAt: at(10 + index),
    payload: { action: "started" },
  }));

const seedWith = (count: number): SandboxSeed => ({
  users: [
    { login: "mia", createdAt: at(99_999) },
    { login: "otto", createdAt: at(99_999) },
  ],
  tokens: [
    { token: "sandbox_mia", login: "mia", scopes: ["repo", "gist"] },
    { token: "sandbox_otto", login: "otto", scopes: ["repo", "gist"] },
  ],
  organizations: [{ login: "acme", admins: ["mia"], createdAt: at(99_999) }],
  repositories: [{ owner: "mia", name: "tools", createdAt: at(99_999) }],
  events: stars(count),
});

describe("the model of activity", () => {
  let sandbox: Sandbox;
  let server: SandboxServer;
  let window: Window;
  let clock: ManualClock;
  let accountId: string;
  let model: ActivityModel;
  let mutes: Mute[];
  let kept: object;
  let requests: (readonly [path: string, status: number])[];
  let change: (answer: Response, request: Request) => Response | Promise<Response>;
  let arrived: Arrival[];

  const open = async (count: number): Promise<void> => {
    clock = new ManualClock(start);
    sandbox = createSandbox({ seed: seedWith(count), clock, random: repeatable() });
    server = await serveSandbox({
      ...sandbox,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const answer = await change(await sandbox.fetch(request), request);
        requests.push([pathname + search, answer.status]);
        return answer;
      },
    });
    window = openWindow();
    accountId = await signIn(window, server.url, "sandbox_mia");
    requests.length = 0;
  };
  /** As after a restart of VS Code: what was kept is there. */
  const restart = (): void => {
    const marks = new ReadMarks({ read: () => kept as never, write: (next) => (kept = next) });
    model = new ActivityModel({ accounts: window.model, clock: window.clock, marks, mutes: () => mutes });
    arrived = [];
    model.onDidArrive((arrival) => arrived.push(arrival));
  };
  beforeEach(async () => {
    requests = [];
    change = (answer) => answer;
    mutes = [];
    kept = {};
    await open(3);
    restart();
  });
  afterEach(async () => {
    model.dispose();
    window.model.dispose();
    await server.close();
  });

  const place = (kind: Feed["kind"], target: string): FeedPlace => ({ accountId, feed: { kind, target } });
  const received = (): FeedPlace => place("received", "mia");
  const star = (): void => {
    // Another user, directly at the service.
    const path = "https://x.test/user/starred/mia/tools";
    const headers = { authorization: "Bearer sandbox_otto" };
    void sandbox.fetch(new Request(path, { method: "DELETE", headers }));
    void sandbox.fetch(new Request(path, { method: "PUT", headers }));
  };
  const problemOf = async (work: Promise<unknown>): Promise<ActivityProblemKind> => {
    let kind: ActivityProblemKind | undefined;
    await assert.rejects(work, (error) => {
      assert.ok(error instanceof ActivityProblem, String(error));
      ({ kind } = error);
      return true;
    });
    return kind ?? assert.fail();
  };

  it("reads each feed once, and shares a read that is under way", async () => {
    const [first, second] = await Promise.all([model.read(received()), model.read(received())]);
    assert.equal(first, second);
    assert.equal(first.activities.length, 3);
    await model.read(received());
    assert.deepEqual(requests, [["/users/mia/received_events?per_page=50", 200]]);
  });

  it("asks again for nothing when nothing changed, as often as the service wants", async () => {
    await model.read(received());
    assert.equal(model.dueAt(received()), window.clock.now() + 60_000);
    await model.refresh(received());
    assert.deepEqual(
      requests.map(([, status]) => status),
      [200, 304],
    );
    change = (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("x-poll-interval", "300");
      return new Response(answer.body, { status: answer.status, headers });
    };
    await model.refresh(received());
    assert.equal(model.dueAt(received()), window.clock.now() + 300_000);
    assert.deepEqual(arrived, []);
  });

  it("asks less often while the service fails, and keeps what it has", async () => {
    await model.read(received());
    change = () => Response.json({ message: "Not now" }, { status: 403 });
    const waits: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await assert.rejects(model.refresh(received(), { priority: "background" }), (error) =>
        HttpError.is(error, "forbidden"),
      );
      waits.push((model.dueAt(received()) - window.clock.now()) / 60_000);
      window.clock.advance(20 * 60_000);
    }
    assert.deepEqual(waits, [2, 4, 8, 15, 15, 15]);
    assert.equal(model.known(received())?.activities.length, 3);
    change = (answer) => answer;
    await model.refresh(received());
    assert.equal(model.dueAt(received()), window.clock.now() + 60_000);
  });

  it("reports that a feed can't be read again, and why, until it can; reading it then sends no request", async () => {
    const { readAt } = await model.read(received());
    let changes = 0;
    model.onDidChange(() => changes++);
    window.clock.advance(60_000);
    change = () => new Response("<html>", { headers: { "content-type": "text/html" } });
    await assert.rejects(model.refresh(received()));
    assert.equal(changes, 1);
    change = () => assert.fail("A request was sent.");
    const { staleness, activities } = await model.read(received());
    assert.equal(staleness?.readAt, readAt);
    assert.ok(HttpError.is(staleness.error, "unreadable"));
    assert.equal(activities.length, 3);
    change = (answer) => answer;
    assert.equal((await model.refresh(received())).staleness, undefined);
    assert.equal(changes, 2);
  });

  it("does not answer what is known of a feed that the service refuses since", async () => {
    await model.read(received());
    change = () => Response.json({ message: "Gone" }, { status: 404 });
    await assert.rejects(model.refresh(received()), ActivityProblem);
    await assert.rejects(model.read(received()), ActivityProblem);
    change = (answer) => answer;
    assert.equal((await model.read(received())).activities.length, 3);
  });

  it("fires for new events, which stay unread until they are marked, over a restart too", async () => {
    await model.read(received());
    assert.equal(model.unread(received()).length, 0);
    clock.advance(60_000);
    star();
    await model.refresh(received());
    assert.deepEqual(
      arrived.map(({ fresh }) => fresh.map(({ type }) => type)),
      [["WatchEvent"]],
    );
    assert.equal(model.unread(received()).length, 1);
    restart();
    await model.read(received());
    assert.equal(model.unread(received()).length, 1);
    model.markAllRead(received());
    assert.equal(model.unread(received()).length, 0);
    restart();
    await model.read(received());
    assert.equal(model.unread(received()).length, 0);
    assert.deepEqual(arrived, []);
  });

  it("counts what is in several feeds once, and marks it in all of them", async () => {
    const places = [received(), place("repo", "mia/tools")];
    for (const each of places) await model.read(each);
    clock.advance(60_000);
    star();
    for (const each of places) await model.refresh(each);
    assert.equal(model.countUnread(places), 1);
    const [fresh] = model.unread(received());
    model.markRead(places, fresh ?? assert.fail());
    assert.equal(model.countUnread(places), 0);
  });

  it("has no unread events in what is muted, in one's own, and in public ones", async () => {
    const own = place("user", "mia");
    const all = place("public", "");
    for (const each of [received(), own, all]) await model.read(each);
    clock.advance(60_000);
    star();
    await sandbox.fetch(
      new Request("https://x.test/user/starred/mia/tools", {
        method: "PUT",
        headers: { authorization: "Bearer sandbox_mia" },
      }),
    );
    for (const each of [received(), own, all]) await model.refresh(each);
    assert.deepEqual(
      [model.unread(received()).length, model.unread(own).length, model.unread(all).length],
      [1, 0, 0],
    );
    assert.ok(arrived.some((arrival) => arrival.place.feed.kind === "user"));
    mutes.push({ what: "type", value: "WatchEvent" });
    assert.equal(model.countUnread([received(), own, all]), 0);
  });

  it("starts over when more happened than a page has", async () => {
    await model.read(received());
    clock.advance(60_000);
    for (let turn = 0; turn < 60; turn += 1) star();
    const state = await model.refresh(received());
    assert.deepEqual([state.activities.length, state.hasMore], [50, true]);
    await model.more(received());
    const keys = model.known(received())?.activities.map(({ key }) => key) ?? [];
    assert.deepEqual([keys.length, new Set(keys).size], [63, 63]);
  });

  describe("of a long feed", () => {
    beforeEach(async () => {
      await server.close();
      window.model.dispose();
      await open(320);
      restart();
    });

    it("reads on to the service's end, each event once", async () => {
      const counts: number[] = [(await model.read(received())).activities.length];
      while (model.known(received())?.hasMore === true) {
        await model.more(received());
        counts.push(model.known(received())?.activities.length ?? 0);
      }
      assert.deepEqual(counts, [50, 100, 150, 200, 250, 300]);
      await model.more(received());
      assert.equal(requests.length, 6);
      assert.equal(new Set(model.known(received())?.activities.map(({ key }) => key)).size, 300);
    });

    it("keeps the pages when new events come", async () => {
      await model.read(received());
      await model.more(received());
      clock.advance(60_000);
      star();
      const state = await model.refresh(received());
      assert.deepEqual([state.activities.length, state.hasMore], [101, true]);
      assert.equal(state.activities[0]?.key, arrived[0]?.fresh[0]?.key);
      await model.more(received());
      assert.ok((model.known(received())?.activities.length ?? 0) >= 150);
    });

    for (const [count, rows] of [
      [60, 160],
      [160, 100],
    ] as const)
      it(`has no fewer events than before when ${count} new ones come at once`, async () => {
        await model.read(received());
        await model.more(received());
        clock.advance(60_000);
        for (let turn = 0; turn < count; turn += 1) star();
        const known = model.known(received())?.activities;
        change = (answer, request) =>
          request.url.includes("page=2") ? Response.json({ message: "No" }, { status: 403 }) : answer;
        await assert.rejects(model.refresh(received()));
        assert.equal(model.known(received())?.activities, known);
        change = (answer) => answer;
        const state = await model.refresh(received());
        const keys = (model.known(received())?.activities ?? []).map(({ key }) => key);
        assert.deepEqual([keys.length, new Set(keys).size, state.hasMore], [rows, rows, true]);
        await model.more(received());
        assert.ok((model.known(received())?.activities.length ?? 0) > rows);
      });

    it("does not follow links from page to page without events when it is read again", async () => {
      await model.read(received());
      clock.advance(60_000);
      requests.length = 0;
      change = (_, request) => {
        const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
        const link = `<${server.url}/events?page=${page + 1}>; rel="next"`;
        return Response.json([], page < 100 ? { headers: { link } } : {});
      };
      await model.refresh(received());
      assert.equal(requests.length, 1);
    });

    it("takes the refusal of more pages for the end", async () => {
      await model.read(received());
      change = (answer, request) =>
        request.url.includes("page=2")
          ? Response.json({ message: "pagination is limited for this resource" }, { status: 422 })
          : answer;
      await model.more(received());
      const state: FeedState | undefined = model.known(received());
      assert.deepEqual([state?.activities.length, state?.hasMore], [50, false]);
    });

    it("keeps what it has when a further page fails", async () => {
      await model.read(received());
      change = () => Response.json({ message: "No" }, { status: 403 });
      await assert.rejects(model.more(received()), (error) => HttpError.is(error, "forbidden"));
      const state = model.known(received());
      assert.deepEqual([state?.activities.length, state?.hasMore], [50, true]);
    });
  });

  it("explains what is gone, and what is of another user only", async () => {
    assert.equal(await problemOf(model.read(place("user", "nobody"))), "gone");
    assert.equal(await problemOf(model.read(place("org", "none"))), "gone");
    assert.equal(await problemOf(model.read(place("repo", "mia/none"))), "gone");
    assert.equal(await problemOf(model.read(place("userOrg", "otto/acme"))), "notYours");
    assert.equal((await model.read(place("userOrg", "mia/acme"))).activities.length, 0);
    // The others are as they were.
    assert.equal((await model.read(received())).activities.length, 3);
    await window.model.remove(accountId);
    await assert.rejects(model.read(place("org", "acme")), SignedOutError);
  });

  it("takes the service's clock for what is now", async () => {
    window.clock.advance(-3 * 3_600_000);
    await model.read(received());
    assert.ok(Math.abs(model.now(received()) - start) < 2000);
    assert.equal(model.known(received())?.readAt, start - 3 * 3_600_000);
  });

  it("survives whatever stands in a feed, and refuses what is no list", async () => {
    const bad = [
      null,
      7,
      "x",
      [],
      {},
      { id: 5, type: "WatchEvent", actor: { login: "otto" }, created_at: "2999-01-01T00:00:00Z" },
      { id: "5", type: "WatchEvent" },
      { id: "6", type: "NeverHeardOf", payload: { title: "<script>" } },
    ];
    change = () => Response.json(bad);
    const { activities } = await model.read(received());
    assert.deepEqual(
      activities.map(({ key }) => key),
      ["||||", "5", "6"],
    );
    change = () => Response.json({ message: "Hello" });
    await assert.rejects(model.read(place("org", "acme")), (error) => HttpError.is(error, "unreadable"));
  });

  it("forgets a feed that was removed while it was read, and an account with all of its marks", async () => {
    let release = (): void => undefined;
    let held = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (held = resolve));
    change = (answer) =>
      new Promise((resolve) => {
        release = () => resolve(answer);
        held();
      });
    const reading = model.read(received());
    await isHeld;
    model.forget(accountId, received().feed);
    release();
    await reading;
    assert.equal(model.known(received()), undefined);
    assert.deepEqual(kept, {});
    change = (answer) => answer;
    await model.read(received());
    assert.equal(Object.keys(kept).length, 1);
    model.forget(accountId);
    assert.deepEqual([model.known(received()), kept], [undefined, {}]);
  });
});
