import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, pathOf, publicId, secretId, type Service, startService } from "./service.ts";

const mia = { token: "sandbox_mia" };
const otto = { token: "sandbox_otto" };
const idsOf = (body: readonly { readonly id: string }[]) => body.map(({ id }) => id);

describe("the sandbox's gists", () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const create = async (files: unknown, more: object = {}) =>
    service.call("POST", "/gists", { ...mia, body: { files, ...more } });
  const edit = async (id: string, body: unknown, who = mia) =>
    service.call("PATCH", `/gists/${id}`, { ...who, body });

  it("makes a gist that is read back as it was given", async () => {
    const made = await create({ "a.ts": { content: "export {};\n" } }, { description: "New", public: true });
    assert.equal(made.status, 201);
    assert.match(made.body.id, /^[0-9a-f]{32}$/);
    assert.equal(made.headers.get("location"), made.body.url);
    const { body } = await service.call("GET", `/gists/${made.body.id}`);
    assert.equal(body.description, "New");
    assert.equal(body.public, true);
    assert.equal(body.created_at, "2026-01-01T00:00:00Z");
    assert.equal(body.user.login, "mia");
    assert.deepEqual(body.owner, body.user);
    assert.ok(body.html_url.endsWith(body.id));
    assert.ok(body.git_pull_url.includes(body.id) && body.git_push_url.includes(body.id));
    assert.equal(body.history.length, 1);
    assert.deepEqual(body.files["a.ts"], {
      filename: "a.ts",
      type: "application/x-typescript",
      language: "TypeScript",
      raw_url: body.files["a.ts"].raw_url,
      size: 11,
      truncated: false,
      content: "export {};\n",
      encoding: "utf-8",
    });
  });

  it("takes public as a value and as a word, and makes a gist secret without it", async () => {
    for (const [given, wanted] of [
      [true, true],
      ["true", true],
      [false, false],
      ["false", false],
      [undefined, false],
    ]) {
      const { body } = await create({ a: { content: "a" } }, { public: given });
      assert.equal((await service.call("GET", `/gists/${body.id}`)).body.public, wanted);
    }
    assertInvalid(await create({ a: { content: "a" } }, { public: "perhaps" }), "Gist", "public", "invalid");
  });

  it("refuses a gist without usable files", async () => {
    for (const [files, code] of [
      [undefined, "missing_field"],
      [null, "missing_field"],
      [{}, "missing_field"],
      [{ a: null }, "missing_field"],
      [{ a: {} }, "missing_field"],
      [{ a: { content: "" } }, "missing_field"],
      ["text", "invalid"],
      [[{ content: "a" }], "invalid"],
      [{ a: "text" }, "invalid"],
      [{ a: { content: 5 } }, "invalid"],
      [{ "a/b": { content: "a" } }, "invalid"],
      [{ "a\nb": { content: "a" } }, "invalid"],
      [{ "..": { content: "a" } }, "invalid"],
      [{ ["é".repeat(128)]: { content: "a" } }, "invalid"],
    ] as const) {
      assertInvalid(await create(files), "Gist", "files", code);
    }
    assertInvalid(await create({ a: { content: "a" } }, { description: 5 }), "Gist", "description", "invalid");
    assert.equal(service.sandbox.state().gists.length, 2);
  });

  it("keeps names and contents of every kind as they are", async () => {
    const contents = {
      "größe 日本 #1%.md": "\u{1F35E} é\r\n\tno newline at the end",
      ["é".repeat(127)]: "x",
      "7": "seven",
    };
    const names = Object.fromEntries([...Object.entries(contents), ["__proto__", "own"] as const]);
    const { body } = await create(
      Object.fromEntries(Object.entries(names).map(([name, content]) => [name, { content }])),
    );
    const read = await service.call("GET", `/gists/${body.id}`);
    for (const [name, content] of Object.entries(names)) {
      assert.equal(read.body.files[name].content, content);
      assert.equal((await service.call("GET", read.body.files[name].raw_url)).text, content);
    }
  });

  it("edits description and files, and makes a version of what changed", async () => {
    service.clock.advance(60_000);
    const { status, body } = await edit(publicId, {
      description: "Edited",
      files: {
        "hello.py": { content: "print('Bye')\n" },
        "hello.rb": { filename: "bye.rb" },
        "new.md": { content: "# New\n" },
      },
    });
    assert.equal(status, 200);
    assert.equal(body.description, "Edited");
    assert.deepEqual(Object.keys(body.files), ["bye.rb", "hello.py", "new.md"]);
    assert.equal(body.files["bye.rb"].content, 'puts "Hello"\n');
    assert.equal(body.updated_at, "2026-01-01T00:01:00Z");
    assert.equal(body.created_at, "2025-05-01T10:00:00Z");
    assert.equal(body.history.length, 3);
    assert.deepEqual(body.history[0].change_status, { total: 5, additions: 3, deletions: 2 });
    assert.equal(
      (await service.call("GET", `/gists/${publicId}`)).body.files["hello.py"].content,
      "print('Bye')\n",
    );
  });

  it("deletes a file given as null or as an empty object, but never the last one", async () => {
    const { body } = await edit(publicId, { files: { "hello.py": null } });
    assert.deepEqual(Object.keys(body.files), ["hello.rb"]);
    assertInvalid(await edit(publicId, { files: { "hello.rb": {} } }), "Gist", "files", "missing_field");
    const swapped = await edit(publicId, { files: { "hello.rb": null, "b.md": { content: "b" } } });
    assert.deepEqual(Object.keys(swapped.body.files), ["b.md"]);
  });

  it("renames onto a name only when that name becomes free", async () => {
    const taken = await edit(publicId, { files: { "hello.py": { filename: "hello.rb" } } });
    assertInvalid(taken, "Gist", "files", "already_exists");
    const swapped = await edit(publicId, {
      files: { "hello.py": { filename: "hello.rb" }, "hello.rb": { filename: "hello.py" } },
    });
    assert.equal(swapped.body.files["hello.rb"].content, 'print("Hello")\n');
  });

  it("refuses edits that make no sense", async () => {
    for (const [files, code] of [
      [{ "hello.py": { content: "" } }, "missing_field"],
      [{ unknown: null }, "invalid"],
      [{ unknown: { filename: "other" } }, "missing_field"],
      [{ "hello.py": { filename: "a/b" } }, "invalid"],
      [{ "hello.py": { filename: 5 } }, "invalid"],
      [{ "hello.py": "text" }, "invalid"],
      ["text", "invalid"],
    ] as const) {
      assertInvalid(await edit(publicId, { files }), "Gist", "files", code);
    }
    assert.equal((await service.call("GET", `/gists/${publicId}`)).body.history.length, 2);
  });

  it("makes no version and moves no date when nothing changed", async () => {
    const before = service.sandbox.state();
    service.clock.advance(60_000);
    for (const body of [
      {},
      { description: "Hello in two languages" },
      { files: { "hello.rb": { content: 'puts "Hello"\n' } } },
    ]) {
      assert.equal((await edit(publicId, body)).status, 200);
    }
    assert.deepEqual(service.sandbox.state(), before);
  });

  it("reads an older version with the history up to it", async () => {
    const { body } = await service.call("GET", `/gists/${publicId}`);
    const [, first] = body.history;
    const old = await service.call("GET", pathOf(first.url));
    assert.deepEqual(Object.keys(old.body.files), ["hello.py"]);
    assert.equal(old.body.files["hello.py"].content, "print('Hi')\n");
    assert.equal(old.body.history.length, 1);
    assertError(await service.call("GET", `/gists/${publicId}/${"0".repeat(40)}`), 404, "Not Found");
    const commits = await service.call("GET", `/gists/${publicId}/commits?per_page=1`);
    assert.deepEqual(commits.body, [body.history[0]]);
    assert.match(commits.headers.get("link") ?? "", /commits\?per_page=1&page=2>; rel="next"/);
  });

  it("deletes a gist for good", async () => {
    await edit(publicId, { description: "A word that nobody else uses" });
    assert.ok(JSON.stringify(service.sandbox.state()).includes("A word that nobody else uses"));
    assert.equal((await service.call("DELETE", `/gists/${publicId}`, mia)).status, 204);
    assertError(await service.call("GET", `/gists/${publicId}`, mia), 404, "Not Found");
    assertError(await service.call("DELETE", `/gists/${publicId}`, mia), 404, "Not Found");
    assert.equal(JSON.stringify(service.sandbox.state()).includes("A word that nobody else uses"), false);
  });

  it("answers 403 to who changes another user's gist, and 404 where there is none", async () => {
    assertError(await edit(publicId, { description: "mine" }, otto), 403, /owner/);
    assertError(await service.call("DELETE", `/gists/${publicId}`, otto), 403, /owner/);
    assertError(await edit("f".repeat(32), { description: "x" }), 404, "Not Found");
  });

  it("shows a secret gist to who has its id and lists it to its owner only", async () => {
    assert.equal((await service.call("GET", `/gists/${secretId}`, otto)).status, 200);
    assert.deepEqual(idsOf((await service.call("GET", "/gists", mia)).body), [secretId, publicId]);
    assert.deepEqual(idsOf((await service.call("GET", "/users/mia/gists", mia)).body), [secretId, publicId]);
    assert.deepEqual(idsOf((await service.call("GET", "/users/mia/gists", otto)).body), [publicId]);
    assert.deepEqual(idsOf((await service.call("GET", "/users/mia/gists")).body), [publicId]);
    assert.deepEqual(idsOf((await service.call("GET", "/gists/public", mia)).body), [publicId]);
    assert.deepEqual(idsOf((await service.call("GET", "/gists")).body), [publicId]);
    assertError(await service.call("GET", "/users/nobody/gists"), 404, "Not Found");
  });

  it("lists without contents, newest first, and since a date", async () => {
    const { body } = await service.call("GET", "/gists", mia);
    assert.equal("content" in body[1].files["hello.py"], false);
    assert.equal("history" in body[1], false);
    assert.equal(body[1].comments, 1);
    const since = await service.call("GET", "/gists?since=2025-05-15T00:00:00Z", mia);
    assert.deepEqual(idsOf(since.body), [secretId]);
    assertInvalid(await service.call("GET", "/gists?since=yesterday", mia), "Gist", "since", "invalid");
  });

  it("truncates a large file at a whole character and gives it whole as raw file", async () => {
    const content = `a${"é".repeat(600_000)}`;
    const { body } = await create({ "large.txt": { content } });
    const file = body.files["large.txt"];
    assert.equal(file.truncated, true);
    assert.equal(file.size, 1_200_001);
    assert.equal(file.content, content.slice(0, file.content.length));
    assert.equal(new TextEncoder().encode(file.content).length, 1_048_575);
    const raw = await service.call("GET", file.raw_url);
    assert.equal(raw.text, content);
    assert.equal(raw.headers.get("content-type"), "text/plain; charset=utf-8");
  });

  it("shows the first 300 files of a gist with more", async () => {
    const files = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f${index}`, { content: "x" }]));
    const { body } = await create(files);
    assert.equal(Object.keys(body.files).length, 300);
    assert.equal(body.truncated, true);
  });
});
