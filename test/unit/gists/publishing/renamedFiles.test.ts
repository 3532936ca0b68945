import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { GistFiles } from "../../../../src/gists/publishing/files.ts";
import type { FilePlace } from "../../../../src/gists/types.ts";
import { eventually } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { fileOptions } from "../fileOptions.ts";
import { type OpenService, openService } from "../openService.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (content: Uint8Array | undefined): string => new TextDecoder().decode(content);

describe("A renamed file of a gist", () => {
  let service: OpenService;
  let gistId: string;
  let edits: MemoryFolder;
  let windows: GistFiles[];
  let open: Set<string>;
  const at = (fileName: string): FilePlace => ({ accountId: service.accountId, gistId, fileName });
  /** As after a reload, or another window. Its editors have the files of `open`. */
  const openWindow = (mode: "manual" | "onSave" = "onSave", unsavedBases = new MemoryFolder()): GistFiles => {
    const { window, gists, publisher } = service;
    const files = new GistFiles(
      fileOptions({
        accounts: window.model,
        gists,
        publisher,
        clock: new ManualClock(),
        edits,
        unsavedBases,
        modeOf: () => mode,
        isOpen: ({ fileName }) => open.has(fileName),
      }),
    );
    windows.push(files);
    return files;
  };
  const atService = async (): Promise<readonly string[]> => Object.keys((await service.own())[0]?.files ?? {});
  const contentOf = async (name: string): Promise<string | undefined> =>
    (await service.gists.read(service.accountId, gistId, { fresh: true })).files[name]?.content;
  const change = async (files: Readonly<Record<string, { readonly content: string } | null>>): Promise<unknown> =>
    service.window.model.get(service.accountId)?.client.call("gists.edit", { id: gistId, files });
  const show = async (files: GistFiles, name: string): Promise<void> => {
    open.add(name);
    files.noteShown(at(name), textOf(await files.read(at(name))));
  };

  beforeEach(async () => {
    service = await openService({
      users: [{ login: "mia" }],
      tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist"] }],
      gists: [{ owner: "mia", files: { "a.md": "one\n", "b.md": "two\n" } }],
    });
    gistId = (await service.own())[0]?.id ?? "";
    edits = new MemoryFolder();
    windows = [];
    open = new Set();
  });
  afterEach(async () => {
    for (const files of windows) files.dispose();
    await service.close();
  });

  describe("that is new, and that only an editor has after a reload", () => {
    it("is renamed here, and sent by its next save", async () => {
      const files = openWindow();
      open.add("n6.txt");
      await files.rename(at("n6.txt"), "n6b.txt");
      assert.deepEqual(service.sent("PATCH"), []);
      assert.equal(await files.stat(at("n6.txt")), undefined);
      assert.equal(textOf(await files.read(at("n6b.txt"))), "");
      assert.equal(await files.write(at("n6b.txt"), bytes("six\n")), "published");
      assert.deepEqual(await atService(), ["a.md", "b.md", "n6b.txt"]);
    });

    it("is renamed at the server when another window has published it since the gist was read", async () => {
      const files = openWindow();
      await service.gists.read(service.accountId, gistId);
      await change({ "n6.txt": { content: "of another window\n" } });
      open.add("n6.txt");
      await files.rename(at("n6.txt"), "n6b.txt");
      assert.deepEqual(await atService(), ["a.md", "b.md", "n6b.txt"]);
    });

    it("keeps its name while the server can't be asked, or has a file of the new one", async () => {
      const files = openWindow();
      open.add("n6.txt");
      await service.gists.read(service.accountId, gistId);
      service.hooks.before = () => Response.json({ message: "Not now" }, { status: 403 });
      await assert.rejects(files.rename(at("n6.txt"), "n6b.txt"), { kind: "forbidden" });
      service.hooks.before = () => undefined;
      await change({ "n6b.txt": { content: "of another window\n" } });
      await assert.rejects(files.rename(at("n6.txt"), "n6b.txt"), { kind: "name:taken" });
      assert.deepEqual(files.drafts.newFiles, []);
    });

    it("is renamed at the server when a save was under way that published it", async () => {
      const files = openWindow();
      open.add("n6.txt");
      let release: (() => void) | undefined;
      service.hooks.before = ({ method }) =>
        method === "PATCH" && !release
          ? new Promise((resolve) => (release = () => resolve(undefined)))
          : undefined;
      const saving = files.write(at("n6.txt"), bytes("six\n"));
      await eventually(() => release !== undefined, "it is being sent");
      const renaming = files.rename(at("n6.txt"), "n6b.txt");
      release?.();
      assert.equal(await saving, "published");
      await renaming;
      assert.deepEqual(await atService(), ["a.md", "b.md", "n6b.txt"]);
    });
  });

  for (const isOpen of [true, false])
    it(`that another user has deleted is reported as such, ${isOpen ? "with" : "without"} an editor of it`, async () => {
      const files = openWindow();
      if (isOpen) await show(files, "b.md");
      else await service.gists.read(service.accountId, gistId);
      await change({ "b.md": null });
      await assert.rejects(files.rename(at("b.md"), "c.md"), { kind: "noFile", subject: "b.md" });
      await service.gists.read(service.accountId, gistId, { fresh: true });
      await assert.rejects(files.rename(at("b.md"), "c.md"), { kind: "noFile", subject: "b.md" });
      assert.deepEqual(await atService(), ["a.md"]);
    });

  describe("with an edit that is not published, which another window shows", () => {
    const store = async (unsavedBases?: MemoryFolder): Promise<readonly [here: GistFiles, other: GistFiles]> => {
      const here = openWindow("manual");
      open.add("n7.txt");
      assert.equal(await here.write(at("n7.txt"), bytes("seven\n")), "kept");
      const other = openWindow("onSave", unsavedBases);
      await show(other, "n7.txt");
      return [here, other];
    };

    const assertNoSecondFile = async ({ pending }: GistFiles): Promise<void> => {
      await pending.refresh();
      const names = [...(await atService()), ...pending.all.map(({ place }) => place.fileName)];
      assert.ok(!names.includes("n7.txt"), names.join(", "));
    };

    for (const isSeen of [true, false])
      it(`gets that window's next save, ${isSeen ? "also when the rename was seen before" : "before the rename was seen"}`, async () => {
        const [here, other] = await store();
        await here.rename(at("n7.txt"), "n7b.txt");
        if (isSeen) await other.pending.refresh();
        assert.equal(await other.write(at("n7.txt"), bytes("seven\nmore\n")), "published");
        assert.deepEqual(await atService(), ["a.md", "b.md", "n7b.txt"]);
        await here.pending.refresh();
        assert.deepEqual([here.pending.all, other.pending.all], [[], []]);
        assert.equal(other.drafts.resolve(at("n7.txt")).fileName, "n7b.txt");
        assert.ok(await other.stat(at("n7.txt")), "VS Code reads its time after the save");
        // Once it is closed, its address is that of another file.
        open.delete("n7.txt");
        other.noteClosed(at("n7.txt"));
      });

    it("is stored beside what was saved under the new name since, also with its next save", async () => {
      const [here, other] = await store();
      await here.rename(at("n7.txt"), "n7b.txt");
      open.add("n7b.txt");
      assert.equal(await here.write(at("n7b.txt"), bytes("here\nseven\n")), "kept");
      service.hooks.before = ({ method }) =>
        method === "PATCH" ? Response.json({ message: "Down" }, { status: 503 }) : undefined;
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nthere\n")), "queued");
      assert.deepEqual(
        other.pending.all.map(({ place, mine }) => [place.fileName, mine]),
        [
          ["n7b.txt", "here\nseven\n"],
          ["n7b.txt", "seven\nthere\n"],
        ],
      );
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nthere too\n")), "queued");
      assert.deepEqual(
        other.pending.all.map(({ place, mine, base }) => [place.fileName, mine, base]),
        [
          ["n7b.txt", "here\nseven\n", null],
          ["n7b.txt", "seven\nthere too\n", null],
        ],
      );
    });

    it("is the renamed one also when that window has saved it several times before", async () => {
      const [here, other] = await store();
      for (let count = 0; count < 25; count++) await here.write(at("n7.txt"), bytes(`seven\n${String(count)}\n`));
      await here.rename(at("n7.txt"), "n7b.txt");
      await other.write(at("n7.txt"), bytes("seven\nmore\n"));
      assert.equal(other.drafts.resolve(at("n7.txt")).fileName, "n7b.txt");
      await assertNoSecondFile(here);
    });

    it("is the renamed one also after the server refused it", async () => {
      const [here, other] = await store();
      service.hooks.before = ({ method }) =>
        method === "PATCH" ? Response.json({ message: "No" }, { status: 503 }) : undefined;
      await assert.rejects(here.engine.publish(at("n7.txt")), { kind: "server" });
      service.hooks.before = () => undefined;
      await here.rename(at("n7.txt"), "n7b.txt");
      // The next attempt is under way, or waits for its time.
      await other.write(at("n7.txt"), bytes("seven\nmore\n"));
      assert.equal(other.drafts.resolve(at("n7.txt")).fileName, "n7b.txt");
      await assertNoSecondFile(here);
    });

    it("replaces the edit that was renamed there and back", async () => {
      const [here, other] = await store();
      await here.rename(at("n7.txt"), "n7b.txt");
      await here.rename(at("n7b.txt"), "n7.txt");
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nmore\n")), "published");
      await here.pending.refresh();
      assert.deepEqual([await atService(), here.pending.all], [["a.md", "b.md", "n7.txt"], []]);
    });

    it("is the one that was published under its new name in the meantime", async () => {
      const [here, other] = await store();
      await here.rename(at("n7.txt"), "n7b.txt");
      await here.engine.publish(at("n7b.txt"));
      assert.deepEqual(await atService(), ["a.md", "b.md", "n7b.txt"]);
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nmore\n")), "published");
      assert.deepEqual(await atService(), ["a.md", "b.md", "n7b.txt"]);
      assert.equal(await contentOf("n7b.txt"), "seven\nmore\n");
    });

    it("is known after a reload, when more was typed since the save that followed it", async () => {
      const unsaved = new MemoryFolder();
      const [here, other] = await store(unsaved);
      await here.rename(at("n7.txt"), "n7b.txt");
      await other.noteUnsaved(at("n7.txt"));
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nmore\n")), "published");
      await other.noteUnsaved(at("n7.txt"));
      const reloaded = openWindow("onSave", unsaved);
      await reloaded.noteUnsaved(at("n7.txt"));
      assert.equal(await reloaded.write(at("n7.txt"), bytes("seven\nmore\nyet\n")), "published");
      assert.deepEqual(await atService(), ["a.md", "b.md", "n7b.txt"]);
      assert.equal(await contentOf("n7b.txt"), "seven\nmore\nyet\n");
    });

    it("has its own name again where no editor shows it", async () => {
      const [here, other] = await store();
      await here.rename(at("n7.txt"), "n7b.txt");
      open.delete("n7.txt");
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nmore\n")), "published");
      assert.deepEqual(await atService(), ["a.md", "b.md", "n7b.txt"]);
      assert.equal(other.drafts.resolve(at("n7.txt")).fileName, "n7.txt");
    });

    it("is not followed when it was discarded: the text is a file of its own", async () => {
      const [here, other] = await store();
      await here.revert(at("n7.txt"));
      assert.equal(await other.write(at("n7.txt"), bytes("seven\nmore\n")), "published");
      assert.deepEqual(await atService(), ["a.md", "b.md", "n7.txt"]);
    });
  });
});
