import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { operationIds, operationOf } from "../../../src/client/operations/table.ts";
import { failureOf } from "../../support/failureOf.ts";
import { fittingOf, proven } from "../../support/fittingAnswer.ts";
import { messageOf } from "../../support/leastMessage.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

let server: RecordingServer;
let client: Client;
before(async () => {
  server = await startRecordingServer();
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  const retry = { attempts: 0 };
  client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport, retry });
  client.authenticate({ type: "token", token: "secret-token" });
});

const plain =
  (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  };
const portal = plain(200, "text/html; charset=utf-8", "<title>Sign in to Corporate WiFi</title>");

const file = { user: "u", repo: "r", path: "LICENSE", message: "m", content: "YQ==" };
const writes = {
  "a file": () => client.call("repos.updateFile", { ...file, sha: "1" }),
  "a new gist": () => client.call("gists.create", { public: false, files: {} }),
  "a deleted gist": () => client.call("gists.delete", { id: "1" }),
  "a star": () => client.call("gists.star", { id: "1" }),
  "a path without an operation": () => client.post("/repos/u/r/git/refs", { ref: "x" }),
  "a callback": () =>
    new Promise((resolve, reject) =>
      client.gists.delete({ id: "1" }, (error, result) => (error ? reject(error) : resolve(result))),
    ),
};
const nothings = {
  "a page of a proxy": portal,
  "an empty page of a proxy": plain(200, "text/html", ""),
  "a text": plain(200, "text/plain", "OK"),
  "a number": plain(200, "application/json", "5"),
  "a JSON text": plain(200, "application/json", '"done"'),
  "a list": json([]),
  "300": json({}, 300),
  "301 without a location": json({}, 301),
  "303": json({}, 303, { location: "/elsewhere" }),
  "an unasked 304": json(null, 304),
  "206": json({}, 206),
};

