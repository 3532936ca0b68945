import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { type FileEdit, publishEdits } from "../../../../src/gists/publishing/publishEdits.ts";
import { OneGist } from "./oneGist.ts";

const deletion = (base: string, name = "a"): FileEdit => ({ name, base, mine: null });
const addition: FileEdit = { name: "b", base: null, mine: "B\n" };

describe("deleting a file whose text was seen", () => {
  test("goes out in one call with the contents of other files", async () => {
    const gist = new OneGist({ a: "A\n" });
    const outcomes = await publishEdits([deletion("A\n"), addition], gist);
    assert.deepEqual(outcomes, [
      { kind: "published", text: null },
      { kind: "published", text: "B\n" },
    ]);
    assert.equal(gist.edits, 1);
    assert.deepEqual(gist.now, { b: "B\n" });
  });

  test("is a conflict when another user has changed it, and the other files are published", async () => {
    const gist = new OneGist({ a: "theirs\n" });
    const [outcome] = await publishEdits([deletion("A\n"), addition], gist);
    assert.deepEqual(outcome, { kind: "conflict", base: "A\n", mine: null, theirs: "theirs\n" });
    assert.deepEqual(gist.now, { a: "theirs\n", b: "B\n" });
  });

  test("sends nothing when another user has deleted it", async () => {
    const gist = new OneGist({ b: "B\n" });
    assert.deepEqual(await publishEdits([deletion("A\n")], gist), [{ kind: "unchanged", text: null }]);
    assert.equal(gist.edits, 0);
  });

  test("is undone when another user's change came in between, and is reported as a conflict", async () => {
    const gist = new OneGist({ a: "A\n", c: "C\n" });
    gist.beforeEdit = () => {
      gist.beforeEdit = () => undefined;
      gist.set({ ...gist.now, a: "theirs\n" });
    };
    const [outcome, added] = await publishEdits([deletion("A\n"), addition], gist);
    assert.deepEqual(outcome, { kind: "conflict", base: "A\n", mine: null, theirs: "theirs\n" });
    assert.equal(added?.kind, "published");
    assert.deepEqual(gist.now, { c: "C\n", b: "B\n", a: "theirs\n" });
  });

  test("is unconfirmed when the answer was lost", async () => {
    const gist = new OneGist({ a: "A\n", c: "C\n" });
    const error = new HttpError("network", 503, "lost", { mayHaveSucceeded: true });
    const send = gist.edit.bind(gist);
    gist.edit = async (files) => {
      await send(files);
      throw error;
    };
    assert.deepEqual(await publishEdits([deletion("A\n")], gist), [{ kind: "unconfirmed", error, writes: [] }]);
  });

  test("throws when nothing was sent", async () => {
    const gist = new OneGist({ a: "A\n", c: "C\n" });
    gist.edit = () => Promise.reject(new HttpError("unprocessable", 422, "no"));
    await assert.rejects(publishEdits([deletion("A\n")], gist), (error) => HttpError.is(error, "unprocessable"));
  });
});
