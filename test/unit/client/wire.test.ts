import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { type OperationId, operationOf } from "../../../src/client/operations/table.ts";
import type { Dialect } from "../../../src/client/request.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import facts from "./data/operations.json" with { type: "json" };

interface ParamFact {
  readonly type: string;
  readonly required: boolean;
  readonly in: "path" | "query" | "body";
  readonly enum?: readonly string[];
}
interface Fact {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, ParamFact>>;
  readonly today: {
    readonly status: string;
    readonly method?: string | null;
    readonly path?: string | null;
    readonly renamedParams?: Readonly<Record<string, string>>;
    readonly paramsNotInCurrent?: readonly string[];
    readonly locationChanged?: readonly string[];
  };
}
const all = facts as unknown as readonly Fact[];

let server: RecordingServer;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.answer = fitting;
});

const connect = (dialect: Dialect, prefix = "/api/v3"): Client =>
  new Client({ version: "3.0.0", baseUrl: server.url + prefix, dialect, transport: nodeTransport });

const awkward = [
  "feature/x",
  "a#b",
  "100%",
  "%2F",
  "two words",
  "naïve-Ünïcödé",
  "漢字",
  "🦊",
  "a+b&c=d",
  "…",
  "x".repeat(4000),
  "heads/maïn #1",
];

/** A valid value for the parameter; `seed` picks an awkward one for free text. */
const sample = (name: string, fact: ParamFact, seed: number): { given: unknown; text: string; body: unknown } => {
  if (fact.enum) {
    const text = fact.enum[seed % fact.enum.length] ?? "";
    return { given: text, text, body: text };
  }
  switch (fact.type) {
    case "Number":
      return { given: 7, text: "7", body: 7 };
    case "Boolean":
      return seed % 2 ? { given: "false", text: "false", body: false } : { given: true, text: "true", body: true };
    case "Json": {
      const value = { [awkward[seed % awkward.length] ?? ""]: { content: "ü\n🦊" } };
      return { given: seed % 2 ? JSON.stringify(value) : value, text: JSON.stringify(value), body: value };
    }
    case "Array":
      return { given: ["push", "ü"], text: '["push","ü"]', body: ["push", "ü"] };
    case "Date":
      return {
        given: new Date("2015-04-19T10:00:00.789Z"),
        text: "2015-04-19T10:00:00Z",
        body: "2015-04-19T10:00:00Z",
      };
    default: {
      if (name === "content") return { given: "w7wKCg==", text: "w7wKCg==", body: "w7wKCg==" };
      const text = name === "ref" ? "heads/maïn #1" : (awkward[seed % awkward.length] ?? "");
      return { given: text, text, body: text };
    }
  }
};

interface Expected {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** What the facts say must go over the wire. */
const expectation = (
  fact: Fact,
  dialect: Dialect,
  samples: Readonly<Record<string, ReturnType<typeof sample>>>,
): Expected => {
  const isToday = dialect === "github" && fact.today.path != null;
  const method = isToday ? (fact.today.method ?? "") : fact.method;
  const today = isToday ? fact.today : undefined;
  const template = today ? (today.path ?? "").replaceAll(/\{[^}]*\|[^}]*\}/g, "{archive_format}") : fact.path;
  const renamed = today?.renamedParams ?? {};
  const byPlaceholder = new Map(
    Object.entries(samples).map(([name, value]) => [renamed[name] ?? name, value.text]),
  );
  const aliases: Readonly<Record<string, string>> = {
    owner: "user",
    username: "collabuser",
    commit_sha: "sha",
    comment_id: "id",
  };
  const path = template.replaceAll(/[:{]([a-z_]+)\}?/g, (_, name: string) => {
    const value = byPlaceholder.get(name) ?? byPlaceholder.get(aliases[name] ?? "") ?? samples["user"]?.text;
    assert.notEqual(value, undefined, `${fact.id}: no value for ${name} in ${template}`);
    return encodeURIComponent(value ?? "");
  });
  const query: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  const moved = (today?.locationChanged ?? []).map((change) => change.split(":")[0]);
  for (const [name, param] of Object.entries(fact.params)) {
    const value = samples[name];
    if (!value || param.in === "path") continue;
    if (fact.id === "repos.createContent" && name === "ref" && isToday) {
      body["branch"] = value.body;
      continue;
    }
    if (today?.paramsNotInCurrent?.includes(name)) continue;
    if (param.in === "query" && !moved.includes(name)) query[name] = value.text;
    else body[name] = value.body;
  }
  if (isToday && fact.id === "repos.watch") body["subscribed"] = true;
  return {
    method,
    path,
    query,
    body: Object.keys(body).length > 0 || operationOf(fact.id).body ? body : undefined,
  };
};

