import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SharedState } from "../../../src/base/sharedState.ts";
import { RepositoryDrafts } from "../../../src/repos/manage/repositoryDrafts.ts";
import { eventually } from "../../support/eventually.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

const initial = { name: "", description: "", private: true };
const written = { name: "kettle", description: "Boils", private: false };

describe("What was written for a repository that is not created", () => {
  const open = async (folder: MemoryFolder) => {
    const onError = (error: unknown): never => assert.fail(String(error));
    const state = new SharedState(folder, onError);
    await state.load();
    return { state, drafts: new RepositoryDrafts(state, onError) };
  };

  it("outlives the window, by owner, until the repository is created", async () => {
    const folder = new MemoryFolder();
    const { drafts } = await open(folder);
    drafts.set("a1", undefined, written);
    await eventually(() => [...folder.files.values()].join().includes("Boils"), "it is stored");
    const { drafts: later } = await open(folder);
    assert.deepEqual(later.get("a1", undefined, initial), written);
    assert.equal(later.get("a1", "acme", initial), undefined);
    assert.equal(later.get("a2", undefined, initial), undefined);
    later.delete("a1", undefined);
    assert.equal(later.get("a1", undefined, initial), undefined);
  });

  it("is removed when the account is signed out", async () => {
    const { drafts, state } = await open(new MemoryFolder());
    drafts.set("a1", "acme", written);
    await state.forget("a1");
    assert.equal(drafts.get("a1", "acme", initial), undefined);
  });

  it("has the values of the form where another version stored others", async () => {
    const { drafts, state } = await open(new MemoryFolder());
    await state.update("repositoryDrafts", { "a1/": { ...written, private: 1, color: "red" } });
    assert.deepEqual(drafts.get("a1", undefined, initial), { ...written, private: true });
    await state.update("repositoryDrafts", { "a1/": null });
    assert.deepEqual(drafts.get("a1", undefined, initial), initial);
  });
});
