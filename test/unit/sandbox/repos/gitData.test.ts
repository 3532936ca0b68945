import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Octokit } from "@octokit/rest";
import { assertError, type Service } from "../service.ts";
import { mia, nora, oddBranch, otto, startForge } from "./forge.ts";

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const at = "/repos/mia/hello/git";
const headOf = async (branch: string): Promise<string> =>
  (await service.call("GET", `${at}/ref/heads/${encodeURIComponent(branch)}`, mia)).body.object.sha;

describe("git objects over the interface", () => {
  it("are what the links of contents lead to", async () => {
    const root = await service.call("GET", "/repos/mia/hello/contents", mia);
    for (const { type, git_url, sha } of root.body) {
      const { body, status } = await service.call("GET", git_url, mia);
      // A submodule's commit is somewhere else.
      if (git_url.includes("/trees/1234567890")) assert.equal(status, 404);
      else assert.equal(body.sha, sha, type);
    }
    const tree = await service.call("GET", `${at}/trees/main?recursive=1`, mia);
    const paths = tree.body.tree.map(({ path, mode, type }: Record<string, string>) => `${mode} ${type} ${path}`);
    assert.ok(paths.includes("040000 tree src") && paths.includes("100644 blob src/hello.py"));
    assert.ok(paths.includes("160000 commit lib") && paths.includes("120000 blob latest"));
    const blob = tree.body.tree.find(({ path }: { path: string }) => path === "data.bin");
    assert.equal((await service.call("GET", blob.url, mia)).body.content, "AAECAwQF/w==\n");
    assert.equal(
      (await service.call("GET", `${at}/commits/${await headOf("main")}`, mia)).body.message,
      "By a stranger",
    );
  });

  it("of another repository are not there", async () => {
    const { sha } = (await service.call("GET", "/repos/mia/secret/contents/README.md", mia)).body;
    assertError(await service.call("GET", `${at}/blobs/${sha}`, mia), 404, "Not Found");
    assert.equal((await service.call("GET", `/repos/mia/secret/git/blobs/${sha}`, mia)).status, 200);
  });
});

describe("refs over the interface", () => {
  const post = (ref: unknown, sha: unknown, options = mia) =>
    service.call("POST", `${at}/refs`, { ...options, body: { ref, sha } });

  it("have names in any script", async () => {
    const made = await post("refs/heads/עברית", await headOf("main"));
    assert.deepEqual([made.status, made.body.ref], [201, "refs/heads/עברית"]);
  });

  it("are made, moved and deleted, with events", async () => {
    const { git } = new Octokit({ baseUrl: service.url, auth: "sandbox_mia" }).rest;
    const one = { owner: "mia", repo: "hello" };
    const main = await headOf("main");
    const made = await git.createRef({ ...one, ref: "refs/heads/new/branch", sha: main });
    assert.equal(made.data.object.sha, main);
    const left = await headOf("left");
    await git.updateRef({ ...one, ref: "heads/new/branch", sha: left });
    assert.equal(await headOf("new/branch"), left);
    await assert.rejects(git.updateRef({ ...one, ref: "heads/new/branch", sha: main }), /not a fast forward/);
    await git.updateRef({ ...one, ref: "heads/new/branch", sha: main, force: true });
    await git.deleteRef({ ...one, ref: "heads/new/branch" });
    await git.createRef({ ...one, ref: "refs/tags/v2", sha: main });
    await git.deleteRef({ ...one, ref: "tags/v2" });
    const events = service.sandbox.state().events.slice(-6);
    assert.deepEqual(
      events.map(({ type, payload }) => [type, payload["ref"]]),
      [
        ["CreateEvent", "new/branch"],
        ["PushEvent", "refs/heads/new/branch"],
        ["PushEvent", "refs/heads/new/branch"],
        ["DeleteEvent", "new/branch"],
        ["CreateEvent", "v2"],
        ["DeleteEvent", "v2"],
      ],
    );
  });

  it("are refused with what makes no sense", async () => {
    const main = await headOf("main");
    for (const ref of [
      "main",
      "refs/heads/",
      "refs/x/y",
      "refs/heads/a b",
      "refs/heads/a..b",
      "refs/heads/x.lock",
      "refs/heads/.x",
      5,
    ])
      assertError(await post(ref, main), 422, /Reference name must start/);
    assertError(await post("refs/heads/main", main), 422, "Reference already exists");
    assertError(await post("refs/heads/x", "f".repeat(40)), 422, "Object does not exist");
    assertError(await post("refs/heads/x", main, otto), 404, "Not Found");
    assert.equal((await post("refs/heads/x", main, nora)).status, 201);
    const remove = (name: string) => service.call("DELETE", `${at}/refs/heads/${encodeURIComponent(name)}`, mia);
    assertError(await remove("main"), 422, "Cannot delete the default branch");
    assertError(await remove("stable"), 422, /Protected branch/);
    assertError(await remove("none"), 422, "Reference does not exist");
    assert.equal((await remove(oddBranch)).status, 204);
    assertError(
      await service.call("GET", `${at}/ref/heads/${encodeURIComponent(oddBranch)}`, mia),
      404,
      "Not Found",
    );
  });
});
