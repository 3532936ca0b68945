import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { toStoredBlob, utf8 } from "../../../../src/sandbox/git/bytes.ts";
import { createGitObjects, type StoredCommit } from "../../../../src/sandbox/git/objects.ts";
import { leavesOf, withLeaf, writeLeaves } from "../../../../src/sandbox/git/trees.ts";
import type { Service } from "../service.ts";
import { mia, oddBranch, oddFile, startForge } from "./forge.ts";

const emptyObjects = () => createGitObjects({ blobs: {}, trees: {}, commits: {} });

const folder = mkdtempSync(join(tmpdir(), "forgeside-git-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs beside this process, which has to answer it. */
const run = (command: string, args: readonly string[], { input = "", env, cwd = folder }: RunOptions = {}) =>
  new Promise<string>((resolve, reject) => {
    const alone = { GIT_CONFIG_GLOBAL: "", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
    const child = execFile(
      command,
      args,
      { cwd, env: { ...process.env, ...alone, ...env } },
      (error, out, problem) =>
        error === null ? resolve(out.trim()) : reject(new Error(problem || error.message)),
    );
    // A command that reads nothing may be done before.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
const git = (args: readonly string[], options?: RunOptions): Promise<string> => run("git", args, options);

before(() => git(["init", "--quiet", "--initial-branch=main", "."]));

describe("git objects", () => {
  it("have blob ids as `git hash-object` gives them", async () => {
    const objects = emptyObjects();
    for (const text of ["", "Hello\n", "Grüße 🎉\r\n", "\u0000binary\u0000", "x".repeat(100_000)]) {
      assert.equal(objects.writeBlob(utf8(text)), await git(["hash-object", "--stdin"], { input: text }));
    }
    const bytes = new Uint8Array([255, 254, 0, 1, 200]);
    const id = objects.writeBlob(bytes);
    assert.equal(id, await git(["hash-object", "--stdin"], { input: bytes }));
    assert.deepEqual(objects.blob(id), bytes);
    assert.deepEqual(toStoredBlob(bytes), { base64: "//4AAcg=" });
  });

  it("have tree ids as `git mktree` gives them, in git's order of names", async () => {
    const objects = emptyObjects();
    const blob = objects.writeBlob("x\n");
    await git(["hash-object", "-w", "--stdin"], { input: "x\n" });
    const inner = objects.writeTree([["100644", blob, "z"]]);
    await git(["mktree"], { input: `100644 blob ${blob}\tz\n` });
    const entries = [
      ["40000", inner, "a"],
      ["100644", blob, "a.txt"],
      ["100644", blob, "a0"],
      ["100755", blob, "Über"],
      ["120000", blob, "\u{1F389}"],
      ["100644", blob, "\uFF5E"],
      ["160000", "1".repeat(40), "sub"],
    ] as const;
    const kinds = { "40000": "tree", "160000": "commit" } as Record<string, string>;
    const input = entries.map(([mode, id, name]) => `${mode} ${kinds[mode] ?? "blob"} ${id}\t${name}\0`).join("");
    assert.equal(objects.writeTree(entries), await git(["mktree", "-z", "--missing"], { input }));
    assert.equal(objects.writeTree([]), await git(["mktree"]));
  });

  it("have commit ids as `git commit-tree` gives them", async () => {
    const objects = emptyObjects();
    const tree = objects.writeTree([]);
    await git(["mktree"]);
    const signature = { name: "Añna Bé", email: "a@example.com", date: "2025-03-04T05:06:07Z" };
    const committer = { name: "Otto", email: "otto@example.com", date: "2025-03-04T06:00:00Z" };
    const env = {
      GIT_AUTHOR_NAME: signature.name,
      GIT_AUTHOR_EMAIL: signature.email,
      GIT_AUTHOR_DATE: "1741064767 +0000",
      GIT_COMMITTER_NAME: committer.name,
      GIT_COMMITTER_EMAIL: committer.email,
      GIT_COMMITTER_DATE: "1741068000 +0000",
    };
    const make = async (message: string, parents: readonly string[]): Promise<string> => {
      const commit: StoredCommit = { tree, parents, author: signature, committer, message };
      const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
      const id = objects.writeCommit(commit);
      assert.equal(id, await git(args, { input: message, env }));
      return id;
    };
    const first = await make("First\n\nGrüße", []);
    const second = await make("Second\n", [first]);
    await make("Merge", [second, first]);
  });

  it("keep equal contents once", () => {
    const data = { blobs: {}, trees: {}, commits: {} };
    const objects = createGitObjects(data);
    const id = objects.writeBlob("same");
    let tree = withLeaf(objects, null, "a/b/c.txt", { mode: "100644", id });
    tree = withLeaf(objects, tree, "d.txt", { mode: "100644", id: objects.writeBlob("same") });
    assert.equal(Object.keys(data.blobs).length, 1);
    assert.equal(writeLeaves(objects, leavesOf(objects, tree)), tree);
    tree = withLeaf(objects, tree, "a/b/c.txt", null);
    assert.deepEqual([...leavesOf(objects, tree).keys()], ["d.txt"]);
  });
});

describe("a repository of the sandbox", () => {
  let service: Service;
  before(async () => {
    service = await startForge();
  });
  after(() => service.close());

  const clone = async (): Promise<(args: readonly string[]) => Promise<string>> => {
    const cwd = mkdtempSync(join(folder, "clone-"));
    const { body } = await service.call("GET", "/repos/mia/hello", mia);
    await git(["clone", "--quiet", body.clone_url, cwd]);
    return (args) => git(args, { cwd });
  };

  it("is cloned by git, which finds no fault, and has the ids and patches of the interface", async () => {
    const inClone = await clone();
    await inClone(["fsck", "--strict", "--no-dangling"]);
    const log = (await inClone(["log", "--format=%H", "--date-order", "origin/main"])).split("\n");
    const commits = await service.call("GET", "/repos/mia/hello/commits", mia);
    assert.deepEqual(
      commits.body.map(({ sha }: { sha: string }) => sha),
      log,
    );
    for (const sha of log) {
      const { body: commit } = await service.call("GET", `/repos/mia/hello/commits/${sha}`, mia);
      const stat = await inClone(["show", "--format=", "--numstat", sha]);
      const counts = new Map(stat.split("\n").map((line) => [line.split("\t")[2], line.split("\t").slice(0, 2)]));
      for (const file of commit.files) {
        const [added, deleted] = counts.get(JSON.stringify(file.filename)) ?? counts.get(file.filename) ?? [];
        if (added === undefined || added === "-" || /\P{ASCII}/u.test(file.filename)) continue;
        assert.deepEqual([file.additions, file.deletions], [Number(added), Number(deleted)], file.filename);
      }
    }
    const theirs = await inClone(["diff", "--no-color", "v1.0", "origin/left", "--", "src/lines.txt"]);
    const compared = await service.call("GET", "/repos/mia/hello/compare/v1.0...left", mia);
    const patch: string = compared.body.files.find(
      (file: { filename: string }) => file.filename === "src/lines.txt",
    ).patch;
    const hunks = theirs.slice(theirs.indexOf("@@")).replaceAll(/^(@@.*@@).*$/gm, "$1");
    assert.equal(patch, hunks);
    assert.equal(
      await inClone(["rev-parse", `origin/${oddBranch}:${oddFile}`]),
      await git(["hash-object", "--stdin"], { input: "odd\n" }),
    );
    const modes = await inClone(["ls-tree", "--format=%(objectmode) %(path)", "HEAD", "latest", "lib", "run.sh"]);
    assert.equal(modes, "120000 latest\n160000 lib\n100755 run.sh");
  });

  it("that is private is cloned with a token as password only", async () => {
    const { body } = await service.call("GET", "/repos/mia/secret", mia);
    const cloneAs = (token: string): Promise<string> => {
      const address = body.clone_url.replace("://", `://${token === "" ? "" : `mia:${token}@`}`);
      return git(["clone", "--quiet", address, mkdtempSync(join(folder, "clone-"))]);
    };
    await cloneAs("sandbox_mia");
    await assert.rejects(cloneAs(""), /could not read Username|terminal prompts disabled/);
    await assert.rejects(cloneAs("sandbox_nora"), /not found/);
    await assert.rejects(cloneAs("nonsense"), /not found|Authentication failed/);
  });

  it("merges as git does", async () => {
    const inClone = await clone();
    const expected = (await inClone(["merge-tree", "--write-tree", "origin/left", "origin/right"])).split("\n")[0];
    const merged = await service.call("POST", "/repos/mia/hello/merges", {
      ...mia,
      body: { base: "left", head: "right" },
    });
    assert.equal(merged.status, 201);
    assert.equal(merged.body.commit.tree.sha, expected);
    await assert.rejects(inClone(["merge-tree", "--write-tree", "origin/left", "origin/clash"]));
    const clash = await service.call("POST", "/repos/mia/hello/merges", {
      ...mia,
      body: { base: "left", head: "clash" },
    });
    assert.equal(clash.status, 409);
  });

  it("is packed into archives that tar and unzip read", async () => {
    for (const format of ["tarball", "zipball"]) {
      const link = await service.call("GET", `/repos/mia/hello/${format}/heads/main`, mia);
      assert.equal(link.status, 302);
      const answer = await fetch(link.headers.get("location") ?? "");
      const file = join(folder, format);
      writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
      const place = mkdtempSync(join(folder, "unpacked-"));
      if (format === "tarball") await run("tar", ["-xzf", file, "-C", place]);
      else await run("unzip", ["-q", file, "-d", place]);
      const name = readdirSync(place).join();
      assert.match(name, /^mia-hello-[0-9a-f]{7}$/);
      assert.equal(readFileSync(join(place, name, "notes/ünïcode.md"), "utf8"), "Ü\n");
      assert.deepEqual([...readFileSync(join(place, name, "data.bin"))], [0, 1, 2, 3, 4, 5, 255]);
      assert.equal(readlinkSync(join(place, name, "latest")), "src/hello.py");
      assert.equal(statSync(join(place, name, "run.sh")).mode & 0o100, 0o100);
      assert.ok(statSync(join(place, name, "lib")).isDirectory());
    }
  });

  it("gives a link to an archive for five minutes only", async () => {
    const link = await service.call("GET", "/repos/mia/secret/zipball", mia);
    const address = link.headers.get("location") ?? "";
    assert.match(address, /[?]token=[0-9A-F]{32}$/);
    assert.equal((await fetch(address)).status, 200);
    assert.equal((await fetch(address.replace(/token=.*/, "token=x"))).status, 404);
    service.clock.advance(300_000);
    assert.equal((await fetch(address)).status, 404);
    assert.equal((await service.call("GET", "/repos/mia/secret/zipball")).status, 404);
    assert.equal((await service.call("GET", "/repos/mia/hello/zipball/heads/none")).status, 404);
    assert.equal((await service.call("GET", "/repos/mia/empty/zipball")).status, 404);
  });
});
