import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, linksOf, pathOf, publicId, type Service, startService } from "./service.ts";

const mia = { token: "sandbox_mia" };
const otto = { token: "sandbox_otto" };

describe("the sandbox's stars, forks and comments of gists", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it("stars and unstars", async () => {
    const star = (method: string) => service.call(method, `/gists/${publicId}/star`, mia);
    assertError(await star("GET"), 404, "Not Found");
    assert.equal((await star("PUT")).status, 204);
    assert.equal((await star("PUT")).status, 204);
    assert.equal((await star("GET")).status, 204);
    assert.equal((await service.call("GET", "/gists/starred", mia)).body[0].id, publicId);
    assert.equal((await star("DELETE")).status, 204);
    assertError(await star("GET"), 404, "Not Found");
    assert.deepEqual((await service.call("GET", "/gists/starred", mia)).body, []);
    assertError(await service.call("PUT", `/gists/${"f".repeat(32)}/star`, mia), 404, "Not Found");
  });

  it("forks another user's gist by both paths, with id and addresses of its own", async () => {
    for (const path of ["fork", "forks"]) {
      const { status, body } = await service.call("POST", `/gists/${publicId}/${path}`, otto);
      assert.equal(status, 201);
      assert.notEqual(body.id, publicId);
      assert.equal(body.user.login, "otto");
      assert.equal(body.description, "Hello in two languages");
      assert.equal(body.files["hello.rb"].content, 'puts "Hello"\n');
      assert.equal(body.comments, 0);
      assert.equal(body.fork_of.id, publicId);
      for (const name of ["url", "html_url", "git_pull_url", "git_push_url", "comments_url", "forks_url"]) {
        assert.ok(body[name].includes(body.id), name);
      }
    }
    const { body: origin } = await service.call("GET", `/gists/${publicId}`);
    const { body: forks } = await service.call("GET", `/gists/${publicId}/forks`);
    assert.equal(forks.length, 2);
    assert.deepEqual(
      origin.forks.map((fork: { id: string }) => fork.id),
      forks.map((fork: { id: string }) => fork.id).toReversed(),
    );
  });

  it("refuses a fork of one's own gist and keeps forks of a deleted one", async () => {
    assertInvalid(await service.call("POST", `/gists/${publicId}/forks`, mia), "Gist", "forks", "unprocessable");
    const { body: fork } = await service.call("POST", `/gists/${publicId}/forks`, otto);
    await service.call("DELETE", `/gists/${publicId}`, mia);
    assert.equal((await service.call("GET", `/gists/${fork.id}`)).body.fork_of, null);
    assertError(await service.call("POST", `/gists/${publicId}/forks`, otto), 404, "Not Found");
  });

  it("hides a secret fork of a public gist from the list of forks", async () => {
    const files = { a: "a" };
    const other = await startService({
      seed: {
        users: [{ login: "mia" }, { login: "otto" }],
        gists: [
          { id: publicId, owner: "mia", public: true, files },
          { owner: "otto", forkOf: publicId, files },
        ],
      },
    });
    try {
      assert.deepEqual((await other.call("GET", `/gists/${publicId}/forks`)).body, []);
      assert.deepEqual((await other.call("GET", `/gists/${publicId}`)).body.forks, []);
    } finally {
      await other.close();
    }
  });

  it("keeps comments and counts them", async () => {
    const list = `/gists/${publicId}/comments`;
    const made = await service.call("POST", list, { ...mia, body: { body: "Thanks <b>you</b>" } });
    assert.equal(made.status, 201);
    assert.equal(made.body.user.login, "mia");
    assert.equal(made.body.author_association, "OWNER");
    assert.equal(typeof made.body.id, "number");
    const path = pathOf(made.body.url);
    assert.deepEqual((await service.call("GET", path)).body, made.body);
    assert.equal((await service.call("GET", `/gists/${publicId}`)).body.comments, 2);

    service.clock.advance(5000);
    const edited = await service.call("PATCH", path, { ...mia, body: { body: "Edited" } });
    assert.equal(edited.body.id, made.body.id);
    assert.equal(edited.body.updated_at, "2026-01-01T00:00:05Z");
    assert.equal((await service.call("GET", path)).body.body, "Edited");

    assert.equal((await service.call("DELETE", path, mia)).status, 204);
    assertError(await service.call("GET", path), 404, "Not Found");
    assert.equal((await service.call("GET", `/gists/${publicId}`)).body.comments, 1);
  });

  it("lists comments oldest first in pages", async () => {
    const list = `/gists/${publicId}/comments`;
    for (const text of ["one", "two"]) await service.call("POST", list, { ...mia, body: { body: text } });
    const { body, headers } = await service.call("GET", `${list}?per_page=2`);
    assert.deepEqual(
      body.map((comment: { body: string }) => comment.body),
      ["Nice.", "one"],
    );
    const next = linksOf(headers)["next"];
    assert.ok(next);
    assert.equal((await service.call("GET", next)).body[0].body, "two");
  });

  it("refuses an empty comment and one that is too long", async () => {
    const post = (body: unknown) => service.call("POST", `/gists/${publicId}/comments`, { ...mia, body });
    assertInvalid(await post({}), "GistComment", "body", "missing_field");
    assertInvalid(await post({ body: null }), "GistComment", "body", "missing_field");
    assertInvalid(await post({ body: " \n" }), "GistComment", "body", "missing_field");
    assertInvalid(await post({ body: 5 }), "GistComment", "body", "invalid");
    assertInvalid(await post({ body: "x".repeat(65_537) }), "GistComment", "body", "custom");
  });

  it("answers 403 to who changes another user's comment", async () => {
    const { body } = await service.call("GET", `/gists/${publicId}/comments`);
    const path = pathOf(body[0].url);
    assertError(await service.call("PATCH", path, { ...mia, body: { body: "no" } }), 403, /author/);
    assertError(await service.call("DELETE", path, mia), 403, /author/);
    assertError(await service.call("PATCH", `${path}9`, { ...mia, body: { body: "no" } }), 404, "Not Found");
  });
});
