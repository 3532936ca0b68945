import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { identify } from "../../../src/accounts/identity.ts";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import type { ErrorKind, HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { type Service, startService } from "../sandbox/service.ts";
import { failureOf } from "../../support/failureOf.ts";
import { startUntrustedServer } from "../../support/untrustedServer.ts";
import { assertSilent, candidateFor, openWindow, type Window } from "./window.ts";

const token = "hush_0123456789";

const text =
  (status: number, type: string, body: string): Answer =>
  (_, response) => {
    response.writeHead(status, { "content-type": type });
    response.end(body);
  };
const redirect =
  (status: number, location: string): Answer =>
  (_, response) => {
    response.writeHead(status, { location });
    response.end();
  };

describe("whose token it is", () => {
  let service: Service;
  let server: RecordingServer;
  let other: RecordingServer;
  let window: Window;
  before(async () => {
    service = await startService();
    server = await startRecordingServer();
    other = await startRecordingServer();
  });
  after(async () => {
    await Promise.all([service.close(), server.close(), other.close()]);
  });
  beforeEach(() => {
    for (const each of [server, other]) {
      each.requests.length = 0;
      each.answer = json({ login: "mia" });
    }
    window = openWindow();
  });
  afterEach(() => assert.equal(window.clock.pending, 0, "a timer was left behind"));

  const check = (given = token, url = server.url) => window.model.check(candidateFor(url), given);
  const refused = async (kind: ErrorKind, promise = check()): Promise<HttpError> => {
    const error = await failureOf(promise);
    assert.equal(error.kind, kind, error.message);
    assertSilent(error, token);
    assert.deepEqual(window.model.accounts, []);
    return error;
  };

  it("is read from the server, with the scopes", async () => {
    assert.deepEqual(await check("sandbox_mia", service.url), { login: "mia", scopes: ["gist", "repo"] });
    assert.deepEqual(await check("sandbox_otto", `${service.url}/api/v3`), { login: "otto", scopes: ["gist"] });
  });

  for (const [title, header, scopes] of [
    ["has none when the header is empty", "", []],
    ["has those of the header without blanks", " gist ,repo,, read:user", ["gist", "repo", "read:user"]],
  ] as const) {
    it(title, async () => {
      server.answer = json({ login: "mia" }, 200, { "x-oauth-scopes": header });
      assert.deepEqual(await check(), { login: "mia", scopes });
    });
  }

  it("has no scopes when the server does not name them", async () => {
    assert.deepEqual(await check(), { login: "mia" });
    assert.equal(server.requests[0]?.url, "/user");
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${token}`);
  });

  it("is asked of the account's own client in the same way", async () => {
    const client = new Client({ baseUrl: service.url, dialect: "interface", transport: nodeTransport });
    client.authenticate({ type: "token", token: "sandbox_mia" });
    assert.equal((await identify(client)).login, "mia");
  });

  it("is not known for a wrong or expired token, and the user is not asked for another", async () => {
    for (const wrong of ["wrong", "sandbox_mia_old", token]) {
      const error = await refused("unauthorized", check(wrong, service.url));
      assert.equal(error.code, 401);
      assertSilent(error, wrong);
    }
  });

  it("is not asked with a token that is empty or that no header can hold", async () => {
    for (const wrong of ["", "two words", "line\nbreak", "tökén"]) {
      await assert.rejects(check(wrong), (error) => {
        assert.ok(error instanceof TypeError);
        if (wrong !== "") assertSilent(error, wrong);
        return true;
      });
    }
    assert.equal(server.requests.length, 0);
  });

  const shapes: readonly (readonly [string, Answer])[] = [
    ["an HTML page", text(200, "text/html", "<!doctype html><title>Welcome</title>")],
    ["a text", text(200, "text/plain", "mia")],
    ["nothing", text(200, "application/json", "")],
    ["broken JSON", text(200, "application/json", '{"login":')],
    ["null", json(null)],
    ["a list", json([{ login: "mia" }])],
    ["JSON of another shape", json({ username: "mia" })],
    ["a login that is no text", json({ login: 5 })],
    ["an empty login", json({ login: "" })],
  ];
  for (const [title, answer] of shapes) {
    it(`is not known where ${title} is the answer`, async () => {
      server.answer = answer;
      assert.equal((await refused("unreadable")).code, 500);
    });
  }

  it("is not known where a page says that there is nothing", async () => {
    server.answer = text(404, "text/html", "<h1>Not here</h1>");
    const error = await refused("notFound");
    assert.equal(error.message, "404 Not Found");
  });

  it("is not known while the server fails, and is asked once", async () => {
    server.answer = text(503, "text/html", "<h1>Maintenance</h1>");
    await refused("server");
    assert.equal(server.requests.length, 1);
  });

  it("is not known where no server listens", async () => {
    const gone = await startRecordingServer();
    await gone.close();
    assert.match((await refused("network", check(token, gone.url))).message, /ECONNREFUSED/);
  });

  it("is not known when the server goes away in the middle", async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"login":');
      setImmediate(() => response.destroy());
    };
    await refused("network");
  });

  it("is not known when the server does not answer in fifteen seconds", async () => {
    let waiting = false;
    server.answer = () => void (waiting = true);
    const outcome = refused("timeout");
    await eventually(() => waiting, "the question arrives");
    window.clock.advance(14_999);
    assert.equal(window.clock.pending, 1);
    window.clock.advance(1);
    assert.equal((await outcome).code, 504);
  });

  it("is no longer waited for when the user leaves", async () => {
    let closed = false;
    server.answer = (_, response) => void response.once("close", () => (closed = true));
    const controller = new AbortController();
    const checking = window.model.check(candidateFor(server.url), token, controller.signal);
    await eventually(() => server.requests.length === 1, "the question arrives");
    controller.abort();
    await assert.rejects(checking, CancelledError);
    await eventually(() => closed, "the connection is closed");
  });

  it("is not sent to a server with a self-signed certificate", async () => {
    const untrusted = await startUntrustedServer();
    try {
      const error = await refused("certificate", check(token, untrusted.url));
      assert.match(error.message, /127\.0\.0\.1:\d+ isn't trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
      assert.equal(untrusted.requests, 0);
    } finally {
      await untrusted.close();
    }
  });

  for (const status of [301, 302, 307, 308]) {
    it(`is not asked at another server that a ${status} leads to`, async () => {
      server.answer = redirect(status, `${other.url}/user`);
      const error = await refused("redirect");
      assert.match(error.message, new RegExp(new URL(other.url).host));
      assert.equal(other.requests.length, 0);
    });
  }

  it("is not asked over an unprotected connection that a redirect leads to", async () => {
    server.answer = redirect(302, "http://forge.example.com/user");
    assert.match((await refused("redirect")).message, /a URL that isn't encrypted \(forge\.example\.com\)/);
  });

  it("is asked along a redirect on the server itself", async () => {
    server.answer = (request, response) =>
      (request.url === "/user" ? redirect(307, "/v2/user") : json({ login: "mia" }))(request, response);
    assert.deepEqual(await check(), { login: "mia" });
    assert.equal(server.requests[1]?.headers.authorization, `Bearer ${token}`);
  });

  it("is not asked over plain http at another machine", async () => {
    const error = await refused("validation", check(token, "http://forge.example.com"));
    assert.match(error.message, /Plain http would send the token unprotected/);
  });

  it("does not go to another server with a later call either", async () => {
    const id = await window.model.add(candidateFor(server.url), { login: "mia" }, token);
    server.answer = redirect(302, `${other.url}/moved`);
    other.answer = json([]);
    await window.model.get(id)?.client.call("gists.getAll", {});
    assert.equal(server.requests[0]?.headers.authorization, `Bearer ${token}`);
    assert.equal(other.requests.length, 1);
    assert.equal(other.requests[0]?.headers.authorization, undefined);
    assert.equal(JSON.stringify(other.requests).includes(token), false);
    const error = await failureOf(
      window.model.get(id)?.client.call("gists.create", { public: false, files: {} }) ?? Promise.resolve(),
    );
    assert.equal(error.kind, "redirect");
    assert.equal(other.requests.length, 1);
    assertSilent(error, token);
  });
});
