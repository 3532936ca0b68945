import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { HttpError } from "../../../../src/client/errors.ts";
import { GistHistory } from "../../../../src/gists/history/model.ts";
import { GistProblem } from "../../../../src/gists/problem.ts";
import { signIn } from "../../accounts/window.ts";
import { openService, type OpenService } from "../openService.ts";
import { forkId, gistId, historySeed } from "./historySeed.ts";

const missing = () => Response.json({ message: "Not Found" }, { status: 404 });
const isOwnRoute = ({ url }: Request): boolean => /\/(commits|forks)(\?|$)/.test(url);

describe("the history of a gist", () => {
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

  const place = (id = gistId) => ({ accountId: service.accountId, gistId: id });
  const facts = async () =>
    (await history.revisions(place())).items.map(({ sha: _sha, ...rest }) => Object.values(rest).join(" "));
  const newest = async (): Promise<string> => (await history.revisions(place())).items[0]?.sha ?? assert.fail();
  const commitsAsked = () => service.sent("GET").filter((request) => request.includes("/commits")).length;

  it("has the revisions, the newest first, with who made them and what they changed", async () => {
    assert.deepEqual(await facts(), [
      "2025-05-03T09:30:00Z mia 2 1",
      "2025-05-02T10:00:00Z mia 1 0",
      "2025-05-01T10:00:00Z mia 2 0",
    ]);
    assert.deepEqual(service.requests, [`GET /gists/${gistId}/commits?per_page=100`]);
  });

  it("is read once, and again after a change that is made here or that is noticed", async () => {
    await history.revisions(place());
    await history.revisions(place());
    assert.equal(commitsAsked(), 1);
    await service.publisher.editDescription(service.accountId, gistId, "Other notes");
    await history.revisions(place());
    assert.equal(commitsAsked(), 2);
    const heard: unknown[] = [];
    history.onDidChange((changed) => heard.push(changed));
    service.gists.refresh(service.accountId);
    await history.revisions(place());
    assert.equal(commitsAsked(), 3);
    assert.deepEqual(heard, [{ accountId: service.accountId }]);
  });

  it("comes from the gist itself where the server has no list of it", async () => {
    for (const status of [404, 405, 410]) {
      service.hooks.before = (request) =>
        isOwnRoute(request) ? Response.json({ message: "No such route" }, { status }) : undefined;
      service.gists.refresh();
      assert.equal((await facts())[0], "2025-05-03T09:30:00Z mia 2 1", String(status));
      assert.deepEqual(
        (await history.forks(place())).items.map(({ id, login }) => [id, login]),
        [[forkId, "otto"]],
      );
    }
  });

  it("is a problem of its own where the server has none", async () => {
    service.hooks.before = (request) => (isOwnRoute(request) ? missing() : undefined);
    service.hooks.after = async (answer) => {
      const { history: _history, forks: _forks, ...rest } = (await answer.json()) as Record<string, unknown>;
      return Response.json(rest, { status: answer.status });
    };
    await assert.rejects(
      history.revisions(place()),
      (error) => error instanceof GistProblem && error.kind === "noHistory",
    );
    await assert.rejects(
      history.forks(place()),
      (error) => error instanceof GistProblem && error.kind === "noForks",
    );
  });

  it("throws what the server says, and is read when it is asked for again", async () => {
    for (const [status, kind] of [
      [401, "unauthorized"],
      [403, "forbidden"],
      [404, "notFound"],
      [409, "conflict"],
    ] as const) {
      service.hooks.before = () => Response.json({ message: "No" }, { status });
      await assert.rejects(history.revisions(place()), (error) => HttpError.is(error, kind), kind);
    }
    service.hooks.before = () => undefined;
    assert.equal((await history.revisions(place())).items.length, 3);
  });

  it("keeps the rows that were read when the server fails, and says so", async () => {
    await history.revisions(place());
    service.gists.refresh();
    const headers = { "retry-after": "3600" };
    service.hooks.before = () => Response.json({ message: "No" }, { status: 429, headers });
    const { items, staleness } = await history.revisions(place());
    assert.equal(items.length, 3);
    assert.ok(HttpError.is(staleness?.error, "rateLimited"));
  });

  it("leaves out entries that are not revisions or forks, and those whose ids would lead elsewhere", async () => {
    const odd = [null, 7, {}, { version: "../../user" }, { version: 5 }, { id: "../x" }, { id: 3 }];
    service.hooks.before = (request) =>
      isOwnRoute(request)
        ? Response.json([...odd, { version: "abc", user: "x", change_status: [] }, { id: "abc" }])
        : undefined;
    assert.deepEqual((await history.revisions(place())).items, [
      { sha: "abc", committedAt: "", login: undefined, additions: undefined, deletions: undefined },
    ]);
    assert.deepEqual((await history.forks(place())).items, [
      { id: "abc", login: undefined, updatedAt: "", title: undefined },
    ]);
  });

  it("has the gist as it was at each revision, and reads each once", async () => {
    const { items } = await history.revisions(place());
    const [, second, first] = items.map(({ sha }) => sha);
    assert.ok(first !== undefined && second !== undefined);
    assert.deepEqual(Object.keys((await history.revision(place(), first)).files), ["a.md", "old.md"]);
    const read = async (fileName: string, sha: string) => {
      const bytes = await history.readFile({ ...place(), fileName }, sha);
      return bytes && new TextDecoder().decode(bytes);
    };
    assert.equal(await read("a.md", first), "one\n");
    assert.equal(await read("b.md", first), undefined);
    assert.equal(await read("a.md", second), "one\ntwo\n");
    assert.equal(service.sent("GET").filter((request) => request.endsWith(first)).length, 1);
  });

  it("refuses an answer that is not a gist", async () => {
    service.hooks.before = (request) => (request.url.includes("/gists/") ? Response.json(["odd"]) : undefined);
    await assert.rejects(history.revision(place(), "abc"), (error) => HttpError.is(error, "unreadable"));
  });

  it("knows what was before a revision, also of one that is no longer in the list", async () => {
    const { items } = await history.revisions(place());
    const [third, second, first] = items;
    assert.equal((await history.before(place(), third?.sha ?? ""))?.sha, second?.sha);
    assert.equal(await history.before(place(), first?.sha ?? ""), undefined);
    service.hooks.before = ({ url }) => (url.includes("/commits") ? Response.json([]) : undefined);
    service.gists.refresh();
    assert.equal((await history.before(place(), third?.sha ?? ""))?.sha, second?.sha);
  });

  it("forgets what it read of an account that is signed out", async () => {
    const sha = await newest();
    await history.revision(place(), sha);
    await service.window.model.remove(service.accountId);
    await assert.rejects(history.revision(place(), sha), /signed out/);
  });
});

