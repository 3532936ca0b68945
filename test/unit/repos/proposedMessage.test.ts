import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { commitFailureOf } from "../../../src/repos/files/commitFailureOf.ts";
import type { FileChange } from "../../../src/repos/files/commitErrors.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { proposedMessage } from "../../../src/repos/files/proposedMessage.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, changed } from "./fileTexts.ts";

describe("The message of a commit that was refused", () => {
  let bench: FileBench;
  let files: RepoFiles;
  beforeEach(async () => {
    bench = await FileBench.open();
    files = bench.openFiles();
    await files.read(bench.place);
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });
  const proposed = (change: Partial<FileChange> = {}): string | undefined =>
    proposedMessage([{ place: bench.place, kind: "write", ...change }], bench.changes, bench.documentOf);
  /** A save whose commit the server answers so. */
  const refuse = async (status: number, message = "Why I did this"): Promise<void> => {
    bench.service.before = ({ method }) =>
      method === "PUT" ? Response.json({ message: "No" }, { status }) : undefined;
    bench.answer = async () => message;
    const content = bytes(changed(0, "ONE"));
    const error = await bench
      .during(files.write(bench.place, content))
      .then(assert.fail, (reason: unknown) => reason);
    await files.store(bench.place, content, commitFailureOf(error));
  };

  for (const status of [400, 403, 404, 422, 500])
    it(`is what the next one begins with, also after a reload and a later text (${status})`, async () => {
      await refuse(status);
      assert.equal(proposed(), "Why I did this");
      files.dispose();
      files = bench.openFiles();
      await bench.changes.load();
      await files.read(bench.place);
      await files.store(bench.place, bytes(changed(0, "ONE!")), { reason: "canceled" });
      assert.equal(proposed(), "Why I did this");
      await refuse(status, "Why, in other words");
      assert.equal(proposed(), "Why, in other words");
    });

  it("is not that of a commit that deletes or moves, nor of files with different messages", async () => {
    await refuse(403);
    assert.equal(proposed({ kind: "delete" }), undefined);
    assert.equal(proposed({ from: "b.txt" }), undefined);
    const made = [bench.place, { ...bench.place, path: "b.txt" }].map(
      (place) => ({ place, kind: "write" }) as const,
    );
    assert.equal(proposedMessage(made, bench.changes, bench.documentOf), undefined);
  });

  it("is not stored when nothing was entered", async () => {
    await files.store(bench.place, bytes(changed(0, "ONE")), { reason: "refused" });
    assert.equal(proposed(), undefined);
  });
});
