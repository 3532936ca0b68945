import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { type ContentEdit, type Outcome, publishEdits } from "../../../../src/gists/publishing/publishEdits.ts";
import { sha256 } from "../../../../src/base/sha256.ts";
import { OneGist } from "./oneGist.ts";

const text = "one\ntwo\nthree\nfour\nfive\n";
const edit = (mine: string, base: string | null = text, name = "a"): ContentEdit => ({ name, base, mine });

describe("publishing", () => {
  test("sends an edit when the service has what it had", async () => {
    const gist = new OneGist({ a: text });
    const [outcome] = await publishEdits([edit("new\n")], gist);
    assert.deepEqual(outcome, { kind: "published", text: "new\n" });
    assert.equal(gist.now["a"], "new\n");
  });

  test("sends nothing when the service has it already", async () => {
    const gist = new OneGist({ a: "same\n" });
    assert.equal((await publishEdits([edit("same\n")], gist))[0]?.kind, "unchanged");
    assert.equal(gist.edits, 0);
  });

  test("merges what both sides changed in different places", async () => {
    const gist = new OneGist({ a: text.replace("five", "FIVE") });
    const [outcome] = await publishEdits([edit(text.replace("one", "ONE"))], gist);
    assert.equal(outcome?.kind, "merged");
    assert.equal(gist.now["a"], "ONE\ntwo\nthree\nfour\nFIVE\n");
  });

  test("sends nothing for a conflict, and returns all three sides", async () => {
    const theirs = text.replace("one", "uno");
    const gist = new OneGist({ a: theirs });
    const mine = text.replace("one", "ONE");
    assert.deepEqual((await publishEdits([edit(mine)], gist))[0], { kind: "conflict", base: text, mine, theirs });
    assert.equal(gist.edits, 0);
  });

  test("a file that was deleted there, or appeared there, is for the user to decide", async () => {
    assert.equal((await publishEdits([edit("new\n")], new OneGist({ b: "x" })))[0]?.kind, "conflict");
    assert.equal((await publishEdits([edit("new\n", null)], new OneGist({ a: "x" })))[0]?.kind, "conflict");
    const fresh = new OneGist({ b: "x" });
    assert.equal((await publishEdits([edit("new\n", null)], fresh))[0]?.kind, "published");
    assert.deepEqual(fresh.now, { b: "x", a: "new\n" });
  });

  test("several files go out as one call, and one conflict does not hold up the others", async () => {
    const gist = new OneGist({ a: "theirs\n", b: text });
    const outcomes = await publishEdits([edit("mine\n"), edit("B\n", text, "b")], gist);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["conflict", "published"],
    );
    assert.equal(gist.edits, 1);
    assert.deepEqual(gist.now, { a: "theirs\n", b: "B\n" });
  });
});

