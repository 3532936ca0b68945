import assert from "node:assert/strict";
import { it } from "node:test";
import type { Client } from "../../src/client/client.ts";
import { operationIds, operationOf } from "../../src/client/operations/table.ts";
import { newerCalls } from "../support/newerCalls.ts";
import type { Service } from "../unit/sandbox/service.ts";
import { base64, forgeSeed, oddBranch, oddFile } from "../unit/sandbox/repos/forge.ts";
import { type Case, checkAnswers, get, op, unchanged } from "./answers.ts";
import { deployingCases } from "./deployingCases.ts";
import { peopleCases } from "./peopleCases.ts";

const hello = { user: "mia", repo: "hello" };
const none = { user: "mia", repo: "none" };
const empty = { user: "mia", repo: "empty" };
const secret = { user: "mia", repo: "secret" };
const rocket = { user: "acme", repo: "rocket" };

/** Every body that the service refuses with is of both kinds that the description offers as alternatives. */
const bothKinds = ["PUT /repos/{owner}/{repo}/contents/{path} 409 must match exactly one schema in oneOf"];
/** The service explains itself where the description names no body. */
const explained = ["there is a body where none is described"];

const file = { path: "new/ä #.md", message: "Add", content: base64("# New\n") };

/** A read of statistics for the second time, when they are computed. */
const computed =
  (call: (client: Client) => Promise<unknown>) =>
  async (client: Client, service: Service): Promise<unknown> => {
    await call(client);
    service.clock.advance(1000);
    return call(client);
  };

const shaOf = async (client: Client, path: string): Promise<string> => {
  const content = await client.call("repos.getContent", { ...hello, path });
  return "sha" in content ? String(content.sha) : assert.fail("no file");
};

const repositories: readonly Case[] = [
  { title: "repos.getAll", status: 200, call: op("repos.getAll", { sort: "pushed", direction: "desc" }) },
  { title: "repos.getAll when nothing changed", status: 304, call: unchanged("repos.getAll", {}) },
  { title: "repos.getAll without an account", as: null, status: 401, call: op("repos.getAll", {}) },
  { title: "repos.getAll with two filters", status: 422, call: get("/user/repos?type=owner&visibility=public") },
  { title: "repos.getFromUser", status: 200, call: op("repos.getFromUser", { user: "mia", type: "all" }) },
  { title: "repos.getFromOrg", status: 200, call: op("repos.getFromOrg", { org: "acme" }) },
  { title: "repos.create", status: 201, call: op("repos.create", { name: "made", auto_init: true }) },
  { title: "repos.create of a taken name", status: 422, call: op("repos.create", { name: "hello" }) },
  { title: "repos.create without an account", as: null, status: 401, call: op("repos.create", { name: "x" }) },
  {
    title: "repos.create without scope",
    as: "sandbox_mia_reader",
    status: 404,
    call: op("repos.create", { name: "x" }),
  },
  { title: "repos.createFromOrg", status: 201, call: op("repos.createFromOrg", { org: "acme", name: "made" }) },
  {
    title: "repos.createFromOrg by a stranger",
    as: "sandbox_nora",
    status: 403,
    call: op("repos.createFromOrg", { org: "acme", name: "made" }),
  },
  {
    title: "repos.createFromOrg of a taken name",
    status: 422,
    call: op("repos.createFromOrg", { org: "acme", name: "anvil" }),
  },
  { title: "repos.get", status: 200, call: op("repos.get", hello) },
  { title: "repos.get of a fork", status: 200, call: op("repos.get", { user: "nora", repo: "hello" }) },
  { title: "repos.get of an organization's", status: 200, call: op("repos.get", rocket) },
  { title: "repos.get of none", status: 404, call: op("repos.get", none) },
  { title: "repos.get of a private one", as: "sandbox_mia_public", status: 404, call: op("repos.get", secret) },
  {
    title: "repos.update",
    status: 200,
    call: op("repos.update", { ...hello, name: "hello", description: "New" }),
  },
  { title: "repos.update to a taken name", status: 422, call: op("repos.update", { ...hello, name: "secret" }) },
  { title: "repos.update of none", status: 404, call: op("repos.update", { ...none, name: "x" }) },
  {
    title: "repos.update without rights",
    as: "sandbox_nora",
    status: 403,
    call: op("repos.update", { ...hello, name: "x" }),
  },
  { title: "repos.delete", as: "sandbox_mia_all", status: 204, call: op("repos.delete", hello) },
  { title: "repos.delete without scope", status: 403, call: op("repos.delete", hello) },
  { title: "repos.delete of none", as: "sandbox_mia_all", status: 404, call: op("repos.delete", none) },
  { title: "repos.getContributors", status: 200, call: op("repos.getContributors", { ...hello, anon: true }) },
  { title: "repos.getContributors of an empty one", status: 204, call: op("repos.getContributors", empty) },
  { title: "repos.getLanguages", status: 200, call: op("repos.getLanguages", hello) },
  { title: "repos.getTeams", status: 200, call: op("repos.getTeams", rocket) },
  { title: "repos.getForks", status: 200, call: op("repos.getForks", { ...hello, sort: "watchers" }) },
  { title: "repos.fork", as: "sandbox_otto_repo", status: 202, call: op("repos.fork", hello) },
  {
    title: "repos.fork to an organization",
    status: 202,
    call: op("repos.fork", { user: "otto", repo: "tools", organization: "acme" }),
  },
  {
    title: "repos.fork to a strange organization",
    status: 422,
    call: op("repos.fork", { user: "otto", repo: "tools", organization: "x" }),
  },
  { title: "repos.fork of an empty one", as: "sandbox_otto_repo", status: 403, call: op("repos.fork", empty) },
  { title: "repos.fork of none", status: 404, call: op("repos.fork", none) },
];

