import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import type { ContentPlace } from "../../../src/repos/types.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, text } from "./fileTexts.ts";
import { base64 } from "./repoService.ts";

const entries: Readonly<Record<string, string>> = {
  "out.txt": "isLink",
  "near.txt": "isLink",
  vendor: "isSubmodule",
  dir: "isFolder",
};

describe("A link, submodule or folder where a file was", () => {
  let bench: FileBench;
  let files: RepoFiles;
  let at: (path: string) => ContentPlace;
  beforeEach(async () => {
    bench = await FileBench.open();
    at = (path) => ({ ...bench.place, repo: "odd", path });
    files = bench.openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  const head = async (): Promise<string | undefined> =>
    (await bench.service.otto.call("repos.getCommits", { user: "mia", repo: "odd", per_page: 1 }))[0]?.sha;

  /** As the service had it before another user put something else there. */
  const readAsFile = async (path: string): Promise<void> => {
    const file = { name: path, path, type: "file", size: text.length, sha: "f".repeat(40) };
    bench.service.before = ({ method }) =>
      method === "GET" ? Response.json({ ...file, content: base64(text), encoding: "base64" }) : undefined;
    await files.read(at(path));
    bench.service.before = () => undefined;
  };

  for (const [path, kind] of Object.entries(entries)) {
    it(`is not replaced by a save: ${path}`, async () => {
      const before = await head();
      await readAsFile(path);
      await assert.rejects(bench.during(files.write(at(path), bytes("mine\n"))), { kind });
      assert.equal(await head(), before);
      assert.equal(await files.store(at(path), bytes("mine\n"), { reason: "failed" }), "stored");
      assert.equal(bytesText(await files.read(at(path))), "mine\n");
    });

    it(`is neither moved nor overwritten by a move: ${path}`, async () => {
      const before = await head();
      const move = (from: string, to: string, overwrite: boolean): Promise<void> =>
        bench.during(files.moveAll([{ from: at(from), to: at(to) }], overwrite));
      if (path !== "near.txt") {
        await assert.rejects(move(path, "new.txt", false), { kind });
        await assert.rejects(move("a.txt", path, true), { kind });
      }
      await assert.rejects(move("a.txt", path, false), (error: { readonly kind?: unknown }) =>
        ["exists", kind].includes(String(error.kind)),
      );
      assert.equal(await head(), before);
    });
  }

  it("is not replaced by a save of what an editor shows of a link", async () => {
    const before = await head();
    for (const path of ["out.txt", "near.txt"]) {
      await files.read(at(path));
      await assert.rejects(bench.during(files.write(at(path), bytes("mine\n"))), { kind: "isLink" });
    }
    assert.equal(await head(), before);
  });
});
