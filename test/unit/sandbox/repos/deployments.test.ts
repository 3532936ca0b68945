import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, linksOf, pathOf, type Service } from "../service.ts";
import { base64, mia, miaReader, nora, otto, startForge } from "./forge.ts";

const repo = "/repos/mia/hello";
const at = `${repo}/deployments`;

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const deploy = (body: unknown, who = mia) => service.call("POST", at, { ...who, body });
const made = async (body: object = {}) => {
  const answer = await deploy({ ref: "main", ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const say = (id: number, body: unknown, who = mia) =>
  service.call("POST", `${at}/${id}/statuses`, { ...who, body });
const commitStatus = (ref: string, state: string, context?: string) =>
  service.call("POST", `${repo}/statuses/${ref}`, { ...mia, body: { state, context } });
const headOf = async (branch: string): Promise<string> =>
  (await service.call("GET", `${repo}/branches/${branch}`, mia)).body.commit.sha;
const ids = async (query = ""): Promise<number[]> =>
  (await service.call("GET", at + query, mia)).body.map(({ id }: { id: number }) => id);

describe("deployments", () => {
  it("begin with the defaults of the interface", async () => {
    const answer = await deploy({ ref: "main" });
    const { body } = answer;
    assert.equal(answer.status, 201);
    assert.deepEqual(
      [body.ref, body.sha, body.task, body.environment, body.description, body.payload, body.creator.login],
      ["main", await headOf("main"), "deploy", "production", null, {}, "mia"],
    );
    assert.equal(body.production_environment, true);
    assert.equal(answer.headers.get("location"), body.url);
    assert.deepEqual((await service.call("GET", pathOf(body.url), otto)).body, body);
    assert.deepEqual((await service.call("GET", pathOf(body.statuses_url), otto)).body, []);
  });

  it("are of branches, tags and commits", async () => {
    const sha = await headOf("main");
    for (const [ref, wanted] of [
      ["refs/heads/main", sha],
      ["v1.0", (await service.call("GET", `${repo}/commits/v1.0`, mia)).body.sha],
      [sha, sha],
      [sha.slice(0, 8), sha],
    ] as const)
      assert.equal((await made({ ref })).sha, wanted, ref);
  });

  it("are listed newest first, filtered and in pages", async () => {
    const first = await made();
    const second = await made({ environment: "staging", task: "migrate" });
    const third = await made({ ref: "v1.0", environment: "staging" });
    const all = [third.id, second.id, first.id];
    assert.deepEqual(await ids(), all);
    assert.deepEqual(await ids("?sha=none&ref=none&task=none&environment=none"), all);
    assert.deepEqual(await ids("?environment=staging"), [third.id, second.id]);
    assert.deepEqual(await ids("?environment=staging&task=migrate"), [second.id]);
    assert.deepEqual(await ids("?ref=v1.0"), [third.id]);
    assert.deepEqual(await ids(`?sha=${first.sha}`), [second.id, first.id]);
    assert.deepEqual(await ids("?environment=nowhere"), []);
    const page = await service.call("GET", `${at}?per_page=2`, mia);
    assert.equal(page.body.length, 2);
    const next = linksOf(page.headers)["next"] ?? "";
    assert.equal((await service.call("GET", pathOf(next), mia)).body[0].id, first.id);
  });

  it("carry a payload, as an object or as JSON in a text", async () => {
    assert.deepEqual((await made({ payload: '{ "deploy": "migrate" }' })).payload, { deploy: "migrate" });
    assert.deepEqual((await made({ payload: { a: [1] } })).payload, { a: [1] });
    assert.deepEqual((await made({ payload: "" })).payload, {});
    assert.equal((await made({ payload: '"text"' })).payload, '"text"');
    for (const payload of ["{", "no JSON", 5, [1]])
      assertInvalid(await deploy({ ref: "main", payload }), "Deployment", "payload", "invalid");
  });

  for (const [title, body, field, code] of [
    ["without a ref", {}, "ref", "missing_field"],
    ["with a number as ref", { ref: 1 }, "ref", "invalid"],
    ["with contexts as a text", { ref: "main", required_contexts: "ci" }, "required_contexts", "invalid"],
    ["with auto_merge that is none", { ref: "main", auto_merge: "perhaps" }, "auto_merge", "invalid"],
    ["with a task that is no text", { ref: "main", task: [] }, "task", "invalid"],
    ["with a description too long", { ref: "main", description: "x".repeat(141) }, "description", "custom"],
    ["with an environment too long", { ref: "main", environment: "x".repeat(256) }, "environment", "custom"],
  ] as const) {
    it(`are refused ${title}`, async () => {
      assertInvalid(await deploy(body), "Deployment", field, code);
      assert.deepEqual(await ids(), []);
    });
  }

  it("are refused of what is not there", async () => {
    assertError(await deploy({ ref: "nowhere" }), 422, "No ref found for: nowhere");
    const empty = { ...mia, body: { ref: "main" } };
    assertError(await service.call("POST", "/repos/mia/empty/deployments", empty), 409, /empty/);
    assertError(await deploy("{"), 400, "Problems parsing JSON");
    assertError(await service.call("GET", `${at}/1`, mia), 404, "Not Found");
    assertError(await service.call("GET", `${at}/1/statuses`, mia), 404, "Not Found");
  });

  it("need the right to push", async () => {
    assert.equal((await deploy({ ref: "main" }, nora)).status, 201);
    const [id = 0] = await ids();
    for (const who of [otto, miaReader]) {
      assertError(await deploy({ ref: "main" }, who), 404, "Not Found");
      assertError(await say(id, { state: "success" }, who), 404, "Not Found");
      assertError(await service.call("DELETE", `${at}/${id}`, who), 404, "Not Found");
    }
    assertError(await service.call("GET", "/repos/mia/secret/deployments", otto), 404, "Not Found");
    assert.deepEqual(await ids(), [id]);
  });

  it("are deleted unless they are active beside others", async () => {
    const first = await made();
    await say(first.id, { state: "success" });
    const second = await made();
    assertError(await service.call("DELETE", `${at}/${first.id}`, mia), 422, /active deployment/);
    assert.equal((await service.call("DELETE", `${at}/${second.id}`, mia)).status, 204);
    assert.equal((await service.call("DELETE", `${at}/${first.id}`, mia)).status, 204);
    assert.deepEqual(await ids(), []);
  });
});

describe("checks before a deployment", () => {
  it("must all have succeeded when none is named", async () => {
    await commitStatus("main", "success", "ci/build");
    await commitStatus("main", "failure", "ci/test");
    await commitStatus("main", "pending");
    const refused = await deploy({ ref: "main" });
    assertError(refused, 409, "Conflict: Commit status checks failed for main.");
    assert.deepEqual(refused.body.errors, [
      {
        contexts: [
          { context: "default", state: "pending" },
          { context: "ci/test", state: "failure" },
        ],
        resource: "Deployment",
        field: "required_contexts",
        code: "invalid",
      },
    ]);
    assert.deepEqual(await ids(), []);
    await commitStatus("main", "success", "ci/test");
    await commitStatus("main", "success");
    await made();
  });

  it("are those that are named, also when they said nothing yet, and none for an empty list", async () => {
    await commitStatus("main", "success", "ci/build");
    await commitStatus("main", "error", "ci/test");
    await made({ required_contexts: ["ci/build"] });
    const refused = await deploy({ ref: "main", required_contexts: ["ci/build", "ci/new"] });
    assert.deepEqual(refused.body.errors[0].contexts, [{ context: "ci/new", state: "pending" }]);
    await made({ required_contexts: [] });
  });

  it("are set and read by commit", async () => {
    const created = await commitStatus("main", "pending", "ci");
    assert.deepEqual([created.status, created.body.context, created.body.creator.login], [201, "ci", "mia"]);
    await commitStatus("main", "success", "ci");
    const states = async (path: string) =>
      (await service.call("GET", repo + path, otto)).body.map(({ state }: { state: string }) => state);
    assert.deepEqual(await states("/statuses/main"), ["success", "pending"]);
    assert.deepEqual(await states("/commits/main/statuses?per_page=1"), ["success"]);
    const combined = (await service.call("GET", `${repo}/commits/main/status`, otto)).body;
    assert.deepEqual([combined.state, combined.total_count, combined.sha], ["success", 1, await headOf("main")]);
    await commitStatus("main", "error", "other");
    assert.equal((await service.call("GET", `${repo}/commits/main/status`, otto)).body.state, "failure");
    assert.equal((await service.call("GET", `${repo}/commits/v1.0/status`, otto)).body.state, "pending");
    assertInvalid(await commitStatus("main", "inactive"), "Status", "state", "custom");
    assertError(await commitStatus("nowhere", "success"), 422, /No commit found/);
    const wrong = { ...mia, body: { state: "success", target_url: "javascript:alert(1)" } };
    assertInvalid(await service.call("POST", `${repo}/statuses/main`, wrong), "Status", "target_url", "custom");
    const stranger = { ...otto, body: { state: "success" } };
    assertError(await service.call("POST", `${repo}/statuses/main`, stranger), 404, "Not Found");
    assertError(await service.call("GET", `${repo}/statuses/nowhere`, mia), 404, "Not Found");
  });
});

describe("merging before a deployment", () => {
  const advance = () => service.call("POST", `${repo}/merges`, { ...mia, body: { base: "main", head: "left" } });

  it("brings a branch that is behind up to date instead of deploying it", async () => {
    await advance();
    const before = await headOf("right");
    const merged = await deploy({ ref: "right" });
    assert.deepEqual(
      [merged.status, merged.body],
      [202, { message: "Auto-merged main into right on deployment." }],
    );
    assert.deepEqual(await ids(), []);
    const after = (await service.call("GET", `${repo}/commits/right`, mia)).body;
    assert.deepEqual(
      after.parents.map(({ sha }: { sha: string }) => sha),
      [before, await headOf("main")],
    );
    assert.equal((await made({ ref: "right" })).sha, after.sha);
  });

  it("is left out when it is not wanted, and for tags and commits", async () => {
    await advance();
    const right = await headOf("right");
    assert.equal((await made({ ref: "right", auto_merge: false })).sha, right);
    assert.equal((await made({ ref: right })).sha, right);
    await made({ ref: "v1.0" });
  });

  it("is a conflict when both sides changed the same, or the branch is protected", async () => {
    await advance();
    const before = await headOf("clash");
    assertError(await deploy({ ref: "clash" }), 409, "Conflict merging main into clash");
    assert.equal(await headOf("clash"), before);
    assertError(await deploy({ ref: "stable" }), 409, /^Conflict merging main into stable/);
    assert.deepEqual(await ids(), []);
  });
});

describe("statuses of a deployment", () => {
  it("take every state of the interface and of today, newest first", async () => {
    const { id, created_at: begun } = await made({ environment: "staging" });
    const states = ["queued", "pending", "in_progress", "failure", "error", "success", "inactive"];
    service.clock.advance(60_000);
    for (const state of states) assert.equal((await say(id, { state })).status, 201, state);
    const { body } = await service.call("GET", `${at}/${id}/statuses`, otto);
    assert.deepEqual(
      body.map(({ state }: { state: string }) => state),
      states.toReversed(),
    );
    assert.equal((await service.call("GET", `${at}/${id}/statuses/${body[0].id}`, otto)).body.state, "inactive");
    assertError(await service.call("GET", `${at}/${id}/statuses/1`, otto), 404, "Not Found");
    const { updated_at: changed } = (await service.call("GET", `${at}/${id}`, otto)).body;
    assert.ok(changed > begun);
  });

  it("have an address and a description, empty when there is none", async () => {
    const { id } = await made();
    const full = { state: "success", target_url: "https://example.com/log", description: "Done" };
    const { body } = await say(id, full);
    assert.deepEqual(
      [body.target_url, body.description, body.environment],
      [full.target_url, "Done", "production"],
    );
    const plain = (await say(id, { state: "pending" })).body;
    assert.deepEqual([plain.target_url, plain.description], ["", ""]);
  });

  it("end what the environment had before, but not production", async () => {
    const lastState = async (id: number) =>
      (await service.call("GET", `${at}/${id}/statuses`, mia)).body[0]?.state;
    for (const [environment, wanted] of [
      ["staging", "inactive"],
      ["production", "success"],
    ]) {
      const [first, second] = [await made({ environment }), await made({ environment })];
      await say(first.id, { state: "success" });
      await say(second.id, { state: "failure" });
      assert.equal(await lastState(first.id), "success");
      await say(second.id, { state: "success" });
      assert.equal(await lastState(first.id), wanted);
    }
    const [first, second] = [await made({ environment: "qa" }), await made({ environment: "qa" })];
    await say(first.id, { state: "success" });
    await say(second.id, { state: "success", auto_inactive: false });
    assert.equal(await lastState(first.id), "success");
  });

  for (const [title, body, field, code] of [
    ["without a state", {}, "state", "missing_field"],
    ["with an unknown state", { state: "done" }, "state", "custom"],
    ["with a number as state", { state: 1 }, "state", "invalid"],
    ["with a script as address", { state: "success", target_url: "javascript:alert(1)" }, "target_url", "custom"],
    ["with a long description", { state: "success", description: "x".repeat(141) }, "description", "custom"],
  ] as const) {
    it(`are refused ${title}`, async () => {
      const { id } = await made();
      assertInvalid(await say(id, body), "DeploymentStatus", field, code);
      assert.deepEqual((await service.call("GET", `${at}/${id}/statuses`, mia)).body, []);
    });
  }

  it("and deployments are events", async () => {
    const { id } = await made({ environment: "staging" });
    await say(id, { state: "success" });
    const events = service.sandbox.state().events.slice(-2);
    assert.deepEqual(
      events.map(({ type, actor, payload }) => [type, actor, payload["deployment_id"], payload["environment"]]),
      [
        ["DeploymentEvent", "mia", id, "staging"],
        ["DeploymentStatusEvent", "mia", id, "staging"],
      ],
    );
  });

  it("of archived repositories are final", async () => {
    const { id } = await made();
    await service.call("PATCH", repo, { ...mia, body: { archived: true } });
    assertError(await say(id, { state: "success" }), 403, /archived/);
    assertError(await deploy({ ref: "main" }), 403, /archived/);
  });

  it("stay when the branch is gone", async () => {
    await service.call("PUT", `${repo}/contents/x`, {
      ...mia,
      body: { message: "x", content: base64("x"), branch: "left" },
    });
    const { id, sha } = await made({ ref: "left" });
    await service.call("DELETE", `${repo}/git/refs/heads/left`, mia);
    assert.equal((await service.call("GET", `${at}/${id}`, mia)).body.sha, sha);
  });
});
