import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FollowedUsers } from "../../../../src/gists/arrange/followedUsers.ts";

describe("Followed users", () => {
  let stored: Readonly<Record<string, readonly string[]>>;
  let followed: FollowedUsers;
  let changes: number;
  beforeEach(() => {
    stored = {};
    changes = 0;
    followed = new FollowedUsers({ read: () => stored, write: (next) => (stored = next) });
    followed.onDidChange(() => changes++);
  });

  it("belong to one account, in the order in which they came, each once", () => {
    followed.add("one", "otto");
    followed.add("one", "Bo");
    followed.add("one", "OTTO");
    followed.add("two", "bo");
    assert.deepEqual(stored, { one: ["otto", "Bo"], two: ["bo"] });
    assert.equal(changes, 3);
    assert.equal(followed.has("one", "bo"), true);
    assert.equal(followed.has("two", "otto"), false);
  });

  it("can be left again, whatever the case, and nothing is kept of an account without any", () => {
    followed.add("one", "otto");
    followed.remove("one", "nobody");
    followed.remove("one", "Otto");
    assert.deepEqual(stored, {});
    assert.equal(changes, 2);
  });

  it("are forgotten with their account", () => {
    followed.add("one", "otto");
    followed.add("two", "otto");
    followed.forget("one");
    followed.forget("one");
    assert.deepEqual(stored, { two: ["otto"] });
    assert.equal(changes, 3);
  });
});
