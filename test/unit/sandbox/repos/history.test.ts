import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, linksOf, type Service } from "../service.ts";
import { base64, mia, nora, oddBranch, otto, startForge } from "./forge.ts";

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const at = "/repos/mia/hello";
const get = (path: string, options = mia) => service.call("GET", at + path, options);
const subjects = async (path: string): Promise<string[]> =>
  (await get(path)).body.map(({ commit }: { commit: { message: string } }) => commit.message.split("\n")[0]);

describe("the history", () => {
  it("is listed from a branch, newest first, and filtered", async () => {
    const all = ["By a stranger", "Change a line", "First words"];
    assert.deepEqual(await subjects("/commits"), all);
    assert.deepEqual(await subjects(`/commits?sha=${encodeURIComponent(oddBranch)}`), ["Odd names", ...all]);
    assert.deepEqual(await subjects("/commits?sha=v1.0"), ["First words"]);
    assert.deepEqual(await subjects("/commits?path=src/lines.txt"), ["Change a line", "First words"]);
    assert.deepEqual(await subjects("/commits?path=notes"), ["By a stranger"]);
    assert.deepEqual(await subjects("/commits?author=NORA"), ["Change a line"]);
    assert.deepEqual(await subjects("/commits?author=ann@example.org"), ["By a stranger"]);
    assert.deepEqual(await subjects("/commits?since=2025-01-08T23:00:00Z"), ["By a stranger", "Change a line"]);
    assert.deepEqual(await subjects("/commits?until=2025-01-08T23:00:00Z"), ["Change a line", "First words"]);
    assert.deepEqual(await subjects("/commits?author=nobody"), []);
    assertError(await get("/commits?sha=none"), 404, "Not Found");
    assertInvalid(await get("/commits?since=soon"), "Commit", "since", "invalid");
    assertError(await service.call("GET", "/repos/mia/empty/commits", mia), 409, "Git Repository is empty.");
  });

  it("is paged", async () => {
    const first = await get("/commits?per_page=2");
    assert.equal(first.body.length, 2);
    const second = await service.call("GET", linksOf(first.headers)["next"] ?? "", mia);
    assert.equal(second.body.length, 1);
  });

  it("distinguishes users from strangers", async () => {
    const { body } = await get("/commits");
    assert.deepEqual(
      body.map(
        ({ author, commit }: { author: { login: string } | null; commit: { author: { name: string } } }) => [
          author?.login,
          commit.author.name,
        ],
      ),
      [
        [undefined, "Ann Onym"],
        ["nora", "Nora Sample"],
        ["mia", "Mia Example"],
      ],
    );
  });

  it("shows one commit with its files and patches", async () => {
    const { body: change } = await get(`/commits/${(await get("/commits")).body[1].sha}`);
    assert.deepEqual(change.stats, { total: 2, additions: 1, deletions: 1 });
    assert.equal(
      change.files[0].patch,
      "@@ -17,7 +17,7 @@ line 16".replace(/ line 16$/, "") +
        "\n line 17\n line 18\n line 19\n-line 20\n+LINE 20\n line 21\n line 22\n line 23",
    );
    const { body: odd } = await get(`/commits/${encodeURIComponent(oddBranch)}`);
    assert.deepEqual(
      odd.files.map(
        ({
          filename,
          status,
          previous_filename,
        }: {
          filename: string;
          status: string;
          previous_filename?: string;
        }) => [filename, status, previous_filename],
      ),
      [
        ["a b%20c#.md", "added", undefined],
        ["src/new.ts", "renamed", "src/old.ts"],
      ],
    );
    const { body: first } = await get("/commits/v1.0");
    const binary = first.files.find(({ filename }: { filename: string }) => filename === "data.bin");
    assert.deepEqual([binary.patch, binary.additions], [undefined, 0]);
    assert.equal((await get(`/commits/${first.sha.slice(0, 8)}`)).body.sha, first.sha);
    assertError(await get("/commits/ffffffff"), 422, "No commit found for SHA: ffffffff");
    const foreign = (await service.call("GET", "/repos/otto/tools/commits", otto)).body[0].sha;
    assertError(await get(`/commits/${foreign}`), 422, /No commit found/);
  });

  it("is compared between any two points", async () => {
    const status = async (range: string) => {
      const { body, text } = await get(`/compare/${range}`);
      assert.ok(body.status, text);
      return [body.status, body.ahead_by, body.behind_by];
    };
    assert.deepEqual(await status("main...main"), ["identical", 0, 0]);
    assert.deepEqual(await status("v1.0...main"), ["ahead", 2, 0]);
    assert.deepEqual(await status("main...v1.0"), ["behind", 0, 2]);
    assert.deepEqual(await status("left...right"), ["diverged", 1, 1]);
    assert.deepEqual(await status(`main...${encodeURIComponent(oddBranch)}`), ["ahead", 1, 0]);
    assert.deepEqual(await status("main...nora:main"), ["ahead", 1, 0]);
    const { body } = await get("/compare/left...right");
    assert.deepEqual(
      body.files.map(({ filename }: { filename: string }) => filename),
      ["src/lines.txt"],
    );
    assert.equal(body.merge_base_commit.commit.message, "By a stranger");
    assert.deepEqual(
      (await get("/compare/v1.0...main")).body.commits.map(
        ({ commit }: { commit: { message: string } }) => commit.message,
      ),
      ["Change a line", "By a stranger"],
    );
    const paged = await get("/compare/v1.0...main?per_page=1&page=2");
    assert.deepEqual([paged.body.commits.length, paged.body.files], [1, undefined]);
    assertError(await get("/compare/main...none"), 404, "Not Found");
    assertError(await get("/compare/main...otto:main"), 404, "Not Found");
    assertError(await get("/compare/main"), 404, "Not Found");
  });
});