const send = async (fact: Fact, dialect: Dialect, names: readonly string[], seed: number): Promise<void> => {
  const samples = Object.fromEntries(
    names.map((name, index) => [name, sample(name, fact.params[name]!, seed + index)]),
  );
  if (fact.id === "repos.createDeployment" && !samples["task"])
    samples["task"] = { given: undefined, text: "deploy", body: "deploy" };
  const msg = Object.fromEntries(Object.entries(samples).map(([name, value]) => [name, value.given]));
  const frozen = Object.freeze({ ...msg });
  server.requests.length = 0;
  await connect(dialect).call(fact.id, frozen as never);
  assert.equal(server.requests.length, 1);
  const [request] = server.requests;
  const expected = expectation(fact, dialect, samples);
  const url = new URL(request!.url, server.url);
  const wirePath = request!.url.split("?")[0];
  assert.equal(request!.method, expected.method);
  assert.equal(wirePath, `/api/v3${expected.path}`);
  assert.deepEqual(Object.fromEntries(url.searchParams), expected.query);
  assert.deepEqual(request!.body === "" ? undefined : JSON.parse(request!.body), expected.body);
  assert.equal(request!.headers["content-type"], expected.body ? "application/json; charset=utf-8" : undefined);
  assert.equal(request!.headers["user-agent"], "forgeside");
  assert.equal(request!.headers.accept, dialect === "github" ? "application/vnd.github+json" : "application/json");
  assert.equal(request!.headers["x-github-api-version"], dialect === "github" ? "2022-11-28" : undefined);
  assert.equal(request!.headers.authorization, undefined);
};

for (const fact of all) {
  for (const dialect of ["interface", "github"] as const) {
    test(`${fact.id} goes over the wire as the facts say (${dialect})`, async () => {
      const names = Object.keys(fact.params);
      const alsoToday = dialect === "github" && fact.id === "repos.createDeploymentStatus" ? ["state"] : [];
      const required = names.filter(
        (name) => fact.params[name]?.required || fact.params[name]?.in === "path" || alsoToday.includes(name),
      );
      for (let seed = 0; seed < awkward.length; seed++) await send(fact, dialect, names, seed);
      await send(fact, dialect, required, 0);
    });
  }
}

test("an absent optional path part disappears", async () => {
  const client = connect("github", "");
  await client.call("repos.getContent", { user: "u", repo: "r" });
  await client.call("repos.getContent", { user: "u", repo: "r", path: "" });
  await client.call("repos.getArchiveLink", { user: "u", repo: "r", archive_format: "zipball" });
  assert.deepEqual(
    server.requests.map(({ url }) => url),
    ["/repos/u/r/contents", "/repos/u/r/contents", "/repos/u/r/zipball"],
  );
});

test("absent is not empty: undefined is not sent, empty text and empty lists are", async () => {
  const client = connect("github", "");
  await client.call("repos.createFile", {
    user: "u",
    repo: "r",
    path: "a",
    message: "m",
    content: "",
    branch: undefined,
  });
  assert.deepEqual(JSON.parse(server.requests[0]!.body), { message: "m", content: "" });
  await client.call("repos.createDeployment", { user: "u", repo: "r", ref: "main", required_contexts: [] });
  assert.deepEqual(JSON.parse(server.requests[1]!.body), { ref: "main", task: "deploy", required_contexts: [] });
});

test("a body's white space survives", async () => {
  await connect("github").call("gists.createComment", { gist_id: "1", body: "  indented\n\n" });
  assert.deepEqual(JSON.parse(server.requests[0]!.body), { body: "  indented\n\n" });
});
