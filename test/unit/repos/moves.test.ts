import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { MovedInPart, NeedsOtherBranch } from "../../../src/repos/files/commitErrors.ts";
import type { RepoFiles } from "../../../src/repos/files/files.ts";
import type { ContentPlace } from "../../../src/repos/types.ts";
import { eventually } from "../../support/eventually.ts";
import { FileBench } from "./fileBench.ts";
import { bytesText, text } from "./fileTexts.ts";

describe("Moves of a repository's files", () => {
  let bench: FileBench;
  let files: RepoFiles;
  let place: ContentPlace;
  beforeEach(async () => {
    bench = await FileBench.open();
    ({ place } = bench);
    files = bench.openFiles();
  });
  afterEach(async () => {
    files.dispose();
    await bench.close();
  });

  it("and deletions that a protected branch refuses are made together on another one", async () => {
    const there = ["a.txt", "b.txt"].map((path) => ({ ...place, repo: "guarded", path }));
    const moves = there.map((from) => ({ from, to: { ...from, path: `dir/${from.path}` } }));
    const refusalOf = async (act: Promise<void>): Promise<NeedsOtherBranch> => {
      const error = await bench.during(act).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof NeedsOtherBranch);
      return error;
    };
    const refusals = [
      await refusalOf(files.deleteAll(await files.toDelete(there))),
      await refusalOf(files.moveAll(moves)),
    ];
    const [commit] = await bench.service.mia.call("repos.getCommits", {
      user: "mia",
      repo: "guarded",
      per_page: 1,
    });
    const found: unknown[] = [];
    for (const [index, refused] of refusals.entries()) {
      const ref = `patch-${index + 1}`;
      await bench.service.mia.post("/repos/mia/guarded/git/refs", { ref: `refs/heads/${ref}`, sha: commit?.sha });
      await refused.elsewhere?.(ref);
      const all = [...there, ...moves.map(({ to }) => to)];
      for (const { path } of all)
        found.push(await files.read({ ...place, repo: "guarded", ref, path }).then(bytesText, () => undefined));
    }
    const gone = undefined;
    assert.deepEqual(found, [gone, gone, gone, gone, gone, gone, "one\n", "two\n"]);
  });

  it("are not moved over what another user has put there since the user was asked", async () => {
    const to = { ...place, path: "taken.txt" };
    const moving = async (overwrite: boolean, theirs: string): Promise<void> => {
      const moved = files.moveAll([{ from: place, to }], overwrite);
      await eventually(() => bench.clock.pending > 0, "the question is near");
      await bench.put(bench.service.otto, "taken.txt", theirs);
      await assert.rejects(bench.during(moved), { kind: "exists" });
      assert.deepEqual([await bench.atService("taken.txt"), await bench.atService()], [theirs, text]);
    };
    await moving(false, "theirs\n");
    await moving(true, "theirs again\n");
    await bench.during(files.moveAll([{ from: place, to }], true));
    assert.deepEqual([await bench.atService("taken.txt"), await bench.atService()], [text, undefined]);
  });

  it("go on where a move failed on its way", async () => {
    const to = { ...place, path: "moved.txt" };
    bench.service.before = ({ method }) =>
      method === "DELETE" ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    const move = () => files.moveAll([{ from: place, to }]);
    const isHalfMade = (error: unknown): boolean => error instanceof MovedInPart && error.path === place.path;
    await assert.rejects(bench.during(move()), isHalfMade);
    bench.service.before = () => undefined;
    await bench.during(move());
    assert.deepEqual([await bench.atService("moved.txt"), await bench.atService()], [text, undefined]);
  });

  it("are finished also when the deletion was made and its answer was lost", async () => {
    const to = { ...place, path: "finished.txt" };
    let isDeleted = false;
    bench.service.after = (answer, { method }) => {
      isDeleted ||= method === "DELETE";
      return method === "DELETE" ? Response.json({ message: "Lost" }, { status: 502 }) : answer;
    };
    bench.service.before = ({ method }) =>
      method === "GET" && isDeleted ? Response.json({ message: "Not yet" }, { status: 403 }) : undefined;
    const failure = await bench.during(files.moveAll([{ from: place, to }])).catch((error: unknown) => error);
    assert.ok(failure instanceof MovedInPart);
    bench.service.before = () => undefined;
    bench.service.after = (answer) => answer;
    await bench.during(failure.finish());
    assert.deepEqual([await bench.atService("finished.txt"), await bench.atService()], [text, undefined]);
  });

  it("are finished by what their error offers, and only then", async () => {
    const to = { ...place, path: "finished.txt" };
    const refusal = ({ method }: Request) =>
      method === "DELETE" ? Response.json({ message: "No" }, { status: 403 }) : undefined;
    bench.service.before = refusal;
    const failure = await bench.during(files.moveAll([{ from: place, to }])).catch((error: unknown) => error);
    assert.ok(failure instanceof MovedInPart);
    await assert.rejects(bench.during(failure.finish()), MovedInPart);
    bench.service.before = () => undefined;
    await bench.during(failure.finish());
    assert.deepEqual([await bench.atService("finished.txt"), await bench.atService()], [text, undefined]);
  });
});