describe("another user's edit between reading and sending", () => {
  const slip = (gist: OneGist, theirs: string): void => {
    gist.beforeEdit = () => {
      gist.beforeEdit = () => undefined;
      gist.set({ ...gist.now, a: theirs });
    };
  };

  test("is merged back in when both fit together", async () => {
    const gist = new OneGist({ a: text });
    slip(gist, text.replace("five", "FIVE"));
    const [outcome] = await publishEdits([edit(text.replace("one", "ONE"))], gist);
    assert.equal(outcome?.kind, "merged");
    assert.equal(gist.now["a"], "ONE\ntwo\nthree\nfour\nFIVE\n");
  });

  test("is put back when they do not, and the conflict is reported", async () => {
    const gist = new OneGist({ a: text });
    const theirs = text.replace("one", "uno");
    slip(gist, theirs);
    const mine = text.replace("one", "ONE");
    assert.deepEqual((await publishEdits([edit(mine)], gist))[0], { kind: "conflict", base: text, mine, theirs });
    assert.equal(gist.now["a"], theirs);
  });

  test("is found again when it could not be put back", async () => {
    const gist = new OneGist({ a: text });
    const theirs = text.replace("one", "uno");
    slip(gist, theirs);
    const mine = text.replace("one", "ONE");
    const send = gist.edit.bind(gist);
    gist.edit = async (files) => {
      if (gist.edits > 0) throw new HttpError("server", 502, "away");
      return send(files);
    };
    const [first] = await publishEdits([edit(mine)], gist);
    assert.equal(gist.now["a"], mine);
    const unconfirmed = first?.kind === "unconfirmed" ? first.writes : assert.fail(first?.kind);
    gist.edit = send;
    const [second] = await publishEdits([{ ...edit(mine), unconfirmed }], gist);
    assert.deepEqual(second, { kind: "conflict", base: text, mine, theirs });
    assert.equal(gist.now["a"], theirs);
  });

  test("that deletes the file is gone over: it is there again, and is reported as published", async () => {
    const gist = new OneGist({ a: text, b: "b" });
    gist.beforeEdit = () => {
      gist.beforeEdit = () => undefined;
      gist.set({ b: "b" });
    };
    const mine = text.replace("one", "ONE");
    assert.deepEqual(await publishEdits([edit(mine)], gist), [{ kind: "published", text: mine }]);
    assert.deepEqual([gist.now, gist.edits], [{ a: mine, b: "b" }, 1]);
  });

  test("to another file costs nothing", async () => {
    const gist = new OneGist({ a: text, b: "b" });
    gist.beforeEdit = () => {
      gist.beforeEdit = () => undefined;
      gist.set({ ...gist.now, b: "theirs" });
    };
    assert.equal((await publishEdits([edit("new\n")], gist))[0]?.kind, "published");
    assert.deepEqual(gist.now, { a: "new\n", b: "theirs" });
    assert.equal(gist.edits, 1);
  });
});

describe("an edit whose earlier write may have been made", () => {
  const lost = new HttpError("network", 503, "the line broke", { mayHaveSucceeded: true });
  const mine = text.replace("one", "ONE");
  const theirs = text.replace("five", "FIVE");
  const both = mine.replace("five", "FIVE");
  const edit: ContentEdit = { name: "a", base: text, mine };
  /** Publishes with a fault, and again with what is known of the write then. */
  const twice = async (
    gist: OneGist,
    break_: (gist: OneGist) => void,
  ): Promise<readonly (Outcome | undefined)[]> => {
    break_(gist);
    const [first] = await publishEdits([edit], gist);
    assert.equal(first?.kind, "unconfirmed");
    delete (gist as Partial<OneGist>).edit;
    delete (gist as Partial<OneGist>).version;
    const unconfirmed = first?.kind === "unconfirmed" ? first.writes : assert.fail();
    const [second] = await publishEdits([{ ...edit, unconfirmed }], gist);
    return [first, second];
  };
  const losesAnswer = (gist: OneGist): void => {
    gist.edit = async (files) => {
      await OneGist.prototype.edit.call(gist, files);
      throw lost;
    };
  };

  for (const [title, breaks] of [
    ["its answer was lost", losesAnswer],
    [
      "the version before it could not be read",
      (gist: OneGist) => void (gist.version = async () => Promise.reject(lost)),
    ],
  ] as const) {
    test(`brings back what slipped in, when ${title}`, async () => {
      const gist = new OneGist({ a: text });
      gist.beforeEdit = () => {
        if (gist.edits === 0) gist.set({ a: theirs });
      };
      const [, second] = await twice(gist, breaks);
      assert.deepEqual(second, { kind: "published", text: both });
      assert.equal(gist.now["a"], both);
    });
  }

  test("is there when the write made the file again that another user had deleted", async () => {
    const gist = new OneGist({ a: text, b: "b" });
    gist.beforeEdit = () => {
      if (gist.edits === 0) gist.set({ b: "b" });
    };
    const [, second] = await twice(gist, losesAnswer);
    assert.deepEqual([second, gist.edits], [{ kind: "unchanged", text: mine }, 1]);
    assert.equal(gist.now["a"], mine);
  });

  test("is not sent again when the write was made and nothing slipped in", async () => {
    const gist = new OneGist({ a: text });
    const [, second] = await twice(gist, losesAnswer);
    assert.deepEqual([second, gist.edits], [{ kind: "unchanged", text: mine }, 1]);
  });

  test("is sent when the write was not made", async () => {
    const gist = new OneGist({ a: text });
    const [, second] = await twice(gist, (given) => void (given.edit = async () => Promise.reject(lost)));
    assert.deepEqual([second, gist.edits], [{ kind: "published", text: mine }, 1]);
  });

  test("keeps what was changed on top of the write", async () => {
    const gist = new OneGist({ a: text });
    losesAnswer(gist);
    const [first] = await publishEdits([edit], gist);
    gist.set({ a: both });
    delete (gist as Partial<OneGist>).edit;
    const unconfirmed = first?.kind === "unconfirmed" ? first.writes : assert.fail();
    const later = mine.replace("three", "THREE");
    const [second] = await publishEdits([{ ...edit, mine: later, unconfirmed }], gist);
    assert.deepEqual(second, { kind: "merged", text: both.replace("three", "THREE") });
  });

  test("puts back what it went over and cannot be merged with, until the user has decided", async () => {
    const gist = new OneGist({ a: text });
    const other = text.replace("one", "uno");
    gist.beforeEdit = () => {
      if (gist.edits === 0) gist.set({ a: other });
    };
    const [, second] = await twice(gist, losesAnswer);
    assert.deepEqual(second, { kind: "conflict", base: text, mine, theirs: other });
    assert.equal(gist.now["a"], other);
  });

  test("is an error when nothing was sent", async () => {
    const gist = new OneGist({ a: text });
    gist.edit = async () => Promise.reject(new HttpError("unprocessable", 422, "no"));
    await assert.rejects(publishEdits([edit], gist), (error) => HttpError.is(error, "unprocessable"));
  });
});

