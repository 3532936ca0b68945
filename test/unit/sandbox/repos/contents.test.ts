import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type Answer, assertError, assertInvalid, type Service } from "../service.ts";
import {
  base64,
  forgeSeed,
  mia,
  miaPublic,
  miaReader,
  nora,
  oddBranch,
  oddFile,
  otto,
  startForge,
} from "./forge.ts";

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const at = "/repos/mia/hello/contents";
const text = (answer: Answer): string => Buffer.from(answer.body.content, "base64").toString();
const read = (path: string, query = "", options = mia): Promise<Answer> =>
  service.call("GET", `${at}/${encodeURIComponent(path)}${query}`, options);
const put = (path: string, body: object, options = mia): Promise<Answer> =>
  service.call("PUT", `${at}/${encodeURIComponent(path)}`, { ...options, body: { message: "Change", ...body } });
const shaOf = async (path: string): Promise<string> => (await read(path)).body.sha;
const headOf = async (branch: string): Promise<string> =>
  (await service.call("GET", `/repos/mia/hello/branches/${encodeURIComponent(branch)}`, mia)).body.commit.sha;

describe("contents", () => {
  it("are read by branch, tag, commit and qualified ref, whatever characters the names have", async () => {
    const ref = `?ref=${encodeURIComponent(oddBranch)}`;
    const odd = await read(oddFile, ref);
    assert.equal(text(odd), "odd\n");
    assert.equal(odd.body.name, oddFile);
    assert.equal((await service.call("GET", odd.body.url, mia)).body.sha, odd.body.sha);
    assert.equal(await (await fetch(odd.body.download_url)).text(), "odd\n");
    assertError(await read(oddFile), 404, "Not Found");
    assert.equal(text(await read("notes/ünïcode.md")), "Ü\n");
    assert.equal((await service.call("GET", `${at}/src/hello.py`, mia)).body.path, "src/hello.py");
    for (const name of ["v1.0", "tags/v1.0", "refs/heads/stable", "heads/stable", await headOf("stable")]) {
      assert.equal((await read("src/lines.txt", `?ref=${encodeURIComponent(name)}`)).body.size, 311, name);
    }
    assertError(await read("README.md", "?ref=none"), 404, /No commit found for the ref none/);
  });

  it("of a folder are its entries, in the order of their names", async () => {
    const { body } = await service.call("GET", at, mia);
    const types = body.map(({ name, type, size }: Answer["body"]) => `${name} ${type} ${size}`);
    assert.deepEqual(types, [
      ".gitmodules file 65",
      "LICENSE file 23",
      "README.md file 8",
      "data.bin file 7",
      "latest symlink 12",
      "lib file 0",
      "notes dir 0",
      "outside symlink 16",
      "run.sh file 19",
      "src dir 0",
    ]);
    assert.equal(body[5].download_url, null);
    const newer = await service.call("GET", at, { ...mia, headers: { "x-github-api-version": "2026-03-10" } });
    assert.equal(newer.body[5].type, "submodule");
    assert.equal((await service.call("GET", `${at}/`, mia)).body.length, 10);
    const object = await service.call("GET", `${at}/src`, {
      ...mia,
      headers: { accept: "application/vnd.github.object+json" },
    });
    assert.deepEqual([object.body.type, object.body.entries.length], ["dir", 3]);
  });

  it("follow a link inside the repository and show one that leads out", async () => {
    const inside = await read("latest");
    assert.deepEqual([inside.body.type, inside.body.name, text(inside)], ["file", "latest", 'print("Hello")\n']);
    const outside = await read("outside");
    assert.deepEqual([outside.body.type, outside.body.target], ["symlink", "../../etc/passwd"]);
    assert.equal(outside.body.content, undefined);
    const submodule = await read("lib");
    assert.deepEqual(
      [submodule.body.type, submodule.body.submodule_git_url],
      ["submodule", "https://example.com/lib.git"],
    );
  });

  it("do not leave the repository", async () => {
    for (const path of ["../x", "src/../../x", "src/."]) {
      assertError(await read(path), 422, /malformed path/);
      assertError(await put(path, { content: "" }), 422, /malformed path|path/);
    }
    assertError(await put(".git/config", { content: "" }), 422, /malformed path/);
    assertError(await put("/x", { content: "" }), 422, "path cannot start with a slash");
  });

  it("are raw when asked for so", async () => {
    const headers = { accept: "application/vnd.github.raw+json", authorization: "Bearer sandbox_mia" };
    const answer = await fetch(`${service.url}${at}/data.bin`, { headers });
    assert.deepEqual([...new Uint8Array(await answer.arrayBuffer())], [0, 1, 2, 3, 4, 5, 255]);
    assert.deepEqual([...Buffer.from((await read("data.bin")).body.content, "base64")], [0, 1, 2, 3, 4, 5, 255]);
  });

  it("above 1 MB come without content, and above 100 MB not at all", async () => {
    const mb = 1024 * 1024;
    const files = {
      "1.bin": { fill: "abc\n", size: mb },
      "2.bin": { fill: "abc\n", size: mb + 1 },
      "3.bin": { fill: "abc\n", size: 100 * mb + 1 },
    };
    // Before any request: made between two, it can take longer than a server keeps an idle connection.
    const tooBig = JSON.stringify({ message: "x", content: Buffer.alloc(100 * mb + 1).toString("base64") });
    const commits = [{ message: "Big", author: "mia", date: "2025-01-01T00:00:00Z", files }];
    const big = await startForge({
      ...forgeSeed,
      organizations: [],
      repositories: [{ owner: "mia", name: "big", commits }],
    });
    try {
      const get = (name: string, headers = {}) =>
        big.call("GET", `/repos/mia/big/contents/${name}`, { ...mia, headers });
      const [one, two, three] = [await get("1.bin"), await get("2.bin"), await get("3.bin")];
      assert.deepEqual([one.body.encoding, Buffer.from(one.body.content, "base64").length], ["base64", mb]);
      assert.deepEqual([two.body.encoding, two.body.content, two.body.size], ["none", "", mb + 1]);
      const raw = await get("2.bin", { accept: "application/vnd.github.v3.raw" });
      assert.equal(raw.text.length, mb + 1);
      assertError(three, 403, /too large/);
      assert.deepEqual(three.body.errors, [{ resource: "Blob", field: "data", code: "too_large" }]);
      assert.equal((await big.call("GET", "/repos/mia/big/contents", mia)).body[2].size, 100 * mb + 1);
      assertInvalid(
        await big.call("PUT", "/repos/mia/big/contents/4.bin", { ...mia, body: tooBig }),
        "Blob",
        "content",
        "too_large",
      );
      assert.ok(JSON.stringify(big.sandbox.state()).length < 20_000);
    } finally {
      await big.close();
    }
  });

  it("of an empty repository are none, and its first file makes its branch", async () => {
    const empty = "/repos/mia/empty/contents";
    assertError(await service.call("GET", empty, mia), 404, "This repository is empty.");
    assertError(await service.call("GET", "/repos/mia/empty/readme", mia), 404, "This repository is empty.");
    const body = { message: "First", content: base64("# Hi\n") };
    const made = await service.call("PUT", `${empty}/README.md`, { ...mia, body });
    assert.deepEqual([made.status, made.body.commit.parents], [201, []]);
    assert.equal((await service.call("GET", "/repos/mia/empty/branches", mia)).body[0].name, "main");
    assert.equal(text(await service.call("GET", "/repos/mia/empty/readme", mia)), "# Hi\n");
  });

  it("have the README of the root, of docs or of a named folder", async () => {
    assert.equal((await service.call("GET", "/repos/mia/hello/readme", mia)).body.path, "README.md");
    assertError(await service.call("GET", "/repos/mia/hello/readme/src", mia), 404, "Not Found");
    await put("docs/readme.txt", { content: base64("plain") });
    const { sha } = (await read("README.md")).body;
    await service.call("DELETE", `${at}/README.md`, { ...mia, body: { message: "x", sha } });
    assert.equal((await service.call("GET", "/repos/mia/hello/readme", mia)).body.path, "docs/readme.txt");
  });
});