describe("the history of a gist with 300 revisions", () => {
  it("is read page by page, also to find what was before a revision", async () => {
    const earlier = Array.from({ length: 299 }, (_, index) => ({
      committedAt: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString().replace(".000Z", "Z"),
      files: { "a.md": `${index}\n` },
    }));
    const service = await openService(historySeed({ earlier, files: { "a.md": "end\n" } }));
    const history = new GistHistory(service.window.model, service.gists);
    const place = { accountId: service.accountId, gistId };
    const first = await history.revisions(place);
    assert.equal(first.items.length, 100);
    assert.equal(first.hasMore, true);
    assert.equal(await history.more(place, "commits"), 100);
    const last = (await history.revisions(place)).items.at(-1);
    assert.equal((await history.before(place, last?.sha ?? ""))?.committedAt, "2025-01-01T01:39:00Z");
    const all = await history.revisions(place);
    assert.equal(all.items.length, 300);
    assert.equal(all.hasMore, false);
    assert.equal(await history.before(place, all.items.at(-1)?.sha ?? ""), undefined);
    history.dispose();
    await service.close();
  });
});

describe("the history of a gist in the legacy dialect", () => {
  it("is read, and restored, at the same routes", async () => {
    const service = await openService(historySeed());
    const accountId = await signIn(service.window, service.url, "sandbox_mia", "interface");
    assert.equal(service.window.model.get(accountId)?.client.dialect, "interface");
    const history = new GistHistory(service.window.model, service.gists);
    const place = { accountId, gistId };
    const { items } = await history.revisions(place);
    assert.equal(items.length, 3);
    assert.equal((await history.forks(place)).items.length, 1);
    const former = await history.revision(place, items[1]?.sha ?? "");
    const edit = { name: "a.md", base: "one\ntwo\nthree\n", mine: former.files["a.md"]?.content ?? "" };
    const removed = { name: "b.md", base: "added\n", mine: null };
    const outcomes = await service.publisher.publishFiles(place, [edit, removed]);
    assert.deepEqual(
      [...outcomes.values()].map(({ kind }) => kind),
      ["published", "published"],
    );
    assert.equal((await history.revisions(place)).items.length, 4);
    history.dispose();
    await service.close();
  });
});

describe("a file at a revision that the answer has in part only", () => {
  it("is read whole", async () => {
    const large = `${"0123456789abcdef".repeat(80_000)}\nend`;
    const earlier = [{ committedAt: "2025-05-01T10:00:00Z", files: { "a.md": large } }];
    const service = await openService(historySeed({ earlier }));
    const history = new GistHistory(service.window.model, service.gists);
    const place = { accountId: service.accountId, gistId };
    const { items } = await history.revisions(place);
    const bytes = await history.readFile({ ...place, fileName: "a.md" }, items.at(-1)?.sha ?? "");
    assert.equal(new TextDecoder().decode(bytes), large);
    history.dispose();
    await service.close();
  });
});

describe("the forks of a gist", () => {
  it("have their owners and the first lines of their descriptions", async () => {
    const service = await openService(historySeed());
    const history = new GistHistory(service.window.model, service.gists);
    const { items } = await history.forks({ accountId: service.accountId, gistId });
    assert.deepEqual(items, [
      { id: forkId, login: "otto", updatedAt: "2025-06-01T10:00:00Z", title: "Notes of otto" },
    ]);
    assert.deepEqual(service.requests, [`GET /gists/${gistId}/forks?per_page=100`]);
    history.dispose();
    await service.close();
  });
});
