import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import type { Dialect } from "../../../src/client/request.ts";
import type { MessageOf, OperationId, ResultOf } from "../../../src/client/operations/table.ts";
import type { WithMeta } from "../../../src/client/types/result.ts";
import { type Service, startService } from "../sandbox/service.ts";

/** A way to call an operation. */
type Surface = <Id extends OperationId>(
  client: Client,
  id: Id,
  msg: MessageOf<Id>,
) => Promise<WithMeta<ResultOf<Id>>>;
type Method = (...args: readonly unknown[]) => unknown;

const methodOf = (client: Client, id: OperationId): Method => {
  const [section = "", name = ""] = id.split(".");
  return Reflect.get(Reflect.get(client, section) as object, name) as Method;
};

const surfaces: Readonly<Record<string, Surface>> = {
  "call()": (client, id, msg) => client.call(id, msg),
  "a callback": (client, id, msg) =>
    new Promise((resolve, reject) => {
      const returned = methodOf(client, id)(msg, (error: Error | null, result: never) =>
        error === null ? resolve(result) : reject(error),
      );
      assert.equal(returned, undefined);
    }),
  "a block and a callback": (client, id, msg) =>
    new Promise((resolve, reject) => {
      methodOf(client, id)(msg, { timeout: 10_000 }, (error: Error | null, result: never) =>
        error === null ? resolve(result) : reject(error),
      );
    }),
  "a promise": (client, id, msg) => methodOf(client, id)(msg) as never,
};

for (const dialect of ["interface", "github"] as const satisfies readonly Dialect[]) {
  for (const [name, invoke] of Object.entries(surfaces)) {
    describe(`gists by ${name} in the dialect ${dialect}`, () => {
      let service: Service;
      let mia: Client;
      let otto: Client;
      const as = (token: string): Client => {
        const client = new Client({ version: "3.0.0", baseUrl: service.url, dialect, transport: nodeTransport });
        client.authenticate({ type: "oauth", token });
        return client;
      };
      const create = (given: Partial<MessageOf<"gists.create">> = {}) =>
        invoke(mia, "gists.create", {
          description: "Made by a test",
          public: "false",
          files: { "a.txt": { content: "first" }, "b.txt": { content: "stays" } },
          ...given,
        });
      before(async () => {
        service = await startService();
      });
      after(() => service.close());
      beforeEach(() => {
        mia = as("sandbox_mia");
        otto = as("sandbox_otto");
      });

      for (const [given, kept] of [
        ["false", false],
        [false, false],
        ["true", true],
        [true, true],
      ] as const) {
        it(`that are made with public ${JSON.stringify(given)} are read back so`, async () => {
          const { id } = await create({ public: given });
          const gist = await invoke(mia, "gists.get", { id });
          assert.strictEqual(gist.public, kept);
          assert.equal(gist.user?.login, "mia");
          const listed = await invoke(mia, "gists.public", {});
          assert.equal(
            listed.some((each) => each.id === id),
            kept,
          );
        });
      }

      it("have the new description and content after an edit", async () => {
        const { id } = await create();
        const edited = await invoke(mia, "gists.edit", {
          id,
          description: "Größer",
          files: { "a.txt": { content: "second\n" } },
        });
        assert.equal(edited.description, "Größer");
        const gist = await invoke(mia, "gists.get", { id });
        assert.equal(gist.description, "Größer");
        assert.equal(gist.files["a.txt"]?.content, "second\n");
        assert.equal(gist.files["b.txt"]?.content, "stays");
      });

      it("are read by their id, and their page's address ends in it", async () => {
        const made = await create();
        const gist = await invoke(mia, "gists.get", { id: made.id });
        assert.ok(gist.id !== "" && gist.html_url.endsWith(gist.id), gist.html_url);
        assert.match(gist.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        assert.equal(gist.meta["x-oauth-scopes"], "gist, repo");
      });

      it("keep a comment, and have its new text after an edit", async () => {
        const { id: gist_id } = await create();
        const made = await invoke(otto, "gists.createComment", { gist_id, body: "Nice" });
        assert.equal(made.body, "Nice");
        assert.equal(made.user?.login, "otto");
        const read = await invoke(mia, "gists.getComment", { gist_id, id: made.id });
        assert.deepEqual([read.id, read.body, read.user?.login], [made.id, "Nice", "otto"]);
        const edited = await invoke(otto, "gists.editComment", { gist_id, id: made.id, body: "Nicer" });
        assert.equal(edited.id, made.id);
        assert.equal((await invoke(mia, "gists.getComment", { gist_id, id: made.id })).body, "Nicer");
        assert.deepEqual(
          (await invoke(mia, "gists.getComments", { gist_id })).map(({ body }) => body),
          ["Nicer"],
        );
      });

      it("are forked to addresses with the fork's own id", async () => {
        const { id } = await create({ public: true });
        const fork = await invoke(otto, "gists.fork", { id });
        assert.notEqual(fork.id, id);
        for (const url of [fork.git_pull_url, fork.git_push_url]) {
          assert.ok(url.includes(fork.id) && !url.includes(id), url);
        }
        assert.equal(fork.description, "Made by a test");
        assert.deepEqual(Object.keys(fork.files), ["a.txt", "b.txt"]);
        assert.equal((await invoke(otto, "gists.get", { id: fork.id })).user?.login, "otto");
      });

      it("change between starred and not", async () => {
        const { id } = await create();
        const starred = async () => (await invoke(otto, "gists.starred", {})).some((gist) => gist.id === id);
        await assert.rejects(invoke(otto, "gists.checkStar", { id }), { code: 404 });
        assert.deepEqual(Object.keys(await invoke(otto, "gists.star", { id })), ["meta"]);
        assert.equal((await invoke(otto, "gists.checkStar", { id })).meta.status?.slice(0, 3), "204");
        assert.equal(await starred(), true);
        await invoke(otto, "gists.deleteStar", { id });
        await assert.rejects(invoke(otto, "gists.checkStar", { id }), { code: 404 });
        assert.equal(await starred(), false);
      });

      it("are gone when they were deleted", async () => {
        const { id } = await create();
        await invoke(mia, "gists.delete", { id });
        await assert.rejects(invoke(mia, "gists.get", { id }), { code: 404, status: "NotFound" });
      });
    });
  }
}
