import assert from "node:assert/strict";
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { privateFolder } from "../../../src/storage/privateFolder.ts";

describe("A private folder", () => {
  let root: string;
  let path: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "private-"));
    path = join(root, "edits");
  });
  afterEach(() => rm(root, { recursive: true }));

  const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

  it("has files that only this user can read", async () => {
    const folder = privateFolder(path);
    assert.deepEqual(await folder.list(), []);
    await folder.write("a.json", "text");
    assert.deepEqual([await modeOf(path), await modeOf(join(path, "a.json"))], [0o700, 0o600]);
    assert.equal(await folder.read("a.json"), "text");
  });

  it("takes away what others could read of a version before", async () => {
    await privateFolder(path).write("a.json", "text");
    await chmod(path, 0o755);
    await chmod(join(path, "a.json"), 0o644);
    assert.deepEqual(await privateFolder(path).list(), ["a.json"]);
    assert.deepEqual([await modeOf(path), await modeOf(join(path, "a.json"))], [0o700, 0o600]);
  });

  it("removes what a crash left, and nothing that is being written", async () => {
    await privateFolder(path).write("a.json", "text");
    const old = new Date(Date.now() - 7_200_000);
    for (const name of ["old.json.1.tmp", "new.json.2.tmp"]) await writeFile(join(path, name), "half");
    await utimes(join(path, "old.json.1.tmp"), old, old);
    assert.deepEqual(await privateFolder(path).list(), ["a.json"]);
    assert.deepEqual((await readdir(path)).toSorted(), ["a.json", "new.json.2.tmp"]);
  });

  it("leaves the former text, and nothing half written, when a write fails", async () => {
    const folder = privateFolder(path);
    await folder.write("a.json", "former");
    await assert.rejects(folder.write("no/such/folder.json", "x"));
    assert.equal(await folder.read("a.json"), "former");
    assert.deepEqual(await readdir(path), ["a.json"]);
  });

  it("creates a file for one of several windows, whole or not at all", async () => {
    const windows = Array.from({ length: 8 }, () => privateFolder(path));
    const created = await Promise.all(windows.map((window, index) => window.create("a.json", `text ${index}`)));
    assert.equal(created.filter(Boolean).length, 1);
    assert.equal(await windows[0]?.read("a.json"), `text ${created.indexOf(true)}`);
    assert.deepEqual(await readdir(path), ["a.json"]);
    assert.equal(await modeOf(join(path, "a.json")), 0o600);
  });

  it("renames for one of several windows", async () => {
    const [a, b] = [privateFolder(path), privateFolder(path)];
    await a.write("a.json", "text");
    const renamed = await Promise.all([a.rename("a.json", "b.json"), b.rename("a.json", "c.json")]);
    assert.deepEqual(renamed.toSorted(), [false, true]);
    assert.equal((await a.list()).length, 1);
  });

  it("knows that a file is gone, and removes it twice without a failure", async () => {
    const folder = privateFolder(path);
    assert.equal(await folder.read("a.json"), undefined);
    await folder.remove("a.json");
    await folder.write("a.json", "text");
    await folder.remove("a.json");
    assert.equal(await folder.read("a.json"), undefined);
  });
});
