import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { shownText } from "../../../../src/base/bytes.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import type { Gist, GistFile } from "../../../../src/client/types/gist.ts";
import { GistHistory } from "../../../../src/gists/history/model.ts";
import { filesOfPlan, planRestore, type RestorePlan, sendRestore } from "../../../../src/gists/history/restore.ts";
import { GistProblem } from "../../../../src/gists/problem.ts";
import { openService, type OpenService } from "../openService.ts";
import { gistId, historySeed } from "./historySeed.ts";

const first = { "a.md": "one\n", "old.md": "old\n" };
const now = { "a.md": "one\ntwo\nthree\n", "b.md": "added\n" };

describe("restoring a revision", () => {
  let service: OpenService;
  let history: GistHistory;
  beforeEach(async () => {
    service = await openService(historySeed());
    history = new GistHistory(service.window.model, service.gists);
  });
  afterEach(async () => {
    history.dispose();
    await service.close();
  });

  const place = () => ({ accountId: service.accountId, gistId });
  const plan = async (): Promise<RestorePlan> => {
    const { items } = await history.revisions(place());
    const current = await service.gists.read(service.accountId, gistId, { fresh: true });
    return planRestore(current, await history.revision(place(), items.at(-1)?.sha ?? ""), {
      read: (file) => history.bytesOf(place(), file),
      shown: async (file) => shownText(await history.bytesOf(place(), file)),
    });
  };
  const files = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      (
        service.sandbox
          .state()
          .gists.find(({ id }) => id === gistId)
          ?.versions.at(-1)?.files ?? []
      ).map(({ name, content }) => [name, content]),
    );
  /** Another user of the gist, at the service. */
  const others = (changes: Readonly<Record<string, { readonly content: string } | null>>) =>
    service.window.model.get(service.accountId)?.client.call("gists.edit", { id: gistId, files: changes });

  /** Not with the client, which sends what is written to a gist one after the other. */
  const changeUnseen = async (changes: Readonly<Record<string, { readonly content: string } | null>>) => {
    const answer = await service.sandbox.fetch(
      new Request(`${service.url}/gists/${gistId}`, {
        method: "PATCH",
        headers: { authorization: "token sandbox_mia", "content-type": "application/json" },
        body: JSON.stringify({ files: changes }),
      }),
    );
    assert.equal(answer.status, 200);
  };
  const send = (edits: RestorePlan["edits"]) => sendRestore(service.publisher, place(), edits);

  it("changes, adds and deletes files in one call, and the way back does the reverse", async () => {
    const planned = await plan();
    assert.deepEqual(filesOfPlan(planned), { changed: ["a.md"], added: ["old.md"], deleted: ["b.md"] });
    assert.equal(planned.canBeUndone, true);
    const { undo, changed, deleted } = await send(planned.edits);
    assert.deepEqual([changed, deleted], [[], []]);
    assert.deepEqual(files(), first);
    assert.equal(service.sent("PATCH").length, 1);
    await send(undo);
    assert.deepEqual(files(), now);
    assert.equal(service.sent("PATCH").length, 2);
  });

  it("sends nothing when the gist is what it was", async () => {
    await send((await plan()).edits);
    assert.deepEqual(await plan(), { edits: [], left: [], canBeUndone: true });
  });

  it("does not overwrite or delete what another user changed since the plan was made", async () => {
    const { edits } = await plan();
    await others({ "a.md": { content: "uno\n" }, "b.md": { content: "theirs\n" } });
    const { changed, deleted, undo } = await send(edits);
    assert.deepEqual([changed.toSorted(), deleted], [["a.md", "b.md"], []]);
    assert.deepEqual(files(), { "a.md": "uno\n", "b.md": "theirs\n", "old.md": "old\n" });
    assert.deepEqual(undo, [{ name: "old.md", base: "old\n", mine: null }]);
  });

  it("names what another user deleted since the plan was made apart from what is changed", async () => {
    const { edits } = await plan();
    await others({ "a.md": null });
    const { changed, deleted, undo } = await send(edits);
    assert.deepEqual([changed, deleted], [[], ["a.md"]]);
    assert.deepEqual(files(), { "old.md": "old\n" });
    assert.deepEqual(undo.map(({ name }) => name).toSorted(), ["b.md", "old.md"]);
  });

  it("has restored a file that another user deleted while it was sent", async () => {
    const { edits } = await plan();
    let isFirst = true;
    service.hooks.before = async ({ method }) => {
      if (method !== "PATCH" || !isFirst) return undefined;
      isFirst = false;
      await changeUnseen({ "a.md": null });
      return undefined;
    };
    const { changed, deleted, undo } = await send(edits);
    assert.deepEqual([changed, deleted], [[], []]);
    assert.deepEqual(files(), first);
    await send(undo);
    assert.deepEqual(files(), now);
  });

  it("is merged with what another user changed elsewhere in a file, which the way back leaves", async () => {
    const base = "one\ntwo\nthree\nfour\nfive\n";
    await others({ "a.md": { content: base } });
    const edits = [{ name: "a.md", base, mine: base.replace("five", "FIVE") }];
    await others({ "a.md": { content: base.replace("one", "ONE") } });
    const { isMerged, undo } = await send(edits);
    assert.equal(isMerged, true);
    assert.equal(files()["a.md"], "ONE\ntwo\nthree\nfour\nFIVE\n");
    await send(undo);
    assert.equal(files()["a.md"], "ONE\ntwo\nthree\nfour\nfive\n");
  });

  const loseAnswers = (count: number): void => {
    let left = count;
    service.hooks.after = (answer, { method }) =>
      method === "PATCH" && left-- > 0 ? new Response("<html>", { status: 200 }) : answer;
  };

  it("is looked for when the answer was lost, and the way back leads from what is there", async () => {
    loseAnswers(1);
    const { undo, changed, deleted } = await send((await plan()).edits);
    assert.deepEqual([changed, deleted], [[], []]);
    assert.equal(service.sent("PATCH").length, 1);
    assert.deepEqual(files(), first);
    await send(undo);
    assert.deepEqual(files(), now);
  });

  it("is not reported as done when the service failed, and is not sent again", async () => {
    const { edits } = await plan();
    service.hooks.before = ({ method }) =>
      method === "PATCH" ? Response.json({ message: "Server Error" }, { status: 500 }) : undefined;
    await assert.rejects(send(edits), (error) => HttpError.is(error) && error.mayHaveSucceeded);
    assert.equal(service.sent("PATCH").length, 1);
  });

  it("is not reported as done when another user's change came in before it", async () => {
    const { edits } = await plan();
    let isFirst = true;
    service.hooks.before = async ({ method }) => {
      if (method !== "PATCH" || !isFirst) return undefined;
      isFirst = false;
      await changeUnseen({ "a.md": { content: "theirs\n" } });
      return undefined;
    };
    service.hooks.after = (answer, { method }) =>
      method === "PATCH" && files()["a.md"] === "one\n" ? new Response("<html>", { status: 200 }) : answer;
    await assert.rejects(send(edits), (error) => HttpError.is(error) && error.mayHaveSucceeded);
  });

  it("is not reported as done when it can't be looked for", async () => {
    const { edits } = await plan();
    loseAnswers(1);
    service.hooks.before = ({ method }) =>
      method === "GET" && service.sent("PATCH").length > 0
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    await assert.rejects(send(edits), (error) => HttpError.is(error) && error.mayHaveSucceeded);
    service.hooks.before = () => undefined;
    assert.deepEqual((await plan()).edits, []);
  });
});

