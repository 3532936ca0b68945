import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { RepoProblem } from "../../../src/repos/problem.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed, text } from "./fileTexts.ts";

describe("A local change that is committed from its row", () => {
  let bench: FileBench;
  let files: RepoFiles;
  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
    const shown = bytesText(await files.read(bench.place));
    bench.state = "saved";
    files.noteShown(bench.place, shown);
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  const one = changed(0, "ONE");
  const more = changed(0, "ONE, and more");
  const store = (content: string) => files.store(bench.place, bytes(content));

  for (const state of ["saved", "unsaved"] as const)
    it(`is what was stored while its message was entered is based on, in an editor that is ${state}`, async () => {
      await store(one);
      bench.answer = async () => {
        bench.state = state;
        await store(more);
        return "My change";
      };
      assert.equal(await bench.during(files.write(bench.place, bytes(one))), "committed");
      assert.equal(await bench.atService(), one);
      assert.equal(bench.changesFolder.files.size, 1);
      await store(changed(0, "ONE, and still more"));
      await store(more);
      assert.equal(bench.changesFolder.files.size, 1);
      bench.answer = async () => "More";
      // As after a reload: only what is stored is known.
      files.dispose();
      files = bench.openFiles();
      bench.state = "none";
      assert.equal(bytesText(await files.read(bench.place)), more);
      assert.equal(await bench.during(files.write(bench.place, bytes(more))), "committed");
      assert.equal(await bench.atService(), more);
      assert.equal(bench.changesFolder.files.size, 0);
    });

  it("is not committed once something else is stored in its place", async () => {
    await store(one);
    const sent = await files.changeOf(bench.place);
    await store(more);
    await assert.rejects(
      files.write(bench.place, bytes(one), { sent }),
      (error) => error instanceof RepoProblem && error.kind === "replaced",
    );
    assert.equal(await bench.atService(), text);
    assert.equal(bytesText(await files.read(bench.place)), more);
  });
});
