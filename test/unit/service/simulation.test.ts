import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Client } from "../../../src/client/client.ts";
import { inProcessTransport } from "../../../src/client/inProcessTransport.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/createSandbox.ts";
import { demoLogin, demoOthers, demoSeed, demoToken } from "../../../src/sandbox/demoSeed.ts";
import {
  editedText,
  NotEditable,
  type SimulatedActivity,
  Simulation,
} from "../../../src/service/simulate/simulation.ts";
import { ManualClock } from "../../support/manualClock.ts";

describe("Simulated activity", () => {
  let sandbox: Sandbox;
  let main: Client;
  const clientOf = (token: string): Client => {
    const transport = inProcessTransport((request) => sandbox.fetch(request));
    const client = new Client({ baseUrl: "https://sandbox.invalid", dialect: "github", transport, writeGap: 0 });
    client.authenticate({ type: "token", token });
    return client;
  };
  /** `way`: which of the five things is done; the other choices are the first ones. */
  const simulation = (way = 0): Simulation => {
    const numbers = [way / 5];
    return new Simulation({
      main: { login: demoLogin, client: main },
      others: demoOthers.map(({ login, token }) => ({ login, client: clientOf(token) })),
      random: () => numbers.shift() ?? 0,
      now: () => Date.parse("2026-11-23T16:20:00Z"),
    });
  };
  const act = (way: number): Promise<SimulatedActivity> => simulation(way).act();
  beforeEach(() => {
    const clock = new ManualClock();
    sandbox = createSandbox({ clock, seed: demoSeed(clock.now()) });
    main = clientOf(demoToken);
  });

  it("is a comment, an edit, a commit, a star or a gist, each of which the service has then", async () => {
    const [gist] = (await main.call("gists.getAll", {})).filter((each) => each.public);
    assert.ok(gist);
    const before = (await main.call("gists.getComments", { gist_id: gist.id })).length;
    assert.deepEqual(
      [(await act(0)).kind, (await main.call("gists.getComments", { gist_id: gist.id })).length],
      ["comment", before + 1],
    );
    const edit = await act(1);
    assert.equal(edit.kind, "edit");
    const edited = await main.call("gists.get", { id: gist.id });
    assert.match(edited.files[edit.subject]?.content ?? "", /Edited on another computer at 16:20:00\.\n$/);
    const commit = await act(2);
    assert.deepEqual([commit.kind, commit.subject.split("/")[0]], ["commit", demoLogin]);
    assert.notEqual(commit.login, "");
    const [owner = "", repo = ""] = commit.subject.split("/");
    const [newest] = await main.call("repos.getCommits", { user: owner, repo });
    assert.equal(newest?.author?.login, commit.login);
    const star = await act(3);
    const [user = "", name = ""] = star.subject.split("/");
    const stargazers = await main.call("repos.getStargazers", { user, repo: name });
    assert.ok(stargazers.some(({ login }) => login === star.login));
    const shared = await act(4);
    const theirs = await main.call("gists.getFromUser", { user: shared.login }, { fresh: true });
    assert.equal(theirs[0]?.description, shared.subject);
  });

  it("edits a file of a repository as someone who may, at the line that is asked for", async () => {
    const repositories = await main.call("repos.getAll", { type: "owner" });
    for (const { owner, name, default_branch: ref = "main" } of repositories) {
      const readme = await main.call("repos.getReadme", { user: owner.login, repo: name }).catch(() => undefined);
      if (!readme) continue;
      const place = { owner: owner.login, repo: name, ref, path: readme.path };
      assert.equal((await simulation().edit(place, 0)).kind, "commit");
      const now = await main.call("repos.getReadme", { user: owner.login, repo: name }, { fresh: true });
      const [first = ""] = Buffer.from(now.content ?? "", "base64")
        .toString()
        .split("\n");
      assert.match(first, /Edited by [\w-]+ at 16:20:00\.$/);
    }
  });

  it("leaves a file alone that is no text, is too large to be read as a whole, or is gone", async () => {
    const [repository] = await main.call("repos.getAll", { type: "owner" });
    assert.ok(repository);
    const at = { user: repository.owner.login, repo: repository.name };
    const ref = repository.default_branch ?? "main";
    const contents = { "latin.txt": Buffer.from([0x63, 0xe9, 0x0a]), "large.txt": Buffer.alloc(1_100_000, "x") };
    for (const [path, content] of Object.entries(contents)) {
      const file = { ...at, path, message: "Add", branch: ref, content: content.toString("base64") };
      const { content: made } = await main.call("repos.createFile", file);
      const place = { owner: at.user, repo: at.repo, ref, path };
      await assert.rejects(simulation().edit(place, "end"), NotEditable);
      const now = (await main.call("repos.getContent", { ...at, path }, { fresh: true })) as { sha: string };
      assert.equal(now.sha, made?.sha);
    }
    const files = { "large.txt": { content: "y".repeat(1_200_000) } };
    const { id } = await main.call("gists.create", { public: true, files });
    await assert.rejects(simulation().edit({ gistId: id, fileName: "large.txt" }, "end"), NotEditable);
    await assert.rejects(simulation().edit({ gistId: id, fileName: "gone.txt" }, "end"), { kind: "notFound" });
    const gist = await main.call("gists.get", { id }, { fresh: true });
    assert.deepEqual(
      Object.values(gist.files).map((file) => file?.size),
      [1_200_000],
    );
  });

  it("writes comments of the file's language, and leaves the other lines as they are", () => {
    assert.equal(editedText("a.ts", "one\ntwo\n", "end", "Hi"), "one\ntwo\n// Hi\n");
    assert.equal(editedText("a.py", "one", "end", "Hi"), "one\n# Hi\n");
    assert.equal(editedText("a.md", "one\ntwo", 1, "Hi"), "one\ntwo Hi");
    assert.equal(editedText("a.sql", "one\ntwo\n", 9, "Hi"), "one\ntwo\n-- Hi");
    assert.equal(editedText("", "", "end", "Hi"), "Hi\n");
  });
});
