import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { systemClock } from "../../../../src/base/clock.ts";
import { decodeIndex } from "../../../../src/gists/search/indexStorage.ts";
import { maxIndexedLength } from "../../../../src/gists/search/record.ts";
import type { IndexedGist } from "../../../../src/gists/search/types.ts";
import { eventually } from "../../../support/eventually.ts";
import { idOf, SearchedAccount, seed } from "./account.ts";

/** The gists that are in a stored index, by id. */
const storedGists = async (bytes: Uint8Array = new Uint8Array()): Promise<readonly IndexedGist[]> =>
  (await decodeIndex(bytes, systemClock)).gists.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe("the search over an account's gists", () => {
  let my: SearchedAccount;

  beforeEach(() => {
    my = new SearchedAccount();
  });
  afterEach(() => my.close());

  it("requests nothing before the first search", async () => {
    await my.start();
    my.search.seen();
    my.window.clock.advance(600_000);
    await my.window.model.load();
    assert.deepEqual(my.search.search("needle").slice(), []);
    assert.deepEqual(my.requests, []);
  });

  it("reads all pages of the own and the starred gists, then each gist once, and comments where there are some", async () => {
    await my.start();
    await my.useAll();
    assert.deepEqual(
      my.requests.filter((request) => !my.contents().includes(request)),
      [
        "GET /gists?per_page=100",
        "GET /gists?per_page=100&page=2",
        "GET /gists/starred?per_page=100",
        `GET /gists/${idOf(5)}/comments?per_page=100`,
      ],
    );
    assert.equal(my.contents().length, 131);
    assert.equal(new Set(my.contents()).size, 131);
    assert.deepEqual(my.search.progress, { state: "waiting", indexed: 131, total: 131 });
    assert.deepEqual(my.found("needle77"), ["file77.ts"]);
    assert.deepEqual(my.found("sirius"), ["star.md"]);
    assert.deepEqual(my.found("remark"), ["comment of otto"]);
    assert.deepEqual(my.found("is:starred"), ["star.md"]);
    assert.deepEqual(my.found("nothing of mia"), []);
    assert.deepEqual(my.errors, []);
  });

  it("finds names and descriptions before contents are read, and says how far it is", async () => {
    await my.start();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // What was changed last is read first: the gist that is starred.
    my.answer = async ({ url }) => {
      if (/\/gists\/[0-9a-f]{32}$/.test(url) && !url.endsWith("c".repeat(32))) await held;
      return undefined;
    };
    await my.search.use();
    await eventually(() => my.search.progress.indexed === 1, "the contents of one gist are read");
    assert.deepEqual(my.search.progress, { state: "reading", indexed: 1, total: 131 });
    assert.deepEqual(my.found("file99.ts"), ["file99.ts"]);
    assert.deepEqual(my.found("number 98"), ["file98.ts"]);
    assert.deepEqual(my.found("sirius"), ["star.md"]);
    assert.deepEqual(my.found("hay"), []);
    release();
    await my.until("waiting");
    assert.equal(my.found("hay").length, 130);
    assert.deepEqual(my.found("needle99"), ["file99.ts"]);
  });

  it("asks with ETags again, and reads only what changed", async () => {
    await my.start();
    await my.useAll();
    my.requests.length = 0;
    my.statuses.length = 0;
    my.window.clock.advance(61_000);
    await my.useAll();
    assert.equal(my.requests.length, 3);
    assert.deepEqual(my.statuses, [304, 304, 304]);
    const otto = my.sandbox.state().gists.find(({ id }) => id === "c".repeat(32));
    assert.ok(otto);
    my.serviceClock.advance(1000);
    const headers = { authorization: "Bearer sandbox_otto" };
    await my.sandbox.fetch(
      new Request(`${my.server.url}/gists/${idOf(9)}/comments`, {
        method: "POST",
        headers,
        body: JSON.stringify({ body: "Remarkable nine" }),
      }),
    );
    await my.sandbox.fetch(
      new Request(`${my.server.url}/gists/${otto.id}`, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ files: { "star.md": { content: "# Vega\n" } } }),
      }),
    );
    my.requests.length = 0;
    my.window.clock.advance(61_000);
    await my.useAll();
    assert.deepEqual(my.contents().toSorted(), [`GET /gists/${idOf(9)}`, `GET /gists/${otto.id}`].toSorted());
    assert.deepEqual(my.found("vega"), ["star.md"]);
    assert.deepEqual(my.found("sirius"), []);
    assert.deepEqual(my.found("remarkable"), ["comment of otto"]);
  });

  it("finds a comment once that two pages have", async () => {
    await my.start();
    my.answer = async (request) => {
      if (!request.url.includes(`/gists/${idOf(5)}/comments`)) return undefined;
      const { origin, pathname } = new URL(request.url);
      const comments = await my.sandbox.fetch(new Request(`${origin}${pathname}`, request));
      const next = `<${origin}${pathname}?per_page=100&page=2>; rel="next"`;
      const isLast = new URL(request.url).searchParams.has("page");
      return Response.json(await comments.json(), { headers: isLast ? {} : { link: next } });
    };
    await my.useAll();
    assert.deepEqual(my.found("remark"), ["comment of otto"]);
    assert.deepEqual(my.errors, []);
  });

  it("does not ask again within a minute", async () => {
    await my.start();
    await my.useAll();
    my.requests.length = 0;
    my.window.clock.advance(59_000);
    await my.useAll();
    assert.deepEqual(my.requests, []);
  });

  it("survives the window: what is kept is found at once, without a request for contents", async () => {
    await my.start();
    await my.useAll();
    await my.kept();
    await my.openSearch();
    my.answer = () => Response.json({ message: "down" }, { status: 403 });
    await my.search.use();
    assert.deepEqual(my.found("needle42"), ["file42.ts"]);
    assert.deepEqual(my.found("remark"), ["comment of otto"]);
    await my.until("failed");
    my.answer = () => undefined;
    my.requests.length = 0;
    await my.useAll();
    assert.equal(my.requests.length, 3);
    assert.deepEqual(my.search.progress, { state: "waiting", indexed: 131, total: 131 });
  });

  for (const [what, damage] of [
    ["cut off", (text: string) => text.slice(0, text.length / 2)],
    ["cut off between two gists", (text: string) => text.slice(0, text.indexOf("\n", 5000) + 1)],
    ["empty", () => ""],
    ["no JSON", () => "PK\u0003\u0004 nothing"],
    ["of a newer version", (text: string) => text.replace('"version":5', '"version":6')],
    ["of gists without files", (text: string) => text.replaceAll('"files":[', '"files":null,"x":[')],
    ["longer than it says", (text: string) => `${text}{}\n`],
  ] as const) {
    it(`rebuilds an index that is ${what}, and logs it`, async () => {
      await my.start();
      await my.useAll();
      await my.kept();
      const [name, bytes] = [...my.folder.files][0] ?? ["", new Uint8Array()];
      my.folder.files.set(name, Buffer.from(damage(Buffer.from(bytes).toString("latin1")), "latin1"));
      await my.openSearch();
      await my.useAll();
      assert.equal(my.errors.length, 1, my.errors.join());
      assert.match(my.errors[0] ?? "", /^the stored search index: /);
      assert.equal(my.contents().length, 131);
      assert.deepEqual(my.found("needle42"), ["file42.ts"]);
      await my.kept();
      assert.deepEqual(await storedGists(my.folder.files.get(name)), await storedGists(bytes));
    });
  }

  it("stores the index again a minute after that failed, with nothing changed", async () => {
    await my.start();
    my.folder.failing = 2;
    await my.useAll();
    await my.kept();
    await eventually(() => my.errors.length === 1, "the error is logged");
    assert.equal(my.folder.files.size, 0);
    my.window.clock.advance(60_000);
    await eventually(() => my.errors.length === 2, "the second error is logged");
    my.window.clock.advance(60_000);
    await eventually(() => my.folder.files.size === 1, "the index is stored");
    const { writes } = my.folder;
    my.window.clock.advance(600_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(my.folder.writes, writes);
    const [bytes] = my.folder.files.values();
    assert.equal((await storedGists(bytes)).length, 131);
  });

  for (const version of [1, 2, 3, 4] as const)
    it(`takes over an index of version ${version} without a read of a gist, and stores it as this version does`, async () => {
      await my.start();
      await my.useAll();
      await my.kept();
      const [name, bytes] = [...my.folder.files][0] ?? ["", new Uint8Array()];
      const gists = await storedGists(bytes);
      const lines = [{ version: 1, gists: gists.length }, ...gists].map((each) => `${JSON.stringify(each)}\n`);
      const former = {
        1: lines.join(""),
        2: Buffer.from(bytes).toString("latin1").replace('"version":5', '"version":2'),
        3: Buffer.from(bytes).toString("latin1").replace('"version":5', '"version":3'),
        4: Buffer.from(bytes).toString("latin1").replace('"version":5', '"version":4'),
      };
      my.folder.files.set(name, Buffer.from(former[version], version === 1 ? "utf8" : "latin1"));
      await my.openSearch();
      await my.useAll();
      assert.deepEqual(my.contents(), []);
      assert.deepEqual(my.found("needle42"), ["file42.ts"]);
      assert.deepEqual(my.errors, []);
      await my.kept();
      const { index } = await decodeIndex(my.folder.files.get(name) ?? new Uint8Array(), systemClock);
      assert.notEqual(index, undefined);
      assert.deepEqual(await storedGists(my.folder.files.get(name)), gists);
    });

  it("leaves a tenth of the request limit to the user, and continues when the limit is reset", async () => {
    await my.start({ rateLimit: 100 });
    await my.search.use();
    await my.until("limited");
    assert.ok(my.requests.length <= 92, `${my.requests.length} requests`);
    const { indexed, until: time } = my.search.progress;
    assert.ok(indexed > 50 && indexed < 131);
    assert.ok(time !== undefined && time > my.window.clock.now());
    const before = my.requests.length;
    await my.search.use();
    await my.until("limited");
    assert.equal(my.requests.length, before);
    my.serviceClock.advance(3_600_000);
    my.window.clock.advance(3_602_000);
    await my.until("waiting");
    assert.deepEqual(my.search.progress, { state: "waiting", indexed: 131, total: 131 });
    assert.ok(my.requests.length < 175, `${my.requests.length} requests: what was read is read again`);
  });

  it("keeps what it has when the server goes away, and goes on with the next search", async () => {
    await my.start();
    let count = 0;
    my.answer = ({ url }) =>
      url.endsWith("/user") || (/[0-9a-f]{32}$/.test(url) && ++count > 40)
        ? Response.json({ message: "broken" }, { status: 401 })
        : undefined;
    await my.search.use();
    await my.until("failed");
    assert.equal(my.search.progress.indexed, 40);
    my.answer = () => undefined;
    my.requests.length = 0;
    await my.useAll();
    assert.equal(my.contents().length, 91);
    assert.equal(my.search.progress.indexed, 131);
  });

  it("leaves out one gist that the service does not hand out", async () => {
    await my.start();
    my.answer = ({ url }) =>
      url.endsWith(idOf(7))
        ? Response.json({ message: "no" }, { status: 403 })
        : url.endsWith(idOf(8))
          ? Response.json({ message: "gone" }, { status: 404 })
          : undefined;
    await my.useAll();
    assert.deepEqual(my.search.progress, { state: "waiting", indexed: 129, total: 130 });
    assert.equal(my.found("file7.ts")[0], "file7.ts");
    assert.ok(!my.found("file8.ts").includes("file8.ts"));
    assert.equal(my.errors.length, 1);
  });

  it("ends and removes the index when the account is signed out", async () => {
    await my.start();
    await my.useAll();
    await my.kept();
    my.window.clock.advance(61_000);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    my.answer = () => held.then(() => undefined);
    await my.search.use();
    await my.window.model.remove(my.accountId);
    await eventually(() => my.folder.files.size === 0, "the file is removed");
    release();
    my.window.clock.advance(600_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(my.folder.files.size, 0);
    assert.deepEqual(my.search.search("needle1").slice(), []);
    assert.deepEqual(my.errors, []);
  });

  it("removes what accounts left that were signed out elsewhere", async () => {
    await my.start();
    my.folder.files.set("somebody-at-elsewhere.jsonl", new Uint8Array([1]));
    await my.search.use();
    await eventually(() => !my.folder.files.has("somebody-at-elsewhere.jsonl"), "the file is removed");
    await my.until("waiting");
  });

  it("reads the beginning of large files only, also of those that come apart", async () => {
    const large = `beginning ${"x ".repeat(700_000)} finish`;
    await my.start({
      seed: seed([
        {
          id: "e".repeat(32),
          owner: "mia",
          files: { "large.txt": large, "many.txt": `start ${"y ".repeat(maxIndexedLength)} stop` },
        },
      ]),
    });
    await my.useAll();
    assert.deepEqual(my.found("beginning"), ["large.txt"]);
    assert.deepEqual(my.found("finish"), []);
    assert.deepEqual(my.found("stop"), []);
    assert.equal(my.search.search("beginning").slice()[0]?.file?.isCut, true);
    assert.equal(my.search.search("start").slice()[0]?.file?.text?.length, maxIndexedLength);
  });
});