describe("a write", () => {
  for (const [what, call] of Object.entries(writes))
    for (const [title, answer] of Object.entries(nothings)) {
      if (what === "a path without an operation" && ["a list", "206"].includes(title)) continue;
      test(`of ${what} is not done when ${title} is the answer, and says that it may be`, async () => {
        server.answer = answer;
        const error = await failureOf(call());
        assert.deepEqual([error.kind, error.code, error.mayHaveSucceeded], ["unreadable", 500, true]);
        assert.equal(server.requests.length, 1);
      });
    }

  const provenIds = operationIds.filter((id) => operationOf(id).proof !== undefined);

  test("of the table is not done when a proxy answers it with JSON of its own", async () => {
    assert.ok(provenIds.length >= 20);
    const { id, name, token, url, ref } = {
      id: 1,
      name: "WiFi",
      token: "t",
      url: "https://portal.example",
      ref: "x",
    };
    for (const operation of provenIds)
      for (const body of [{ id }, { id: "1", name, url, ref }, { id, token, success: true, title: "Sign in" }]) {
        server.answer = json(body, fittingOf(operation).status);
        const error = await failureOf(client.call(operation, messageOf(operation, "github") as never));
        assert.deepEqual([error.kind, error.mayHaveSucceeded], ["unreadable", true], operation);
      }
  });

  test("of the table is not done with one of the fields that prove it, and is with all of them", async () => {
    for (const operation of provenIds) {
      const { status, value } = fittingOf(operation);
      const proof = operationOf(operation).proof ?? {};
      const [only, another] = Object.keys(proof);
      assert.ok(
        another !== undefined || proof[only ?? ""] === "list",
        `${operation}: its proof has fewer than two fields, and not a list (src/client/operations/proofs.ts)`,
      );
      for (const paths of Object.keys(proof)) {
        const { [paths]: _, ...less } = proof;
        server.answer = json(proven(less), status);
        const error = await failureOf(client.call(operation, messageOf(operation, "github") as never));
        assert.equal(error.kind, "unreadable", `${operation} without ${paths}`);
        for (const path of paths.split("|")) {
          server.answer = json(proven({ ...less, [path]: proof[paths] ?? "object" }), status);
          await client.call(operation, messageOf(operation, "github") as never);
        }
      }
      server.answer = json(value, status);
      await client.call(operation, messageOf(operation, "github") as never);
    }
  });

  test("of a file is done only with the commit and the new content", async () => {
    for (const body of [{}, { commit: { sha: "1" } }, { content: { sha: "1" } }, { commit: {}, content: {} }]) {
      server.answer = json(body, 201);
      const error = await failureOf(client.call("repos.createFile", file));
      assert.match(error.message, /contain “(commit|content)\.sha”/);
      assert.ok(error.mayHaveSucceeded);
    }
    server.answer = json({ commit: { sha: "1" }, content: { sha: "2" } }, 201);
    assert.equal((await client.call("repos.createFile", file)).commit.sha, "1");
  });

  test("of a gist is done only with its id as a text and its files", async () => {
    for (const body of [{}, { id: 1, files: {} }, { id: "1" }, { id: "1", files: [] }, { id: "", files: {} }]) {
      server.answer = json(body, 201);
      assert.equal((await failureOf(writes["a new gist"]())).kind, "unreadable");
    }
  });

  test("that the service answers with nothing is done where nothing is to be said", async () => {
    for (const answer of [
      json(null, 204),
      json({}),
      plain(200, "application/json", ""),
      json(null),
      plain(204, "text/html", ""),
    ]) {
      server.answer = answer;
      assert.deepEqual(Object.keys(await client.call("gists.delete", { id: "1" })), ["meta"]);
    }
  });

  test("of a deployment that was only merged is recognized by its message", async () => {
    const call = () => client.call("repos.createDeployment", { user: "u", repo: "r", ref: "main" });
    server.answer = json({ message: "Auto-merged main into topic" }, 202);
    assert.equal(Reflect.get(await call(), "message"), "Auto-merged main into topic");
    server.answer = json({}, 202);
    assert.equal((await failureOf(call())).kind, "unreadable");
  });

  test("may have been done when the line or the server broke, and not when the service refused it", async () => {
    const broken: Answer = (_, response) => void response.destroy();
    const cut: Answer = (_, response) => {
      response.writeHead(201, { "content-type": "application/json", "content-length": "100" });
      response.write('{"id":');
      setImmediate(() => response.destroy());
    };
    for (const [answer, mayHave] of [
      [broken, true],
      [cut, true],
      [json({}, 502), true],
      [json({}, 408), true],
      [json({}, 302, { location: "https://elsewhere.example/" }), true],
      [json({}, 307, { location: "https://elsewhere.example/" }), false],
      [json({}, 401), false],
      [json({}, 403), false],
      [json({}, 409), false],
      [json({}, 422), false],
      [json({}, 429, { "retry-after": "60" }), false],
    ] as const) {
      client.authenticate({ type: "token", token: "secret-token" });
      server.answer = answer;
      const error = await failureOf(writes["a new gist"]());
      assert.equal(error.mayHaveSucceeded, mayHave, `${error.kind} ${error.code}`);
    }
    const gone = await startRecordingServer();
    await gone.close();
    const lost = new Client({ baseUrl: gone.url, dialect: "github", transport: nodeTransport });
    assert.equal((await failureOf(lost.call("gists.star", { id: "1" }))).mayHaveSucceeded, false);
    server.answer = broken;
    assert.equal((await failureOf(client.call("gists.get", { id: "1" }))).mayHaveSucceeded, false);
  });
});

