import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { CancelledError } from "../../../src/base/errors.ts";
import { type LocalChange, LocalChanges } from "../../../src/localChanges/model.ts";
import { RepoConflict } from "../../../src/repos/files/commitErrors.ts";
import { decodeBase64 } from "../../../src/base/bytes.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import { noteUncommitted, storeFailure } from "../../../src/repos/files/storeFailure.ts";
import { FileBench } from "./fileBench.ts";
import { bytes, bytesText, changed, text } from "./fileTexts.ts";

describe("Local changes of a repository's files", () => {
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
  const read = async (from = files): Promise<string> => bytesText(await from.read(bench.place));
  const store = (content: string, to = files) => to.store(bench.place, bytes(content));
  const commit = (content: string, to = files) => bench.during(to.write(bench.place, bytes(content)));
  const stored = (): number => bench.changesFolder.files.size;
  /** An editor has the file from now on, and shows this. */
  const show = async (): Promise<void> => {
    const shown = await read();
    bench.state = "saved";
    files.noteShown(bench.place, shown);
  };

  it("are removed when the server's text is typed again, which VS Code reports as saved first", async () => {
    await show();
    bench.state = "unsaved";
    await store(one);
    bench.state = "saved";
    files.noteShown(bench.place, one);
    files.noteShown(bench.place, text);
    bench.state = "unsaved";
    await files.noteUnsaved(bench.place);
    assert.equal(await commit(text), "unchanged");
    assert.equal(stored(), 0);
  });

  it("have the reason why they were not sent, which a canceled save and Auto Save leave as it is", async () => {
    await show();
    const reasons = async (...all: readonly LocalChange["reason"][]): Promise<unknown> => {
      let content = one;
      for (const reason of all) await files.store(bench.place, bytes((content += "more\n")), { reason });
      files.dispose();
      files = bench.openFiles();
      return (await files.changeOf(bench.place))?.reason;
    };
    assert.equal(await reasons(undefined), undefined);
    assert.equal(await reasons("canceled"), "canceled");
    assert.equal(await reasons("failed", undefined, "canceled"), "failed");
    assert.equal(await reasons("conflict"), "conflict");
  });

  it("are stored without a request or a question, and read back also after a reload and without the server", async () => {
    await show();
    bench.service.requests.length = 0;
    assert.equal(await store(one), "stored");
    assert.deepEqual([bench.asked, bench.service.requests], [[], []]);
    files.dispose();
    bench.state = "none";
    files = bench.openFiles();
    bench.service.before = () => new Response("{}", { status: 503 });
    assert.equal(await read(), one);
    bench.service.before = () => undefined;
    assert.equal(await bench.atService(), text);
  });

  it("are looked up in memory, however often a file is asked about, and as they are after a refresh", async () => {
    const list = mock.method(bench.changesFolder, "list");
    for (let count = 0; count < 20; count++) assert.equal(await files.knownChangeOf(bench.place), undefined);
    // Once, and never for what the folder does not have.
    assert.equal(list.mock.callCount(), 1);
    const other = bench.openFiles();
    await other.store(bench.place, bytes(one));
    other.dispose();
    assert.equal(await files.knownChangeOf(bench.place), undefined);
    await read();
    assert.equal(bytesText(Buffer.from((await files.knownChangeOf(bench.place))?.content ?? "", "base64")), one);
  });

  it("replace the one that the editor had, and end when the text is the service's again", async () => {
    await show();
    await store(changed(0, "O"));
    await store(changed(0, "ON"));
    await store(one);
    assert.equal(stored(), 1);
    assert.equal(await store(text), "unchanged");
    assert.equal(stored(), 0);
    assert.equal(await read(), text);
  });

  it("are committed on what they are based on: a later commit of another user is merged", async () => {
    await show();
    await store(one);
    files.dispose();
    bench.state = "none";
    files = bench.openFiles();
    await show();
    await bench.put(bench.service.otto, "a.txt", changed(2, "THREE"));
    assert.equal(await commit(one), "merged");
    assert.equal(await bench.atService(), changed(2, "THREE", one));
    assert.equal(stored(), 0);
    assert.equal(await read(), changed(2, "THREE", one));
  });

  it("stay when they are not committed: question left, conflict, server away", async () => {
    await show();
    await store(one);
    bench.cancel();
    await assert.rejects(commit(one));
    bench.answer = async () => "My change";
    bench.service.before = ({ method }) => (method === "PUT" ? new Response("{}", { status: 503 }) : undefined);
    await assert.rejects(commit(one));
    bench.service.before = () => undefined;
    await bench.put(bench.service.otto, "a.txt", changed(0, "EINS"));
    await assert.rejects(commit(one), RepoConflict);
    assert.equal(stored(), 1);
    assert.equal(await read(), one);
    assert.equal(await bench.atService(), changed(0, "EINS"));
    await files.acceptTheirs(await bench.conflictNow());
    assert.equal(await commit(one), "committed");
    assert.deepEqual([stored(), await bench.atService()], [0, one]);
  });

  it("are not sent over the service's text when nothing is known of what they are based on", async () => {
    bench.state = "unsaved";
    assert.equal(await store(one), "stored");
    bench.state = "saved";
    await assert.rejects(commit(one), RepoConflict);
    assert.equal(await bench.atService(), text);
    assert.equal(stored(), 1);
  });

  it("of two windows stand beside each other, and both are committed", async () => {
    await show();
    const second = bench.openFiles();
    second.noteShown(bench.place, bytesText(await second.read(bench.place)));
    await store(one);
    await store(changed(4, "FIVE"), second);
    assert.equal(stored(), 2);
    assert.equal(await commit(one), "committed");
    assert.equal(await commit(changed(4, "FIVE"), second), "merged");
    assert.equal(await bench.atService(), changed(4, "FIVE", one));
    assert.equal(stored(), 0);
    second.dispose();
  });

  it("move with their file, and are deleted with it", async () => {
    await show();
    await store(one);
    const to = { ...bench.place, path: "b.txt" };
    await bench.during(files.moveAll([{ from: bench.place, to }]));
    assert.equal(bytesText(await files.read(to)), one);
    assert.equal(await bench.atService("b.txt"), text);
    await bench.during(files.deleteAll(await files.toDelete([to])));
    assert.equal(stored(), 0);
  });

  it("move and are deleted also where this window has not read them, as those of a folder's files", async () => {
    await show();
    await store(one);
    bench.state = "none";
    files = bench.openFiles();
    const to = { ...bench.place, path: "b.txt" };
    await bench.during(files.moveAll([{ from: bench.place, to }]));
    assert.equal(bytesText(await files.read(to)), one);
    files = bench.openFiles();
    await bench.during(files.deleteAll(await files.toDelete([to])));
    assert.equal(stored(), 0);
  });

  it("that no one was asked about are not discarded with their file", async () => {
    await show();
    await store(one);
    const asked = await files.toDelete([bench.place]);
    const second = bench.openFiles();
    await store(changed(4, "FIVE"), second);
    second.dispose();
    files = bench.openFiles();
    await bench.during(files.deleteAll(asked));
    assert.equal(await bench.atService(), undefined);
    bench.state = "none";
    assert.equal(await read(), changed(4, "FIVE"));
    assert.equal(stored(), 1);
  });

  it("end with the commit of what was typed on while they were stored, also after a reload", async () => {
    await show();
    bench.state = "unsaved";
    await files.noteUnsaved(bench.place);
    await store(changed(0, "ON"));
    await files.noteUnsaved(bench.place);
    files = bench.openFiles();
    assert.equal(await commit(one), "committed");
    assert.equal(stored(), 0);
  });

  it("of another window are committed without the one that the editor has", async () => {
    await show();
    const second = bench.openFiles();
    second.noteShown(bench.place, bytesText(await second.read(bench.place)));
    const five = changed(4, "FIVE");
    await store(five, second);
    await store(one);
    assert.equal(await commit(five), "committed");
    assert.equal(stored(), 1);
    assert.equal(await read(), one);
    assert.equal(await commit(one), "merged");
    assert.equal(await bench.atService(), changed(4, "FIVE", one));
    assert.equal(stored(), 0);
    second.dispose();
  });

  for (const [title, others] of [
    ["alone", text],
    ["merged with what others changed", changed(4, "FIVE")],
  ] as const)
    it(`that another window commits, ${title}, are no conflict for who types on in them`, async () => {
      await show();
      await store(changed(0, "ON"));
      bench.state = "unsaved";
      await files.noteUnsaved(bench.place);
      const second = bench.openFiles();
      bench.state = "none";
      if (others !== text) await bench.put(bench.service.otto, "a.txt", others);
      assert.equal(bytesText(await second.read(bench.place)), changed(0, "ON"));
      await commit(changed(0, "ON"), second);
      bench.state = "unsaved";
      // Also when Auto Save stores it first, and after a reload.
      assert.equal(await store(changed(0, "ONE!")), "stored");
      await files.noteUnsaved(bench.place);
      files = bench.openFiles();
      await commit(changed(0, "ONE!!"));
      assert.equal(await bench.atService(), changed(0, "ONE!!", others));
      assert.equal(stored(), 0);
      second.dispose();
    });

  it("that another window commits are undone by who goes back to the text before", async () => {
    await show();
    await store(one);
    bench.state = "unsaved";
    await files.noteUnsaved(bench.place);
    const second = bench.openFiles();
    bench.state = "none";
    await second.read(bench.place);
    await commit(one, second);
    assert.equal(await bench.atService(), one);
    bench.state = "unsaved";
    await commit(text);
    assert.equal(await bench.atService(), text);
    second.dispose();
  });

  it("that another window discards need no commit of who goes back to the text before", async () => {
    await show();
    await store(one);
    bench.state = "unsaved";
    await files.noteUnsaved(bench.place);
    const commits = await bench.messages();
    bench.state = "none";
    const second = bench.openFiles();
    await second.read(bench.place);
    await second.revert(bench.place);
    bench.state = "unsaved";
    assert.equal(await commit(text), "unchanged");
    assert.deepEqual([await bench.messages(), bench.asked], [commits, []]);
    second.dispose();
  });

  it("that another window commits are a conflict for who has changed the same lines otherwise", async () => {
    await show();
    await bench.put(bench.service.otto, "a.txt", changed(0, "EINS"));
    await assert.rejects(commit(one), RepoConflict);
    assert.equal(await bench.atService(), changed(0, "EINS"));
  });

  it("are discarded when the user takes what the service has", async () => {
    await show();
    await store(one);
    await files.revert(bench.place);
    assert.equal(stored(), 0);
    assert.equal(await read(), text);
  });

  for (const order of ["before", "after"])
    it(`are one with the later text when it is stored right ${order} the reason why the former was not sent`, async () => {
      await show();
      await store(one);
      const [change = assert.fail()] = bench.changes.all;
      const later = (): Promise<unknown> => store(changed(0, "ONE!"));
      const failed = (): Promise<unknown> =>
        storeFailure(files, bench.changes, bench.place, change, { reason: "refused" });
      await Promise.all((order === "before" ? [later, failed] : [failed, later]).map((act) => act()));
      const texts = bench.changes.all.map(({ content }) => bytesText(decodeBase64(content)));
      assert.deepEqual([texts, stored()], [[changed(0, "ONE!")], 1]);
    });

  it("keep their reason and message when the user cancels another attempt, and while another window sends them", async () => {
    await show();
    const failure = { reason: "unreachable", commitMessage: "My change" } as const;
    await files.store(bench.place, bytes(one), failure);
    const [change = assert.fail()] = bench.changes.all;
    const note = (error: unknown): Promise<unknown> =>
      noteUncommitted(files, bench.changes, { place: bench.place, at: change.place, mine: bytes(one), error });
    await note(new CancelledError());
    assert.deepEqual(bench.changes.all, [change]);
    const other = new LocalChanges(bench.changesFolder, bench.clock);
    await other.load();
    assert.equal(await other.claim(change.id), true);
    await bench.changes.refresh();
    await note(new Error("Another window sends it."));
    assert.deepEqual(
      bench.changes.all.map(({ id }) => id),
      [change.id],
    );
    await other.release(change.id);
    await bench.changes.refresh();
    await note(new Error("Something else"));
    assert.equal(bench.changes.all[0]?.reason, "failed");
    other.dispose();
  });

  it("keep bytes that are not UTF-8", async () => {
    const binary = Uint8Array.from({ length: 256 }, (_, index) => index);
    await show();
    await files.store(bench.place, binary);
    files = bench.openFiles();
    assert.deepEqual(await files.read(bench.place), binary);
  });

  it("are committed over what others have when the user decides so, also after a reload", async () => {
    await show();
    await store(one);
    files.dispose();
    bench.state = "none";
    files = bench.openFiles();
    await bench.put(bench.service.otto, "a.txt", changed(0, "EINS"));
    await assert.rejects(commit(one), RepoConflict);
    await show();
    await files.acceptTheirs(await bench.conflictNow());
    assert.equal(await commit(one), "committed");
    assert.deepEqual([stored(), await bench.atService()], [0, one]);
  });
});