describe("the plan of a restore", () => {
  const gist = (files: Readonly<Record<string, Partial<GistFile>>>, more: Partial<Gist> = {}): Gist =>
    ({
      id: "1",
      description: "Notes",
      ...more,
      files: Object.fromEntries(
        Object.entries(files).map(([filename, file]) => [filename, { filename, size: 1, ...file }]),
      ),
    }) as unknown as Gist;
  const reading = {
    read: async ({ content = "" }: GistFile) =>
      content === "binary" ? Uint8Array.of(0xff, 0xfe) : new TextEncoder().encode(content),
    shown: async ({ content = "" }: GistFile) => content,
  };

  it("leaves files that the service would not take, and names them", async () => {
    const former = gist({ "a.md": { content: "one" }, "a.png": { content: "binary" }, empty: { content: "" } });
    const { edits, left } = await planRestore(gist({ "a.md": { content: "two" } }), former, reading);
    assert.deepEqual(edits, [{ name: "a.md", base: "two", mine: "one" }]);
    assert.deepEqual(left, ["a.png", "empty"]);
  });

  it("has no way back where the service would not take what the gist has now", async () => {
    const current = gist({ "a.md": { content: "two" }, "a.png": { content: "binary" } });
    const { edits, canBeUndone } = await planRestore(current, gist({ "a.md": { content: "two" } }), reading);
    assert.deepEqual(edits, [{ name: "a.png", base: "binary", mine: null }]);
    assert.equal(canBeUndone, false);
  });

  it("does not leave a gist without files", async () => {
    const former = gist({ "a.png": { content: "binary" } });
    await assert.rejects(
      planRestore(gist({ "a.md": { content: "two" } }), former, reading),
      (error) => error instanceof GistProblem && error.kind === "binary" && error.subject === "a.png",
    );
  });

  it("is not made of a gist of which the service does not list all files", async () => {
    const [whole, part] = [gist({ a: {} }), gist({ a: {} }, { truncated: true })];
    for (const [current, former] of [
      [whole, part],
      [part, whole],
    ] as const)
      await assert.rejects(
        planRestore(current, former, reading),
        (error) => error instanceof GistProblem && error.kind === "tooManyFiles",
      );
  });
});