describe("a file", () => {
  it("is made, changed and deleted, each with a commit of its own", async () => {
    const before = await headOf(oddBranch);
    const author = { name: "Ghost", email: "ghost@example.com", date: "2025-12-24T20:00:00+02:00" };
    const made = await put("neu/ä b#?.txt", { content: base64("one\n"), branch: oddBranch, author });
    assert.equal(made.status, 201);
    assert.deepEqual(made.body.commit.author, {
      name: "Ghost",
      email: "ghost@example.com",
      date: "2025-12-24T18:00:00Z",
    });
    assert.equal(made.body.commit.committer.name, "Mia Example");
    assert.equal(made.body.commit.parents[0].sha, before);
    assert.equal(await headOf(oddBranch), made.body.commit.sha);
    assert.equal(made.body.content.size, 4);
    const { sha } = made.body.content;
    const changed = await put("neu/ä b#?.txt", { content: base64("two\n"), sha, branch: oddBranch });
    assert.equal(changed.status, 200);
    const commit = await service.call("GET", `/repos/mia/hello/commits/${changed.body.commit.sha}`, mia);
    assert.equal(commit.body.files[0].patch, "@@ -1 +1 @@\n-one\n+two");
    const body = { message: "Gone", sha: changed.body.content.sha, branch: oddBranch };
    const path = `${at}/${encodeURIComponent("neu/ä b#?.txt")}`;
    assert.equal((await service.call("DELETE", path, { ...mia, body })).body.content, null);
    assertError(await read("neu", `?ref=${encodeURIComponent(oddBranch)}`), 404, "Not Found");
  });

  it("is deleted with parameters in the query too, as the interface document has them", async () => {
    const query = new URLSearchParams({
      message: "Gone",
      sha: await shaOf("README.md"),
      author: JSON.stringify({ name: "A", email: "a@example.com" }),
    });
    const gone = await service.call("DELETE", `${at}/README.md?${query.toString()}`, mia);
    assert.equal(gone.status, 200, gone.text);
    assert.equal(gone.body.commit.author.email, "a@example.com");
    assert.equal(gone.body.commit.message, "Gone");
  });

  it("keeps its mode, and may be empty", async () => {
    await put("run.sh", { content: "", sha: await shaOf("run.sh") });
    const { git, repositories } = service.sandbox.state();
    const head = repositories
      .find(({ name }) => name === "hello")
      ?.branches.find(({ name }) => name === "main")?.commit;
    const tree = git.trees[git.commits[head ?? ""]?.tree ?? ""];
    assert.equal(tree?.find(([, , name]) => name === "run.sh")?.[0], "100755");
    assert.equal((await read("run.sh")).body.size, 0);
  });

  it("is not overwritten by who does not know what is there", async () => {
    const sha = await shaOf("README.md");
    assertError(await put("README.md", { content: "" }), 422, /"sha" wasn't supplied/);
    assertError(
      await put("README.md", { content: "", sha: "0".repeat(40) }),
      409,
      /README.md does not match 0{40}/,
    );
    assertError(await put("none.md", { content: "", sha }), 409, /does not match/);
    const stale = await service.call("DELETE", `${at}/README.md`, {
      ...mia,
      body: { message: "x", sha: "1".repeat(40) },
    });
    assertError(stale, 409, /does not match/);
    const blind = await service.call("DELETE", `${at}/README.md`, { ...mia, body: { message: "x" } });
    assertError(blind, 422, /"sha" wasn't supplied/);
    const none = await service.call("DELETE", `${at}/none.md`, { ...mia, body: { message: "x", sha } });
    assertError(none, 404, "Not Found");
    assert.equal(await shaOf("README.md"), sha);
  });

  it("is refused with what makes no sense, and nothing is committed", async () => {
    const before = await headOf("main");
    const content = base64("x");
    assertError(await put("x", { content: "***" }), 422, "content is not valid Base64");
    assertError(await put("x", {}), 422, /"content" wasn't supplied/);
    assertError(await put("x", { content, message: "" }), 422, /"message" wasn't supplied/);
    assertError(await put("x", { content, branch: "none" }), 404, "Branch none not found");
    assertError(await put("src", { content }), 422, "src is a directory");
    assertError(await put("README.md/x", { content }), 422, /README.md is a file/);
    assertInvalid(await put("x", { content, author: { name: "A" } }), "Commit", "author.email", "missing_field");
    assertInvalid(await put("x", { content, author: 5 }), "Commit", "author", "invalid");
    assertInvalid(
      await put("x", { content, committer: { name: "A", email: "a@b", date: "soon" } }),
      "Commit",
      "committer.date",
      "invalid",
    );
    assert.equal(await headOf("main"), before);
  });

  it("is not written on a protected branch, nor without the right", async () => {
    const content = base64("x");
    assertError(
      await put("x", { content, branch: "stable" }),
      409,
      "Could not create file: Changes must be made through a pull request.",
    );
    assertError(await put("x", { content }, otto), 404, "Not Found");
    assertError(await put("x", { content }, miaReader), 404, "Not Found");
    assert.equal((await put("x", { content }, miaPublic)).status, 201);
    assert.equal((await put("y", { content }, nora)).status, 201);
    assertError(
      await service.call("PUT", `${at}/z`, { body: { message: "x", content } }),
      401,
      "Requires authentication",
    );
  });
});
