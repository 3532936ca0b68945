import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Client } from "../../../../src/client/client.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { nodeTransport } from "../../../../src/client/nodeTransport.ts";
import { type MessageOf, type OperationId, operationIds } from "../../../../src/client/operations/table.ts";
import { newerCalls } from "../../../support/newerCalls.ts";
import type { Service } from "../service.ts";
import { base64, oddBranch, oddFile, startForge } from "./forge.ts";

const hello = { user: "mia", repo: "hello" };

for (const dialect of ["interface", "github"] as const) {
  describe(`the client with the dialect ${dialect}`, () => {
    let service: Service;
    let client: Client;
    const called = new Set<OperationId>();
    before(async () => {
      service = await startForge();
      client = new Client({ baseUrl: service.url, dialect, transport: nodeTransport, retry: { attempts: 0 } });
      client.authenticate({ type: "oauth", token: "sandbox_mia_all" });
    });
    after(() => service.close());

    const call = <Id extends OperationId>(id: Id, msg: MessageOf<Id>) => {
      called.add(id);
      return client.call(id, msg);
    };
    const missing = (error: unknown): boolean => error instanceof HttpError && error.code === 404;

    it("lists, makes, changes and deletes repositories", async () => {
      assert.equal((await call("repos.getAll", { type: "owner" })).length, 3);
      assert.equal((await call("repos.getFromUser", { user: "mia", sort: "created" })).length, 2);
      assert.equal((await call("repos.getFromOrg", { org: "acme", type: "member" })).length, 2);
      const made = await call("repos.create", { name: "made", auto_init: true, gitignore_template: "Go" });
      assert.equal((await call("repos.one", { id: String(made.id) })).full_name, "mia/made");
      await call("repos.createFromOrg", { org: "acme", name: "made" });
      const one = { user: "mia", repo: "made" };
      const updated = await call("repos.update", { ...one, name: "made-2", has_downloads: false });
      assert.equal(updated.name, "made-2");
      assert.equal((await call("repos.get", one)).name, "made-2");
      await call("repos.delete", { user: "mia", repo: "made-2" });
      await assert.rejects(client.call("repos.get", one), missing);
    });

    it("reads and writes contents", async () => {
      assert.equal((await call("repos.getReadme", hello)).path, "README.md");
      const odd = { ...hello, path: oddFile };
      assert.ok("content" in (await call("repos.getContent", { ...odd, ref: oddBranch })));
      assert.ok(Array.isArray(await call("repos.getContent", hello)));
      const change = { message: "Change", content: base64("x"), branch: oddBranch };
      const made = await call("repos.createFile", { ...hello, ...change, path: "p q/ü#.md" });
      const sha = made.content?.sha ?? "";
      const author = { name: "A", email: "a@example.com" };
      const path = "p q/ü#.md";
      const updated = await call("repos.updateFile", {
        ...hello,
        ...change,
        path,
        sha,
        content: base64("y"),
        author,
      });
      const gone = { ...hello, path, message: "Gone", sha: updated.content?.sha ?? "", branch: oddBranch, author };
      assert.equal((await call("repos.deleteFile", gone)).content, null);
      const content = { ...hello, path: "by-ref.md", message: "Made", content: base64("z"), ref: "left" };
      await call("repos.createContent", content);
      assert.ok(
        "content" in (await client.call("repos.getContent", { ...hello, path: "by-ref.md", ref: "left" })),
      );
      const link = await call("repos.getArchiveLink", { ...hello, archive_format: "zipball", ref: "heads/main" });
      assert.match(link.meta.location ?? "", /\/codeload\/mia\/hello\/legacy\.zip\//);
    });

    it("reads the history and merges", async () => {
      assert.equal((await call("repos.getTags", hello)).length, 1);
      assert.equal((await call("repos.getBranches", hello)).length, 6);
      assert.equal((await call("repos.getBranch", { ...hello, branch: oddBranch })).name, oddBranch);
      const commits = await call("repos.getCommits", { ...hello, since: new Date("2025-01-09T00:00:00Z") });
      assert.equal(commits.length, 1);
      const sha = commits[0]?.sha ?? "";
      assert.equal((await call("repos.getCommit", { ...hello, sha })).sha, sha);
      const compared = await call("repos.compareCommits", { ...hello, base: "main", head: oddBranch });
      assert.equal(compared.status, "ahead");
      assert.ok("sha" in (await call("repos.merge", { ...hello, base: "right", head: "left" })));
      const posted = await call("repos.createCommitComment", { ...hello, sha, commit_id: sha, body: "x" });
      const one = { ...hello, id: String(posted.id) };
      assert.equal((await call("repos.updateCommitComment", { ...one, body: "y" })).body, "y");
      assert.equal((await call("repos.getCommitComment", one)).body, "y");
      assert.equal((await call("repos.getCommitComments", { ...hello, sha })).length, 1);
      assert.equal((await call("repos.getAllCommitComments", hello)).length, 3);
      await call("repos.deleteCommitComment", one);
      await assert.rejects(client.call("repos.getCommitComment", one), missing);
    });

    it("stars, watches, forks and reads people", async () => {
      await call("repos.star", hello);
      await call("repos.getStarring", hello);
      assert.equal((await call("repos.getStarred", {})).length, 1);
      assert.equal((await call("repos.getStarredFromUser", { user: "otto" })).length, 1);
      assert.equal((await call("repos.getStargazers", hello)).length, 2);
      await call("repos.unStar", hello);
      await assert.rejects(client.call("repos.getStarring", hello), missing);
      const tools = { user: "otto", repo: "tools" };
      await call("repos.watch", tools);
      await call("repos.getWatching", tools);
      assert.ok((await call("repos.getWatched", {})).some(({ full_name }) => full_name === "otto/tools"));
      assert.ok((await call("repos.getWatchedFromUser", { user: "mia" })).length >= 4);
      assert.equal((await call("repos.getWatchers", tools)).length, 2);
      await call("repos.unWatch", tools);
      await assert.rejects(client.call("repos.getWatching", tools), missing);
      await call("repos.fork", { ...tools, organization: "acme" });
      assert.equal((await call("repos.getForks", tools)).length, 1);
      assert.equal((await call("repos.getContributors", { ...hello, anon: true })).length, 3);
      assert.equal((await call("repos.getLanguages", hello))["Python"], 15);
      assert.equal((await call("repos.getTeams", { user: "acme", repo: "rocket" })).length, 1);
      const otto = { ...hello, collabuser: "otto" };
      await call("repos.addCollaborator", otto);
      await call("repos.getCollaborator", otto);
      assert.equal((await call("repos.getCollaborators", hello)).length, 3);
      await call("repos.removeCollaborator", otto);
    });

    it("reads statistics once they are computed", async () => {
      for (const id of [
        "repos.getStatsContributors",
        "repos.getStatsCommitActivity",
        "repos.getStatsCodeFrequency",
      ] as const) {
        assert.equal((await call(id, hello)).meta.status, "202 Accepted");
        service.clock.advance(1000);
        assert.ok(Array.isArray(await client.call(id, hello)));
      }
      assert.equal((await call("repos.getStatsParticipation", hello)).all.length, 52);
      assert.equal((await call("repos.getStatsPunchCard", hello)).length, 168);
    });

    it("knows downloads in the interface's dialect only", async () => {
      if (dialect === "github") return;
      const [download] = await call("repos.getDownloads", hello);
      const one = { ...hello, id: String(download?.id) };
      assert.equal((await call("repos.getDownload", one)).name, "hello 1.zip");
      await call("repos.deleteDownload", one);
      await assert.rejects(client.call("repos.getDownload", one), missing);
    });

    it("makes, changes, tries and deletes hooks", async () => {
      const config = { url: "http://127.0.0.1:9/", insecure_ssl: true };
      const made = await call("repos.createHook", { ...hello, name: "web", config, active: true });
      assert.deepEqual(made.events, ["push"]);
      const one = { ...hello, id: String(made.id) };
      const edit = { name: "web", config, add_events: ["fork"], remove_events: ["push"], active: false };
      const updated = await call("repos.updateHook", { ...one, ...edit });
      assert.deepEqual([updated.events, updated.active, updated.config["insecure_ssl"]], [["fork"], false, "1"]);
      assert.equal((await call("repos.getHooks", hello)).length, 1);
      assert.equal((await call("repos.getHook", one)).id, made.id);
      await call("repos.testHook", one);
      await call("repos.deleteHook", one);
      await assert.rejects(client.call("repos.getHook", one), missing);
    });

    it("makes, changes and deletes deploy keys", async () => {
      const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX";
      const made = await call("repos.createKey", { ...hello, title: "Key", key });
      const one = { ...hello, id: String(made.id) };
      assert.equal((await call("repos.updateKey", { ...one, title: "New", key })).title, "New");
      assert.equal((await call("repos.getKeys", hello)).length, 1);
      assert.equal((await call("repos.getKey", one)).key, key);
      await call("repos.deleteKey", one);
      await assert.rejects(client.call("repos.getKey", one), missing);
    });

    it("deploys and says how it went", async () => {
      const wish = {
        ref: "main",
        task: "deploy",
        payload: '{"a":1}',
        required_contexts: [],
        environment: "staging",
      };
      const made = await call("repos.createDeployment", { ...hello, ...wish, auto_merge: false });
      assert.deepEqual([made.payload, made.environment], [{ a: 1 }, "staging"]);
      const one = { ...hello, id: String(made.id) };
      await call("repos.createDeploymentStatus", { ...one, state: "success", description: "Done" });
      assert.equal((await call("repos.getDeploymentStatuses", one))[0]?.state, "success");
      assert.equal((await call("repos.getDeployments", { ...hello, environment: "staging" })).length, 1);
      assert.equal((await call("repos.getDeployments", { ...hello, task: "other" })).length, 0);
    });

    for (const { operation, status, given } of newerCalls)
      it(`calls ${operation}, which is newer than the interface`, async () => {
        const { meta } = await call(operation, given(hello) as never);
        assert.equal(Number.parseInt(meta.status ?? "", 10), status);
      });

    it("has called every operation of repositories", () => {
      const gone = dialect === "github" ? /Download/ : /^$/;
      assert.deepEqual(
        operationIds.filter((id) => id.startsWith("repos.") && !gone.test(id) && !called.has(id)),
        [],
        "these were not called; those newer than the interface have a row in test/support/newerCalls.ts",
      );
    });
  });
}
