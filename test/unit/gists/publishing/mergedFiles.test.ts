import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { EditConflict } from "../../../../src/gists/publishing/editConflict.ts";
import { GistFiles } from "../../../../src/gists/publishing/files.ts";
import { PendingEdits } from "../../../../src/gists/publishing/pendingEdits.ts";
import { fileOptions } from "../fileOptions.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { type OpenService, openService } from "../openService.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";

const id = "a".repeat(32);

describe("A file that was merged", () => {
  let service: OpenService;
  let clock: ManualClock;
  let files: GistFiles;
  let folder: MemoryFolder;
  let unsaved: MemoryFolder;
  let mode: "onSave" | "manual";
  beforeEach(async () => {
    service = await openService({
      users: [{ login: "mia" }],
      tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
      gists: [{ id, owner: "mia", files: { "a.txt": "one\ntwo\nthree\n" } }],
    });
    clock = new ManualClock();
    folder = new MemoryFolder();
    mode = "onSave";
    unsaved = new MemoryFolder();
    files = openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await service.close();
  });

  /** As a window after its start. */
  const openFiles = (): GistFiles =>
    new GistFiles(
      fileOptions({
        accounts: service.window.model,
        gists: service.gists,
        publisher: service.publisher,
        unsavedBases: unsaved,
        edits: folder,
        clock,
        modeOf: () => mode,
      }),
    );
  const place = () => ({ accountId: service.accountId, gistId: id, fileName: "a.txt" });
  const elsewhere = async (content: string): Promise<void> => {
    const { client } = service.window.model.get(service.accountId) ?? {};
    await client?.patch(`/gists/${id}`, { files: { "a.txt": { content } } });
  };
  const show = async (): Promise<string> => {
    const text = new TextDecoder().decode(await files.read(place()));
    files.noteShown(place(), text);
    return text;
  };
  const save = (text: string) => files.write(place(), new TextEncoder().encode(text));
  /** Saves a text that others changed on the same lines: it is stored, and the conflict is what the user is asked about. */
  const saveToConflict = async (text: string): Promise<EditConflict> => {
    const met: EditConflict[] = [];
    const listener = files.onDidMeetConflict((conflict) => met.push(conflict));
    assert.equal(await save(text), "conflict");
    listener.dispose();
    const [conflict = assert.fail(), ...more] = met;
    assert.deepEqual(more, []);
    assert.equal(files.pending.record(conflict.edit ?? "")?.state, "conflict");
    return conflict;
  };

  it("is not in conflict with itself when the editor was shown again before the save was over", async () => {
    await show();
    mode = "manual";
    await save("one\ntwo\nTHREE\n");
    mode = "onSave";
    await elsewhere("ONE\ntwo\nthree\n");
    // The end of the save is held back after the service has the merged text.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const remove = folder.remove.bind(folder);
    folder.remove = async (name) => {
      if (service.sent("PATCH").length === 2) await held;
      await remove(name);
    };
    const saving = save("one\ntwo\nTHREE!\n");
    await eventually(() => service.sent("PATCH").length === 2, "the save is sent");
    await service.gists.reload(service.accountId, id);
    await show();
    release();
    assert.equal(await saving, "merged");
    assert.equal(await show(), "ONE\ntwo\nTHREE!\n");
    assert.equal(await save("ONE\ndeux\nTHREE!\n"), "published");
    assert.equal(service.sent("PATCH").length, 3);
  });

  const reload = (): void => {
    files.dispose();
    files = openFiles();
  };
  const atService = async (): Promise<string> =>
    new TextDecoder().decode((await service.gists.readFile(place())) ?? new Uint8Array());

  it("is merged on what it is based on when the window was reloaded with it unsaved", async () => {
    await show();
    await files.noteUnsaved(place());
    await elsewhere("ONE\ntwo\nthree\n");
    reload();
    assert.equal(await save("one\ntwo\nTHREE\n"), "merged");
    assert.equal(await atService(), "ONE\ntwo\nTHREE\n");
    await eventually(() => unsaved.files.size === 0, "what it is based on is removed");
  });

  it("is not in conflict with a save of the window's own that was not over before its reload", async () => {
    await show();
    await files.noteUnsaved(place());
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    service.hooks.after = async (answer, { method }) => {
      if (method === "PATCH") await held;
      return answer;
    };
    const lost = save("one\ntwo\nTHREE\n");
    await eventually(() => service.sent("PATCH").length === 1, "the save is sent");
    await files.noteUnsaved(place());
    // What the window stored until it ended: what it would do from now on isn't seen by the next one.
    const left = new MemoryFolder();
    for (const [name, text] of unsaved.files) left.files.set(name, text);
    unsaved = left;
    service.hooks.after = (answer) => answer;
    reload();
    release();
    await lost;
    await service.gists.reload(service.accountId, id);
    files.noteShown(place(), "one\nTWO\nTHREE\n");
    assert.equal(await save("one\nTWO\nTHREE\n"), "published");
    assert.equal(await atService(), "one\nTWO\nTHREE\n");
  });

  it("keeps its line ends where it has several kinds, which an editor makes one of", async () => {
    await elsewhere("one\r\ntwo\nthree\nfour\r\nfive\n");
    await service.gists.reload(service.accountId, id);
    await show();
    await elsewhere("one\r\ntwo\nthree\nfour\r\nFIVE\n");
    assert.equal(await save("ONE\ntwo\nthree\nfour\nfive\n"), "merged");
    assert.equal(await atService(), "ONE\r\ntwo\nthree\nfour\r\nFIVE\n");
  });

  it("goes over nothing of others when what it is based on could not be stored before a reload", async () => {
    await show();
    await elsewhere("ONE\ntwo\nthree\n");
    reload();
    await saveToConflict("one\ntwo\nTHREE\n");
    assert.equal(await atService(), "ONE\ntwo\nthree\n");
  });

  it("supersedes the edit that it is based on, also after a reload", async () => {
    await show();
    mode = "manual";
    await save("one\ntwo\nTHREE\n");
    await show();
    await files.noteUnsaved(place());
    reload();
    await save("one\ntwo\nTHREE!\n");
    assert.deepEqual(
      files.pendingOf(place()).map(({ mine }) => mine),
      ["one\ntwo\nTHREE!\n"],
    );
  });

  it("with both sides in it is there after a reload as it was saved last, and nothing of it is sent", async () => {
    await show();
    await elsewhere("EINS\ntwo\nthree\n");
    const conflict = await saveToConflict("ONE\ntwo\nthree\n");
    const marked = await files.beginMerge(conflict);
    const half = marked.replace("three", "THREE");
    assert.equal(await save(half), "kept");
    const sent = service.sent("PATCH").length;
    reload();
    assert.equal(await show(), half);
    assert.equal((await files.stat(place()))?.size, half.length);
    assert.equal(await save(half.replace("two", "TWO")), "kept");
    await assert.rejects(files.engine.publish(place()), EditConflict);
    assert.equal(await show(), half.replace("two", "TWO"));
    assert.equal(service.sent("PATCH").length, sent);
    assert.equal(await save("ONE EINS\nTWO\nTHREE\n"), "published");
    assert.equal(await atService(), "ONE EINS\nTWO\nTHREE\n");
    assert.equal(folder.files.size, 0);
  });

  it("is not taken for the text from before the conflict, which the merge editor shows before it is unsaved", async () => {
    const before = await show();
    await elsewhere("EINS\ntwo\nthree\n");
    const conflict = await saveToConflict("ONE\ntwo\nthree\n");
    await save(await files.beginMerge(conflict));
    files.noteShown(place(), before);
    files.noteTyped(place());
    assert.equal(await save("ONE EINS\ntwo\nthree\n"), "published");
    assert.equal(folder.files.size, 0);
  });

  it("is not sent while neither side is accepted: kept when that is saved by itself, and asked about otherwise", async () => {
    const before = await show();
    await elsewhere("EINS\ntwo\nthree\n");
    const conflict = await saveToConflict("ONE\ntwo\nthree\n");
    await save(await files.beginMerge(conflict));
    assert.equal(await files.write(place(), new TextEncoder().encode(before), true), "kept");
    assert.equal(await save(before), "kept");
    assert.equal(await atService(), "EINS\ntwo\nthree\n");
    const { id, mine } = (await files.shownEdit(place())) ?? assert.fail();
    assert.deepEqual(await files.latestText(place(), id, mine, before), {
      text: "ONE\ntwo\nthree\n",
      isShown: true,
    });
    assert.equal(await save("ONE EINS\ntwo\nthree\n"), "published");
    assert.equal(folder.files.size, 0);
  });

  it("is not sent for what is typed in or beside the lines in conflict, which have nothing of a side", async () => {
    await show();
    await elsewhere("EINS\ntwo\nthree\n");
    const conflict = await saveToConflict("ONE\ntwo\nthree\n");
    await save(await files.beginMerge(conflict));
    // As after the merge editor was closed with conflicts: it leaves the lines as they were before.
    for (const text of ["one\ntwo, typed\nthree\n", "one, typed\ntwo\nthree\n", "typed\none\ntwo\nthree\n"]) {
      assert.equal(await files.write(place(), new TextEncoder().encode(text), true), "kept");
      assert.equal(await save(text), "kept");
      clock.advance(60_000);
      assert.deepEqual([await atService(), await show()], ["EINS\ntwo\nthree\n", text]);
    }
    const [edit = assert.fail()] = files.pending.all;
    assert.deepEqual([edit.state, edit.mine], ["conflict", "ONE\ntwo\nthree\n"]);
  });

  it("keeps what was merged so far when the service has something else since then", async () => {
    await show();
    await elsewhere("EINS\ntwo\nthree\n");
    const fails = async (saving: Promise<unknown>): Promise<EditConflict> =>
      saving.then(
        () => assert.fail(),
        (error: unknown) => error as EditConflict,
      );
    const marked = await files.beginMerge(await saveToConflict("ONE\ntwo\nthree\n"));
    assert.equal(await save(marked.replace("three", "THREE")), "kept");
    await elsewhere("eins\ntwo\nthree\n");
    const again = await files.beginMerge(await fails(files.engine.publish(place())));
    assert.match(again, /ONE/);
    assert.match(again, /eins/);
    assert.match(again, /\nTHREE\n/);
    assert.equal(await save("ONE eins\ntwo\nTHREE\n"), "published");
    assert.equal(await atService(), "ONE eins\ntwo\nTHREE\n");
  });

  it("has in it what was typed after the conflict was met", async () => {
    await show();
    await elsewhere("EINS\ntwo\nthree\n");
    const conflict = await saveToConflict("ONE\ntwo\nthree\n");
    const marked = await files.beginMerge(conflict, "ONE\ntwo\ntyped\n");
    assert.match(marked, /EINS/);
    assert.match(marked, /\ntyped\n$/);
    const typed = marked.replace("two", "TWO");
    const [stored] = files.pendingOf(place());
    const again = new EditConflict(place(), conflict, stored);
    assert.equal(await files.beginMerge(again, typed), typed);
  });

  it("stays in conflict when Auto Save stores more of it while the server can't be reached", async () => {
    await show();
    await elsewhere("EINS\ntwo\nthree\n");
    await saveToConflict("ONE\ntwo\nthree\n");
    const get = mock.method(service.gists, "get", async () => {
      throw new HttpError("network", 0, "No connection");
    });
    assert.equal(await files.write(place(), new TextEncoder().encode("ONE!\ntwo\nthree\n"), true), "kept");
    get.mock.restore();
    assert.deepEqual(
      files.pendingOf(place()).map(({ state, mine }) => [state, mine]),
      [["conflict", "ONE!\ntwo\nthree\n"]],
    );
  });

  it("does not begin again from what was saved since, nor over what belongs to another edit", async () => {
    await show();
    mode = "manual";
    await save("ONE\ntwo\nthree\n");
    await elsewhere("EINS\ntwo\nthree\n");
    const conflict = await files.engine.publish(place()).then(
      () => assert.fail(),
      (error: unknown) => error as EditConflict,
    );
    const other = new PendingEdits(folder, clock);
    const content = { place: place(), base: "", mine: "other", since: 1, changed: 1 };
    const second = await other.put({ ...content, state: "conflict" });
    const ofOther = new EditConflict(place(), { base: "", mine: "other", theirs: "" }, second);
    await assert.rejects(files.beginMerge(ofOther, "typed"), { kind: "unsaved" });
    await other.remove(second.id);
    await files.beginMerge(conflict);
    await save("ONE EINS\ntwo\nthree\n");
    await assert.rejects(files.beginMerge(conflict), { kind: "outdated" });
    assert.deepEqual(
      files.pendingOf(place()).map(({ mine }) => mine),
      ["ONE EINS\ntwo\nthree\n"],
    );
  });

  for (const choice of ["mine", "theirs"] as const)
    it(`leaves the edit of another window as it is when ${choice} is chosen`, async () => {
      await show();
      const other = new PendingEdits(folder, clock);
      await other.put({ place: place(), state: "conflict", base: "", mine: "other", since: 1, changed: 1 });
      await elsewhere("EINS\ntwo\nthree\n");
      const conflict = await saveToConflict("ONE\ntwo\nthree\n");
      if (choice === "mine") {
        const { id: rebased } = await files.engine.rebase(place(), conflict.theirs, conflict.mine, conflict.edit);
        await files.engine.publish(place(), rebased);
        assert.equal(await atService(), "ONE\ntwo\nthree\n");
      } else await files.revert(place(), conflict.edit === undefined ? [] : [conflict.edit]);
      assert.deepEqual(
        files.pendingOf(place()).map(({ mine, state }) => [mine, state]),
        [["other", "conflict"]],
      );
    });

  for (const isStoredFirst of [false, true])
    it(`is no conflict for who types on in an edit that another window has published merged${isStoredFirst ? ", and stores that first" : ""}`, async () => {
      await show();
      mode = "manual";
      await save("ONE\ntwo\nthree\n");
      await elsewhere("one\ntwo\nDREI\n");
      const second = openFiles();
      assert.equal(await second.engine.publish(place()), "merged");
      assert.equal(await atService(), "ONE\ntwo\nDREI\n");
      if (!isStoredFirst) {
        mode = "onSave";
        assert.equal(await save("ONE!\ntwo\nthree\n"), "merged");
      } else {
        assert.equal(await save("ONE!\ntwo\nthree\n"), "kept");
        reload();
        assert.equal(await files.engine.publish(place()), "merged");
      }
      assert.equal(await atService(), "ONE!\ntwo\nDREI\n");
      second.dispose();
    });
});
