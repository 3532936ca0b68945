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
  const isKind = (kind: string) => (error: unknown) => error instanceof RepoProblem && error.kind === kind;
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
    await store(more);
    const send = () => files.write(bench.place, bytes(one), { isOfChange: true });
    await assert.rejects(send(), isKind("replaced"));
    assert.equal(await bench.atService(), text);
    assert.equal(bytesText(await files.read(bench.place)), more);
    await files.revert(bench.place);
    await assert.rejects(send(), isKind("sentSince"));
  });

  it("is what is stored while its message was entered is based on, in an editor that was opened since", async () => {
    await store(one);
    files.dispose();
    files = bench.openFiles();
    bench.state = "none";
    bench.answer = async () => {
      assert.equal(bytesText(await files.read(bench.place)), one);
      bench.state = "saved";
      files.noteShown(bench.place, one);
      await store(more);
      bench.state = "unsaved";
      await files.noteUnsaved(bench.place);
      return "My change";
    };
    assert.equal(await bench.during(files.write(bench.place, bytes(one), { isOfChange: true })), "committed");
    await store(changed(0, "ONE, and still more"));
    assert.deepEqual(
      bench.changes.all.map(({ content }) => Buffer.from(content, "base64").toString()),
      [changed(0, "ONE, and still more")],
    );
    bench.answer = async () => "More";
    assert.equal(
      await bench.during(files.write(bench.place, bytes(changed(0, "ONE, and still more")))),
      "committed",
    );
  });

  /** What two other windows stored on the same text, both committed here from their rows. */
  const ofTwoWindows = async (one: string, other: string): Promise<void> => {
    const windows = [bench.openFiles(), bench.openFiles()];
    for (const window of windows) window.noteShown(bench.place, bytesText(await window.read(bench.place)));
    for (const [index, window] of windows.entries()) {
      await window.store(bench.place, bytes(index === 0 ? one : other));
      window.dispose();
      bench.clock.advance(1);
    }
  };

  for (const state of ["none", "saved"] as const)
    it(`is based on its own text, not on what this window has read since, in an editor that is ${state}`, async () => {
      const [first, last] = [changed(0, "FIRST"), changed(4, "LAST")];
      await ofTwoWindows(first, last);
      bench.state = state;
      await files.read(bench.place);
      const send = (content: string) =>
        bench.during(files.write(bench.place, bytes(content), { isOfChange: true }));
      assert.equal(await send(first), "committed");
      await files.read(bench.place);
      assert.equal(await send(last), "merged");
      assert.equal(await bench.atService(), changed(4, "LAST", first));
      await bench.changes.refresh();
      assert.deepEqual(bench.changes.all, []);
    });

  it("is not committed once it was discarded while another commit was under way", async () => {
    const [first, last] = [changed(0, "FIRST"), changed(4, "LAST")];
    await ofTwoWindows(first, last);
    bench.state = "none";
    let isDiscarded = false;
    const { changes } = bench;
    bench.service.after = async (answer, { method }) => {
      if (method !== "PUT" || isDiscarded) return answer;
      isDiscarded = true;
      await changes.refresh();
      for (const change of changes.all) await changes.remove(change.id);
      return answer;
    };
    const send = (content: string) =>
      files.write(bench.place, bytes(content), { isOfChange: true, message: "Mine" });
    const [sent, refused] = [send(first), send(last).then(() => "committed", isKind("sentSince"))];
    assert.deepEqual([await sent, await refused, isDiscarded], ["committed", true, true]);
    assert.equal(await bench.atService(), first);
  });

  it("is based on what hinders it no longer, and leaves what another window stored in its place", async () => {
    await files.store(bench.place, bytes(one), { reason: "protected" });
    const changes = bench.changes;
    const second = bench.openFiles();
    const others = bench.changes;
    assert.equal(bytesText(await second.read(bench.place)), one);
    second.noteShown(bench.place, one);
    bench.answer = async () => {
      await second.store(bench.place, bytes(changed(0, "Of another window")));
      await store(more);
      await changes.refresh();
      return "My change";
    };
    assert.equal(await bench.during(files.write(bench.place, bytes(one))), "committed");
    await others.refresh();
    const stored = others.all.map(
      ({ content, reason }) => `${Buffer.from(content, "base64").toString()}: ${reason}`,
    );
    const theirs = changed(0, "Of another window");
    assert.deepEqual(stored.sort(), [`${more}: undefined`, `${theirs}: protected`].sort());
    second.dispose();
  });

  it("of another window leaves what Auto Save stores of the editor's one change", async () => {
    const second = bench.openFiles();
    const others = bench.changes;
    const theirs = changed(4, "THEIRS");
    await second.read(bench.place);
    await second.store(bench.place, bytes(theirs));
    bench.clock.advance(1);
    files.dispose();
    files = bench.openFiles();
    files.noteShown(bench.place, bytesText(await second.read(bench.place)));
    await files.store(bench.place, bytes(one));
    bench.answer = async () => {
      await store(more);
      return "My change";
    };
    assert.equal(await bench.during(files.write(bench.place, bytes(theirs))), "committed");
    await store(changed(0, "ONE, and still more"));
    await others.refresh();
    assert.deepEqual(
      others.all.map(({ content }) => Buffer.from(content, "base64").toString()),
      [changed(0, "ONE, and still more")],
    );
    second.dispose();
  });
});