const contents: readonly Case[] = [
  { title: "repos.getReadme", status: 200, call: op("repos.getReadme", hello) },
  { title: "repos.getReadme when nothing changed", status: 304, call: unchanged("repos.getReadme", hello) },
  { title: "repos.getReadme of an empty one", status: 404, call: op("repos.getReadme", empty) },
  {
    title: "repos.getContent",
    status: 200,
    call: op("repos.getContent", { ...hello, path: oddFile, ref: oddBranch }),
  },
  { title: "repos.getContent of a folder", status: 200, call: op("repos.getContent", { ...hello, path: "src" }) },
  {
    title: "repos.getContent of a link",
    status: 200,
    call: op("repos.getContent", { ...hello, path: "outside" }),
  },
  {
    title: "repos.getContent of a submodule",
    status: 200,
    call: op("repos.getContent", { ...hello, path: "lib" }),
  },
  { title: "repos.getContent of none", status: 404, call: op("repos.getContent", { ...hello, path: "none" }) },
  {
    title: "repos.createContent",
    status: 201,
    call: op("repos.createContent", { ...hello, ...file, ref: "main" }),
  },
  {
    title: "repos.createFile",
    status: 201,
    call: op("repos.createFile", { ...hello, ...file, author: { name: "A", email: "a@b.c" } }),
  },
  { title: "repos.createFile in an empty one", status: 201, call: op("repos.createFile", { ...empty, ...file }) },
  {
    title: "repos.createFile without its sha",
    status: 422,
    call: op("repos.createFile", { ...hello, ...file, path: "README.md" }),
  },
  {
    title: "repos.createFile on no branch",
    status: 404,
    call: op("repos.createFile", { ...hello, ...file, branch: "none" }),
  },
  {
    title: "repos.createFile on a protected branch",
    status: 409,
    call: op("repos.createFile", { ...hello, ...file, branch: "stable" }),
    deviations: bothKinds,
  },
  {
    title: "repos.updateFile",
    status: 200,
    call: async (client) =>
      client.call("repos.updateFile", {
        ...hello,
        ...file,
        path: "README.md",
        sha: await shaOf(client, "README.md"),
      }),
  },
  {
    title: "repos.updateFile of a stale sha",
    status: 409,
    call: op("repos.updateFile", { ...hello, ...file, path: "README.md", sha: "0".repeat(40) }),
    deviations: bothKinds,
  },
  {
    title: "repos.deleteFile",
    status: 200,
    call: async (client) =>
      client.call("repos.deleteFile", {
        ...hello,
        message: "Go",
        path: "README.md",
        sha: await shaOf(client, "README.md"),
      }),
  },
  {
    title: "repos.deleteFile of none",
    status: 404,
    call: op("repos.deleteFile", { ...hello, message: "Go", path: "x", sha: "0".repeat(40) }),
  },
  {
    title: "repos.deleteFile of a stale sha",
    status: 409,
    call: op("repos.deleteFile", { ...hello, message: "Go", path: "README.md", sha: "0".repeat(40) }),
  },
  {
    title: "repos.getArchiveLink",
    status: 302,
    call: op("repos.getArchiveLink", { ...hello, archive_format: "tarball", ref: "heads/main" }),
  },
];

