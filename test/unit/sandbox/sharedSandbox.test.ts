import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { SharedSandbox } from "../../../src/sandbox/sharedSandbox.ts";
import type { SandboxState } from "../../../src/sandbox/state.ts";
import { eventually } from "../../support/eventually.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

interface Gist {
  readonly id: string;
  readonly files: Readonly<Record<string, { readonly content: string }>>;
}

describe("A sandbox that several windows share", () => {
  let folder: MemoryFolder;
  let problems: unknown[];
  let former: unknown;
  let delivered: string[];
  let gists: NonNullable<SandboxSeed["gists"]>;
  beforeEach(() => {
    folder = new MemoryFolder();
    problems = [];
    former = undefined;
    delivered = [];
    gists = [];
  });

  const seed = (): SandboxSeed => ({
    gists,
    users: [{ login: "mia" }],
    tokens: [{ token: "t", login: "mia", scopes: ["gist", "repo"] }],
    repositories: [{ owner: "mia", name: "tools" }],
  });
  const openWindow = () =>
    new SharedSandbox({
      folder,
      open: (state, deliver) =>
        createSandbox({
          clock: systemClock,
          seed: seed(),
          deliver,
          ...(state === undefined ? {} : { state: state as SandboxState }),
        }),
      deliver: async ({ body }) => {
        delivered.push(body);
        return { status: 200, message: "OK", headers: {}, body: "" };
      },
      formerState: async () => former,
      onProblem: (error) => void problems.push(error),
    });
  const call = async <T>(window: SharedSandbox, method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: "token t" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await window.fetch(new Request(`https://sandbox.invalid${path}`, init));
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const create = (window: SharedSandbox, text: string) =>
    call<Gist>(window, "POST", "/gists", { files: { "a.txt": { content: text } } });
  const texts = async (window: SharedSandbox): Promise<readonly string[]> => {
    const gists = await call<readonly Gist[]>(window, "GET", "/gists?per_page=100");
    const whole = await Promise.all(gists.map(({ id }) => call<Gist>(window, "GET", `/gists/${id}`)));
    return whole.map(({ files }) => files["a.txt"]?.content ?? "").toSorted();
  };

  it("keeps the change of a window that is slower than two changes of another one", async () => {
    const [slow, fast] = [openWindow(), openWindow()];
    await create(fast, "zero");
    const createFile = folder.create.bind(folder);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    folder.create = async (name, text) => {
      if (!isHeld) {
        isHeld = true;
        await isReleased;
      }
      return createFile(name, text);
    };
    const slowly = create(slow, "slow");
    await eventually(() => isHeld, "the slow window is about to store");
    await create(fast, "one");
    await create(fast, "two");
    release();
    await slowly;
    for (const window of [slow, fast, openWindow()])
      assert.deepEqual((await texts(window)).toSorted(), ["one", "slow", "two", "zero"]);
  });

  it("has the same gists in each window and after a reload, also before anything is changed", async () => {
    gists = [{ owner: "mia", files: { "a.txt": "seeded" } }];
    const list = async (window: SharedSandbox): Promise<readonly string[]> =>
      (await call<readonly Gist[]>(window, "GET", "/gists")).map(({ id }) => id);
    const [one, two] = [openWindow(), openWindow()];
    const [ids, others] = await Promise.all([list(one), list(two)]);
    assert.equal(ids.length, 1);
    assert.deepEqual(others, ids);
    assert.deepEqual(await list(openWindow()), ids);
  });

  it("has in each window what the others changed", async () => {
    const [one, two] = [openWindow(), openWindow()];
    const { id } = await create(one, "from one");
    assert.deepEqual(await texts(two), ["from one"]);
    await call(two, "PATCH", `/gists/${id}`, { files: { "a.txt": { content: "changed by two" } } });
    assert.deepEqual(await texts(one), ["changed by two"]);
    assert.deepEqual(await texts(openWindow()), ["changed by two"]);
  });

  it("loses nothing when all windows write at the same time", async () => {
    const windows = Array.from({ length: 4 }, openWindow);
    const wanted = windows.flatMap((_, window) => Array.from({ length: 10 }, (__, index) => `${window}-${index}`));
    const made = await Promise.all(wanted.map((text) => create(windows[Number(text[0])] ?? assert.fail(), text)));
    for (const window of [...windows, openWindow()]) assert.deepEqual(await texts(window), wanted);
    assert.equal(new Set(made.map(({ id }) => id)).size, wanted.length);
    assert.deepEqual(problems, []);
    assert.equal([...folder.files.values()].filter((text) => text !== "").length, 1);
  });

  it("delivers what happened once, though the request was answered again", async () => {
    const [one, two] = [openWindow(), openWindow()];
    await call(one, "POST", "/repos/mia/tools/hooks", { name: "web", config: { url: "http://localhost:1/" } });
    await call(two, "GET", "/repos/mia/tools/hooks");
    await eventually(() => delivered.length === 1, "the ping is delivered");
    delivered.length = 0;
    await Promise.all(
      [one, two].map((window, index) =>
        call(window, "PUT", `/repos/mia/tools/contents/${index}.txt`, { message: "x", content: "eA==" }),
      ),
    );
    await eventually(() => delivered.length >= 2, "both are delivered");
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(delivered.length, 2);
  });

  it("goes on with the state of a version before", async () => {
    const window = openWindow();
    await create(window, "old");
    former = JSON.parse([...folder.files.values()][0] ?? "");
    folder.files.clear();
    assert.deepEqual(await texts(openWindow()), ["old"]);
  });

  it("puts a damaged state aside, and says so", async () => {
    folder.files.set("state-7.json", "{");
    const window = openWindow();
    await create(window, "new");
    assert.equal(problems.length, 1);
    assert.deepEqual(await texts(openWindow()), ["new"]);
    assert.equal(folder.files.get("state-7.json.unreadable"), "{");
  });

  it("goes on in memory while its folder cannot be used, and stores all of it later", async () => {
    const window = openWindow();
    await create(window, "one");
    const createFile = folder.create.bind(folder);
    folder.create = async () => Promise.reject(new Error("ENOSPC"));
    await create(window, "two");
    assert.equal(problems.length, 1);
    folder.create = createFile;
    await create(window, "three");
    assert.deepEqual(await texts(openWindow()), ["one", "three", "two"]);
  });
});
