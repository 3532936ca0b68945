import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { LostWrites } from "../../../src/client/lostWrites.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import type { MessageOf, OperationId } from "../../../src/client/operations/table.ts";
import { type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";

const at = { user: "mia", repo: "mill" };
const cases: readonly (readonly [id: OperationId, message: object, parent: string])[] = [
  ["gists.delete", { id: "1" }, "/gists?per_page=1"],
  ["gists.deleteStar", { id: "1" }, "/gists/1"],
  ["repos.delete", at, "/user/repos?per_page=1"],
  ["repos.unStar", at, "/repos/mia/mill"],
  ["repos.unWatch", at, "/repos/mia/mill"],
  ["repos.removeCollaborator", { ...at, collabuser: "leo" }, "/repos/mia/mill/collaborators?per_page=1"],
  ["repos.deleteDownload", { ...at, id: 1 }, "/repos/mia/mill/downloads?per_page=1"],
  ["repos.deleteHook", { ...at, id: 1 }, "/repos/mia/mill/hooks?per_page=1"],
  ["repos.deleteKey", { ...at, id: 1 }, "/repos/mia/mill/keys?per_page=1"],
  ["authorization.delete", { id: "1" }, "/authorizations?per_page=1"],
];

describe("A deletion whose answer was lost", () => {
  let server: RecordingServer;
  let client: Client;
  beforeEach(async () => {
    server = await startRecordingServer();
    client = new Client({
      baseUrl: server.url,
      dialect: "interface",
      transport: nodeTransport,
      retry: { attempts: 0 },
    });
  });
  afterEach(async () => {
    client.dispose();
    await server.close();
  });

  for (const [id, message, parent] of cases)
    for (const isVisible of [true, false])
      it(`${id} › ${isVisible ? "is done" : "is not known to be done"} when ${parent} is ${isVisible ? "" : "not "}readable`, async () => {
        const one = { id: 1, full_name: "mia/mill", files: {}, owner: { login: "mia", id: 1 } };
        server.answer = ({ method, url }, response) => {
          if (method !== "GET") {
            response.socket?.destroy();
            return;
          }
          const isParent = url === parent && isVisible;
          const body = isParent ? (parent.includes("?") ? [one] : one) : { message: "Not Found" };
          response.writeHead(isParent ? 200 : 404, { "content-type": "application/json" });
          response.end(JSON.stringify(body));
        };
        const writer = { client, profile: { id: "account", login: "mia" } };
        const done = new LostWrites().call(writer, id, message as MessageOf<typeof id>);
        if (isVisible) await done;
        else await assert.rejects(done, (error) => HttpError.is(error, "network") && error.mayHaveSucceeded);
        assert.deepEqual(
          server.requests.map(({ url }) => url).filter((url) => url === parent),
          [parent],
        );
      });
});