const history: readonly Case[] = [
  { title: "repos.merge", status: 201, call: op("repos.merge", { ...hello, base: "left", head: "right" }) },
  {
    title: "repos.merge of what is there",
    status: 204,
    call: op("repos.merge", { ...hello, base: "left", head: "main" }),
  },
  {
    title: "repos.merge of a conflict",
    status: 409,
    call: op("repos.merge", { ...hello, base: "left", head: "clash" }),
    deviations: explained,
  },
  {
    title: "repos.merge of nothing",
    status: 404,
    call: op("repos.merge", { ...hello, base: "left", head: "none" }),
    deviations: explained,
  },
  {
    title: "repos.merge without rights",
    as: "sandbox_otto_repo",
    status: 403,
    call: op("repos.merge", { ...hello, base: "left", head: "right" }),
  },
  { title: "repos.getTags", status: 200, call: op("repos.getTags", hello) },
  { title: "repos.getBranches", status: 200, call: op("repos.getBranches", hello) },
  { title: "repos.getBranch", status: 200, call: op("repos.getBranch", { ...hello, branch: oddBranch }) },
  { title: "repos.getBranch of none", status: 404, call: op("repos.getBranch", { ...hello, branch: "none" }) },
  { title: "repos.getCommits", status: 200, call: op("repos.getCommits", { ...hello, author: "nora" }) },
  { title: "repos.getCommits of an empty one", status: 409, call: op("repos.getCommits", empty) },
  { title: "repos.getCommits of no branch", status: 404, call: op("repos.getCommits", { ...hello, sha: "none" }) },
  { title: "repos.getCommit", status: 200, call: op("repos.getCommit", { ...hello, sha: oddBranch }) },
  {
    title: "repos.getCommit of none",
    status: 422,
    call: op("repos.getCommit", { ...hello, sha: "f".repeat(40) }),
  },
  {
    title: "repos.getCommit of an empty one",
    status: 409,
    call: op("repos.getCommit", { ...empty, sha: "main" }),
  },
  {
    title: "repos.compareCommits",
    status: 200,
    call: op("repos.compareCommits", { ...hello, base: "left", head: "right" }),
  },
  {
    title: "repos.compareCommits with a fork",
    status: 200,
    call: op("repos.compareCommits", { ...hello, base: "main", head: "nora:main" }),
  },
  {
    title: "repos.compareCommits of none",
    status: 404,
    call: op("repos.compareCommits", { ...hello, base: "left", head: "none" }),
  },
  { title: "a tree", status: 200, call: get("/repos/mia/hello/git/trees/main?recursive=1") },
  { title: "a ref", status: 200, call: get("/repos/mia/hello/git/ref/heads%2Fleft") },
  {
    title: "a blob",
    status: 200,
    call: async (client) => client.get(`/repos/mia/hello/git/blobs/${await shaOf(client, "README.md")}`),
  },
  {
    title: "a commit as git has it",
    status: 200,
    call: async (client) => {
      const { sha } = await client.call("repos.getCommit", { ...hello, sha: "main" });
      return client.get(`/repos/mia/hello/git/commits/${sha}`);
    },
  },
  { title: "repos.getAllCommitComments", status: 200, call: op("repos.getAllCommitComments", hello) },
  {
    title: "repos.getCommitComments",
    status: 200,
    call: op("repos.getCommitComments", { ...hello, sha: "v1.0" }),
  },
  {
    title: "repos.createCommitComment",
    status: 201,
    call: op("repos.createCommitComment", {
      ...hello,
      sha: "main",
      commit_id: "main",
      body: "x",
      path: "src/lines.txt",
      line: 20,
    }),
  },
  {
    title: "repos.createCommitComment without a text",
    status: 422,
    call: op("repos.createCommitComment", { ...hello, sha: "main", commit_id: "main", body: " " }),
  },
  ...(["getCommitComment", "updateCommitComment", "deleteCommitComment"] as const).map((name): Case => ({
    title: `repos.${name}`,
    as: "sandbox_otto_repo",
    status: name === "deleteCommitComment" ? 204 : 200,
    call: async (client) => {
      const [first] = await client.call("repos.getAllCommitComments", hello);
      const one = { ...hello, id: String(first?.id) };
      return name === "updateCommitComment"
        ? client.call("repos.updateCommitComment", { ...one, body: "y" })
        : client.call(`repos.${name}`, one);
    },
  })),
  {
    title: "repos.getCommitComment of none",
    status: 404,
    call: op("repos.getCommitComment", { ...hello, id: "1" }),
  },
];