test("An edit goes over an earlier text of itself without a conflict", async () => {
  const gist = new OneGist({ a: "v1" });
  const earlier = [await sha256("v1")];
  assert.deepEqual(await publishEdits([{ name: "a", base: "v0", mine: "v2", earlier }], gist), [
    { kind: "published", text: "v2" },
  ]);
});

describe("an edit that slips in before ours", () => {
  const line = (word: string, index: number, from: string): string =>
    from
      .split("\n")
      .map((each, at) => (at === index ? word : each))
      .join("\n");
  const mine = line("ONE", 0, text);

  test("keeps its other changes when it has ours in it too", async () => {
    const gist = new OneGist({ a: text });
    const both = line("FIVE", 4, mine);
    gist.beforeEdit = () => {
      if (gist.edits === 0) gist.set({ a: both });
    };
    const [outcome] = await publishEdits([{ name: "a", base: text, mine }], gist);
    assert.deepEqual([outcome, gist.now["a"]], [{ kind: "merged", text: both }, both]);
  });

  test("is kept when another one slips in on top of our second write", async () => {
    const gist = new OneGist({ a: text });
    const [three, five] = [line("THREE", 2, text), line("FIVE", 4, line("ONE", 0, text))];
    gist.beforeEdit = () => {
      if (gist.edits === 0) gist.set({ a: three });
      if (gist.edits === 1) gist.set({ a: five });
    };
    await publishEdits([{ name: "a", base: text, mine }], gist);
    for (const word of ["ONE", "THREE", "FIVE"]) assert.ok(gist.now["a"]?.includes(word), gist.now["a"]);
  });

  test("again and again is not reported as published", async () => {
    const long = Array.from({ length: 24 }, (_, at) => `line ${at}`).join("\n");
    const edit: ContentEdit = { name: "a", base: long, mine: line("ONE", 0, long) };
    const gist = new OneGist({ a: long });
    const slips: string[] = [];
    gist.beforeEdit = () => {
      slips.push(`bot ${gist.edits}`);
      gist.set({ a: line(`bot ${gist.edits}`, 3 + gist.edits * 3, gist.now["a"] ?? "") });
    };
    const [outcome] = await publishEdits([edit], gist);
    const unconfirmed = outcome?.kind === "unconfirmed" ? outcome.writes : assert.fail(outcome?.kind);
    gist.beforeEdit = () => undefined;
    await publishEdits([{ ...edit, unconfirmed }], gist);
    for (const word of ["ONE", ...slips]) assert.ok(gist.now["a"]?.includes(word), `${word}: ${gist.now["a"]}`);
  });
});
