import assert from "node:assert/strict";
import { test } from "node:test";
import { UnsavedBaseStore } from "../../../src/base/unsavedBaseStore.ts";
import type { Hook } from "../../../src/client/types/hook.ts";
import { unsavedBaseOf } from "../../../src/hooks/hookBase.ts";
import { HookBases } from "../../../src/hooks/hookBases.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

const key = "forgeside-hook://account/ada/engine/7";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hookWith = (event: string): Hook =>
  ({
    id: 7,
    name: "web",
    active: true,
    events: [event],
    config: { url: "https://example.com/" },
    updated_at: `2026-01-02T00:00:00Z ${event}`,
  }) as unknown as Hook;

/** A window whose document of the hook becomes unsaved when the test says so. */
const openWindow = (folder: MemoryFolder) => {
  const state = { isUnsaved: false };
  const bases = new HookBases(new UnsavedBaseStore(folder, false, unsavedBaseOf), () => state.isUnsaved);
  return {
    bases,
    read: (hook: Hook, change?: string) => {
      const { text } = bases.take(key, hook);
      bases.noteRead(key, bytes(text), change);
      return text;
    },
    type: async () => {
      state.isUnsaved = true;
      await bases.noteUnsaved(key);
    },
  };
};

/** A window that is reloaded with an unsaved document that is based on `push`. */
const reloaded = async (): Promise<MemoryFolder> => {
  const folder = new MemoryFolder();
  const before = openWindow(folder);
  await before.bases.noteShown(key, before.read(hookWith("push")));
  await before.type();
  return folder;
};

test("Bases of hooks › an unsaved text of before a reload is based on its own base, whichever reads the hook first", async () => {
  const after = openWindow(await reloaded());
  after.read(hookWith("star"));
  // VS Code opens the unsaved text as if it was saved, and says then that it is not.
  await after.bases.noteShown(key, "the unsaved text");
  await after.type();
  assert.deepEqual(after.bases.of(key)?.hook.events, ["push"]);
});

test("Bases of hooks › a save that comes before the document is known to be unsaved finds the stored base", async () => {
  const folder = await reloaded();
  const state = { isUnsaved: false };
  const bases = new HookBases(new UnsavedBaseStore(folder, false, unsavedBaseOf), () => state.isUnsaved);
  bases.noteRead(key, bytes(bases.take(key, hookWith("star")).text), undefined);
  state.isUnsaved = true;
  await bases.restore(key);
  assert.deepEqual(bases.of(key)?.hook.events, ["push"]);
});

test("Bases of hooks › nothing that was read counts for an unsaved text that no editor showed here and nothing is stored of", async () => {
  const after = openWindow(new MemoryFolder());
  after.read(hookWith("star"), "a.1.b");
  await after.type();
  assert.equal(after.bases.of(key), undefined);
  assert.equal(after.bases.changeOf(key), undefined);
});

test("Bases of hooks › what an editor showed counts for what is typed in it, and not what others read since", async () => {
  const window = openWindow(new MemoryFolder());
  await window.bases.noteShown(key, window.read(hookWith("push")));
  await window.type();
  window.bases.outdate(key);
  window.read(hookWith("star"));
  await window.bases.noteUnsaved(key);
  assert.deepEqual(window.bases.of(key)?.hook.events, ["push"]);
});
