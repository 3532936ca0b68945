import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Octokit } from "@octokit/rest";
import { publicId, type Service, smallSeed, startService } from "./service.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const failsWith = async (work: Promise<unknown>, status: number, message: RegExp): Promise<void> => {
  await assert.rejects(work, (error: Error & { status?: number }) => {
    assert.equal(error.status, status);
    assert.match(error.message, message);
    return true;
  });
};

for (const prefix of ["", "/api/v3"]) {
  describe(`@octokit/rest at ${prefix || "the root"}`, () => {
    let service: Service;
    const as = (auth?: string) => new Octokit({ baseUrl: service.url + prefix, auth, log: quiet });
    before(async () => {
      service = await startService({ seed: smallSeed });
    });
    after(() => service.close());

    it("lists, makes, reads, edits and deletes gists", async () => {
      const { gists } = as("sandbox_mia").rest;
      const made = await gists.create({
        public: false,
        description: "By octokit",
        files: { "a.md": { content: "a" } },
      });
      assert.equal(made.status, 201);
      const gist_id = made.data.id ?? "";
      assert.equal((await gists.list()).data[0]?.id, gist_id);
      assert.equal((await gists.listForUser({ username: "mia" })).data.length, 3);
      assert.equal((await gists.listPublic()).data[0]?.id, publicId);

      await gists.update({
        gist_id,
        description: "Edited",
        files: { "a.md": { filename: "b.md", content: "b" } },
      });
      const read = await gists.get({ gist_id });
      assert.equal(read.data.description, "Edited");
      assert.equal(read.data.files?.["b.md"]?.content, "b");

      const commits = await gists.listCommits({ gist_id });
      assert.equal(commits.data.length, 2);
      const first = await gists.getRevision({ gist_id, sha: commits.data[1]?.version ?? "" });
      assert.equal(first.data.files?.["a.md"]?.content, "a");

      assert.equal((await gists.delete({ gist_id })).status, 204);
      await failsWith(gists.get({ gist_id }), 404, /^Not Found/);
    });

    it("stars and forks", async () => {
      const { gists } = as("sandbox_otto").rest;
      const one = { gist_id: publicId };
      assert.equal((await gists.checkIsStarred(one)).status, 204);
      assert.equal((await gists.unstar(one)).status, 204);
      await failsWith(gists.checkIsStarred(one), 404, /^Not Found/);
      assert.equal((await gists.star(one)).status, 204);
      assert.equal((await gists.listStarred()).data[0]?.id, publicId);
      const fork = await gists.fork(one);
      assert.equal(fork.status, 201);
      assert.equal((await gists.listForks(one)).data[0]?.id, fork.data.id);
    });

    it("comments", async () => {
      const { gists } = as("sandbox_otto").rest;
      const { data: made } = await gists.createComment({ gist_id: publicId, body: "Hello" });
      const one = { gist_id: publicId, comment_id: Number(made.id) };
      assert.equal((await gists.getComment(one)).data.body, "Hello");
      assert.equal((await gists.updateComment({ ...one, body: "Changed" })).data.body, "Changed");
      assert.equal((await gists.listComments({ gist_id: publicId })).data.length, 2);
      assert.equal((await gists.deleteComment(one)).status, 204);
      await failsWith(gists.getComment(one), 404, /^Not Found/);
    });

    it("pages through everything", async () => {
      const octokit = as("sandbox_mia");
      for (let index = 0; index < 6; index += 1) {
        await octokit.rest.gists.create({ files: { a: { content: String(index) } } });
      }
      const all = await octokit.paginate(octokit.rest.gists.list, { per_page: 3 });
      assert.equal(all.length, 8);
      assert.equal(new Set(all.map(({ id }) => id)).size, 8);
      let pages = 0;
      for await (const page of octokit.paginate.iterator(octokit.rest.gists.list, { per_page: 3 })) {
        assert.ok(page.url.startsWith(`${service.url}${prefix}/gists`));
        pages += 1;
      }
      assert.equal(pages, 3);
    });

    it("reads users, emoji, metadata and the rate limit", async () => {
      const { rest } = as("sandbox_mia");
      assert.equal((await rest.users.getAuthenticated()).data.login, "mia");
      assert.equal((await rest.users.getByUsername({ username: "otto" })).data.login, "otto");
      assert.ok("shipit" in (await rest.emojis.get()).data);
      assert.ok((await rest.meta.get()).data.hooks?.length);
      assert.equal((await rest.rateLimit.get()).data.resources.core.limit, 5000);
    });

    it("learns of an unchanged gist and of mistakes", async () => {
      const { gists, users } = as("sandbox_mia").rest;
      const { headers } = await gists.get({ gist_id: publicId });
      const again = gists.get({ gist_id: publicId, headers: { "if-none-match": headers.etag ?? "" } });
      await failsWith(again, 304, /Not modified/i);
      await failsWith(as("wrong").rest.users.getAuthenticated(), 401, /^Bad credentials/);
      await failsWith(as().rest.users.getAuthenticated(), 401, /^Requires authentication/);
      await failsWith(gists.create({ files: {} }), 422, /^Validation Failed.*"field":"files"/);
      await failsWith(as("sandbox_otto").rest.gists.delete({ gist_id: publicId }), 403, /owner/);
      assert.equal((await users.getAuthenticated()).status, 200);
    });
  });
}
