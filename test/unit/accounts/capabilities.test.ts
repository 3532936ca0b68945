import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { probe } from "../../../src/accounts/capabilities.ts";
import { CancelledError } from "../../../src/base/errors.ts";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { eventually } from "../../support/eventually.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { startService } from "../sandbox/service.ts";

describe("what a server lacks", () => {
  let server: RecordingServer;
  let client: Client;
  /** Path → status; 200 for all others. */
  let statuses: Readonly<Record<string, number>>;
  before(async () => {
    server = await startRecordingServer();
  });
  after(() => server.close());
  beforeEach(() => {
    statuses = {};
    server.requests.length = 0;
    server.answer = (request, response) => {
      const status = statuses[request.url.split("?")[0] ?? ""] ?? 200;
      json(status === 200 ? [] : { message: "No" }, status)(request, response);
    };
    client = new Client({
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
  });

  it("is nothing when it answers everything, and asking is cheap", async () => {
    assert.deepEqual(await probe(client), {});
    assert.deepEqual(server.requests.map(({ method, url }) => `${method} ${url}`).toSorted(), [
      "GET /authorizations?per_page=1",
      "GET /gists/public?per_page=1",
      "GET /gists/starred?per_page=1",
    ]);
  });

  it("is what it answers 404 or 410 to, with that status", async () => {
    statuses = { "/gists/public": 404, "/authorizations": 410 };
    assert.deepEqual(await probe(client), { publicGists: 404, authorizations: 410 });
  });

  it("is all gists when none of their lists is there, and the token is good", async () => {
    statuses = { "/gists": 404, "/gists/public": 404, "/gists/starred": 404 };
    assert.deepEqual(await probe(client), { gists: 404, publicGists: 404, starredGists: 404 });
    assert.equal(server.requests.filter(({ url }) => url === "/user").length, 1);
    statuses = { ...statuses, "/user": 401 };
    assert.deepEqual(await probe(client), { publicGists: 404, starredGists: 404 });
    statuses = { "/gists/public": 404, "/gists/starred": 404 };
    assert.deepEqual(await probe(client), { publicGists: 404, starredGists: 404 });
  });

  it("is nothing that it only refuses or fails to answer now", async () => {
    for (const status of [400, 401, 403, 422, 500, 503]) {
      statuses = { "/gists/public": status, "/gists/starred": status };
      assert.deepEqual(await probe(client), {}, String(status));
    }
  });

  it("is not known when the server fails to answer anything", async () => {
    for (const status of [401, 500, 503, 429]) {
      statuses = { "/gists/public": status, "/gists/starred": status, "/authorizations": status };
      await assert.rejects(probe(client), (error) => HttpError.is(error) && error.code === status);
    }
  });

  it("is not known when the connection fails", async () => {
    const gone = await startRecordingServer();
    await gone.close();
    const lost = new Client({
      baseUrl: gone.url,
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
    await assert.rejects(probe(lost), (error) => HttpError.is(error, "network"));
  });

  it("is as it was found before where it can't be asked now", async () => {
    const former = { gists: 404, publicGists: 404, starredGists: 404, authorizations: 410 };
    for (const status of [401, 500, 503]) {
      statuses = { "/gists": 404, "/gists/public": 404, "/gists/starred": 404, "/authorizations": status };
      assert.deepEqual(await probe(client, former), former, String(status));
      statuses = { "/gists": status, "/gists/public": status, "/gists/starred": status };
      const { authorizations: _, ...gists } = former;
      assert.deepEqual(await probe(client, former), gists, String(status));
    }
    statuses = { "/gists": 200, "/gists/public": 404, "/gists/starred": 200 };
    assert.deepEqual(await probe(client, former), { publicGists: 404 });
  });

  it("is not known when the questions are cancelled, which end", async () => {
    let ended = 0;
    server.answer = (_, response) => void response.once("close", () => ended++);
    const controller = new AbortController();
    const probing = probe(client, {}, controller.signal);
    await eventually(() => server.requests.length === 3, "the questions are sent");
    controller.abort(new CancelledError());
    await assert.rejects(probing, CancelledError);
    await eventually(() => ended === 3, "the connections are closed");
  });

  it("is nothing in the sandbox, which has it all", async () => {
    const service = await startService();
    try {
      const whole = new Client({ baseUrl: service.url, dialect: "github", transport: nodeTransport });
      whole.authenticate({ type: "token", token: "sandbox_mia" });
      assert.deepEqual(await probe(whole), {});
    } finally {
      await service.close();
    }
  });
});
