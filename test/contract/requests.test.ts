import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "../../src/client/client.ts";
import { nodeTransport } from "../../src/client/nodeTransport.ts";
import { type OperationId, operationIds, operationOf } from "../../src/client/operations/table.ts";
import { operationParams } from "../../src/client/request.ts";
import { fitting } from "../support/fittingAnswer.ts";
import { PublishedDescription } from "../support/publishedDescription.ts";
import { type RecordingServer, startRecordingServer } from "../support/recordingServer.ts";
import facts from "../unit/client/data/operations.json" with { type: "json" };
import goneToday from "./goneToday.json" with { type: "json" };

interface ParamFact {
  readonly type: string;
  readonly required: boolean;
  readonly enum?: readonly string[];
}

/** Served by today's service though its description never had them. */
const undocumented = ["repos.one"];

let server: RecordingServer;
let description: PublishedDescription;
before(async () => {
  server = await startRecordingServer(fitting);
  description = await PublishedDescription.load();
});
after(() => server.close());

const special: Readonly<Record<string, unknown>> = {
  "repos.createHook config": { url: "https://example.com/hook", content_type: "json" },
  "repos.updateHook config": { url: "https://example.com/hook", content_type: "json" },
  "repos.createHook name": "web",
  "repos.getCommits author": "octo",
  files: { "a.md": { content: "# ü" } },
  author: { name: "Ada", email: "ada@example.com" },
  committer: { name: "Ada", email: "ada@example.com" },
  content: "w7w=",
  homepage: "https://example.com",
  id: "1",
  task: "deploy",
  path: "src/ü #1.ts",
  ref: "heads/main",
  target_url: "https://example.com",
};

const sample = (id: string, name: string, fact: ParamFact): unknown => {
  const known = special[`${id} ${name}`] ?? special[name];
  if (known !== undefined) return known;
  if (fact.enum) return fact.enum[0];
  switch (fact.type) {
    case "Number":
      return 2;
    case "Boolean":
      return "true";
    case "Array":
      return ["push"];
    case "Date":
      return new Date("2020-01-02T03:04:05.678Z");
    case "Json":
      return {};
    default:
      return "text";
  }
};

/** The description's name for the path that was sent, with the parameters that it treats as one. */
const template = (path: string): string =>
  path.replace("{base}...{head}", "{basehead}").replace("{tarball|zipball}", "tarball");

test("a request that is not as described is found out", () => {
  const gist = "/gists/{gist_id}";
  assert.deepEqual(
    description.checkRequest(gist, { method: "PATCH", url: "/gists/1", body: '{"description":5}' }),
    ["body must be null", "body/description must be string", "body must match a schema in anyOf"],
  );
  assert.deepEqual(description.checkRequest("/gists", { method: "GET", url: "/gists?page=x&mine=1", body: "" }), [
    "page must be integer",
    "mine is no query parameter",
  ]);
  assert.deepEqual(description.checkRequest("/gists", { method: "POST", url: "/gists", body: '{"filez":{}}' }), [
    "body must have required property 'files'",
    "body/filez is not described",
  ]);
});

/** What is known of the parameters: the facts of the interface, and what the row says of what is newer. */
const paramsOf = (id: OperationId): Readonly<Record<string, ParamFact>> => {
  const fact = facts.find((each) => each.id === id);
  if (fact) return fact.params as unknown as Readonly<Record<string, ParamFact>>;
  const { path, query, body } = operationParams(operationOf(id), "github");
  return Object.fromEntries(
    Object.entries({ ...path, ...query, ...body }).map(([name, { type, required, allowed }]) => [
      name,
      { type, required, ...(allowed ? { enum: allowed } : {}) },
    ]),
  );
};

for (const id of operationIds) {
  const row = operationOf(id);
  if (row.today?.removed || undocumented.includes(id)) continue;
  for (const which of ["all", "required"] as const) {
    test(`${id} with ${which} parameters is as the published description says`, async () => {
      const params = paramsOf(id);
      const names = Object.keys(params).filter(
        (name) =>
          which === "all" || params[name]?.required || name === "path" || name === "ref" || name === "state",
      );
      const extra = id === "repos.createContent" ? ["message", "content"] : [];
      const msg = Object.fromEntries(
        [...new Set([...names, ...extra])].map((name) => [name, sample(id, name, params[name] as ParamFact)]),
      );
      const client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
      client.authenticate({ type: "token", token: "t" });
      server.requests.length = 0;
      await client.call(id, msg as never);
      const [request] = server.requests;
      assert.ok(request);
      const path = facts.find((each) => each.id === id)?.today.path;
      const described = path ?? description.templateOf(request.method, new URL(request.url, server.url).pathname);
      assert.deepEqual(description.checkRequest(template(described ?? ""), request), []);
    });
  }
}

test("the operations that today's service no longer has are the listed ones, and the description has none of them", () => {
  const removed = facts.map(({ id }) => id as OperationId).filter((id) => operationOf(id).today?.removed);
  assert.deepEqual(
    removed,
    goneToday.operations.map(({ id }) => id),
  );
  for (const { route } of goneToday.operations) {
    const [method = "", path = ""] = route.split(" ");
    assert.equal(description.templateOf(method, path.replaceAll(/:[a-z_]+/g, "1")), undefined, route);
  }
});
