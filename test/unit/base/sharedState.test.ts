import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { SharedState } from "../../../src/base/sharedState.ts";
import { type DraftGist, Drafts } from "../../../src/gists/publishing/drafts.ts";
import { fc } from "../../support/fastCheck.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

const fail = (error: unknown): void => {
  throw error;
};
const hourMs = 3_600_000;

/** A folder whose operations end in the order that the schedule says. */
class ScheduledFolder extends MemoryFolder {
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    super();
    this.#scheduler = scheduler;
  }

  async #turn(): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve());
  }

  override async list(): Promise<readonly string[]> {
    await this.#turn();
    return super.list();
  }

  override async read(name: string): Promise<string | undefined> {
    await this.#turn();
    return super.read(name);
  }

  override async write(name: string, text: string): Promise<void> {
    await this.#turn();
    return super.write(name, text);
  }

  override async rename(from: string, to: string): Promise<boolean> {
    await this.#turn();
    return super.rename(from, to);
  }

  override async remove(name: string): Promise<void> {
    await this.#turn();
    return super.remove(name);
  }
}

describe("The state that windows share", () => {
  let folder: MemoryFolder;
  let clock: ManualClock;
  const open = async (): Promise<SharedState> => {
    const state = new SharedState(folder, fail, clock);
    await state.load();
    return state;
  };
  beforeEach(() => {
    folder = new MemoryFolder();
    clock = new ManualClock();
  });

  it("has what another window wrote before this one was opened, or before it looked again", async () => {
    const [a, b] = [await open(), await open()];
    const changes: (readonly string[])[] = [];
    b.onDidChange((names) => changes.push(names));
    await a.update("seen", { "mia/1": { count: 1 } });
    await b.update("seen", { "mia/2": { count: 2 } });
    assert.deepEqual(b.get("seen"), { "mia/2": { count: 2 } });
    await b.refresh();
    assert.deepEqual(b.get("seen"), { "mia/2": { count: 2 }, "mia/1": { count: 1 } });
    assert.deepEqual(changes, [["seen"]]);
    const later = await open();
    assert.deepEqual(Object.keys(later.get<object>("seen") ?? {}).toSorted(), ["mia/1", "mia/2"]);
  });

  it("takes the newest value of an entry, and of a single value", async () => {
    const [a, b] = [await open(), await open()];
    await a.update("roots", { mia: 1 });
    await a.update("template", "first");
    clock.advance(1);
    await b.update("roots", { mia: 2 });
    await b.update("template", "second");
    await a.refresh();
    assert.deepEqual([a.get("roots"), a.get("template")], [{ mia: 2 }, "second"]);
    await a.update("roots", {});
    await a.update("template", undefined);
    await b.refresh();
    assert.deepEqual([b.get("roots"), b.get("template")], [undefined, undefined]);
  });

  it("takes over files of windows that are closed, and none of what an open one writes is lost by that", async () => {
    const states: SharedState[] = [];
    for (let index = 0; index < 6; index++) {
      const state = await open();
      await state.update("seen", { ...state.get<object>("seen"), [`mia/${index}`]: index });
      states.push(state);
    }
    clock.advance(2 * hourMs);
    const last = await open();
    assert.equal(folder.files.size, 1);
    await states[0]?.update("seen", { "mia/0": 7 });
    await last.refresh();
    assert.deepEqual(last.get("seen"), { "mia/0": 7, "mia/1": 1, "mia/2": 2, "mia/3": 3, "mia/4": 4, "mia/5": 5 });
    await (await open()).refresh();
    assert.equal((await open()).get<Record<string, number>>("seen")?.["mia/0"], 7);
  });

  it("leaves what a newer version wrote as it is, but for an account that is signed out", async () => {
    const newer = ["a", "b", "c", "d", "e"].map((letter): [string, string] => [
      `drafts.${letter.repeat(8)}.json`,
      JSON.stringify({
        version: 2,
        entries: letter === "a" ? [["k", "text"]] : { [letter]: { at: 5, value: letter, from: "laptop" } },
      }),
    ]);
    for (const [name, text] of newer) await folder.write(name, text);
    const state = await open();
    await state.update("drafts", { ...state.get<object>("drafts"), mine: "text" });
    for (const [name, text] of newer) assert.equal(folder.files.get(name), text);
    await state.forget("b");
    for (const [name, text] of newer)
      assert.equal(
        folder.files.get(name),
        name.includes("bbb") ? JSON.stringify({ version: 2, entries: {} }) : text,
      );
    assert.deepEqual(state.get("drafts"), { c: "c", d: "d", e: "e", mine: "text" });
  });

  it("stores what is joined again after a write that failed", async () => {
    const state = await open();
    const copy = { k: { at: 5, value: "text" } };
    const write = folder.write.bind(folder);
    folder.write = () => Promise.reject(new Error("ENOSPC"));
    await assert.rejects(state.join("drafts", copy), /ENOSPC/);
    folder.write = write;
    await state.join("drafts", copy);
    assert.deepEqual((await open()).get("drafts"), { k: "text" });
  });

  it("takes over no file that it could not read", async () => {
    for (const letter of "abcd")
      await folder.write(
        `seen.${letter.repeat(8)}.json`,
        JSON.stringify({ version: 1, entries: { [letter]: { at: 5, value: true } } }),
      );
    const read = folder.read.bind(folder);
    folder.read = async (name) => {
      if (name.includes("bbbb")) throw new Error("EIO");
      return read(name);
    };
    await new SharedState(folder, () => undefined, clock).load();
    assert.ok(folder.files.has("seen.bbbbbbbb.json"));
  });

  it("stores a value that could not be stored when it is given again", async () => {
    const state = await open();
    const write = folder.write.bind(folder);
    folder.write = async () => Promise.reject(new Error("ENOSPC"));
    const [first, same] = [state.update("drafts", { a: "text" }), state.update("drafts", { a: "text" })];
    await assert.rejects(first, /ENOSPC/);
    await assert.rejects(same, /ENOSPC/);
    folder.write = write;
    await state.update("drafts", { a: "text" });
    assert.deepEqual((await open()).get("drafts"), { a: "text" });
  });

  it("reads no entry with a time that nothing can be later than", async () => {
    const entries = { a: { at: 1e300, value: "damaged" }, b: { at: 8.64e15, value: "future" } };
    await folder.write("seen.aaaaaaaa.json", JSON.stringify({ version: 1, entries }));
    const state = await open();
    assert.deepEqual(state.get("seen"), { b: "future" });
    await state.update("seen", { a: "1", b: "2" });
    assert.deepEqual((await open()).get("seen"), { a: "1", b: "2" });
  });

  it("puts a damaged file aside and goes on", async () => {
    await (await open()).update("seen", { "mia/1": 1 });
    const [name = ""] = folder.files.keys();
    folder.files.set(name, "{");
    const errors: unknown[] = [];
    const state = new SharedState(folder, (error) => errors.push(error), clock);
    await state.load();
    assert.equal(state.get("seen"), undefined);
    assert.equal(errors.length, 1);
    assert.deepEqual([...folder.files.keys()], [`${name}.damaged`]);
  });

  it("takes over what version 0.1 had, once", async () => {
    const state = await open();
    await state.update("gistDrafts", { "new-1": { id: "new-1", description: "newer" } });
    await state.update("gistDrafts", {});
    await state.adopt("gistDrafts", { "new-1": { id: "new-1" }, "new-2": { id: "new-2" } });
    assert.deepEqual((await open()).get("gistDrafts"), { "new-2": { id: "new-2" } });
  });

  it("has nothing of an account that it forgets, in memory or on the disk, whichever window wrote it", async () => {
    const [a, b] = [await open(), await open()];
    await a.update("seen", { "mia-1/gist": 1, "mia-10/gist": 2 });
    await b.update("drafts", { "draft-1": { accountId: "mia-1", body: "text of mia" } });
    await b.update("drafts", {});
    await b.update("drafts", { "draft-2": { accountId: "mia-1", body: "text of mia" } });
    await b.update("followed", { "mia-1": ["otto"] });
    await a.forget("mia-1");
    assert.deepEqual(
      [a.get("seen"), a.get("drafts"), a.get("followed")],
      [{ "mia-10/gist": 2 }, undefined, undefined],
    );
    assert.doesNotMatch([...folder.files.values()].join(""), /mia-1\/|mia-1"|text of mia|otto/);
    assert.deepEqual((await open()).get("seen"), { "mia-10/gist": 2 });
  });

  it("has nothing of an account whose entries are removed while it is being forgotten", async () => {
    const state = await open();
    await state.update("seen", { "mia-1/gist": 1, "zoe/gist": 2 });
    await state.update("drafts", { "draft-1": { accountId: "mia-1", body: "text of mia" } });
    const forgetting = state.forget("mia-1");
    clock.advance(3);
    // As the models of the features do when the account is signed out.
    const removing = [state.update("seen", { "zoe/gist": 2 }), state.update("drafts", {})];
    await Promise.all([forgetting, ...removing]);
    assert.doesNotMatch([...folder.files.values()].join(""), /mia-1|draft-1/);
    assert.deepEqual(state.entries("drafts"), {});
    assert.deepEqual((await open()).get("seen"), { "zoe/gist": 2 });
  });

  it("does not write back what another window has forgotten, though it is still open and has it", async () => {
    const [a, b] = [await open(), await open()];
    await b.update("seen", { "mia-1/gist": 1, "zoe/gist": 2 });
    await b.update("drafts", { one: { accountId: "mia-1", body: "text of mia" } });
    await a.forget("mia-1");
    await b.update("seen", { ...b.get<object>("seen"), "zoe/gist": 3 });
    await b.update("drafts", { ...b.get<object>("drafts"), two: { accountId: "zoe" } });
    assert.doesNotMatch([...folder.files.values()].join(""), /mia-1|text of mia/);
    assert.deepEqual([b.get("seen"), b.get("drafts")], [{ "zoe/gist": 3 }, { two: { accountId: "zoe" } }]);
    // Who signs in again begins again.
    await b.update("seen", { "mia-1/gist": 4 });
    const later = await open();
    assert.deepEqual(later.get("seen"), { "mia-1/gist": 4 });
    clock.advance(40 * 24 * hourMs);
    await later.forget("zoe");
    assert.equal([...folder.files.keys()].filter((file) => file.startsWith("forgotten.")).length, 1);
  });

  it("loses nothing of two windows, however their writes and reads cross", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          fc.record({
            window: fc.nat(1),
            key: fc.nat(3),
            act: fc.constantFrom("put", "put", "drop", "takeOver", "look"),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        async (scheduler, steps) => {
          const shared = new ScheduledFolder(scheduler);
          const time = new ManualClock();
          const windows = [new SharedState(shared, fail, time), new SharedState(shared, fail, time)] as const;
          const expected = new Map<string, number>();
          const running: Promise<void>[] = [];
          steps.forEach(({ window, key, act }, index) => {
            const state = windows[window === 0 ? 0 : 1];
            // Each window changes entries of its own only, as two people at work do.
            const name = `${window}/${key}`;
            const { [name]: _former, ...others } = state.get<Record<string, number>>("seen") ?? {};
            if (act === "put") {
              expected.set(name, index);
              running.push(state.update("seen", { ...others, [name]: index }));
            } else if (act === "drop") {
              expected.delete(name);
              running.push(state.update("seen", others));
            } else {
              // Without entries of the account, this takes over the files of the other window while it writes on.
              running.push(act === "takeOver" ? state.forget("zoe") : state.refresh());
            }
          });
          await scheduler.waitFor(Promise.all(running));
          const reader = new SharedState(shared, fail, time);
          await scheduler.waitFor(reader.refresh());
          assert.deepEqual(reader.get("seen") ?? {}, Object.fromEntries(expected));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("reads what another window had stored, while a third one takes over its file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 3 }), async (scheduler, count) => {
        const shared = new ScheduledFolder(scheduler);
        for (let index = 0; index < count; index++)
          await scheduler.waitFor(new SharedState(shared, fail).update("seen", { [`mia/${index}`]: index }));
        const [taking, reading] = [new SharedState(shared, fail), new SharedState(shared, fail)];
        await scheduler.waitFor(Promise.all([taking.forget("zoe"), reading.refresh()]));
        assert.equal(Object.keys(reading.get<object>("seen") ?? {}).length, count);
      }),
      { numRuns: 300 },
    );
  });

  it("stores what a listener changes when a collection was written", async () => {
    const [state, other] = [await open(), await open()];
    let isFirst = true;
    state.onDidWrite((name) => {
      if (isFirst) void state.update(name, { ...state.get<object>(name), "mia/2": 2 });
      isFirst = false;
    });
    await state.update("seen", { "mia/1": 1 });
    await new Promise((resolve) => setImmediate(resolve));
    await other.refresh();
    assert.deepEqual(other.get("seen"), { "mia/1": 1, "mia/2": 2 });
  });
});

describe("The drafts of two windows", () => {
  it("are all there, whichever window wrote last and whatever it knew", async () => {
    const folder = new MemoryFolder();
    const open = async (): Promise<{ drafts: Drafts; state: SharedState }> => {
      const state = new SharedState(folder, fail);
      await state.load();
      const drafts = new Drafts({
        read: () => Object.values(state.get<Record<string, DraftGist>>("gistDrafts") ?? {}),
        write: (next) => void state.update("gistDrafts", Object.fromEntries(next.map((each) => [each.id, each]))),
        refresh: () => state.refresh(),
      });
      return { drafts, state };
    };
    const [a, b] = [await open(), await open()];
    const facts = { accountId: "mia", public: false, files: ["a.md"] };
    const first = a.drafts.add({ ...facts, description: "first" });
    const second = b.drafts.add({ ...facts, description: "second" });
    a.drafts.publish(first, "1234");
    b.drafts.publish(second, "5678");
    await Promise.all([a.state.refresh(), b.state.refresh()]);
    const later = await open();
    assert.equal(later.drafts.get("mia", first.id)?.publishedAs, "1234");
    assert.equal(later.drafts.get("mia", second.id)?.publishedAs, "5678");
    assert.equal((await a.drafts.refreshed({ accountId: "mia", gistId: second.id }))?.publishedAs, "5678");
  });
});
