import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../src/client/errors.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed, text } from "./fileTexts.ts";

describe("A commit whose answer was lost, of a text that is stored", () => {
  let bench: FileBench;
  let files: RepoFiles;
  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  const one = changed(0, "ONE");
  const commit = (content: string) => bench.during(files.write(bench.place, bytes(content)));
  /** An editor has the file from now on. */
  const show = async (): Promise<void> => {
    const shown = bytesText(await files.read(bench.place));
    bench.state = "saved";
    files.noteShown(bench.place, shown);
  };
  /** The service has the commit, and can't be asked for a while. */
  const lose = async (): Promise<void> => {
    bench.state = "unsaved";
    await bench.losingAnswer(async () => {
      await assert.rejects(commit(one), HttpError);
      await files.store(bench.place, bytes(one), { reason: "failed" });
    });
    assert.equal(await bench.atService(), one);
  };
  const leaves: Readonly<Record<string, () => Promise<void>>> = {
    "after its editor was closed": () => files.noteClosed(bench.place),
    "after a reload": async () => {
      files.dispose();
      files = bench.openFiles();
    },
  };

  for (const [when, leave] of Object.entries(leaves)) {
    const typed = async (content: string): Promise<void> => {
      await show();
      await lose();
      bench.state = "none";
      await leave();
      await show();
      bench.state = "unsaved";
      await files.noteUnsaved(bench.place);
      assert.equal(await commit(content), "committed");
      assert.equal(await bench.atService(), content);
    };
    it(`is no conflict for who types on in it, ${when}`, () => typed(changed(0, "ONE and more")));
    it(`is undone by who goes back to the text before, ${when}`, () => typed(text));
  }
});
