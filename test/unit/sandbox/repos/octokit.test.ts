import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Octokit } from "@octokit/rest";
import type { Service } from "../service.ts";
import { base64, oddBranch, oddFile, startForge } from "./forge.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const failsWith = async (work: Promise<unknown>, status: number, message: RegExp): Promise<void> => {
  await assert.rejects(work, (error: Error & { status?: number }) => {
    assert.equal(error.status, status, error.message);
    assert.match(error.message, message);
    return true;
  });
};

const hello = { owner: "mia", repo: "hello" };

for (const prefix of ["", "/api/v3"]) {
  describe(`@octokit/rest with repositories at ${prefix || "the root"}`, () => {
    let service: Service;
    const as = (auth?: string) => new Octokit({ baseUrl: service.url + prefix, auth, log: quiet });
    before(async () => {
      service = await startForge();
    });
    after(() => service.close());

    it("lists repositories of the caller, a user and an organization", async () => {
      const { repos } = as("sandbox_mia").rest;
      const names = (list: readonly { full_name: string }[]) => list.map(({ full_name }) => full_name);
      assert.deepEqual(names((await repos.listForAuthenticatedUser()).data), [
        "acme/anvil",
        "acme/rocket",
        "mia/empty",
        "mia/hello",
        "mia/secret",
      ]);
      assert.deepEqual(names((await repos.listForUser({ username: "mia" })).data), ["mia/empty", "mia/hello"]);
      assert.deepEqual(names((await repos.listForOrg({ org: "acme", type: "private" })).data), ["acme/rocket"]);
    });

    it("makes, reads, changes and deletes a repository", async () => {
      const { repos } = as("sandbox_mia_all").rest;
      const made = await repos.createForAuthenticatedUser({
        name: "by octokit",
        description: "Made",
        private: true,
        auto_init: true,
        gitignore_template: "Node",
        license_template: "mit",
      });
      assert.equal(made.status, 201);
      assert.equal(made.data.name, "by-octokit");
      assert.equal(made.data.license?.spdx_id, "MIT");
      const one = { owner: "mia", repo: "by-octokit" };
      const changed = await repos.update({
        ...one,
        name: "renamed",
        private: false,
        homepage: "https://example.com",
      });
      assert.equal(changed.data.full_name, "mia/renamed");
      assert.equal((await repos.get(one)).data.full_name, "mia/renamed");
      assert.equal((await repos.delete({ owner: "mia", repo: "renamed" })).status, 204);
      await failsWith(repos.get(one), 404, /^Not Found/);
      const ofOrganization = await repos.createInOrg({ org: "acme", name: "made", visibility: "private" });
      assert.equal(ofOrganization.data.organization?.login, "acme");
    });

    it("reads and writes contents", async () => {
      const { repos } = as("sandbox_mia").rest;
      assert.equal((await repos.getReadme(hello)).data.path, "README.md");
      const root = await repos.getContent({ ...hello, path: "" });
      assert.ok(Array.isArray(root.data) && root.data.length === 10);
      const odd = await repos.getContent({ ...hello, path: oddFile, ref: oddBranch });
      assert.ok(!Array.isArray(odd.data) && odd.data.type === "file" && odd.data.name === oddFile);
      const made = await repos.createOrUpdateFileContents({
        ...hello,
        path: "new folder/ä#.txt",
        message: "Add",
        content: base64("one"),
        branch: oddBranch,
      });
      assert.equal(made.status, 201);
      const sha = made.data.content?.sha ?? "";
      const again = { ...hello, path: "new folder/ä#.txt", message: "Change", branch: oddBranch };
      const changed = await repos.createOrUpdateFileContents({ ...again, sha, content: base64("two") });
      assert.equal(changed.status, 200);
      await failsWith(
        repos.createOrUpdateFileContents({ ...again, sha, content: base64("3") }),
        409,
        /does not match/,
      );
      const gone = await repos.deleteFile({ ...again, sha: changed.data.content?.sha ?? "" });
      assert.equal(gone.data.content, null);
    });

    it("walks through branches, tags and the history", async () => {
      const octokit = as("sandbox_mia");
      const { repos } = octokit.rest;
      assert.equal((await repos.listBranches(hello)).data.length, 6);
      assert.equal((await repos.getBranch({ ...hello, branch: oddBranch })).data.name, oddBranch);
      assert.equal((await repos.listTags(hello)).data[0]?.name, "v1.0");
      const commits = await octokit.paginate(repos.listCommits, { ...hello, per_page: 1 });
      assert.equal(commits.length, 3);
      const one = await repos.getCommit({ ...hello, ref: commits[1]?.sha ?? "" });
      assert.equal(one.data.files?.[0]?.changes, 2);
      const compared = await repos.compareCommitsWithBasehead({ ...hello, basehead: `v1.0...${oddBranch}` });
      assert.equal(compared.data.status, "ahead");
      const merged = await repos.merge({ ...hello, base: "main", head: "left" });
      assert.equal(merged.status, 201);
      assert.equal((await repos.merge({ ...hello, base: "main", head: "left" })).status, 204);
      await failsWith(repos.merge({ ...hello, base: "main", head: "clash" }), 409, /^Merge conflict/);
    });

    it("comments on commits", async () => {
      const { repos } = as("sandbox_mia").rest;
      const { commit } = (await repos.getBranch({ ...hello, branch: "main" })).data;
      const made = await repos.createCommitComment({ ...hello, commit_sha: commit.sha, body: "Hello" });
      const one = { ...hello, comment_id: made.data.id };
      assert.equal((await repos.getCommitComment(one)).data.body, "Hello");
      assert.equal((await repos.updateCommitComment({ ...one, body: "Changed" })).data.body, "Changed");
      assert.equal((await repos.listCommentsForCommit({ ...hello, commit_sha: commit.sha })).data.length, 1);
      assert.equal((await repos.listCommitCommentsForRepo(hello)).data.length, 3);
      assert.equal((await repos.deleteCommitComment(one)).status, 204);
    });

    it("stars, watches and forks", async () => {
      const { activity, repos } = as("sandbox_otto_repo").rest;
      assert.equal((await activity.checkRepoIsStarredByAuthenticatedUser(hello)).status, 204);
      assert.equal((await activity.unstarRepoForAuthenticatedUser(hello)).status, 204);
      await failsWith(activity.checkRepoIsStarredByAuthenticatedUser(hello), 404, /^Not Found/);
      assert.equal((await activity.starRepoForAuthenticatedUser(hello)).status, 204);
      assert.equal((await activity.listReposStarredByAuthenticatedUser()).data.length, 1);
      assert.equal((await activity.listStargazersForRepo(hello)).data.length, 1);
      assert.equal((await activity.setRepoSubscription({ ...hello, subscribed: true })).data.subscribed, true);
      assert.equal((await activity.listWatchersForRepo(hello)).data.length, 3);
      assert.equal((await activity.deleteRepoSubscription(hello)).status, 204);
      await failsWith(activity.getRepoSubscription(hello), 404, /^Not Found/);
      const fork = await repos.createFork(hello);
      assert.equal(fork.status, 202);
      assert.equal(fork.data.parent?.full_name, "mia/hello");
      await failsWith(repos.listCommits({ owner: "otto", repo: "hello" }), 409, /empty/);
      service.clock.advance(3000);
      assert.equal((await repos.listCommits({ owner: "otto", repo: "hello" })).data.length >= 3, true);
      assert.equal((await repos.listForks(hello)).data.length, 2);
    });

    it("reads people, languages and statistics", async () => {
      const { repos, orgs, teams } = as("sandbox_mia").rest;
      assert.equal((await repos.listContributors({ ...hello, anon: "true" })).data.length, 3);
      assert.deepEqual(Object.keys((await repos.listLanguages(hello)).data), ["TypeScript", "Shell", "Python"]);
      const { data } = await repos.listCollaborators(hello);
      assert.deepEqual(
        data.map(({ login, role_name }) => [login, role_name]),
        [
          ["mia", "admin"],
          ["nora", "write"],
        ],
      );
      assert.equal((await repos.checkCollaborator({ ...hello, username: "nora" })).status, 204);
      assert.equal((await repos.addCollaborator({ ...hello, username: "otto" })).status, 201);
      assert.equal((await repos.removeCollaborator({ ...hello, username: "otto" })).status, 204);
      assert.equal((await repos.listTeams({ owner: "acme", repo: "rocket" })).data[0]?.slug, "core-team");
      assert.equal((await orgs.listForAuthenticatedUser()).data[0]?.login, "acme");
      assert.equal((await orgs.get({ org: "acme" })).data.name, "Acme");
      assert.equal((await teams.list({ org: "acme" })).data.length, 1);
      assert.equal((await repos.getContributorsStats(hello)).status, 202);
      service.clock.advance(1000);
      assert.equal((await repos.getContributorsStats(hello)).data.length, 2);
      assert.equal((await repos.getCommitActivityStats(hello)).status, 202);
      service.clock.advance(1000);
      assert.equal((await repos.getCommitActivityStats(hello)).data.length, 52);
      assert.equal((await repos.getParticipationStats(hello)).data.all.length, 52);
      assert.equal((await repos.getPunchCardStats(hello)).data.length, 168);
    });

    it("downloads an archive", async () => {
      const { repos } = as("sandbox_mia").rest;
      const tar = await repos.downloadTarballArchive({ ...hello, ref: "main" });
      assert.equal(tar.status, 200);
      assert.match(tar.url, /\/codeload\/mia\/hello\/legacy\.tar\.gz\//);
      assert.ok(tar.data instanceof ArrayBuffer);
    });
  });
}
