import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Client } from "../../../../src/client/client.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { nodeTransport } from "../../../../src/client/nodeTransport.ts";
import { freshFor, RepoInsights } from "../../../../src/repos/insights/model.ts";
import { type ChartKey, chartKeys } from "../../../../src/repos/insights/types.ts";
import { createSandbox } from "../../../../src/sandbox/createSandbox.ts";
import { serveSandbox } from "../../../../src/sandbox/server.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { base64, openRepoService, type RepoService } from "../repoService.ts";

const slow: readonly ChartKey[] = ["commitActivity", "codeFrequency", "contributors"];
const computed = (body: unknown = []): Response => Response.json(body);

describe("The insights of a repository", () => {
  let service: RepoService;
  let clock: ManualClock;
  let insights: RepoInsights;
  let seen: string[];
  beforeEach(async () => {
    service = await openRepoService();
    clock = new ManualClock();
    seen = [];
    insights = insightsOf("repo-0");
    service.requests.length = 0;
  });
  afterEach(async () => {
    insights.dispose();
    await service.close();
  });

  const insightsOf = (repo: string): RepoInsights => {
    const model = new RepoInsights({
      place: { accountId: service.accountId, owner: "mia", repo },
      client: () => service.mia,
      clock,
    });
    model.onDidChange((key) => seen.push(`${key} ${model.state(key).kind}`));
    return model;
  };
  const kinds = (): Readonly<Record<string, string>> =>
    Object.fromEntries(chartKeys.map((key) => [key, insights.state(key).kind]));
  const all = (kind: string): Readonly<Record<string, string>> =>
    Object.fromEntries(chartKeys.map((key) => [key, kind]));
  const isSettled = (...keys: readonly ChartKey[]): Promise<void> =>
    eventually(
      () => keys.every((key) => !["loading", "computing"].includes(insights.state(key).kind)),
      `${keys.join(", ")} are there`,
    );
  const statsOf = (request: Request): string => new URL(request.url).pathname.split("/stats/")[1] ?? "";
  /** Statistics that are computed at once; else the sandbox takes a second of its own clock. */
  const atOnce = (request: Request): Response | undefined =>
    ["contributors", "commit_activity", "code_frequency"].includes(statsOf(request)) ? computed() : undefined;

  it("show at once what is computed, each with one request", async () => {
    await service.mia.call("repos.createFile", {
      user: "mia",
      repo: "repo-0",
      path: "a.ts",
      message: "Add",
      content: base64("export const a = 1;\n"),
      branch: "main",
    });
    service.requests.length = 0;
    service.before = atOnce;
    insights.read();
    await isSettled(...chartKeys);
    assert.deepEqual(kinds(), all("ready"));
    assert.equal(service.requests.length, chartKeys.length);
    const participation = insights.state("participation");
    assert.ok(participation.kind === "ready");
    assert.equal(participation.data.all.at(-1), 2);
    const languages = insights.state("languages");
    assert.ok(languages.kind === "ready");
    assert.deepEqual(
      languages.data.map(({ name }) => name),
      ["TypeScript"],
    );
  });

  it("say what is being computed while the others show, and ask again after growing pauses", async () => {
    let asked = 0;
    service.before = (request) => {
      if (statsOf(request) !== "contributors") return atOnce(request);
      asked += 1;
      return asked < 3
        ? Response.json({}, { status: 202 })
        : computed([{ author: { login: "mia" }, total: 1, weeks: [] }]);
    };
    insights.read();
    await isSettled(...chartKeys.filter((key) => key !== "contributors"));
    await eventually(() => insights.state("contributors").kind === "computing" && clock.pending === 1, "it waits");
    clock.advance(999);
    assert.equal(asked, 1);
    clock.advance(1);
    await eventually(() => asked === 2 && clock.pending === 1, "it asks again");
    clock.advance(1499);
    assert.equal(clock.pending, 1);
    clock.advance(1);
    await isSettled("contributors");
    assert.deepEqual(kinds(), all("ready"));
    assert.deepEqual(
      seen.filter((each) => each.startsWith("contributors")),
      ["contributors computing", "contributors ready"],
    );
  });

  it("are what the sandbox has computed after a second", async () => {
    const sandbox = createSandbox({
      clock,
      seed: { users: [{ login: "mia" }], tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["repo"] }] },
    });
    const server = await serveSandbox(sandbox);
    try {
      const client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
      client.authenticate({ type: "token", token: "sandbox_mia" });
      await client.call("repos.create", { name: "repo-0", auto_init: true });
      const place = { accountId: "any", owner: "mia", repo: "repo-0" };
      insights = new RepoInsights({ place, client: () => client, clock });
      insights.read();
      await isSettled(...chartKeys.filter((key) => !slow.includes(key)));
      await eventually(() => clock.pending === slow.length, "it waits for the others");
      for (const key of slow) assert.equal(insights.state(key).kind, "computing");
      clock.advance(1000);
      await isSettled(...slow);
      assert.deepEqual(kinds(), all("ready"));
      const contributors = insights.state("contributors");
      assert.ok(contributors.kind === "ready");
      assert.deepEqual(
        contributors.data.map(({ name, commits, additions }) => [name, commits, additions > 0]),
        [["mia", 1, true]],
      );
    } finally {
      await server.close();
    }
  });

  it("are given up when the service computes for too long, and read when the user retries", async () => {
    let isReady = false;
    let asked = 0;
    service.before = (request) => {
      if (statsOf(request) !== "code_frequency") return atOnce(request);
      asked += 1;
      return isReady ? computed() : Response.json({}, { status: 202 });
    };
    insights.read();
    await eventually(async () => {
      if (clock.pending > 0) clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
      return insights.state("codeFrequency").kind === "late";
    }, "it is given up");
    assert.ok(asked >= 5 && asked <= 15, `${asked} requests`);
    assert.equal(clock.pending, 0);
    assert.equal(insights.state("contributors").kind, "ready");
    isReady = true;
    insights.retry("codeFrequency");
    await isSettled("codeFrequency");
    assert.equal(insights.state("codeFrequency").kind, "ready");
  });

  it("of an empty repository are empty", async () => {
    await service.mia.call("repos.create", { name: "blank" });
    insights = insightsOf("blank");
    insights.read();
    await isSettled(...chartKeys);
    assert.deepEqual(kinds(), { ...all("empty"), participation: "ready", languages: "ready" });
    const languages = insights.state("languages");
    assert.ok(languages.kind === "ready");
    assert.deepEqual(languages.data, []);
  });

  it("fail one by one: the siblings stay, and trying again asks for that one only", async () => {
    let isBroken = true;
    service.before = (request) => {
      if (isBroken && statsOf(request) === "code_frequency")
        return Response.json({ message: "Too many commits" }, { status: 422 });
      if (isBroken && statsOf(request) === "contributors") return Response.json({ odd: true });
      return atOnce(request);
    };
    insights.read();
    await isSettled(...chartKeys);
    assert.deepEqual(kinds(), { ...all("ready"), codeFrequency: "failed", contributors: "failed" });
    const failed = insights.state("codeFrequency");
    assert.ok(failed.kind === "failed" && HttpError.is(failed.error, "unprocessable"));
    isBroken = false;
    service.requests.length = 0;
    insights.retry("codeFrequency");
    insights.retry("codeFrequency");
    assert.equal(insights.state("codeFrequency").kind, "loading");
    await isSettled("codeFrequency");
    assert.deepEqual(service.requests, ["GET /repos/mia/repo-0/stats/code_frequency"]);
    assert.equal(insights.state("contributors").kind, "failed");
  });

  it("are read again after a minute only, and stay on screen during that", async () => {
    service.before = atOnce;
    assert.equal(insights.read(), 6);
    assert.equal(insights.read(), 0);
    await isSettled(...chartKeys);
    service.requests.length = 0;
    clock.advance(freshFor - 1);
    assert.equal(insights.read(), 0);
    clock.advance(1);
    seen.length = 0;
    assert.equal(insights.read(), 6);
    assert.deepEqual(kinds(), all("ready"));
    await eventually(() => seen.length === 6, "all are read again");
    assert.deepEqual(new Set(seen), new Set(chartKeys.map((key) => `${key} ready`)));
    assert.equal(service.requests.length, 6);
  });

  it("stop their work when the page is hidden, and continue when it is shown", async () => {
    service.before = (request) =>
      statsOf(request) === "contributors" ? Response.json({}, { status: 202 }) : atOnce(request);
    insights.read();
    await eventually(() => clock.pending === 1, "it waits");
    await isSettled(...chartKeys.filter((key) => key !== "contributors"));
    service.requests.length = 0;
    seen.length = 0;
    insights.stop();
    assert.equal(clock.pending, 0);
    clock.advance(freshFor - 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([service.requests, seen], [[], []]);
    service.before = atOnce;
    assert.equal(insights.read(), 1);
    await isSettled("contributors");
    assert.deepEqual(service.requests, ["GET /repos/mia/repo-0/stats/contributors"]);
  });

  it("stop what is on its way, without a word", async () => {
    insights.read();
    insights.stop();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      seen.filter((each) => /ready|failed/.test(each)),
      [],
    );
  });
});
