import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { type DraftGist, Drafts } from "../../../../src/gists/publishing/drafts.ts";

describe("A draft that has become a gist", () => {
  const accountId = "ada";
  const day = 24 * 60 * 60 * 1000;
  let stored: readonly DraftGist[];
  let drafts: Drafts;
  let now: number;
  let draft: DraftGist;
  const place = () => ({ accountId, gistId: draft.id, fileName: "a.md" });
  const open = (): Drafts => {
    const storage = {
      read: () => stored,
      write: (written: readonly DraftGist[]) => void (stored = written),
      refresh: async () => undefined,
    };
    return new Drafts(storage, { now: () => now });
  };
  beforeEach(() => {
    stored = [];
    now = 0;
    drafts = open();
    draft = drafts.add({ accountId, description: "Begun", public: false, files: ["a.md"] });
    drafts.publish(draft, "1234");
  });

  it("leads to the gist, after a reload too, while its tab is open", () => {
    assert.deepEqual(drafts.resolve(place()), { ...place(), gistId: "1234" });
    assert.deepEqual(open().resolve(place()), { ...place(), gistId: "1234" });
  });

  it("leads to its renamed file there", () => {
    drafts.noteRenamed(place(), "b.md");
    assert.deepEqual(drafts.resolve(place()), { ...place(), gistId: "1234", fileName: "b.md" });
  });

  it("leads there for 30 days, whichever window has replaced its tab", () => {
    const add = (): DraftGist => open().add({ accountId, description: "", public: false, files: ["b.md"] });
    now += 30 * day;
    const other = add();
    assert.deepEqual(open().resolve(place()), { ...place(), gistId: "1234" });
    now += 1;
    const last = add();
    assert.deepEqual(open().resolve(place()), place());
    assert.deepEqual(stored, [other, last]);
  });

  it("is known in this window as it was when its account was signed out, and stored no longer", () => {
    const begun = drafts.add({ accountId, description: "A public one", public: true, files: ["b.md"] });
    drafts.forgetAccount(accountId);
    const at = { accountId, gistId: begun.id, fileName: "b.md" };
    assert.deepEqual([stored, drafts.get(accountId, begun.id)], [[], undefined]);
    assert.deepEqual(drafts.lastSeen(at), begun);
    assert.equal(open().lastSeen(at), undefined);
  });

  it("leads there in this window after its account was signed out, and is stored no longer", () => {
    drafts.forgetAccount("other");
    assert.equal(stored.length, 1);
    drafts.forgetAccount(accountId);
    assert.deepEqual(stored, []);
    assert.equal(drafts.resolve(place()).gistId, "1234");
    assert.deepEqual(open().resolve(place()), place());
  });
});
