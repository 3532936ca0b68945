import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { GistFiles } from "../../../../src/gists/files.ts";
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
    files = new GistFiles({
      accounts: service.window.model,
      gists: service.gists,
      drafts: { read: () => [], write: () => undefined, refresh: async () => undefined },
      edits: folder,
      clock,
      largestFile: () => 1_000_000,
      modeOf: () => mode,
      pause: () => 1,
      inspect: async ({ files: given }) => given,
      onError: () => undefined,
      isOpen: () => true,
    });
  });
  afterEach(async () => {
    files.dispose();
    await service.close();
  });

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
      await held;
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

  const modified = async (): Promise<number> => (await files.stat(place()))?.modified ?? Number.NaN;

  for (const [title, ahead] of [
    ["an hour ahead of", 3_600_000],
    ["an hour behind", -3_600_000],
  ] as const)
    it(`has a time that grows with the merge and with each change after it, on a machine ${title} the service`, async () => {
      clock.advance(Math.max(0, Date.parse("2026-01-01T00:00:00Z") + ahead - clock.now()));
      const shown = new TextDecoder().decode(await files.read(place()));
      files.noteShown(place(), shown);
      await elsewhere("ONE\ntwo\nthree\n");
      assert.equal(await files.write(place(), new TextEncoder().encode("one\ntwo\nTHREE\n")), "merged");
      const before = await modified();
      clock.advance(1000);
      const merged = await modified();
      assert.ok(merged > before, `${merged} > ${before}`);
      assert.equal(await modified(), merged);
      await elsewhere("other\n");
      await service.gists.reload(service.accountId, id);
      const after = await modified();
      assert.ok(after > merged, `${after} > ${merged}`);
    });
});
