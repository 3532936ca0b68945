import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { type AccountRoots, RepoRoots } from "../../../src/repos/view/roots.ts";

describe("The top of the view of repositories", () => {
  let stored: Readonly<Record<string, AccountRoots>>;
  let options: unknown;
  let roots: RepoRoots;
  let changes: number;
  beforeEach(() => {
    stored = {};
    options = undefined;
    changes = 0;
    roots = new RepoRoots({
      readRoots: () => stored,
      writeRoots: (next) => (stored = next),
      readOwnOptions: () => options,
      writeOwnOptions: (next) => (options = next),
    });
    roots.onDidChange(() => changes++);
  });

  it("has organizations and users in the order in which they came, each once", () => {
    roots.addList("one", "org:acme");
    roots.addList("one", "user:otto");
    roots.addList("one", "org:ACME");
    roots.addList("two", "org:acme");
    assert.deepEqual(roots.of("one").lists, ["org:acme", "user:otto"]);
    roots.removeList("one", "org:acme");
    assert.deepEqual(roots.of("one").lists, ["user:otto"]);
    assert.deepEqual(roots.of("two").lists, ["org:acme"]);
    assert.equal(changes, 4);
  });

  it("has what was opened last first, each once whatever the case", () => {
    const place = { accountId: "one", owner: "Otto", repo: "shared" };
    roots.open(place);
    roots.open({ ...place, repo: "other" });
    roots.open({ ...place, owner: "otto" });
    assert.deepEqual(roots.of("one").opened, [
      { owner: "otto", repo: "shared" },
      { owner: "Otto", repo: "other" },
    ]);
    roots.close(place);
    roots.close({ ...place, repo: "other" });
    assert.deepEqual(stored, {});
  });

  it("is forgotten with its account", () => {
    roots.addList("one", "org:acme");
    roots.addList("two", "org:acme");
    roots.forget("one");
    roots.forget("one");
    assert.deepEqual(Object.keys(stored), ["two"]);
    assert.equal(changes, 3);
  });

  it("lists one's own by last push by default, whatever was stored", () => {
    const plain = { type: "all", sort: "pushed", direction: "desc" };
    for (options of [undefined, null, 5, "x", [], { type: "x", sort: {}, direction: 1 }])
      assert.deepEqual(roots.ownOptions, plain);
    roots.ownOptions = { type: "owner", sort: "full_name", direction: "asc" };
    assert.deepEqual(roots.ownOptions, { type: "owner", sort: "full_name", direction: "asc" });
  });
});
