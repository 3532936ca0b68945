import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { eventually } from "../../support/eventually.ts";
import { type OpenService, openService } from "./openService.ts";

const id = "a".repeat(32);

describe("Answers about a gist that come late", () => {
  let service: OpenService;
  /** Lets the first reading's answer go. */
  let release: () => void;
  /** The reading that began first, whose answer is held back. */
  let early: Promise<unknown>;
  beforeEach(async () => {
    service = await openService({
      users: [{ login: "mia" }],
      tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
      gists: [{ id, owner: "mia", files: { "a.txt": "one" } }],
    });
    let isHeld = false;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.hooks.after = async (answer, request) => {
      if (request.method !== "GET" || isHeld) return answer;
      isHeld = true;
      await held;
      return answer;
    };
    early = service.gists.read(service.accountId, id);
    await eventually(() => isHeld, "the service has answered");
  });
  afterEach(() => service.close());

  const place = () => ({ accountId: service.accountId, gistId: id, fileName: "a.txt" });
  const text = async () => (await service.gists.get(service.accountId, id)).files["a.txt"]?.content;
  const elsewhere = (content: string) =>
    service.window.model.get(service.accountId)?.client.patch(`/gists/${id}`, { files: { "a.txt": { content } } });

  it("do not take back what was read later", async () => {
    await elsewhere("two");
    await service.gists.reload(service.accountId, id);
    assert.equal(await text(), "two");
    const events: unknown[] = [];
    service.gists.onDidChangeFiles((changes) => events.push(...changes));
    release();
    await early;
    assert.equal(await text(), "two");
    assert.deepEqual(events, []);
  });

  it("do not take back what was written in the meantime", async () => {
    const outcome = await service.publisher.publish(place(), { name: "a.txt", base: "one", mine: "mine" });
    assert.equal(outcome.kind, "published");
    release();
    await early;
    assert.equal(await text(), "mine");
  });

  it("are not shared with callers that need the current state", async () => {
    const asked = service.sent("GET").length;
    await service.gists.reload(service.accountId, id);
    assert.equal(service.sent("GET").length, asked + 1);
    release();
    await early;
  });
});

describe("A gist that was deleted elsewhere", () => {
  it("leaves the lists when it is not found", async () => {
    const service = await openService({
      users: [{ login: "mia" }],
      tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
      gists: ["a", "b"].map((digit) => ({ id: digit.repeat(32), owner: "mia", files: { "a.txt": "one" } })),
    });
    const { gists, accountId } = service;
    const listed = async () => (await gists.lists.get(accountId, "own")).gists.map((gist) => gist.id);
    try {
      assert.equal((await listed()).length, 2);
      await service.window.model.get(accountId)?.client.call("gists.delete", { id });
      const changes: unknown[] = [];
      gists.onDidChangeLists((change) => changes.push(change));
      service.hooks.before = () => Response.json({ message: "Blocked" }, { status: 403 });
      await assert.rejects(gists.read(accountId, id));
      assert.equal((await listed()).length, 2);
      service.hooks.before = () => undefined;
      await assert.rejects(gists.read(accountId, id));
      assert.deepEqual(await listed(), ["b".repeat(32)]);
      assert.deepEqual(changes, [{ accountId }]);
    } finally {
      await service.close();
    }
  });
});
