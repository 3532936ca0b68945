import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../src/client/errors.ts";
import type { Hook } from "../../../src/client/types/hook.ts";
import { draftOf, newDraft } from "../../../src/hooks/hookDocument.ts";
import { baseFrom, isStale } from "../../../src/hooks/hookBase.ts";
import { HooksModel } from "../../../src/hooks/model.ts";
import { HookProblem } from "../../../src/hooks/problem.ts";
import { newSecret } from "../../../src/hooks/secret.ts";
import { pingHook, redeliver, testHook } from "../../../src/hooks/testDelivery.ts";
import type { HookDraft, HookPlace } from "../../../src/hooks/types.ts";
import type { RepoPlace } from "../../../src/repos/types.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { limited, openRepoService, type RepoService } from "../repos/repoService.ts";

const url = "http://127.0.0.1:9/hook";
const draft: HookDraft = { ...newDraft, config: { url, content_type: "json", insecure_ssl: "0" } };

describe("Hooks of a repository", () => {
  let service: RepoService;
  let model: HooksModel;
  let place: RepoPlace;
  let bodies: string[];
  let changes: RepoPlace[];
  beforeEach(async () => {
    service = await openRepoService();
    model = new HooksModel({ accounts: service.window.model });
    place = { accountId: service.accountId, owner: "mia", repo: "repo-0" };
    bodies = [];
    changes = [];
    model.onDidChange((changed) => changes.push(changed));
    service.before = (request) => {
      if (request.method !== "GET")
        void request
          .clone()
          .text()
          .then((text) => bodies.push(text));
      return undefined;
    };
  });
  afterEach(async () => {
    model.dispose();
    await service.close();
  });

  const placeOf = ({ id }: Hook): HookPlace => ({ ...place, id });
  const change = async (hook: Hook, next: Partial<HookDraft>, secret?: string): Promise<Hook> => {
    await model.apply(placeOf(hook), hook, model.plan(place, hook, { ...draftOf(hook), ...next }), secret);
    return model.get(placeOf(hook));
  };

  it("are listed once and page by page, and again after a change", async () => {
    assert.deepEqual((await model.list(place)).items, []);
    await model.list(place);
    assert.deepEqual(service.sent("GET"), ["GET /repos/mia/repo-0/hooks?per_page=100"]);
    const hook = await model.create(place, draft);
    assert.deepEqual(
      (await model.list(place)).items.map(({ id }) => id),
      [hook.id],
    );
    assert.deepEqual(changes, [place]);
  });

  it("are created with a secret that is never shown again", async () => {
    const secret = newSecret();
    assert.match(secret, /^[0-9a-f]{64}$/);
    assert.notEqual(secret, newSecret());
    const hook = await model.create(place, draft, secret);
    assert.equal(hook.config["secret"], "********");
    assert.doesNotMatch(JSON.stringify(await model.all(place)), new RegExp(secret));
  });

  it("are changed with what changed alone", async () => {
    const hook = await model.create(place, { ...draft, events: ["push", "star", "fork"] }, "s3cret");
    bodies.length = 0;
    const next = await change(hook, { active: false, events: ["push", "star", "fork", "release"] });
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body) as unknown),
      [{ active: false, add_events: ["release"] }],
    );
    assert.deepEqual([next.active, next.events], [false, ["push", "star", "fork", "release"]]);
    assert.equal(next.config["secret"], "********");
    await change(next, {});
    assert.equal(bodies.length, 1);
  });

  it("keep their secret when a setting changes, lose it when settings are replaced, and keep it when it goes along", async () => {
    let hook = await model.create(place, draft, "s3cret");
    hook = await change(hook, { config: { ...draft.config, url: `${url}/2` } });
    assert.deepEqual([hook.config["url"], hook.config["secret"]], [`${url}/2`, "********"]);
    const shorter = { url, insecure_ssl: "0" };
    hook = await change(hook, { config: shorter }, "other");
    assert.deepEqual([hook.config["content_type"], hook.config["secret"]], ["form", "********"]);
    hook = await change(await change(hook, { config: { ...hook.config, url, x: 1 } as never }), {
      config: draftOf(hook).config,
    });
    assert.equal(hook.config["secret"], undefined);
  });

  it("get another secret, or none", async () => {
    const hook = await model.create(place, draft);
    await model.setSecret(placeOf(hook), hook, "one");
    assert.equal((await model.get(placeOf(hook))).config["secret"], "********");
    await model.setSecret(placeOf(hook), hook, "");
    assert.equal((await model.get(placeOf(hook))).config["secret"], undefined);
  });

  it("report what was saved when the service takes the settings and not the rest", async () => {
    const hook = await model.create(place, draft);
    service.before = (request) =>
      request.method === "PATCH" && !request.url.endsWith("/config")
        ? Response.json({ message: "No" }, { status: 422 })
        : undefined;
    await assert.rejects(change(hook, { active: false, config: { ...draft.config, url: `${url}/2` } }), {
      kind: "halfDone",
      subject: "active",
    });
    assert.equal((await model.get(placeOf(hook))).config["url"], `${url}/2`);
  });

  it("are changed as a whole when the answer to the rest is lost, and say what they are when the rest is not taken", async () => {
    const hook = await model.create(place, draft);
    const next = { active: false, config: { ...draft.config, url: `${url}/2` } };
    const isRest = ({ method, url: target }: Request) => method === "PATCH" && !target.endsWith("/config");
    service.after = (answer, request) =>
      isRest(request) ? Response.json({ message: "Bad Gateway" }, { status: 502 }) : answer;
    const changed = await change(hook, next);
    assert.deepEqual([changed.active, changed.config["url"]], [false, `${url}/2`]);
    service.after = (answer) => answer;
    service.before = (request) => (isRest(request) ? limited() : undefined);
    const plan = model.plan(place, changed, { ...draftOf(changed), active: true, config: draft.config });
    const failure: unknown = await model.apply(placeOf(changed), changed, plan).catch((error: unknown) => error);
    assert.ok(failure instanceof HookProblem && failure.now);
    assert.equal(HttpError.is(failure.cause, "rateLimited"), true);
    const now = baseFrom(failure.now);
    // Ends the pause.
    service.mia.authenticate({ type: "token", token: "sandbox_mia" });
    assert.equal(now && isStale(now, await model.get(placeOf(changed))), false);
  });

  it("are refused with the field: the same hook twice", async () => {
    await model.create(place, draft);
    await assert.rejects(model.create(place, draft), (error) => {
      assert.ok(HttpError.is(error, "unprocessable"));
      assert.equal(error.errors[0]?.field, "base");
      return true;
    });
  });

  it("that are deleted are not in the list any longer, also when that can't be read again", async () => {
    const [one, two] = [
      await model.create(place, draft),
      await model.create(place, { ...draft, config: { ...draft.config, url: `${url}/2` } }),
    ];
    assert.equal((await model.list(place)).items.length, 2);
    service.before = ({ method }) => (method === "GET" ? limited() : undefined);
    await model.delete(placeOf(one));
    const list = await model.list(place);
    assert.ok(list.staleness);
    assert.deepEqual(
      list.items.map(({ id }) => id),
      [two.id],
    );
  });

  it("that are gone already are deleted, too; without the right to see them they are not", async () => {
    const hook = await model.create(place, draft);
    await model.delete(placeOf(hook));
    await model.delete(placeOf(hook));
    assert.deepEqual(await model.all(place), []);
    await assert.rejects(model.delete({ ...place, repo: "none", id: 1 }), { kind: "notFound" });
  });

  describe("that are tried", () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    const settled = async <T>(task: Promise<T>): Promise<T> => {
      let isOver = false;
      task.then(
        () => (isOver = true),
        () => (isOver = true),
      );
      await eventually(() => {
        clock.advance(250);
        return isOver;
      }, "the attempt is over");
      return task;
    };

    it("report the receiver's answer to a test, a ping and a redelivery", async () => {
      const hook = await model.create(place, draft);
      await eventually(
        async () => (await model.deliveries(placeOf(hook)))?.length === 1,
        "the ping of its making",
      );
      for (const attempt of [testHook, pingHook]) {
        const { isGood, text } = await settled(attempt(model, clock, placeOf(hook), signal));
        assert.deepEqual([isGood, text.startsWith("502 failed to connect")], [false, true], text);
      }
      const [newest] = (await model.deliveries(placeOf(hook))) ?? [];
      assert.ok(newest);
      await settled(redeliver(model, clock, placeOf(hook), newest.id, signal));
      const deliveries = (await model.deliveries(placeOf(hook))) ?? [];
      assert.deepEqual(
        [deliveries.length, deliveries[0]?.guid, deliveries[0]?.redelivery],
        [4, newest.guid, true],
      );
      const full = await model.delivery(placeOf(hook), newest.id);
      assert.ok(full.request?.payload);
    });

    it("are not tested in vain: inactive, or without push", async () => {
      const hook = await model.create(place, { ...draft, active: false });
      await assert.rejects(testHook(model, clock, placeOf(hook), signal), { kind: "inactive" });
      const other = await model.create(place, { ...draft, events: ["star"] });
      await assert.rejects(testHook(model, clock, placeOf(other), signal), { kind: "notForPush" });
      assert.ok(!service.requests.some((request) => request.endsWith("/tests")));
    });

    it("are given up after 20 seconds, and at once when the user cancels", async () => {
      const hook = await model.create(place, { ...draft, active: false });
      service.before = (request) =>
        request.url.endsWith("/pings") ? new Response(undefined, { status: 204 }) : undefined;
      const begin = clock.now();
      await assert.rejects(settled(pingHook(model, clock, placeOf(hook), signal)), { kind: "nothingCame" });
      assert.ok(clock.now() - begin >= 20_000);
      const controller = new AbortController();
      const cancelled = pingHook(model, clock, placeOf(hook), controller.signal);
      await eventually(() => clock.pending > 0, "it waits");
      controller.abort();
      await assert.rejects(cancelled, { name: "CancelledError" });
    });

    it("report the last answer where a server keeps no deliveries", async () => {
      service.before = (request) =>
        request.url.includes("/deliveries") ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
      const hook = await model.create(place, { ...draft, active: false });
      assert.equal(await model.deliveries(placeOf(hook)), undefined);
      const { isGood, text } = await settled(pingHook(model, clock, placeOf(hook), signal));
      assert.deepEqual([isGood, text.startsWith("502 ")], [false, true]);
    });
  });

  it("are for administrators: others get 404", async () => {
    const other = await service.otto
      .call("repos.getHooks", { user: "mia", repo: "repo-0" })
      .catch((error: unknown) => error);
    assert.ok(HttpError.is(other, "notFound"));
  });
});
