import assert from "node:assert/strict";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import { extractTarball, saveFile } from "../../../src/repos/downloads/archiver.ts";
import { leavesFolder, partsBelow } from "../../../src/repos/downloads/entryPath.ts";
import { linkTarget, submoduleAddress } from "../../../src/repos/linkTarget.ts";

interface Entry {
  readonly path: string;
  readonly type?: "File" | "Directory" | "SymbolicLink" | "Link" | "CharacterDevice";
  readonly text?: string;
  readonly linkpath?: string;
  readonly mode?: number;
}

/** A .tar.gz whose entries are exactly these: what no archiver would write, too. */
const tarball = (entries: readonly Entry[]): Uint8Array => {
  const blocks = entries.flatMap(({ path, type = "File", text = "", linkpath = "", mode = 0o644 }) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    const facts = { path, type, size: content.length, mode, mtime: new Date(0), linkpath } as const;
    new Header(facts).encode(header, 0);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
};

const inPieces = async function* (bytes: Uint8Array, size = 100): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
};

const failing = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.slice(0, bytes.length - 200);
  throw new Error("the line is cut");
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "forgeside-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every file below the folder, with its text; a link with where it leads. */
const filesBelow = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((each) => !each.isDirectory())
      .map((each) => {
        const path = join(each.parentPath, each.name);
        return [path.slice(root.length + 1), each.isSymbolicLink() ? "link" : readFileSync(path, "utf8")];
      }),
  );

describe("A file that is downloaded", () => {
  it("is there once all of it has come, counting on the way", async () => {
    const path = join(folder, "a.zip");
    writeFileSync(path, "old");
    const seen: number[] = [];
    await saveFile(path, inPieces(Buffer.from("x".repeat(250))), (bytes) => seen.push(bytes));
    assert.deepEqual(seen, [100, 200, 250]);
    assert.equal(readFileSync(path, "utf8"), "x".repeat(250));
    assert.deepEqual(readdirSync(folder), ["a.zip"]);
  });

  it("leaves what was there when the line is cut", async () => {
    const path = join(folder, "a.zip");
    writeFileSync(path, "old");
    await assert.rejects(saveFile(path, failing(new Uint8Array(1000))), /the line is cut/);
    assert.equal(readFileSync(path, "utf8"), "old");
    assert.deepEqual(readdirSync(folder), ["a.zip"]);
  });
});

