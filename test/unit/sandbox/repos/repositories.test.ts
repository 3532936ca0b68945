import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { assertError, assertInvalid, linksOf, pathOf, type Service } from "../service.ts";
import { base64, forgeSeed, mia, miaPublic, miaReader, nora, otto, startForge } from "./forge.ts";

const all = { token: "sandbox_mia_all" };

let service: Service;
beforeEach(async () => {
  service = await startForge();
});
afterEach(() => service.close());

const namesOf = async (path: string, options = mia): Promise<string[]> => {
  const { status, body, text } = await service.call("GET", path, options);
  assert.equal(status, 200, text);
  return body.map(({ full_name }: { full_name: string }) => full_name);
};

describe("lists of repositories", () => {
  it("hold what the token may see, by kind", async () => {
    assert.deepEqual(await namesOf("/user/repos"), [
      "acme/anvil",
      "acme/rocket",
      "mia/empty",
      "mia/hello",
      "mia/secret",
    ]);
    assert.deepEqual(await namesOf("/user/repos", miaPublic), ["acme/anvil", "mia/empty", "mia/hello"]);
    assert.deepEqual(await namesOf("/user/repos?type=owner"), ["mia/empty", "mia/hello", "mia/secret"]);
    assert.deepEqual(await namesOf("/user/repos?type=private"), ["acme/rocket", "mia/secret"]);
    assert.deepEqual(await namesOf("/user/repos?type=member", nora), ["mia/hello"]);
    assert.deepEqual(await namesOf("/user/repos?affiliation=organization_member"), ["acme/anvil", "acme/rocket"]);
    assert.deepEqual(await namesOf("/users/mia/repos"), ["mia/empty", "mia/hello"]);
    assert.deepEqual(await namesOf("/users/nora/repos?type=all"), ["mia/hello", "nora/hello"]);
    assert.deepEqual(await namesOf("/orgs/acme/repos?type=public"), ["acme/anvil"]);
    assert.deepEqual((await namesOf("/orgs/acme/repos", nora)).toSorted(), ["acme/anvil"]);
    assertError(await service.call("GET", "/users/nobody/repos", mia), 404, "Not Found");
    assertError(await service.call("GET", "/orgs/nobody/repos", mia), 404, "Not Found");
    assertInvalid(await service.call("GET", "/user/repos?type=mine", mia), "Repository", "type", "invalid");
    assertInvalid(await service.call("GET", "/user/repos?sort=size", mia), "Repository", "sort", "invalid");
  });

  it("are sorted and paged as asked", async () => {
    const names = await namesOf("/user/repos?sort=pushed");
    assert.equal(names[0], "mia/empty");
    assert.deepEqual(await namesOf("/user/repos?sort=pushed&direction=asc"), names.toReversed());
    assert.equal((await namesOf("/user/repos?sort=full_name&direction=desc"))[0], "mia/secret");
    const first = await service.call("GET", "/user/repos?per_page=2", mia);
    const links = linksOf(first.headers);
    assert.deepEqual(Object.keys(links), ["next", "last"]);
    const second = await service.call("GET", links["next"] ?? "", mia);
    assert.equal(second.body[0].full_name, "mia/empty");
    assert.equal((await service.call("GET", links["last"] ?? "", mia)).body.length, 1);
  });
});

