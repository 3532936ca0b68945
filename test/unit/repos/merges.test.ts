import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { type FileMerge, RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import type { CommitOutcome } from "../../../src/repos/files/writeOptions.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed, text } from "./fileTexts.ts";

describe("A merge of a repository's file", () => {
  let bench: FileBench;
  let files: RepoFiles;
  const mine = changed(0, "ONE");
  const theirs = changed(0, "EINS");
  const marked = text.replace("one\n", "<<<<<<< Mine\nONE\n=======\nEINS\n>>>>>>> Theirs\n");

  const save = (content: string): Promise<CommitOutcome> => bench.during(files.write(bench.place, bytes(content)));
  const fails = (content: string): Promise<RepoConflict> =>
    save(content).then(
      () => assert.fail(),
      (error: unknown) => (error instanceof RepoConflict ? error : assert.fail(String(error))),
    );
  /** As the file system does with what is not committed. */
  const stores = async (content: string): Promise<void> => {
    await fails(content);
    assert.equal(await files.store(bench.place, bytes(content), { reason: "conflict" }), "stored");
  };
  const writes = (): number => bench.service.requests.filter((each) => each.startsWith("PUT ")).length;
  /** An unsaved editor that met a conflict, and whose user began to merge. */
  const begin = async (): Promise<FileMerge> => {
    files.noteShown(bench.place, bytesText(await files.read(bench.place)));
    bench.state = "unsaved";
    await files.noteUnsaved(bench.place);
    await bench.put(bench.service.otto, "a.txt", theirs);
    return files.beginMerge(await fails(mine), mine);
  };
  const reload = async (): Promise<string> => {
    files.dispose();
    bench.state = "none";
    files = bench.openFiles();
    const shown = bytesText(await files.read(bench.place));
    bench.state = "saved";
    files.noteShown(bench.place, shown);
    return shown;
  };

  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  it("begins with both sides marked, and is not sent while marks are left", async () => {
    assert.deepEqual(await begin(), { base: text, mine, theirs, text: marked });
    const before = writes();
    await stores(marked.replace("five", "FIVE"));
    assert.deepEqual([writes(), await bench.atService()], [before, theirs]);
    bench.state = "saved";
    await fails(marked.replace("five", "FIVE"));
    assert.equal(bench.changesFolder.files.size, 1);
  });

  it("is committed on top of theirs once no marks are left", async () => {
    await begin();
    const both = changed(0, "ONE EINS");
    assert.equal(await save(both), "committed");
    assert.deepEqual([await bench.atService(), bench.changesFolder.files.size], [both, 0]);
    assert.equal(await files.mineOfMerge(bench.place, both), undefined);
  });

  it("is committed without either side only when that is confirmed", async () => {
    await begin();
    const before = changed(4, "FIVE");
    await assert.rejects(save(before), CancelledError);
    assert.deepEqual([await bench.atService(), bench.changesFolder.files.size], [theirs, 1]);
    assert.equal(await files.mineOfMerge(bench.place, before), mine);
    bench.savesUnmerged = true;
    assert.equal(await save(before), "committed");
    assert.equal(await bench.atService(), before);
  });

  it("is not taken for the text from before the conflict, which the merge editor shows before it is unsaved", async () => {
    await begin();
    files.noteShown(bench.place, text);
    files.noteTyped(bench.place);
    const both = changed(0, "ONE EINS");
    assert.equal(await save(both), "committed");
    assert.equal(await bench.atService(), both);
  });

  it("goes on after a reload, with the same sides", async () => {
    const begun = await begin();
    const half = marked.replace("five", "FIVE");
    await stores(half);
    assert.equal(await reload(), half);
    assert.equal(await files.mineOfMerge(bench.place, half), mine);
    const again = await files.beginMerge(await fails(half), half);
    assert.deepEqual(again, { ...begun, text: half });
    assert.equal(await save(changed(0, "ONE EINS")), "committed");
  });

  it("marks what was committed since then, too", async () => {
    await begin();
    const half = marked.replace("five", "FIVE");
    await stores(half);
    bench.state = "saved";
    await bench.put(bench.service.otto, "a.txt", changed(0, "eins"));
    const again = await files.beginMerge(await fails(half), half);
    for (const part of [/ONE/, /eins/, /\nFIVE\n/]) assert.match(again.text, part);
    assert.deepEqual([again.mine, again.theirs], [mine, changed(0, "eins")]);
    assert.equal(await save(changed(0, "ONE eins")), "committed");
  });

  it("is the user's side of the next conflict once it is done", async () => {
    await begin();
    const done = changed(0, "ONE EINS");
    await bench.put(bench.service.otto, "a.txt", changed(0, "UNO"));
    const next = await files.beginMerge(await fails(done), done);
    assert.deepEqual([next.base, next.mine, next.theirs], [theirs, done, changed(0, "UNO")]);
    assert.equal(await save(changed(0, "ONE EINS UNO")), "committed");
  });

  it("is committed as the user's side when the user keeps that", async () => {
    await begin();
    await files.acceptTheirs(await bench.conflictNow());
    assert.equal(await save(mine), "committed");
    assert.deepEqual([await bench.atService(), bench.changesFolder.files.size], [mine, 0]);
  });

  it("does not begin from a text that was saved since the conflict", async () => {
    files.noteShown(bench.place, bytesText(await files.read(bench.place)));
    bench.state = "unsaved";
    await bench.put(bench.service.otto, "a.txt", theirs);
    const conflict = await fails(mine);
    await files.acceptTheirs(await bench.conflictNow());
    await save(changed(0, "ONE EINS"));
    bench.state = "saved";
    await assert.rejects(files.beginMerge(conflict, undefined), { kind: "outdated" });
    assert.equal(bench.changesFolder.files.size, 0);
  });
});
