import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { Client } from "../../../src/client/client.ts";
import { CancelledError, SignedOutError } from "../../../src/base/errors.ts";
import { HttpError } from "../../../src/client/errors.ts";
import type { ReposModel } from "../../../src/repos/model.ts";
import { RepoProblem } from "../../../src/repos/problem.ts";
import { limited, base64, openRepoService, type RepoService } from "./repoService.ts";

describe("The model of repositories", () => {
  let service: RepoService;
  let repos: ReposModel;
  let accountId: string;
  let requests: string[];
  beforeEach(async () => {
    service = await openRepoService();
    ({ repos, accountId, requests } = service);
  });
  afterEach(() => service.close());
  const client = (): Client => service.mia;
  const place = (repo = "repo-0") => ({ accountId, owner: "mia", repo });
  const at = (path: string) => ({ ...place(), ref: "main", path });

  it("reads a list once, and again after a refresh", async () => {
    const names = async () => (await repos.list(accountId, "own")).items.map(({ name }) => name);
    assert.deepEqual(await names(), ["repo-0", "repo-1", "repo-2"]);
    await names();
    assert.equal(requests.length, 1);
    repos.refresh(accountId, "own");
    await names();
    assert.equal(requests.length, 2);
  });

  it("has nothing in a list any longer that was removed, also when that can't be read again", async () => {
    await repos.setStar(place("repo-1"), true);
    await repos.setStar(place("repo-2"), true);
    const names = async (kind: "own" | "starred") =>
      (await repos.list(accountId, kind)).items.map(({ name }) => name);
    assert.equal((await names("starred")).length, 2);
    assert.equal((await names("own")).length, 3);
    service.before = ({ method }) => (method === "GET" ? limited() : undefined);
    await repos.setStar(place("repo-1"), false);
    assert.deepEqual(await names("starred"), ["repo-2"]);
    repos.removeItem(accountId, { full_name: "mia/repo-0" });
    repos.refresh(accountId);
    assert.deepEqual(await names("own"), ["repo-1", "repo-2"]);
    assert.ok((await repos.list(accountId, "own")).staleness);
  });

  it("shows what a folder and a repository were when they can't be read again, without what was deleted", async () => {
    const names = async () => (await repos.knownFolder(at(""))).value.map(({ name }) => name);
    await client().call("repos.createFile", {
      user: "mia",
      repo: "repo-0",
      path: "gone.txt",
      message: "Add",
      content: base64("x\n"),
      branch: "main",
    });
    assert.deepEqual(await names(), ["README.md", "gone.txt"]);
    assert.equal((await repos.readKnown(place())).staleness, undefined);
    service.before = () => limited();
    repos.refresh();
    assert.deepEqual(await names(), ["README.md", "gone.txt"]);
    const { staleness } = await repos.knownFolder(at(""));
    assert.ok(HttpError.is(staleness?.error, "rateLimited"));
    assert.ok(staleness.readAt <= Date.now());
    const known = await repos.readKnown(place());
    assert.deepEqual([known.value.name, known.staleness?.error instanceof HttpError], ["repo-0", true]);
    // The file system has what the service has, or nothing.
    await assert.rejects(repos.folder(at("")), HttpError);
    repos.removeFile(at("gone.txt"));
    assert.deepEqual(await names(), ["README.md"]);
    // What was never read is not known.
    await assert.rejects(repos.readKnown(place("repo-1")), HttpError);
  });

  it("shows nothing that another sign-in read, nor a folder that is gone", async () => {
    await repos.knownFolder(at(""));
    service.before = () => Response.json({ message: "Not Found" }, { status: 404 });
    repos.refresh();
    await assert.rejects(repos.knownFolder(at("")), (error) => HttpError.is(error, "notFound"));
    service.before = () => limited();
    await assert.rejects(repos.knownFolder(at("")), (error) => HttpError.is(error, "rateLimited"));
  });

  it("reads further pages on demand, and keeps what it had when one fails", async () => {
    service.before = (request) =>
      new URL(request.url).searchParams.get("page") === "2"
        ? Response.json({ message: "Not today" }, { status: 403 })
        : Response.json([{ id: 1, name: "one", full_name: "mia/one", owner: { login: "mia" } }], {
            headers: { link: `<${service.url}/user/repos?page=2>; rel="next"` },
          });
    const list = await repos.list(accountId, "own");
    assert.equal(list.hasMore, true);
    await assert.rejects(repos.more(accountId, "own"), HttpError);
    assert.deepEqual(
      (await repos.list(accountId, "own")).items.map(({ name }) => name),
      ["one"],
    );
  });

  it("reads files byte by byte, whatever their names, and knows what is no file", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    for (const [path, content] of [
      ["dir/a b%20c#.md", base64("# Odd\n")],
      ["dir/ä/🎉.bin", Buffer.from(bytes).toString("base64")],
    ] as const)
      await client().call("repos.createFile", {
        user: "mia",
        repo: "repo-0",
        path,
        message: "Add",
        content,
        branch: "main",
      });
    assert.deepEqual(
      (await repos.folder(at(""))).map(({ name, type }) => [name, type]),
      [
        ["dir", "dir"],
        ["README.md", "file"],
      ],
    );
    assert.equal(new TextDecoder().decode((await repos.whole(at("dir/a b%20c#.md"))).bytes), "# Odd\n");
    assert.deepEqual(Buffer.from((await repos.whole(at("dir/ä/🎉.bin"))).bytes), Buffer.from(bytes));
    assert.equal(await repos.entry(at("")), "root");
    const entry = await repos.entry(at("dir/a b%20c#.md"));
    assert.equal(typeof entry === "object" && entry.name, "a b%20c#.md");
    assert.equal(await repos.entry(at("dir/none")), undefined);
    assert.equal(await repos.entry(at("none/none")), undefined);
    await assert.rejects(repos.whole(at("dir")), new RepoProblem("notAFile", "dir"));
    await assert.rejects(repos.folder(at("README.md")), new RepoProblem("notAFile", "README.md"));
    await assert.rejects(repos.whole(at("../../etc/passwd")), HttpError);
  });

  it("reads no file of which a part is missing", async () => {
    service.after = async (answer, { url }) => {
      if (!url.includes("/contents/README.md")) return answer;
      const file = (await answer.json()) as { readonly content: string };
      return Response.json({ ...file, content: file.content.slice(0, 4) });
    };
    await assert.rejects(repos.whole(at("README.md")), { kind: "unreadable" });
  });

  it("reads all pages at once, stops when that is cancelled, and keeps what it has", async () => {
    const page = (number: number) => ({
      id: number,
      name: `r${number}`,
      full_name: `mia/r${number}`,
      owner: { login: "mia" },
    });
    service.before = (request) => {
      const number = Number(new URL(request.url).searchParams.get("page") ?? 1);
      const next = `<${service.url}/user/repos?page=${number + 1}>; rel="next"`;
      return Response.json([page(number)], number < 20 ? { headers: { link: next } } : {});
    };
    const controller = new AbortController();
    const changes: unknown[] = [];
    repos.onDidChange((event) => changes.push(event));
    controller.abort();
    await assert.rejects(repos.all(accountId, "own", controller.signal), CancelledError);
    assert.equal((await repos.list(accountId, "own")).items.length, 1);
    const list = await repos.all(accountId, "own", new AbortController().signal);
    assert.equal(list.items.length, 20);
    assert.equal(list.hasMore, false);
    assert.deepEqual(changes, [
      { accountId, list: "own" },
      { accountId, list: "own" },
    ]);
  });

  it("knows links and submodules, and does not read what is too large for the service", async () => {
    const repositories = [
      {
        owner: "mia",
        name: "odd",
        commits: [
          {
            author: "mia",
            date: "2026-01-01T00:00:00Z",
            message: "Begin",
            files: {
              "a.txt": "a\n",
              link: { link: "a.txt" },
              out: { link: "../../etc/passwd" },
              vendor: { submodule: "1".repeat(40) },
              large: { fill: "x", size: 2_000_001 },
            },
          },
        ],
      },
    ];
    const others = await openRepoService(repositories, undefined, 2_000_000);
    try {
      const inside = (path: string) => ({
        accountId: others.accountId,
        owner: "mia",
        repo: "odd",
        ref: "main",
        path,
      });
      const types = (await others.repos.folder(inside(""))).map(({ name, type }) => [name, type]);
      assert.deepEqual(Object.fromEntries(types), {
        "a.txt": "file",
        large: "file",
        link: "symlink",
        out: "symlink",
        vendor: "submodule",
      });
      assert.equal((await others.repos.linkAt(inside("out"))).target, "../../etc/passwd");
      assert.equal(new TextDecoder().decode((await others.repos.whole(inside("out"))).bytes), "../../etc/passwd");
      await assert.rejects(others.repos.whole(inside("vendor")), new RepoProblem("notAFile", "vendor"));
      await assert.rejects(others.repos.whole(inside("large")), /tooLarge|more than 2000000 bytes/);
    } finally {
      await others.close();
    }
  });

  it("reads a folder once for all calls at the same time, and again after a failure", async () => {
    let isFailing = true;
    service.before = () => (isFailing ? Response.json({ message: "Not today" }, { status: 403 }) : undefined);
    await assert.rejects(repos.folder(at("")), HttpError);
    isFailing = false;
    requests.length = 0;
    await Promise.all([repos.folder(at("")), repos.folder(at("")), repos.entry(at("README.md"))]);
    assert.equal(requests.length, 1);
    repos.refreshRepo(place());
    await repos.folder(at(""));
    assert.equal(requests.length, 2);
  });

  it("follows stars and watching", async () => {
    assert.equal(repos.isStarred(place()), undefined);
    await repos.readMarks(place());
    assert.equal(repos.isStarred(place()), false);
    await repos.setStar(place(), true);
    assert.equal(repos.isStarred(place()), true);
    assert.deepEqual(
      (await repos.list(accountId, "starred")).items.map(({ name }) => name),
      ["repo-0"],
    );
    await repos.setStar(place(), false);
    assert.deepEqual((await repos.list(accountId, "starred")).items, []);
    await repos.setWatch(place(), false);
    assert.equal(repos.isWatched(place()), false);
  });

  it("narrows commits, and reads each way of narrowing for itself", async () => {
    const all = await repos.section(place(), "commits");
    const none = await repos.section(place(), "commits", { author: "otto" });
    const early = await repos.section(place(), "commits", { until: "2000-01-01T00:00:00Z" });
    assert.deepEqual([all.items.length, none.items.length, early.items.length], [1, 0, 0]);
  });

  it("computes the shares of languages", async () => {
    for (const [path, text] of [
      ["a.ts", "x".repeat(300)],
      ["b.py", "x".repeat(100)],
    ] as const)
      await client().call("repos.createFile", {
        user: "mia",
        repo: "repo-1",
        path,
        message: "Add",
        content: base64(text),
        branch: "main",
      });
    const { items } = await repos.section(place("repo-1"), "languages");
    assert.deepEqual(
      items.map(({ name, share }) => [name, share]),
      [
        ["TypeScript", 0.75],
        ["Python", 0.25],
      ],
    );
    assert.deepEqual((await repos.section(place("repo-2"), "languages")).items, []);
  });

  it("follows a repository that was renamed", async () => {
    await client().call("repos.update", { user: "mia", repo: "repo-0", name: "renamed" });
    const { full_name: name } = await repos.read(place());
    assert.equal(name, "mia/renamed");
  });

  it("keeps nothing of an account that was signed out, and asks nothing in its name", async () => {
    await repos.list(accountId, "own");
    await service.window.model.remove(accountId);
    requests.length = 0;
    await assert.rejects(repos.list(accountId, "own"), new SignedOutError(accountId));
    await assert.rejects(repos.section(place(), "branches"), new SignedOutError(accountId));
    assert.deepEqual(requests, []);
  });
});
