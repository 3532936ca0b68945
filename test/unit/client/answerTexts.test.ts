import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { failureOf } from "../../support/failureOf.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

describe("What a failed read is said to be", () => {
  let server: RecordingServer;
  let client: Client;
  before(async () => {
    server = await startRecordingServer();
    client = new Client({
      baseUrl: server.url,
      dialect: "github",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
  });
  after(async () => {
    client.dispose();
    await server.close();
  });

  test("names the server that can't be reached, not the one that redirected there", async () => {
    const gone = await startRecordingServer();
    await gone.close();
    server.answer = (_, response) => {
      response.writeHead(302, { location: `${gone.url}/there` });
      response.end();
    };
    const error = await failureOf(client.get("/user"));
    assert.equal(error.kind, "network");
    assert.equal(error.message, `${new URL(gone.url).host} can't be reached (ECONNREFUSED).`);
  });

  test("is not that the server can't be reached when its answer is cut", async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write("[", () => response.destroy());
    };
    const error = await failureOf(client.get("/user"));
    assert.equal(error.kind, "network");
    assert.match(error.message, /^The connection to .* was lost before the response arrived \(ECONNRESET\)\.$/);
  });

  test("has no English word for what was expected", async () => {
    server.answer = json({});
    const error = await failureOf(client.call("gists.getAll", {}));
    assert.equal(error.message, "The server's response isn't what was expected ([…]).");
  });
});
