import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { callOf, feedId, isTarget } from "../../../src/activity/feed.ts";
import { type FeedsByAccount, SavedFeeds } from "../../../src/activity/feeds.ts";
import { ReadMarks } from "../../../src/activity/readMarks.ts";
import { type Activity, type Feed, feedKinds } from "../../../src/activity/types.ts";
import { operationIds } from "../../../src/client/operations/table.ts";

const repo: Feed = { kind: "repo", target: "mia/tools" };
const org: Feed = { kind: "org", target: "acme" };

describe("saved feeds", () => {
  let kept: unknown;
  let feeds: SavedFeeds;
  let changes: string[];
  beforeEach(() => {
    kept = {};
    changes = [];
    feeds = new SavedFeeds({ read: () => kept as FeedsByAccount, write: (next) => (kept = next) });
    feeds.onDidChange((account) => changes.push(account));
  });
  const ids = (account = "a") => feeds.of(account, "mia").map(feedId);

  it("are at first what the account receives and what it does", () => {
    assert.deepEqual(ids(), ["received:mia", "user:mia"]);
  });

  it("are added once, whatever the case, per account", () => {
    assert.equal(feeds.add("a", "mia", [repo, org, { kind: "repo", target: "MIA/Tools" }]), true);
    assert.equal(feeds.add("a", "mia", [{ kind: "org", target: "ACME" }]), false);
    assert.deepEqual(ids(), ["received:mia", "user:mia", "repo:mia/tools", "org:acme"]);
    assert.deepEqual(ids("b"), ["received:mia", "user:mia"]);
    assert.deepEqual(changes, ["a"]);
    assert.equal(feeds.has("a", "mia", org), true);
  });

  it("are removed, all of them too, renamed and moved", () => {
    feeds.add("a", "mia", [repo]);
    feeds.move("a", "mia", repo, -1);
    feeds.move("a", "mia", repo, -1);
    feeds.move("a", "mia", repo, -1);
    assert.deepEqual(ids(), ["repo:mia/tools", "received:mia", "user:mia"]);
    feeds.rename("a", "mia", repo, "  My tools ");
    assert.equal(feeds.of("a", "mia")[0]?.name, "My tools");
    feeds.move("a", "mia", repo, 1);
    assert.equal(feeds.of("a", "mia")[1]?.name, "My tools");
    feeds.rename("a", "mia", repo, " ");
    assert.equal(feeds.of("a", "mia")[1]?.name, undefined);
    for (const feed of feeds.of("a", "mia")) feeds.remove("a", "mia", feed);
    assert.deepEqual(ids(), []);
    feeds.forget("a");
    assert.deepEqual(kept, {});
  });

  it("are what fits of something damaged", () => {
    kept = {
      a: [
        repo,
        null,
        5,
        { kind: "song", target: "x" },
        { kind: "repo", target: "../x" },
        { kind: "org", target: 1 },
      ],
      b: "nothing",
    };
    assert.deepEqual(ids(), ["repo:mia/tools"]);
    assert.deepEqual(ids("b"), ["received:mia", "user:mia"]);
  });
});

describe("a feed", () => {
  it("is each of the ten operations of events", () => {
    const target = { none: "", user: "mia", two: "mia/tools" };
    const calls = feedKinds.map((kind) => {
      const fitting = Object.values(target).find((one) => isTarget(kind, one)) ?? assert.fail(kind);
      return callOf({ kind, target: fitting })[0];
    });
    assert.deepEqual(calls.toSorted(), operationIds.filter((id) => id.startsWith("events.")).toSorted());
    assert.deepEqual(callOf({ kind: "userOrg", target: "mia/acme" }), [
      "events.getFromUserOrg",
      { user: "mia", org: "acme" },
    ]);
    assert.deepEqual(callOf(repo), ["events.getFromRepo", { user: "mia", repo: "tools" }]);
  });

  it("has a target of its form only", () => {
    assert.equal(isTarget("repo", "a/b"), true);
    for (const target of ["", "a", "a/b/c", "a/..", "./b", "a /b", "a/b?c", "a/b#c"])
      assert.equal(isTarget("repo", target), false, target);
    assert.equal(isTarget("public", "a"), false);
    assert.equal(isTarget("user", "a/b"), false);
  });
});

describe("read marks", () => {
  const event = (key: string, at?: number): Activity => ({
    key,
    type: "",
    actor: "",
    repository: "",
    at,
    payload: {},
    raw: {},
  });
  let kept: object;
  const open = () => new ReadMarks({ read: () => kept as never, write: (next) => (kept = structuredClone(next)) });
  beforeEach(() => {
    kept = {};
  });

  it("make nothing new of a feed that was never shown", () => {
    assert.equal(open().isRead("f", event("1", 5)), true);
  });

  it("know what came later, also late, after a restart too", () => {
    open().markAll("f", [event("3", 30), event("1", 10)]);
    const marks = open();
    assert.equal(marks.isRead("f", event("3", 30)), true);
    assert.equal(marks.isRead("f", event("4", 40)), false);
    // It happened in between and came late.
    assert.equal(marks.isRead("f", event("2", 20)), false);
    // Older pages were never read, and are not new.
    assert.equal(marks.isRead("f", event("0", 5)), true);
    marks.markOne("f", event("4", 40));
    assert.equal(open().isRead("f", event("4", 40)), true);
  });

  it("are those of all windows, each of which marks what it shows", () => {
    const [one, other] = [open(), open()];
    one.markAll("f", [event("1", 10)]);
    assert.equal(other.isRead("f", event("2", 20)), false);
    one.markOne("f", event("2", 20));
    assert.equal(other.isRead("f", event("2", 20)), true);
    other.markAll("g", [event("9", 90)]);
    one.markOne("f", event("3", 30));
    assert.deepEqual(
      [one, other].flatMap((marks) => [marks.isRead("f", event("3", 30)), marks.isRead("g", event("9", 90))]),
      [true, true, true, true],
    );
  });

  it("make everything new that comes to an empty feed", () => {
    const marks = open();
    marks.markAll("f", []);
    assert.equal(marks.isRead("f", event("1", 5)), false);
  });

  it("keep no more than the service keeps events", () => {
    open().markAll(
      "f",
      Array.from({ length: 900 }, (_, index) => event(String(index), index)),
    );
    const { keys } =
      (kept as Readonly<Record<string, { readonly keys: readonly string[] }>>)["f"] ?? assert.fail();
    assert.equal(keys.length, 300);
    assert.equal(keys[0], "899");
    assert.equal(open().isRead("f", event("3", 3)), true);
  });

  it("are forgotten with their account", () => {
    const marks = open();
    marks.markAll("a/f", [event("1", 1)]);
    marks.markAll("b/f", [event("1", 1)]);
    marks.forget("a/");
    assert.equal(marks.has("a/f"), false);
    assert.equal(marks.has("b/f"), true);
    assert.deepEqual(Object.keys(kept), ["b/f"]);
  });
});
