import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../src/client/errors.ts";
import { isTokenMissing } from "../../../src/client/errors.ts";
import { type GistList, GistLists, type ListKind } from "../../../src/gists/lists.ts";
import { type Answer, json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { candidateFor, openWindow, type Window } from "../accounts/window.ts";

const gist = (id: string) => ({ id, files: {}, public: true });
const idsOf = ({ gists }: Pick<GistList, "gists">): string => gists.map(({ id }) => id).join("");

describe("the lists of gists", () => {
  let server: RecordingServer;
  let window: Window;
  let accountId: string;
  let lists: GistLists;
  /** The pages that the server has; the letters are ids. */
  let pages: readonly string[];
  /** What is done to the answer of a page, from 1. */
  let broken: ReadonlyMap<number, Answer>;

  const pageNumber = (url: string): number => Number(new URL(url, server.url).searchParams.get("page") ?? 1);
  const asked = (): readonly number[] => server.requests.map(({ url }) => pageNumber(url));

  before(async () => {
    server = await startRecordingServer();
  });
  after(() => server.close());

  beforeEach(async () => {
    pages = ["ab", "cd", "e"];
    broken = new Map();
    server.answer = (request, response) => {
      const page = pageNumber(request.url);
      const path = request.url.split("?")[0] ?? "";
      const next = `<${server.url}${path}?per_page=2&page=${page + 1}>; rel="next"`;
      const items = (pages[page - 1] ?? "").split("").map(gist);
      const answer = broken.get(page) ?? json(items, 200, page < pages.length ? { link: next } : {});
      answer(request, response);
    };
    window = openWindow();
    accountId = await window.model.add(candidateFor(server.url), { login: "mia" }, "token-of-mia");
    lists = new GistLists(window.model, () => 2);
    server.requests.length = 0;
  });

  it("are not requested without a token, for then the service shows everyone's", async () => {
    const session = { ...candidateFor(server.url), kind: "github", credential: "session" } as const;
    accountId = await window.model.add(session, { login: "otto" }, undefined);
    server.requests.length = 0;
    for (const kind of ["own", "starred", "public"] as const)
      await assert.rejects(lists.get(accountId, kind), isTokenMissing);
    assert.deepEqual(server.requests, []);
  });

  it("read the first page when it is asked for, and once", async () => {
    assert.deepEqual(lists.known(accountId, "own"), []);
    assert.equal(lists.hasMore(accountId, "own"), false);
    const list = await lists.get(accountId, "own");
    assert.equal(idsOf(list), "ab");
    assert.equal(list.hasMore, true);
    assert.equal(idsOf(await lists.get(accountId, "own")), "ab");
    assert.equal(idsOf({ gists: lists.known(accountId, "own") }), "ab");
    assert.equal(lists.hasMore(accountId, "own"), true);
    assert.deepEqual(
      server.requests.map(({ url }) => url),
      ["/gists?per_page=2"],
    );
  });

  it("grow page by page up to the end", async () => {
    await lists.get(accountId, "own");
    assert.equal(await lists.more(accountId, "own"), 2);
    assert.equal(idsOf(await lists.get(accountId, "own")), "abcd");
    assert.equal(await lists.more(accountId, "own"), 1);
    assert.deepEqual(await lists.get(accountId, "own").then(({ hasMore }) => hasMore), false);
    assert.equal(await lists.more(accountId, "own"), 0);
    assert.equal(idsOf(await lists.get(accountId, "own")), "abcde");
    assert.deepEqual(asked(), [1, 2, 3]);
  });

  for (const [kind, path] of [
    ["own", "/gists"],
    ["starred", "/gists/starred"],
    ["public", "/gists/public"],
  ] as const satisfies readonly (readonly [ListKind, string])[]) {
    it(`read ${kind} gists from ${path}`, async () => {
      await lists.get(accountId, kind);
      assert.equal(server.requests[0]?.url, `${path}?per_page=2`);
      assert.equal(server.requests[0]?.headers.authorization, "Bearer token-of-mia");
    });
  }

  it("are empty when the service has nothing, and do not ask again", async () => {
    pages = [""];
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await lists.get(accountId, "own"), { gists: [], hasMore: false });
    }
    assert.equal(server.requests.length, 1);
  });

  it("are empty for an account that is not there", async () => {
    assert.deepEqual(await lists.get("nobody", "own"), { gists: [], hasMore: false });
    assert.equal(await lists.more("nobody", "own"), 0);
    assert.equal(server.requests.length, 0);
  });

  it("ask once for what several want at the same time", async () => {
    const firsts = await Promise.all([lists.get(accountId, "own"), lists.get(accountId, "own")]);
    assert.deepEqual(firsts.map(idsOf), ["ab", "ab"]);
    const counts = await Promise.all([lists.more(accountId, "own"), lists.more(accountId, "own")]);
    assert.deepEqual(counts, [2, 2]);
    assert.deepEqual(asked(), [1, 2]);
  });

  it("show a gist once that moved over a page's border", async () => {
    pages = ["ab", "bc", "cd"];
    await lists.get(accountId, "own");
    assert.equal(await lists.more(accountId, "own"), 1);
    assert.equal(await lists.more(accountId, "own"), 1);
    assert.equal(idsOf(await lists.get(accountId, "own")), "abcd");
  });

  it("report a failure on the first page and read it at the next attempt", async () => {
    broken = new Map([[1, json({ message: "Forbidden" }, 403)]]);
    await assert.rejects(lists.get(accountId, "own"), (error) => HttpError.is(error, "forbidden"));
    assert.deepEqual(lists.known(accountId, "own"), []);
    broken = new Map();
    assert.equal(idsOf(await lists.get(accountId, "own")), "ab");
  });

  it("report a failure on a later page, keep the pages before it, and ask for that page only at the next attempt", async () => {
    await lists.get(accountId, "own");
    await lists.more(accountId, "own");
    broken = new Map([[3, json({ message: "Forbidden" }, 403)]]);
    for (let attempt = 0; attempt < 2; attempt++) {
      await assert.rejects(lists.more(accountId, "own"), (error) => HttpError.is(error, "forbidden"));
      assert.equal(idsOf(await lists.get(accountId, "own")), "abcd");
      assert.equal(idsOf({ gists: lists.known(accountId, "own") }), "abcd");
      assert.equal(lists.hasMore(accountId, "own"), true);
    }
    broken = new Map();
    assert.equal(await lists.more(accountId, "own"), 1);
    assert.equal(idsOf(await lists.get(accountId, "own")), "abcde");
    assert.equal(lists.hasMore(accountId, "own"), false);
    assert.deepEqual(asked(), [1, 2, 3, 3, 3]);
  });

  it("find the next page by any spelling of its link", async () => {
    const link = `<${server.url}/gists?per_page=2&page=1>; rel="first", <${server.url}/gists?per_page=2&page=2>; rel=next`;
    broken = new Map([[1, json([gist("a")], 200, { link })]]);
    assert.equal((await lists.get(accountId, "own")).hasMore, true);
    assert.equal(await lists.more(accountId, "own"), 2);
  });

  it("refuse a page that is no list, and links to another server", async () => {
    broken = new Map([[1, json({ message: "welcome" })]]);
    await assert.rejects(lists.get(accountId, "own"), (error) => HttpError.is(error, "unreadable"));
    broken = new Map([
      [1, json([gist("a")], 200, { link: '<https://elsewhere.example/gists?page=2>; rel="next"' })],
    ]);
    assert.equal(idsOf(await lists.get(accountId, "own")), "a");
    await assert.rejects(lists.more(accountId, "own"), (error) => HttpError.is(error, "redirect"));
  });

  it("come to an end even when the pages go round in a circle", async () => {
    const circle = json([gist("a"), gist("b")], 200, { link: `<${server.url}/gists?per_page=2>; rel="next"` });
    broken = new Map([[1, circle]]);
    await lists.get(accountId, "own");
    for (let left = 5; left > 0 && (await lists.get(accountId, "own")).hasMore; left--) {
      await lists.more(accountId, "own");
    }
    assert.deepEqual(await lists.get(accountId, "own"), { gists: [gist("a"), gist("b")], hasMore: false });
  });

  it("follow what is changed here, in every list that was read and in no other", async () => {
    await lists.get(accountId, "own");
    await lists.get(accountId, "starred");
    const touched: ListKind[] = [];
    lists.change(accountId, (kind, gists) => {
      touched.push(kind);
      return kind === "own" ? gists.filter(({ id }) => id !== "a") : gists;
    });
    assert.deepEqual(touched, ["own", "starred"]);
    assert.equal(idsOf(await lists.get(accountId, "own")), "b");
    assert.equal(idsOf(await lists.get(accountId, "starred")), "ab");
    // What was on the second page is on the first by now.
    pages = ["bc", "d"];
    assert.equal(await lists.more(accountId, "own"), 2);
    assert.equal(idsOf(await lists.get(accountId, "own")), "bcd");
  });

  it("keep a change that was made while a page was read", async () => {
    await lists.get(accountId, "own");
    const reading = lists.more(accountId, "own");
    lists.change(accountId, (_, gists) => [{ ...gists[0], id: "n" } as (typeof gists)[number], ...gists]);
    await reading;
    assert.equal(idsOf(await lists.get(accountId, "own")), "nabcd");
  });

  it("are read again after they were invalidated, one kind or all", async () => {
    await lists.get(accountId, "own");
    await lists.get(accountId, "starred");
    pages = ["xy"];
    lists.forget(accountId, "own");
    assert.deepEqual(lists.known(accountId, "own"), []);
    assert.equal(idsOf(await lists.get(accountId, "own")), "xy");
    assert.equal(idsOf(await lists.get(accountId, "starred")), "ab");
    lists.forget(accountId);
    assert.equal(idsOf(await lists.get(accountId, "starred")), "xy");
  });
});