describe("branches", () => {
  it("are listed with their protection, and found whatever their names", async () => {
    const { body } = await get("/branches");
    assert.deepEqual(
      body.map(({ name }: { name: string }) => name),
      ["clash", oddBranch, "left", "main", "right", "stable"],
    );
    assert.deepEqual(
      (await get("/branches?protected=true")).body.map(({ name }: { name: string }) => name),
      ["stable"],
    );
    for (const name of [encodeURIComponent(oddBranch), "feature/x%231"])
      assert.equal((await get(`/branches/${name}`)).body.name, oddBranch);
    assertError(await get("/branches/none"), 404, "Branch not found");
    assert.equal((await get("/tags")).body[0].name, "v1.0");
  });

  it("are merged when both sides fit, with a message", async () => {
    const body = { base: "left", head: "right", commit_message: "Together" };
    const merged = await service.call("POST", `${at}/merges`, { ...mia, body });
    assert.equal(merged.status, 201);
    assert.deepEqual([merged.body.commit.message, merged.body.parents.length], ["Together", 2]);
    const lines = await service.call("GET", `${at}/contents/src/lines.txt?ref=left`, mia);
    const text = Buffer.from(lines.body.content, "base64").toString();
    assert.match(text, /LEFT 3\n[^]*LINE 20\n[^]*RIGHT 38\n/);
    assert.equal((await service.call("POST", `${at}/merges`, { ...mia, body })).status, 204);
    const plain = await service.call("POST", `${at}/merges`, { ...mia, body: { base: "main", head: "left" } });
    assert.equal(plain.body.commit.message, "Merge left into main");
  });

  it("are not merged over a conflict, into nothing, or without the right", async () => {
    const merge = (body: object, options = mia) => service.call("POST", `${at}/merges`, { ...options, body });
    const { sha } = (await get("/branches/left")).body.commit;
    assertError(await merge({ base: "left", head: "clash" }), 409, "Merge conflict");
    assertError(await merge({ base: "none", head: "left" }), 404, "Base does not exist");
    assertError(await merge({ base: "left", head: "none" }), 404, "Head does not exist");
    assertError(await merge({ base: "stable", head: "left" }), 409, /pull request/);
    assertInvalid(await merge({ head: "left" }), "Merge", "base", "missing_field");
    assertInvalid(await merge({ base: "left" }), "Merge", "head", "missing_field");
    assertError(await merge({ base: "left", head: "right" }, otto), 403, /push access/);
    assert.equal((await get("/branches/left")).body.commit.sha, sha);
  });
});

describe("comments on commits", () => {
  it("are made on a commit or a line, and count", async () => {
    const { sha } = (await get("/commits")).body[1];
    const post = (body: object, options = mia) =>
      service.call("POST", `${at}/commits/${sha}/comments`, { ...options, body });
    const plain = await post({ body: "Good", commit_id: sha });
    assert.deepEqual([plain.status, plain.body.path, plain.body.author_association], [201, null, "OWNER"]);
    const line = await post({ body: "Here", path: "src/lines.txt", line: 20 }, otto);
    assert.deepEqual([line.body.position, line.body.line, line.body.author_association], [5, 20, "NONE"]);
    const place = await post({ body: "There", path: "src/lines.txt", position: 4 });
    assert.equal(place.body.position, 4);
    assert.equal((await get(`/commits/${sha}`)).body.commit.comment_count, 4);
    assert.deepEqual(
      (await get(`/commits/${sha}/comments`)).body.map(({ body }: { body: string }) => body),
      ["About a line", "Good", "Here", "There"],
    );
    assert.equal((await get("/comments?per_page=2&page=3")).body.length, 1);
    assertInvalid(await post({ body: "" }), "CommitComment", "body", "missing_field");
    assertInvalid(await post({ body: "x", path: "none" }), "CommitComment", "path", "invalid");
    assertInvalid(
      await post({ body: "x", path: "src/lines.txt", position: 99 }),
      "CommitComment",
      "position",
      "invalid",
    );
    assertInvalid(await post({ body: "x", path: "src/lines.txt", line: "a" }), "CommitComment", "line", "invalid");
  });

  it("are changed by their authors, and deleted by users with push access too", async () => {
    const [own, foreign] = (await get("/comments")).body;
    const path = `${at}/comments/${own.id}`;
    const changed = await service.call("PATCH", path, { ...otto, body: { body: "Other" } });
    assert.equal(changed.body.body, "Other");
    assertError(await service.call("PATCH", path, { ...nora, body: { body: "x" } }), 403, /author/);
    assertError(await service.call("DELETE", `${at}/comments/${foreign.id}`, otto), 403, /author/);
    assert.equal((await service.call("DELETE", path, nora)).status, 204);
    assertError(await get(`/comments/${own.id}`), 404, "Not Found");
    assertError(await get("/comments/x"), 404, "Not Found");
  });
});

describe("a push", () => {
  it("shows in the repository's dates and moves nothing else", async () => {
    service.clock.advance(60_000);
    const body = { message: "x", content: base64("x") };
    await service.call("PUT", `${at}/contents/x`, { ...mia, body });
    const { pushed_at, updated_at, created_at } = (await get("")).body;
    assert.deepEqual(
      [pushed_at, updated_at, created_at],
      ["2026-01-01T00:01:00Z", "2026-01-01T00:01:00Z", "2025-01-01T10:00:00Z"],
    );
    assert.equal((await subjects("/commits"))[0], "x");
    assert.equal((await subjects("/commits?sha=left"))[0], "Left");
  });
});
