import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import type { Write } from "../../../src/client/beforeWrite.ts";
import { GistFiles } from "../../../src/gists/publishing/files.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { type OpenService, openService } from "../gists/openService.ts";
import { fileOptions } from "../gists/fileOptions.ts";

const id = "a".repeat(32);

describe("What the clients of an account write", () => {
  let service: OpenService;
  let writes: (readonly [accountId: string, write: Write])[];
  let isAllowed: boolean;

  beforeEach(async () => {
    [writes, isAllowed] = [[], true];
    service = await openService(
      {
        users: [{ login: "mia" }],
        tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
        gists: [{ id, owner: "mia", files: { "a.txt": "one\ntwo\nthree\n" } }],
      },
      {
        inspectWrite: async (accountId, write) => {
          writes.push([accountId, write]);
          if (!isAllowed) throw new CancelledError();
          return write.parameters;
        },
      },
    );
  });
  afterEach(() => service.close());

  it("is inspected with the id of the account, and reads are not", async () => {
    const client = service.window.model.get(service.accountId)?.client;
    await client?.call("gists.getAll", {});
    await client?.call("gists.star", { id });
    await client?.patch(`/gists/${id}`, { description: "New" });
    assert.deepEqual(
      writes.map(([accountId, { operation, parameters }]) => [accountId, operation, parameters]),
      [
        [service.accountId, "gists.star", { id }],
        [service.accountId, undefined, { description: "New" }],
      ],
    );
  });

  it("is inspected where a password takes the place of the token", async () => {
    const { profile } = service.window.model.get(service.accountId) ?? {};
    assert.ok(profile);
    const client = await service.window.model.clientWithoutToken(profile);
    isAllowed = false;
    await assert.rejects(client.call("authorization.create", { note: "x" }), CancelledError);
    assert.deepEqual(service.requests, []);
    assert.equal(writes[0]?.[0], service.accountId);
    client.dispose();
  });

  it("is inspected when an edit that was stored is published later", async () => {
    const files = new GistFiles(
      fileOptions({
        accounts: service.window.model,
        gists: service.gists,
        publisher: service.publisher,
        clock: new ManualClock(),
        modeOf: () => "manual",
      }),
    );
    const place = { accountId: service.accountId, gistId: id, fileName: "a.txt" };
    // As a merge leaves it there: nothing has inspected this text.
    await files.engine.rebase(place, "one\ntwo\nthree\n", "one\ntwo\nsecret\n");
    isAllowed = false;
    await assert.rejects(files.engine.publish(place), CancelledError);
    assert.deepEqual(service.sent("PATCH"), []);
    assert.equal((await files.engine.publish(place).catch(() => undefined)) ?? "nothing", "nothing");
    const [, write] = writes[0] ?? [];
    assert.deepEqual(write?.parameters["files"], { "a.txt": { content: "one\ntwo\nsecret\n" } });
    assert.ok(write?.known.includes("one\ntwo\nthree\n"));
    isAllowed = true;
    assert.equal(await files.engine.publish(place), "published");
    files.dispose();
  });
});