describe("An archive that is unpacked", () => {
  it("becomes a folder with its files, what is executable, and its links", async () => {
    const bytes = tarball([
      { path: "mia-tools-1234567/", type: "Directory", mode: 0o755 },
      { path: "mia-tools-1234567/README.md", text: "# Tools\n" },
      { path: "mia-tools-1234567/bin/run", text: "#!/bin/sh\n", mode: 0o755 },
      { path: "mia-tools-1234567/a b%20c#.md", text: "odd" },
      { path: "mia-tools-1234567/docs/readme", type: "SymbolicLink", linkpath: "../README.md" },
    ]);
    const path = join(folder, "tools");
    let counted = 0;
    const { files, leftOut } = await extractTarball(path, inPieces(bytes), (count) => (counted = count));
    assert.deepEqual(leftOut, []);
    assert.equal(files, 4);
    assert.equal(counted, bytes.length);
    assert.deepEqual(filesBelow(path), {
      "README.md": "# Tools\n",
      "bin/run": "#!/bin/sh\n",
      "a b%20c#.md": "odd",
      "docs/readme": "link",
    });
    assert.equal(readFileSync(join(path, "docs/readme"), "utf8"), "# Tools\n");
    assert.ok(lstatSync(join(path, "bin/run")).mode & 0o100);
    assert.deepEqual(readdirSync(folder), ["tools"]);
  });

  it("writes nothing outside of the folder, whatever its entries are called", async () => {
    const outside = join(folder, "outside");
    mkdirSync(outside);
    const path = join(folder, "tools");
    const evil: readonly Entry[] = [
      { path: "root/../../evil-1", text: "x" },
      { path: "../evil-2", text: "x" },
      { path: "/tmp/evil-3-forgeside", text: "x" },
      { path: "root/..\\..\\evil-4", text: "x" },
      { path: "root/up", type: "SymbolicLink", linkpath: ".." },
      { path: "root/up/evil-5", text: "x" },
      { path: "root/abs", type: "SymbolicLink", linkpath: outside },
      { path: "root/abs/evil-6", text: "x" },
      { path: "root/here", type: "SymbolicLink", linkpath: "." },
      { path: "root/chain", type: "SymbolicLink", linkpath: "here/here/../../../outside" },
      { path: "root/chain/evil-7", text: "x" },
      { path: "root/hard", type: "Link", linkpath: "../outside" },
      { path: "root/device", type: "CharacterDevice" },
      { path: "root/good", text: "good" },
    ];
    const { leftOut } = await extractTarball(path, inPieces(tarball(evil)));
    assert.deepEqual(readdirSync(folder).toSorted(), ["outside", "tools"]);
    assert.deepEqual(readdirSync(outside), []);
    assert.ok(!existsSync("/tmp/evil-3-forgeside"));
    const named = [
      "../evil-2",
      "/tmp/evil-3-forgeside",
      "root/abs",
      "root/chain",
      "root/device",
      "root/hard",
      "root/up",
    ];
    for (const name of named) assert.ok(leftOut.includes(name), name);
    assert.equal(filesBelow(path)["good"], "good");
  });

  it("leaves out what git would take for a repository, on any disk, and what would lose a part of its name", async () => {
    const bad = [
      ".git/config",
      "sub/.GIT/hooks/a",
      "git~1/config",
      ".g\u200cit/config",
      ".git./x",
      ".git::$DATA/x",
      "c:x",
    ];
    const good = [".github/a.yml", ".gitignore", "git/config", "x.git/config", "aux.c", "notes:y"];
    const entries = [...bad, ...good].map((path) => ({ path: `root/${path}`, text: "x" }));
    const path = join(folder, "tools");
    const { files, leftOut } = await extractTarball(path, inPieces(tarball(entries)));
    assert.deepEqual(
      leftOut,
      bad.map((each) => `root/${each}`),
    );
    assert.equal(files, good.length);
    assert.deepEqual(Object.keys(filesBelow(path)).toSorted(), good.toSorted());
  });

  it("has no files that run with the rights of their owner", async () => {
    const path = join(folder, "tools");
    await extractTarball(path, inPieces(tarball([{ path: "root/run", text: "x", mode: 0o6755 }])));
    assert.equal(lstatSync(join(path, "run")).mode & 0o7700, 0o700);
  });

  it("leaves nothing behind when the line is cut, when it is cut short, and when it is no archive", async () => {
    const bytes = tarball([
      { path: "root/a", text: "a".repeat(5000) },
      { path: "root/b", text: "b".repeat(5000) },
    ]);
    const path = join(folder, "tools");
    await assert.rejects(extractTarball(path, failing(bytes)), /the line is cut/);
    await assert.rejects(extractTarball(path, inPieces(bytes.slice(0, bytes.length - 20))));
    await assert.rejects(extractTarball(path, inPieces(Buffer.from("<html>Not found</html>"))));
    await assert.rejects(extractTarball(path, inPieces(gzipSync("no tar at all ".repeat(100)))));
    assert.deepEqual(readdirSync(folder), []);
  });

  it("goes into no folder that is there already", async () => {
    const path = join(folder, "tools");
    mkdirSync(path);
    writeFileSync(join(path, "mine"), "mine");
    const bytes = tarball([{ path: "root/a", text: "a" }]);
    await assert.rejects(extractTarball(path, inPieces(bytes)), { code: "EEXIST" });
    assert.deepEqual(filesBelow(path), { mine: "mine" });
  });
});

describe("Paths in archives and repositories", () => {
  it("stay below the folder, or are none", () => {
    assert.deepEqual(partsBelow("root/a/b", 1), ["a", "b"]);
    assert.deepEqual(partsBelow("root/./a//b/", 1), ["a", "b"]);
    for (const path of ["/a", "root/../a", "..", "C:\\a", "c:a", "root\\..\\..\\a", "a\0b"])
      assert.equal(partsBelow(path, 1), undefined, path);
  });

  it("know which links lead out", () => {
    for (const target of ["b", "../c", "./b", "d/e"])
      assert.equal(leavesFolder(["a", "l"], target), false, target);
    for (const target of ["../..", "/etc", "", "C:\\x", "b/../../..", "b/../c", "..\\..\\x"])
      assert.equal(leavesFolder(["a", "l"], target), true, target);
  });

  it("leads a submodule from the repository that it is in, when its address is relative", () => {
    const place = { owner: "mia", repo: "tools" };
    for (const [url, address] of [
      ["../lib.git", "mia/lib.git"],
      ["../../otto/lib", "otto/lib"],
      ["./lib", "mia/tools/lib"],
      ["../../../../../etc", "etc"],
      ["https://elsewhere.example/a/b", "https://elsewhere.example/a/b"],
      ["git@elsewhere.example:a/b.git", "git@elsewhere.example:a/b.git"],
    ] as const)
      assert.equal(submoduleAddress(place, url), address);
  });

  it("name what a link of a repository leads to", () => {
    assert.equal(linkTarget("docs/readme", "../README.md"), "README.md");
    assert.equal(linkTarget("docs/readme", "guide/./a.md"), "docs/guide/a.md");
    assert.equal(linkTarget("link", "."), "");
    for (const target of ["../..", "/etc/passwd", "", "a/../../b"])
      assert.equal(linkTarget("docs/readme", target), undefined, target);
  });
});