const late = ["getStatsContributors", "getStatsCommitActivity", "getStatsCodeFrequency"] as const;
const statistics: readonly Case[] = [
  ...late.flatMap((name): Case[] => [
    { title: `repos.${name}`, status: 200, call: computed((client) => client.call(`repos.${name}`, hello)) },
    { title: `repos.${name} for the first time`, status: 202, call: op(`repos.${name}`, hello) },
    { title: `repos.${name} of an empty one`, status: 204, call: op(`repos.${name}`, empty) },
  ]),
  { title: "repos.getStatsParticipation", status: 200, call: op("repos.getStatsParticipation", hello) },
  { title: "repos.getStatsPunchCard", status: 200, call: op("repos.getStatsPunchCard", hello) },
  { title: "repos.getStatsPunchCard of an empty one", status: 204, call: op("repos.getStatsPunchCard", empty) },
  { title: "an organization", status: 200, call: get("/orgs/acme") },
  { title: "an organization as a user", status: 200, call: get("/users/acme") },
  { title: "an organization's teams", status: 200, call: get("/orgs/acme/teams") },
  { title: "the caller's organizations", status: 200, call: get("/user/orgs") },
  { title: "a user's organizations", status: 200, call: get("/users/mia/orgs") },
];

const newer = newerCalls
  .filter(({ operation }) => operation.startsWith("repos."))
  .map(({ operation, status, given }): Case => ({
    title: operation,
    status,
    call: op(operation, given(hello) as never),
  }));

const cases = [
  ...repositories,
  ...contents,
  ...history,
  ...peopleCases,
  ...statistics,
  ...deployingCases,
  ...newer,
];

checkAnswers("the sandbox's repositories", forgeSeed, cases, [
  ["repos.getAll", {}],
  ["repos.get", hello],
  ["repos.create", { name: "x" }],
  ["repos.getContributors", hello],
  ["repos.getStarred", {}],
]);

it("every operation of repositories that today's service has is asked for", () => {
  const wanted = operationIds.filter((id) => id.startsWith("repos.") && id !== "repos.one");
  const asked = cases.map(({ title }) => title.split(" ")[0] ?? "");
  assert.deepEqual(
    wanted.filter((id) => !asked.includes(id) && operationOf(id).today?.removed !== true),
    [],
    "these have no case; those newer than the interface have a row in test/support/newerCalls.ts",
  );
});
