import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Bases } from "../../../../src/gists/links/bases.ts";
import type { LinkFileProblem } from "../../../../src/gists/links/linkFile.ts";
import { LinkStore } from "../../../../src/gists/links/linkStore.ts";
import { LinksModel } from "../../../../src/gists/links/model.ts";
import { GistProblem } from "../../../../src/gists/problem.ts";
import type { Link } from "../../../../src/gists/links/types.ts";
import { eventually } from "../../../support/eventually.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { publicId, smallSeed } from "../../sandbox/service.ts";
import { openService, type OpenService } from "../openService.ts";

const folder = "file:///w";

/** What outlives a window. */
class Workspace {
  readonly files = new Map<string, string>();
  readonly kept = new MemoryFolder();
  state: readonly Link[] = [];
  file: string | undefined;
  keepIn: "workspace" | "file" = "workspace";
  readonly problems: LinkFileProblem[] = [];
  /** Called while the store waits for a file that may be being written. */
  written: () => void = () => undefined;
}

describe("linked files", () => {
  let service: OpenService;
  let workspace: Workspace;
  let links: LinksModel;
  let store: LinkStore;
  let bases: Bases;
  let errors: unknown[];
  beforeEach(async () => {
    service = await openService(smallSeed);
    workspace = new Workspace();
    errors = [];
    links = open();
  });
  afterEach(async () => {
    links.dispose();
    await service.close();
  });

  const open = (): LinksModel => {
    store = new LinkStore({
      readState: () => workspace.state,
      writeState: async (next) => void (workspace.state = next),
      folders: () => [folder],
      readFile: async () => workspace.file,
      writeFile: async (_, text) => void (workspace.file = text),
      keepIn: () => workspace.keepIn,
      pause: async () => workspace.written(),
      onProblems: (_, { problems }) => workspace.problems.push(...problems),
    });
    bases = new Bases(workspace.kept);
    const opened = new LinksModel({
      accounts: service.window.model,
      gists: service.gists,
      store,
      bases,
      readLocal: async ({ path }) => {
        const text = workspace.files.get(path);
        return text === undefined ? undefined : new TextEncoder().encode(text);
      },
      now: () => Date.now(),
    });
    opened.onDidFail((error) => errors.push(error));
    return opened;
  };
  const link = async (path = "hello.py"): Promise<Link> => {
    const made: Link = {
      folder,
      path,
      server: service.url,
      accountId: service.accountId,
      gistId: publicId,
      fileName: "hello.py",
      base: null,
    };
    await links.put(made);
    await links.readRemote(made);
    return links.at(folder, path) ?? made;
  };
  const state = (path = "hello.py"): string => {
    const found = links.at(folder, path);
    return found ? links.state(found) : "none";
  };
  const edit = (content: string) =>
    service.window.model
      .get(service.accountId)!
      .client.call("gists.edit", { id: publicId, files: { "hello.py": { content } } });

  it("go from synced to ahead, behind and diverged, and fire", async () => {
    workspace.files.set("hello.py", 'print("Hello")\r\n');
    const one = await link();
    assert.equal(state(), "synced");
    workspace.files.set("hello.py", "mine\r\n");
    const heard: number[] = [];
    links.onDidChange((changed) => heard.push(changed.length));
    await links.noteLocal(links.at(folder, "hello.py") ?? one);
    assert.equal(state(), "ahead");
    assert.ok(heard.length > 0);
    await edit("theirs\n");
    assert.equal(state(), "ahead", "nobody was asked");
    await links.check(links.links);
    assert.equal(state(), "diverged");
    workspace.files.set("hello.py", 'print("Hello")\n');
    await links.noteLocal(links.at(folder, "hello.py") ?? one);
    assert.equal(state(), "behind");
    workspace.files.set("hello.py", "theirs\n");
    await links.noteLocal(links.at(folder, "hello.py") ?? one);
    assert.equal(state(), "synced");
    assert.equal(await bases.get(links.links[0]?.base ?? null), "theirs\n");
    assert.equal(workspace.kept.files.size, 1, "what no link needs is gone");
    assert.deepEqual(errors, []);
  });

  it("have no base of the file that they were linked to before", async () => {
    workspace.files.set("hello.py", 'print("Hello")\n');
    const former = await link();
    assert.equal(state(), "synced");
    const next = { ...former, gistId: "another", base: null };
    await links.put(next);
    assert.equal(links.at(folder, "hello.py")?.base, null, "nothing is known of the other file");
    await links.rebase(former, "sent to the former one\n");
    assert.deepEqual(links.at(folder, "hello.py"), next);
    assert.deepEqual([links.has(former), links.has(next)], [false, true]);
  });

  it("are asked about once per gist, and without a change at no cost", async () => {
    workspace.files.set("hello.py", "x").set("b.py", "y");
    await link();
    await link("b.py");
    service.requests.length = 0;
    await links.check(links.links);
    assert.deepEqual(service.requests, [`GET /gists/${publicId}`]);
  });

  it("are unknown after a start until the service was asked, and offline", async () => {
    workspace.files.set("hello.py", 'print("Hello")\n');
    await link();
    links.dispose();
    links = open();
    await links.load();
    assert.equal(state(), "unknown");
    service.hooks.before = () => Response.json({ message: "No" }, { status: 403 });
    assert.equal(await links.check(links.links), false);
    assert.equal(state(), "unknown");
    service.hooks.before = () => undefined;
    assert.equal(await links.check(links.links), true);
    assert.equal(state(), "synced");
  });

  it("are missing when the gist's file or the gist is gone, and not here when the file is", async () => {
    workspace.files.set("hello.py", 'print("Hello")\n');
    const one = await link();
    await service.publisher.deleteFile({ accountId: service.accountId, gistId: publicId, fileName: "hello.py" });
    await eventually(() => state() === "missing", "the file is missing");
    workspace.files.delete("hello.py");
    await links.noteLocal(one);
    assert.equal(state(), "localMissing");
    workspace.files.set("hello.py", "x");
    await links.noteLocal(one);
    await service.gists.delete(service.accountId, publicId);
    assert.deepEqual((await links.readRemote(one)).text, null);
    assert.equal(state(), "missing");
  });

  it("follow renames on both sides, and a gist that was restored", async () => {
    workspace.files.set("hello.py", 'print("Hello")\n');
    const one = await link();
    service.publisher.onDidRenameFile(({ place, newName }) => void links.followFile(place, newName));
    await service.publisher.renameFile(
      { accountId: service.accountId, gistId: publicId, fileName: "hello.py" },
      "hi.py",
    );
    await eventually(() => links.links[0]?.fileName === "hi.py" && state() === "synced", "it has followed");
    workspace.files.set("src/moved.py", workspace.files.get("hello.py") ?? "");
    workspace.files.delete("hello.py");
    await links.move([[links.at(folder, "hello.py") ?? one, { folder, path: "src/moved.py" }]]);
    assert.equal(state("src/moved.py"), "synced");
    assert.equal(state(), "none");
    await links.move([[links.links[0] ?? one, undefined]]);
    assert.equal(links.links.length, 1, "what left the workspace stays linked");
    const again = await service.gists.create(service.accountId, {
      public: true,
      files: { "hi.py": 'print("Hello")\n' },
    });
    await links.followGist(service.accountId, publicId, again.id);
    assert.equal(links.links[0]?.gistId, again.id);
    assert.equal(state("src/moved.py"), "synced");
  });

  it("that a repository's file leads elsewhere in the gist count as its own, also after the gist was restored", async () => {
    const made = await link();
    const entry = { path: made.path, server: made.server, gist: made.gistId, base: null };
    const read = async (file: string): Promise<string | undefined> => {
      workspace.file = JSON.stringify({ version: 1, links: [{ ...entry, file }] });
      await links.load();
      return links.links[0]?.accountId;
    };
    assert.equal(await read("hello.py"), service.accountId);
    assert.equal(await read("other.py"), undefined);
    const again = await service.gists.create(service.accountId, { public: true, files: { "hi.py": "x" } });
    await links.followGist(service.accountId, publicId, again.id);
    const [followed] = links.links;
    assert.deepEqual([followed?.gistId, followed?.accountId], [again.id, undefined]);
  });

  it("are kept where the setting says, move there, and are read from both", async () => {
    workspace.files.set("hello.py", "x").set("b.py", "y");
    await link();
    assert.equal(workspace.file, undefined);
    workspace.keepIn = "file";
    await link("b.py");
    assert.deepEqual(
      workspace.state.map(({ path }) => path),
      ["hello.py"],
    );
    assert.match(workspace.file ?? "", /"path": "b\.py"/);
    assert.equal(links.links.length, 2);
    await store.move();
    assert.deepEqual(workspace.state, []);
    assert.match(workspace.file ?? "", /hello\.py/);
    assert.equal((workspace.file ?? "").includes(service.accountId), false);
    workspace.keepIn = "workspace";
    await store.move();
    assert.equal(workspace.state.length, 2);
    assert.doesNotMatch(workspace.file ?? "", /hello/);
    await links.remove(links.links[0]!);
    assert.equal(workspace.state.length, 1);
  });

  it("stay removed though something about them was still under way", async () => {
    workspace.files.set("hello.py", "mine\n");
    const one = await link();
    await Promise.all([links.remove(one), links.rebase(one, "mine\n"), links.noteLocal(one)]);
    assert.deepEqual(links.links, []);
    await links.rebase(one, "again\n");
    assert.deepEqual([links.links, workspace.state], [[], []]);
  });

  it("do not go over a repository's file that cannot be read", async () => {
    workspace.files.set("hello.py", "x");
    workspace.keepIn = "file";
    const conflicted = '<<<<<<< ours\n{"version":1,"links":[]}';
    for (const text of [conflicted, '{"version":2,"links":[]}']) {
      workspace.file = text;
      await assert.rejects(link(), (error) => error instanceof GistProblem && error.kind === "brokenLinks");
      assert.equal(workspace.file, text);
      assert.equal(links.links.length, 0);
    }
    workspace.keepIn = "workspace";
    await link();
    assert.equal(workspace.state.length, 1);
  });

  it("from a repository's file find the account of their server, and none elsewhere", async () => {
    workspace.files.set("a.py", 'print("Hello")\n').set("b.py", "x");
    const entry = { server: service.url, gist: publicId, file: "hello.py", base: null };
    workspace.file = JSON.stringify({
      version: 1,
      links: [
        { ...entry, path: "a.py" },
        { ...entry, path: "b.py", server: "https://elsewhere.example" },
        { ...entry, path: "../c.py" },
      ],
    });
    await links.load();
    assert.deepEqual(workspace.problems, [{ entry: 3, kind: "path", field: "path" }]);
    service.requests.length = 0;
    await links.check(links.links);
    assert.deepEqual(service.requests, [`GET /gists/${publicId}`]);
    assert.deepEqual([state("a.py"), state("b.py")], ["synced", "unknown"]);
    assert.equal(links.placeOf(links.at(folder, "b.py")!), undefined);
  });

  it("are read again when their file was being written, and reported when it stays broken", async () => {
    await link();
    workspace.keepIn = "file";
    await store.move();
    const whole = workspace.file;
    workspace.file = "";
    workspace.written = () => void (workspace.file = whole);
    await store.load();
    assert.deepEqual([store.links.length, workspace.problems], [1, []]);
    workspace.file = "{";
    workspace.written = () => undefined;
    await store.load();
    assert.deepEqual(workspace.problems, [{ kind: "json" }]);
  });

  it("are not asked about in the background when the rate limit is nearly used up", async () => {
    const made = await link();
    const { client } = service.window.model.get(service.accountId) ?? assert.fail();
    const quota = { limit: 5000, remaining: 1, used: 4999, reset: Date.now() / 1000 + 600 };
    Object.defineProperty(client, "quota", { value: quota, configurable: true });
    service.requests.length = 0;
    assert.equal(await links.check([made]), false);
    assert.deepEqual(service.requests, []);
    assert.equal(await links.check([made], "user"), true);
    assert.equal(service.requests.length, 1);
  });
});