describe("a repository", () => {
  it("is made with what was asked for, and is listed", async () => {
    const made = await service.call("POST", "/user/repos", {
      ...mia,
      body: {
        name: "new one",
        description: "About",
        homepage: "https://example.com",
        private: "true",
        has_wiki: false,
      },
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get("location"), `${service.url}/repos/mia/new-one`);
    const { name, description, homepage, has_wiki, has_issues, size, pushed_at, visibility } = made.body;
    assert.deepEqual(
      { name, description, homepage, has_wiki, has_issues, size, visibility },
      {
        name: "new-one",
        description: "About",
        homepage: "https://example.com",
        has_wiki: false,
        has_issues: true,
        size: 0,
        visibility: "private",
      },
    );
    assert.equal(pushed_at, "2026-01-01T00:00:00Z");
    assert.ok((await namesOf("/user/repos")).includes("mia/new-one"));
    assert.equal((await service.call("GET", `/repositories/${made.body.id}`, mia)).body.full_name, "mia/new-one");
    assertError(await service.call("GET", `/repositories/${made.body.id}`), 404, "Not Found");
    assertError(await service.call("GET", "/repositories/999999", mia), 404, "Not Found");
  });

  it("begins with a commit when asked, with the template and licence", async () => {
    const body = { name: "begun", auto_init: true, gitignore_template: "node", license_template: "mit" };
    assert.equal((await service.call("POST", "/user/repos", { ...mia, body })).body.default_branch, "main");
    const root = await service.call("GET", "/repos/mia/begun/contents", mia);
    assert.deepEqual(
      root.body.map((entry: { name: string }) => entry.name),
      [".gitignore", "LICENSE", "README.md"],
    );
    const commits = await service.call("GET", "/repos/mia/begun/commits", mia);
    assert.equal(commits.body[0].commit.message, "Initial commit");
    const ignored = { name: "bare", gitignore_template: "Node" };
    await service.call("POST", "/user/repos", { ...mia, body: ignored });
    assertError(await service.call("GET", "/repos/mia/bare/commits", mia), 409, "Git Repository is empty.");
    const unknown = { name: "c", auto_init: true, gitignore_template: "Cobol" };
    assertInvalid(
      await service.call("POST", "/user/repos", { ...mia, body: unknown }),
      "Repository",
      "gitignore_template",
      "invalid",
    );
  });

  it("is refused with a name that is taken, missing or none", async () => {
    const answer = await service.call("POST", "/user/repos", { ...mia, body: { name: "HELLO" } });
    assertError(answer, 422, "Repository creation failed.");
    assert.deepEqual(answer.body.errors, [
      { resource: "Repository", code: "custom", field: "name", message: "name already exists on this account" },
    ]);
    for (const name of ["", undefined, "..", ".", "x.git", "x".repeat(101), 5]) {
      const refused = await service.call("POST", "/user/repos", { ...mia, body: { name } });
      assertError(refused, 422, "Repository creation failed.");
      assert.equal(refused.body.errors[0].field, "name");
    }
  });

  it("gets a name without what names may not have", async () => {
    for (const [name, made] of [
      ["a/b", "a-b"],
      ["../x", "..-x"],
      ["a%2Fb", "a-2Fb"],
      ["grüße 🎉", "gr-e-"],
    ] as const) {
      const answer = await service.call("POST", "/user/repos", { ...mia, body: { name } });
      assert.equal(answer.body?.name, made, answer.text);
      assert.equal((await service.call("GET", pathOf(answer.body.url), mia)).status, 200);
    }
  });

  it("of an organization is made by members, for a team", async () => {
    const { id } = (await service.call("GET", "/orgs/acme/teams", mia)).body[0];
    const body = { name: "drill", team_id: id };
    const made = await service.call("POST", "/orgs/acme/repos", { ...mia, body });
    assert.equal(made.body.owner.type, "Organization");
    const teams = await service.call("GET", "/repos/acme/drill/teams", otto);
    assert.equal(teams.body[0].slug, "core-team");
    assert.equal((await service.call("POST", "/orgs/acme/repos", { ...nora, body })).status, 403);
    const wrong = { name: "other", team_id: 1 };
    assertInvalid(
      await service.call("POST", "/orgs/acme/repos", { ...mia, body: wrong }),
      "Repository",
      "team_id",
      "invalid",
    );
    assert.equal((await service.call("GET", "/repos/acme/other", mia)).status, 404);
  });

  it("that is private is not there for who may not see it", async () => {
    for (const options of [{}, miaPublic, miaReader, nora]) {
      assertError(await service.call("GET", "/repos/mia/secret", options), 404, "Not Found");
      assertError(await service.call("GET", "/repos/mia/secret/contents/README.md", options), 404, "Not Found");
    }
    const { headers } = await service.call("GET", "/repos/mia/secret", miaPublic);
    assert.equal(headers.get("x-oauth-scopes"), "public_repo");
    assert.equal(headers.get("x-accepted-oauth-scopes"), "repo");
    assert.equal((await service.call("GET", "/repos/mia/secret", mia)).body.permissions.admin, true);
    const raw = (await service.call("GET", "/repos/mia/secret/contents/README.md", mia)).body.download_url;
    assert.equal(await (await fetch(raw)).text(), "hidden\n");
    assert.equal((await fetch(raw.replace(/[?].*/, ""))).status, 404);
  });

  it("that has a new name is found under the old one: 301 for reading, 307 for writing", async () => {
    const moved = await service.call("GET", "/repos/mia/hallo/contents/src?ref=main", mia);
    assert.equal(moved.status, 301);
    const { id } = (await service.call("GET", "/repos/mia/hello", mia)).body;
    assert.equal(moved.headers.get("location"), `${service.url}/repositories/${id}/contents/src?ref=main`);
    assert.equal(moved.body.message, "Moved Permanently");
    assert.equal((await service.call("GET", pathOf(moved.body.url), mia)).body.length, 3);
    assert.equal((await service.call("PATCH", "/repos/mia/hallo", { ...mia, body: {} })).status, 307);

    const starring = await service.call("GET", "/user/starred/mia/hallo", otto);
    assert.equal(starring.headers.get("location"), `${service.url}/user/starred/mia/hello`);

    const renamed = await service.call("PATCH", "/repos/mia/secret", { ...mia, body: { name: "hidden" } });
    assert.equal(renamed.body.full_name, "mia/hidden");
    assert.equal((await service.call("GET", "/repos/mia/secret", mia)).status, 301);
    assertError(await service.call("GET", "/repos/mia/secret", nora), 404, "Not Found");
    await service.call("POST", "/user/repos", { ...mia, body: { name: "secret" } });
    assert.equal((await service.call("GET", "/repos/mia/secret", mia)).body.size, 0);
  });

  it("is changed by its admins only", async () => {
    const body = { description: "New", has_issues: false, default_branch: "left" };
    const { body: changed } = await service.call("PATCH", "/repos/mia/hello", { ...mia, body });
    assert.deepEqual([changed.description, changed.has_issues, changed.default_branch], ["New", false, "left"]);
    assertError(await service.call("PATCH", "/repos/mia/hello", { ...nora, body }), 403, /admin rights/);
    assertError(await service.call("PATCH", "/repos/mia/hello", { ...miaReader, body }), 404, "Not Found");
    assertError(await service.call("PATCH", "/repos/mia/hello", { body }), 401, "Requires authentication");
    for (const [field, value] of [
      ["default_branch", "none"],
      ["private", "maybe"],
      ["description", 5],
    ] as const) {
      const answer = await service.call("PATCH", "/repos/mia/hello", { ...mia, body: { [field]: value } });
      assertInvalid(answer, "Repository", field, "invalid");
    }
    const taken = await service.call("PATCH", "/repos/mia/hello", { ...mia, body: { name: "secret" } });
    assertInvalid(taken, "Repository", "name", "custom");
  });

  it("that is archived can be read and opened again, and nothing else", async () => {
    await service.call("PATCH", "/repos/mia/hello", { ...mia, body: { archived: true } });
    const file = { message: "x", content: base64("x") };
    assertError(await service.call("PUT", "/repos/mia/hello/contents/x", { ...mia, body: file }), 403, /archived/);
    assertError(await service.call("PATCH", "/repos/mia/hello", { ...mia, body: { name: "x" } }), 403, /archived/);
    assert.equal((await service.call("GET", "/repos/mia/hello", mia)).body.archived, true);
    const opened = await service.call("PATCH", "/repos/mia/hello", { ...mia, body: { archived: false } });
    assert.equal(opened.body.archived, false);
  });

  it("is deleted with the scope for it; its forks remain, and unused objects are removed", async () => {
    const refused = await service.call("DELETE", "/repos/mia/hello", mia);
    assertError(refused, 403, /admin rights/);
    assert.equal(refused.headers.get("x-accepted-oauth-scopes"), "delete_repo");
    assertError(await service.call("DELETE", "/repos/mia/hello", otto), 403, /admin rights/);
    const before = Object.keys(service.sandbox.state().git.commits).length;
    assert.equal((await service.call("DELETE", "/repos/mia/hello", all)).status, 204);
    assertError(await service.call("GET", "/repos/mia/hello", mia), 404, "Not Found");
    assert.equal((await service.call("GET", "/repos/nora/hello", mia)).body.fork, false);
    assert.equal((await service.call("GET", "/repos/nora/hello/commits", mia)).body.length, 4);
    assert.equal((await service.call("DELETE", "/repos/mia/secret", all)).status, 204);
    assert.equal(Object.keys(service.sandbox.state().git.commits).length, before - 1);
  });
});

describe("a fork", () => {
  it("is there at once, and has its contents after a moment", async () => {
    const made = await service.call("POST", "/repos/mia/hello/forks", otto);
    assert.equal(made.status, 202);
    assert.deepEqual(
      [made.body.full_name, made.body.fork, made.body.parent.full_name, made.body.source.full_name],
      ["otto/hello", true, "mia/hello", "mia/hello"],
    );
    assertError(await service.call("GET", "/repos/otto/hello/commits", otto), 409, "Git Repository is empty.");
    assert.deepEqual((await service.call("GET", "/repos/otto/hello/branches", otto)).body, []);
    service.clock.advance(2000);
    assert.equal((await service.call("GET", "/repos/otto/hello/branches", otto)).body.length, 6);
    assert.equal((await service.call("POST", "/repos/mia/hello/forks", otto)).body.id, made.body.id);
    assert.equal((await service.call("GET", "/repos/mia/hello", otto)).body.forks_count, 2);
  });

  it("goes to an organization whose member asks, not back to its owner, and not from nothing", async () => {
    const there = { ...otto, body: { organization: "acme" } };
    assert.equal((await service.call("POST", "/repos/mia/hello/forks", there)).body.full_name, "acme/hello");
    assertError(
      await service.call("POST", "/repos/otto/tools/forks", { ...nora, body: { organization: "acme" } }),
      403,
      /member/,
    );
    assertInvalid(
      await service.call("POST", "/repos/otto/tools/forks", { ...mia, body: { organization: "x" } }),
      "Fork",
      "organization",
      "invalid",
    );
    assertError(await service.call("POST", "/repos/mia/hello/forks", mia), 403, /cannot be forked/);
    assertError(await service.call("POST", "/repos/mia/empty/forks", otto), 403, /no Git content/);
    assertError(await service.call("POST", "/repos/mia/secret/forks", otto), 404, "Not Found");
  });

  it("gets another name where its own is taken", async () => {
    await service.call("POST", "/user/repos", { ...otto, body: { name: "hello" } });
    assert.equal((await service.call("POST", "/repos/mia/hello/forks", otto)).body.name, "hello-1");
  });

  it("is listed by age and by stars", async () => {
    await service.call("POST", "/repos/mia/hello/forks", otto);
    await service.call("PUT", "/user/starred/nora/hello", mia);
    const newest = ["otto/hello", "nora/hello"];
    assert.deepEqual(await namesOf("/repos/mia/hello/forks"), newest);
    assert.deepEqual(await namesOf("/repos/mia/hello/forks?sort=oldest"), newest.toReversed());
    assert.deepEqual(await namesOf("/repos/mia/hello/forks?sort=watchers"), newest.toReversed());
    assert.equal((await service.call("GET", "/repos/mia/hello/forks?sort=size", mia)).status, 422);
  });
});

describe("a sandbox with older state", () => {
  it("loads state of version 1, with the seed's repositories when their people are there", async () => {
    const { createSandbox } = await import("../../../../src/sandbox/createSandbox.ts");
    const { organizations: _, git: __, ...state } = service.sandbox.state();
    const first = { ...state, version: 1 as const, repositories: [{ any: "thing" }], events: [] };
    const plain = createSandbox({ state: first, clock: service.clock });
    assert.deepEqual(plain.state().repositories, []);
    assert.equal(plain.state().version, 2);
    const seeded = createSandbox({ state: first, seed: forgeSeed, clock: service.clock });
    assert.equal(seeded.state().repositories.length, forgeSeed.repositories?.length);
    const others = { ...first, users: [], tokens: [], gists: [] };
    assert.deepEqual(
      createSandbox({ state: others, seed: forgeSeed, clock: service.clock }).state().repositories,
      [],
    );
  });
});
