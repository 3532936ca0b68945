import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { eventually } from "../../support/eventually.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed } from "./fileTexts.ts";

describe("A local change whose commit was under way when the window was reloaded", () => {
  let bench: FileBench;
  let files: RepoFiles;
  const one = changed(0, "ONE");
  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
    await files.read(bench.place);
    await files.store(bench.place, bytes(one));
    await bench.put(bench.service.mia, "a.txt", one);
    files.dispose();
    files = bench.openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  it("ends once the file is read, without a question", async () => {
    assert.equal(bytesText(await files.read(bench.place)), one);
    await eventually(() => bench.changes.all.length === 0, "nothing is left to send");
    assert.deepEqual(bench.asked, []);
    assert.equal(bytesText(await files.read(bench.place)), one);
  });

  it("ends when it is published, without a question", async () => {
    const commits = await bench.messages();
    assert.equal(await bench.during(files.write(bench.place, bytes(one))), "unchanged");
    assert.deepEqual([bench.asked, await bench.messages(), bench.changesFolder.files.size], [[], commits, 0]);
  });
});