describe("a read", () => {
  const reads = {
    object: () => client.call("gists.get", { id: "1" }),
    list: () => client.call("gists.getAll", {}),
    empty: () => client.call("gists.checkStar", { id: "1" }),
    path: () => client.get("/user"),
  };
  for (const [what, call] of Object.entries(reads))
    for (const [title, answer] of Object.entries(nothings)) {
      if (title === "a list" && ["list", "path"].includes(what)) continue;
      if (title === "206" && what === "path") continue;
      test(`(${what}) is unreadable when ${title} is the answer`, async () => {
        server.answer = answer;
        const error = await failureOf(call());
        assert.deepEqual([error.kind, error.mayHaveSucceeded], ["unreadable", false]);
      });
    }

  test("of an object is unreadable when there is none, and of a list when it is one", async () => {
    for (const [call, body] of [
      [reads.object, "null"],
      [reads.object, ""],
      [reads.list, "null"],
      [reads.list, "{}"],
    ] as const) {
      server.answer = plain(200, "application/json", body);
      assert.equal((await failureOf(call())).kind, "unreadable");
    }
    server.answer = json(null, 204);
    const none = await client.call("repos.getContributors", { user: "u", repo: "r" });
    assert.deepEqual([[...none], none.meta.status], [[], "204 No Content"]);
  });

  test("gives a text where another representation was asked for", async () => {
    server.answer = plain(200, "application/vnd.github.raw+json; charset=utf-8", "{ not JSON");
    const place = { user: "u", repo: "r", path: "a" };
    const raw = { headers: { Accept: "application/vnd.github.raw+json" } };
    assert.equal(await client.call("repos.getContent", { ...place, ...raw }), "{ not JSON");
    server.answer = plain(200, "text/plain", "diff --git");
    const diff = { user: "u", repo: "r", sha: "1", headers: { Accept: "application/vnd.github.diff" } };
    assert.equal(await client.call("repos.getCommit", diff), "diff --git");
    server.answer = portal;
    assert.equal((await failureOf(client.call("repos.getCommit", diff))).kind, "unreadable");
    const page = { ...place, headers: { Accept: "text/html" } };
    const shown: unknown = await client.call("repos.getContent", page);
    assert.ok(typeof shown === "string" && shown.startsWith("<title>"));
  });

  test("of the interface's own surface is the raw body, and nothing is an empty object", async () => {
    server.answer = plain(200, "text/plain", "raw");
    assert.equal(await client.gists.get({ id: "1" }), "raw");
    assert.equal(await client.call("gists.get", { id: "1" }, { anyText: true }), "raw");
    assert.equal(
      (await failureOf(client.call("gists.delete", { id: "1" }, { anyText: true }))).kind,
      "unreadable",
    );
    for (const body of ["", "null", "{}"]) {
      server.answer = plain(200, "application/json", body);
      assert.deepEqual(Object.keys(await client.gists.getAll()), ["meta"]);
    }
    for (const answer of [portal, json(5), json({}, 300)]) {
      server.answer = answer;
      assert.equal((await failureOf(client.gists.get({ id: "1" }))).kind, "unreadable");
    }
  });

  test("of an archive's address needs one that can be used", async () => {
    const call = () => client.call("repos.getArchiveLink", { user: "u", repo: "r", archive_format: "zipball" });
    for (const answer of [json({}), json({}, 302), json({}, 302, { location: "http://[" }), portal]) {
      server.answer = answer;
      assert.equal((await failureOf(call())).kind, "unreadable");
    }
    for (const status of [301, 302, 307, 308]) {
      server.answer = json({}, status, { location: "https://codeload.example/x.zip" });
      assert.equal((await call()).meta.location, "https://codeload.example/x.zip");
    }
  });
});

describe("the text of an error", () => {
  test("has nothing of the body", async () => {
    const secret = "zqxjkvwzqxjkvw";
    for (const body of [
      secret,
      `"${secret}" x`,
      `{"a":${secret}}`,
      `{"a":"${secret}`,
      `[1,${secret}`,
      `x${secret}`,
    ]) {
      server.answer = plain(200, "application/json", body);
      const error = await failureOf(client.call("gists.get", { id: "1" }));
      assert.equal(error.kind, "unreadable");
      assert.equal(error.cause, undefined);
      const said = `${error.message}\n${error.stack ?? ""}`;
      for (let start = 0; start + 3 <= secret.length; start++)
        assert.ok(!said.includes(secret.slice(start, start + 3)), said);
    }
  });
});
