import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError, SignedOutError } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { DeploymentsModel, type NewDeployment } from "../../../src/deployments/model.ts";
import { DeploymentProblem, type DeploymentProblemKind } from "../../../src/deployments/problem.ts";
import { openRepoService, type RepoService } from "../repos/repoService.ts";

const wanted: NewDeployment = {
  ref: "main",
  task: "deploy",
  environment: "production",
  autoMerge: true,
  requiredContexts: undefined,
  payload: "",
  description: "",
};

const commit = (message: string, files: Readonly<Record<string, string>>, more = {}) => ({
  author: "mia",
  date: "2026-01-01T00:00:00Z",
  message,
  files,
  ...more,
});

describe("The model of deployments", () => {
  let service: RepoService;
  let model: DeploymentsModel;
  let inspected: string[];
  let redact: (text: string) => string;
  beforeEach(async () => {
    service = await openRepoService([
      {
        owner: "mia",
        name: "clock",
        commits: [
          commit("Begin", { "a.txt": "1\n" }),
          commit("Behind", { "b.txt": "1\n" }, { branch: "behind", from: "main" }),
          commit("Other", { "a.txt": "2\n" }, { branch: "other", from: "main" }),
          commit("Next", { "a.txt": "3\n" }, { branch: "main" }),
        ],
        commitStatuses: [
          { commit: "main", context: "ci/build", state: "success" },
          { commit: "main", context: "ci/test", state: "failure" },
        ],
      },
    ]);
    inspected = [];
    redact = (text) => text;
    model = new DeploymentsModel({
      accounts: service.window.model,
      inspect: (_, what, text) => {
        if (text !== "") inspected.push(`${what}: ${text}`);
        return Promise.resolve(redact(text));
      },
    });
  });
  afterEach(() => service.close());

  const place = (repo = "clock") => ({ accountId: service.accountId, owner: "mia", repo });
  const create = (more: Partial<NewDeployment> = {}, repo?: string) =>
    model.create(place(repo), { ...wanted, requiredContexts: [], ...more });
  const fails = async (promise: Promise<unknown>, kind: DeploymentProblemKind): Promise<DeploymentProblem> => {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof DeploymentProblem, String(error));
    assert.equal(error.kind, kind);
    return error;
  };
  const shown = async () =>
    (await model.list(place())).items.map(({ ref, environment }) => `${ref} ${environment}`);

  it("deploys with a payload and a description, which the leak guard has seen", async () => {
    const done = await create({ payload: '{\n "region": "north" }', description: "Try", task: "deploy:all" });
    assert.ok(done.kind === "created");
    assert.deepEqual(done.deployment.payload, { region: "north" });
    assert.deepEqual([done.deployment.task, done.deployment.description], ["deploy:all", "Try"]);
    assert.deepEqual(inspected, ['payload: {"region":"north"}', "description: Try"]);
  });

  it("sends what the leak guard left over, and nothing when it keeps all back", async () => {
    redact = (text) => text.replace("secret", "…");
    const done = await create({ payload: '{"key":"secret"}' });
    assert.ok(done.kind === "created");
    assert.deepEqual(done.deployment.payload, { key: "…" });
    redact = () => {
      throw new CancelledError();
    };
    service.requests.length = 0;
    await assert.rejects(create({ payload: '{"key":"secret"}' }), CancelledError);
    assert.deepEqual(service.requests, []);
  });

  it("sends no payload that is no JSON", async () => {
    service.requests.length = 0;
    await fails(create({ payload: "{" }), "badPayload");
    assert.deepEqual(service.requests, []);
  });

  it("names the checks that have not passed, and bypasses them with an empty list only", async () => {
    const all = await fails(create({ requiredContexts: undefined }), "failedChecks");
    assert.deepEqual(all.contexts, [{ context: "ci/test", state: "failure" }]);
    const some = await fails(create({ requiredContexts: ["ci/build", "ci/lint"] }), "failedChecks");
    assert.deepEqual(some.contexts, [{ context: "ci/lint", state: "pending" }]);
    assert.equal((await create({ requiredContexts: ["ci/build"] })).kind, "created");
    assert.equal((await create({ requiredContexts: [] })).kind, "created");
  });

  it("distinguishes a merge from a deployment, and deploys when it is asked again", async () => {
    const merged = await create({ ref: "behind" });
    assert.deepEqual(merged, { kind: "merged", message: "Auto-merged main into behind on deployment." });
    assert.deepEqual(await shown(), []);
    assert.equal((await create({ ref: "behind" })).kind, "created");
    assert.deepEqual(await shown(), ["behind production"]);
  });

  it("explains a merge that conflicts, which deploying without merging avoids", async () => {
    const { subject } = await fails(create({ ref: "other" }), "conflict");
    assert.equal(subject, "Conflict merging main into other");
    assert.equal((await create({ ref: "other", autoMerge: false })).kind, "created");
  });

  it("explains an unknown ref, an empty repository, and one that the account may not deploy", async () => {
    assert.equal((await fails(create({ ref: "nowhere" }), "unknownRef")).subject, "nowhere");
    await service.mia.call("repos.create", { name: "empty" });
    await fails(create({}, "empty"), "empty");
    assert.equal((await fails(create({}, "none"), "noAccess")).subject, "mia/none");
    await assert.rejects(model.list({ ...place(), accountId: "nobody" }), SignedOutError);
    await assert.rejects(create({ description: "x".repeat(141) }), HttpError);
  });

  it("lists by commit, ref, task and environment, and everything again", async () => {
    await create();
    await create({ environment: "staging" });
    await create({ ref: "behind", autoMerge: false, task: "check" });
    assert.deepEqual(await shown(), ["behind production", "main staging", "main production"]);
    const [{ sha } = { sha: "" }] = (await model.list(place())).items;
    for (const [filter, expected] of [
      [{ environment: "staging" }, ["main staging"]],
      [{ task: "check", ref: "" }, ["behind production"]],
      [{ sha }, ["behind production"]],
      [{ ref: "main", environment: "production" }, ["main production"]],
      [{ ref: "nothing" }, []],
    ] as const) {
      model.filter(place(), filter);
      assert.deepEqual(await shown(), expected, JSON.stringify(filter));
    }
    assert.deepEqual(model.filterOf(place()), { ref: "nothing" });
    model.filter(place(), {});
    assert.equal((await shown()).length, 3);
  });

  it("reads further pages of deployments and statuses on demand", async () => {
    for (let count = 0; count < 31; count++) await create();
    const list = await model.list(place());
    assert.deepEqual([list.items.length, list.hasMore], [30, true]);
    await model.more(place());
    assert.deepEqual([list.items.length, list.hasMore], [31, false]);
    const id = list.items[0]?.id ?? 0;
    const status = { state: "pending", targetUrl: "", description: "" } as const;
    for (let count = 0; count < 31; count++) await model.setStatus(place(), id, status);
    assert.equal((await model.statuses(place(), id)).items.length, 30);
    await model.moreStatuses(place(), id);
    assert.equal((await model.statuses(place(), id)).items.length, 31);
  });

  it("sets each of the four states, and none else; the newest is first", async () => {
    const done = await create({ environment: "staging" });
    assert.ok(done.kind === "created");
    const { id } = done.deployment;
    for (const state of ["pending", "error", "failure", "success"] as const)
      await model.setStatus(place(), id, { state, targetUrl: "https://example.com/log", description: state });
    const { items } = await model.statuses(place(), id);
    assert.deepEqual(
      items.map(({ state }) => state),
      ["success", "failure", "error", "pending"],
    );
    assert.deepEqual([items[0]?.target_url, items[0]?.description], ["https://example.com/log", "success"]);
    const odd = { state: "finished" as "success", targetUrl: "", description: "" };
    await assert.rejects(model.setStatus(place(), id, odd), HttpError);
    await fails(model.setStatus(place(), 1, { ...odd, state: "success" }), "noAccess");
  });
});
