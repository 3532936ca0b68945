import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { operationIds } from "../../../src/client/operations/table.ts";
import { isTokenMissing } from "../../../src/client/errors.ts";
import { messageOf } from "../../support/leastMessage.ts";
import { MemoryStorage } from "./memoryStorage.ts";
import { candidateFor, openWindow, signIn, type Window } from "./window.ts";
import { startRecordingServer, type RecordingServer } from "../../support/recordingServer.ts";

describe("An account whose token is not on this machine", () => {
  let server: RecordingServer;
  let window: Window;
  let id: string;
  let asked: number;
  before(async () => {
    server = await startRecordingServer();
    asked = 0;
    window = openWindow({
      askForToken: () => {
        asked++;
        return Promise.resolve(false);
      },
    });
    id = await window.model.add(candidateFor(server.url), { login: "mia" }, undefined);
  });
  after(async () => {
    window.model.dispose();
    await server.close();
  });
  const client = () => {
    const account = window.model.get(id);
    assert.ok(account);
    return account.client;
  };

  it("sends nothing, whatever the operation", async () => {
    for (const operation of operationIds)
      await assert.rejects(
        client().call(operation, messageOf(operation, "github") as never, { priority: "background" }),
        (error: unknown) => isTokenMissing(error),
        operation,
      );
    assert.deepEqual(server.requests, []);
  });

  it("sends nothing for paths, pages and files either, whatever the server that has them", async () => {
    const background = { priority: "background" } as const;
    const pages = async (): Promise<void> => {
      for await (const _ of client().pages("gists.getAll", {}, background)) assert.fail("a page");
    };
    for (const call of [
      () => client().get("/user", background),
      () => client().post("/gists", {}, background),
      () => client().patch("/gists/1", {}, background),
      () => client().download(`${server.url}/raw`, background),
      () => client().download(server.url.replace("127.0.0.1", "localhost"), background),
      () => client().linkedPage(`<${server.url}/gists?page=2>; rel="next"`, "next", background),
      () => client().check("gists.checkStar", { id: "1" }, background),
      pages,
    ])
      await assert.rejects(call(), isTokenMissing);
    assert.deepEqual(server.requests, []);
    assert.equal(asked, 0);
  });

  it("asks for a token when the user does something, and sends that with the new one", async () => {
    await assert.rejects(client().get("/user"), isTokenMissing);
    assert.equal(asked, 1);
    assert.equal(window.model.get(id)?.problem, "noToken");
    await window.model.replaceToken(id, { login: "mia" }, "token-of-mia");
    await client().get("/user");
    assert.deepEqual(
      server.requests.map(({ headers }) => headers["authorization"]),
      ["Bearer token-of-mia"],
    );
  });

  it("gets it back when the secret storage lost it and the user signs in again", async () => {
    const storage = new MemoryStorage();
    const first = openWindow({ storage });
    server.requests.length = 0;
    server.answer = (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end('{"login":"mia"}');
    const again = await signIn(first, server.url, "token-of-mia");
    storage.secret = undefined;
    const second = openWindow({ storage });
    await second.model.load();
    server.requests.length = 0;
    assert.equal(second.model.get(again)?.problem, "noToken");
    await assert.rejects(second.model.get(again)?.client.get("/user") ?? Promise.resolve(), isTokenMissing);
    assert.deepEqual(server.requests, []);
    for (const { model } of [first, second]) model.dispose();
  });
});
