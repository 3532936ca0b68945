import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { commands } from "vscode";
import { operationIds } from "../../src/client/operations/table.ts";
import type { OperationId } from "../../src/client/operations/table.ts";
import { operationCommands } from "../../src/ids.ts";
import { newerCalls } from "../support/newerCalls.ts";
import { answering } from "./support/answers.ts";
import { type Given, operationsSeed, password, runByForm, shownAnswer } from "./support/operationTools.ts";
import { ids, tokens } from "./support/seeds.ts";
import { closeEditors, Session } from "./support/session.ts";
import { describeInNewer } from "./support/versions.ts";

/** What the operations before answered. */
type Before = (operation: OperationId) => ReturnType<typeof JSON.parse>;
type Step = readonly [
  operation: OperationId,
  status: number | readonly number[],
  given: (before: Before) => Given,
];

const tools = { user: "mia", repo: "tools" };
const lib = { user: "otto", repo: "lib" };
const walked = { user: "mia", repo: "walked" };
const mia = { user: "mia" };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const publicKey = (): string => {
  const sized = (bytes: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  return `ssh-ed25519 ${Buffer.concat([sized(Buffer.from("ssh-ed25519")), sized(randomBytes(32))]).toString("base64")}`;
};

/** Every operation, with what it is asked and what it answers. */
const steps: readonly Step[] = [
  ["misc.emojis", 200, () => ({})],
  ["misc.meta", 200, () => ({})],
  ["misc.rateLimit", 200, () => ({})],
  ["authorization.getAll", 200, () => ({ per_page: 10 })],
  ["authorization.create", 201, () => ({ scopes: ["gist"], note: "made on the walk" })],
  ["authorization.get", 200, (before) => ({ id: before("authorization.create").id })],
  ["authorization.update", 200, (before) => ({ id: before("authorization.create").id, add_scopes: ["repo"] })],
  ["authorization.delete", 204, (before) => ({ id: before("authorization.create").id })],
  [
    "gists.create",
    201,
    () => ({ description: "Walk", public: true, files: { "walk.md": { content: "# Walk\n" } } }),
  ],
  ["gists.getAll", 200, () => ({ per_page: 5, page: 1, since: "2015-04-19T10:00:00Z" })],
  ["gists.getFromUser", 200, () => mia],
  ["gists.edit", 200, (before) => ({ id: before("gists.create").id, description: "Walked" })],
  ["gists.public", 200, () => ({})],
  ["gists.starred", 200, () => ({})],
  ["gists.get", 200, (before) => ({ id: before("gists.create").id })],
  ["gists.star", 204, () => ({ id: ids.foreign })],
  ["gists.checkStar", 204, () => ({ id: ids.foreign })],
  ["gists.deleteStar", 204, () => ({ id: ids.foreign })],
  ["gists.fork", 201, () => ({ id: ids.foreign })],
  ["gists.createComment", 201, () => ({ gist_id: ids.hello, body: "Nice." })],
  ["gists.getComments", 200, () => ({ gist_id: ids.hello })],
  ["gists.getComment", 200, (before) => ({ gist_id: ids.hello, id: before("gists.createComment").id })],
  [
    "gists.editComment",
    200,
    (before) => ({ gist_id: ids.hello, id: before("gists.createComment").id, body: "Very nice." }),
  ],
  ["gists.deleteComment", 204, (before) => ({ gist_id: ids.hello, id: before("gists.createComment").id })],
  ["gists.delete", 204, (before) => ({ id: before("gists.fork").id })],
  ["repos.create", 201, () => ({ name: "walked", description: "On the walk", auto_init: true, private: false })],
  ["repos.createFromOrg", 201, () => ({ org: "acme", name: "shared", auto_init: true })],
  ["repos.getAll", 200, () => ({ type: "owner", sort: "full_name", direction: "asc" })],
  ["repos.getFromUser", 200, () => ({ ...mia, type: "owner" })],
  ["repos.getFromOrg", 200, () => ({ org: "acme", type: "all" })],
  ["repos.get", 200, () => tools],
  ["repos.one", 200, (before) => ({ id: before("repos.get").id })],
  ["repos.update", 200, () => ({ ...walked, name: "walked", description: "Walked" })],
  ["repos.getContributors", 200, () => ({ ...tools, anon: true })],
  ["repos.getLanguages", 200, () => tools],
  ["repos.getTeams", 200, () => ({ user: "acme", repo: "shared" })],
  ["repos.getTags", 200, () => tools],
  ["repos.getBranches", 200, () => tools],
  ["repos.getBranch", 200, () => ({ ...tools, branch: "main" })],
  ["repos.addCollaborator", [201, 204], () => ({ ...tools, collabuser: "otto" })],
  ["repos.getCollaborators", 200, () => tools],
  ["repos.getCollaborator", 204, () => ({ ...tools, collabuser: "otto" })],
  ["repos.removeCollaborator", 204, () => ({ ...tools, collabuser: "otto" })],
  ["repos.getCommits", 200, () => ({ ...tools, sha: "main", author: "mia", until: "2036-01-01" })],
  ["repos.getCommit", 200, () => ({ ...tools, sha: "main" })],
  ["repos.compareCommits", 200, () => ({ ...tools, base: "main", head: "feature/x#1" })],
  [
    "repos.createCommitComment",
    201,
    (before) => {
      const { sha } = before("repos.getCommit");
      return { ...tools, sha, commit_id: sha, body: "Seen on the walk." };
    },
  ],
  ["repos.getAllCommitComments", 200, () => tools],
  ["repos.getCommitComments", 200, (before) => ({ ...tools, sha: before("repos.getCommit").sha })],
  ["repos.getCommitComment", 200, (before) => ({ ...tools, id: before("repos.createCommitComment").id })],
  [
    "repos.updateCommitComment",
    200,
    (before) => ({ ...tools, id: before("repos.createCommitComment").id, body: "Seen again." }),
  ],
  ["repos.deleteCommitComment", 204, (before) => ({ ...tools, id: before("repos.createCommitComment").id })],
  ["repos.merge", 201, () => ({ ...tools, base: "main", head: "feature/x#1", commit_message: "Walk" })],
  ["repos.getReadme", 200, () => tools],
  ["repos.getContent", 200, () => ({ ...tools, path: "README.md", ref: "main" })],
  [
    "repos.createContent",
    201,
    () => ({ ...tools, path: "docs/first walk.md", content: base64("1\n"), message: "As the first interface" }),
  ],
  [
    "repos.createFile",
    201,
    () => ({
      ...tools,
      path: "docs/walk.md",
      message: "Make",
      content: base64("# Walk\n"),
      author: { name: "Mia", email: "mia@example.org" },
    }),
  ],
  [
    "repos.updateFile",
    200,
    (before) => ({
      ...tools,
      path: "docs/walk.md",
      message: "Change",
      content: base64("# Walked\n"),
      sha: before("repos.createFile").content.sha,
    }),
  ],
  [
    "repos.deleteFile",
    200,
    (before) => ({
      ...tools,
      path: "docs/walk.md",
      message: "Delete",
      sha: before("repos.updateFile").content.sha,
    }),
  ],
  ["repos.getArchiveLink", 302, () => ({ ...tools, archive_format: "tarball", ref: "heads/main" })],
  ["repos.getDownloads", 200, () => tools],
  ["repos.getDownload", 200, (before) => ({ ...tools, id: before("repos.getDownloads")[0].id })],
  ["repos.deleteDownload", 204, (before) => ({ ...tools, id: before("repos.getDownloads")[0].id })],
  ["repos.fork", 202, () => lib],
  ["repos.getForks", 200, () => ({ ...lib, sort: "newest" })],
  ["repos.createKey", 201, () => ({ ...tools, title: "Walk", key: publicKey(), read_only: true })],
  ["repos.getKeys", 200, () => tools],
  ["repos.getKey", 200, (before) => ({ ...tools, id: before("repos.createKey").id })],
  [
    "repos.updateKey",
    200,
    (before) => ({ ...tools, id: before("repos.createKey").id, title: "Walked", key: publicKey() }),
  ],
  ["repos.deleteKey", 204, (before) => ({ ...tools, id: before("repos.updateKey").id })],
  ["repos.star", 204, () => lib],
  ["repos.getStarring", 204, () => lib],
  ["repos.getStargazers", 200, () => lib],
  ["repos.getStarred", 200, () => ({})],
  ["repos.getStarredFromUser", 200, () => mia],
  ["repos.unStar", 204, () => lib],
  ["repos.watch", [200, 204], () => lib],
  ["repos.getWatching", [200, 204], () => lib],
  ["repos.getWatchers", 200, () => lib],
  ["repos.getWatched", 200, () => ({})],
  ["repos.getWatchedFromUser", 200, () => mia],
  ["repos.unWatch", 204, () => lib],
  [
    "repos.createHook",
    201,
    () => ({
      ...tools,
      name: "web",
      config: { url: "http://127.0.0.1:9/walk", content_type: "json", secret: "of the hook" },
      events: ["push"],
      active: true,
    }),
  ],
  ["repos.getHooks", 200, () => tools],
  ["repos.getHook", 200, (before) => ({ ...tools, id: before("repos.createHook").id })],
  [
    "repos.updateHook",
    200,
    (before) => ({
      ...tools,
      id: before("repos.createHook").id,
      name: "web",
      config: { url: "http://127.0.0.1:9/walked", content_type: "json" },
      add_events: ["fork"],
    }),
  ],
  ["repos.testHook", 204, (before) => ({ ...tools, id: before("repos.createHook").id })],
  ["repos.deleteHook", 204, (before) => ({ ...tools, id: before("repos.createHook").id })],
  ["repos.getStatsContributors", [200, 202], () => tools],
  ["repos.getStatsCommitActivity", [200, 202], () => tools],
  ["repos.getStatsCodeFrequency", [200, 202], () => tools],
  ["repos.getStatsParticipation", [200, 202], () => tools],
  ["repos.getStatsPunchCard", [200, 202], () => tools],
  [
    "repos.createDeployment",
    201,
    () => ({ ...tools, ref: "main", required_contexts: [], environment: "walk", auto_merge: false }),
  ],
  ["repos.getDeployments", 200, () => ({ ...tools, environment: "walk" })],
  [
    "repos.createDeploymentStatus",
    201,
    (before) => ({ ...tools, id: before("repos.createDeployment").id, state: "success" }),
  ],
  ["repos.getDeploymentStatuses", 200, (before) => ({ ...tools, id: before("repos.createDeployment").id })],
  ["events.get", 200, () => ({})],
  ["events.getFromRepo", 200, () => tools],
  ["events.getFromRepoIssues", 200, () => tools],
  ["events.getFromRepoNetwork", 200, () => tools],
  ["events.getFromOrg", 200, () => ({ org: "acme" })],
  ["events.getReceived", 200, () => mia],
  ["events.getReceivedPublic", 200, () => mia],
  ["events.getFromUser", 200, () => mia],
  ["events.getFromUserPublic", 200, () => mia],
  ["events.getFromUserOrg", 200, () => ({ ...mia, org: "acme" })],
  ...newerCalls.map(({ operation, status, given }): Step => [operation, status, () => given(tools)]),
  ["repos.delete", 204, () => walked],
];

/** One service and one account for the whole walk: each step stands on those before it. */
const walk = (
  dialect: "interface" | "github",
  run: (operation: OperationId, given: Given) => PromiseLike<unknown>,
): { readonly session: Session; readonly accountId: () => string } => {
  const session = new Session();
  const answers = new Map<OperationId, unknown>();
  let accountId = "";
  before(async () => {
    await session.begin(operationsSeed(), false);
    const { accounts } = session.parts;
    const candidate = { kind: "other", baseUrl: session.forge.url, dialect, credential: "token" } as const;
    accountId = await accounts.add(candidate, await accounts.check(candidate, tokens.mia), tokens.mia);
  });
  after(() => session.end());
  for (const [operation, expected, given] of steps)
    it(operation, async () => {
      await closeEditors();
      session.activation.laterPrompts.length = 0;
      await run(
        operation,
        given((id) => answers.get(id)),
      );
      const { status, result, text } = shownAnswer();
      answers.set(operation, result);
      const said = session.messages.join(" ");
      assert.ok([expected].flat().includes(status), `${text.slice(0, 300)} ${said}`);
    });
  return { session, accountId: () => accountId };
};

describeInNewer("The walk through all operations", () => {
  it("leaves none out", () => {
    const walkedIds: readonly string[] = steps.map(([operation]) => operation);
    assert.deepEqual(walkedIds.toSorted(), [...operationIds].toSorted());
  });

  describe("in the routes of the first interface, picked and filled in", () => {
    const { session, accountId } = walk("interface", runByForm);

    it("keeps no secret in its history", () => {
      const history = session.parts.operations.history(accountId());
      assert.equal(history.length, 50);
      assert.equal(history[0]?.operation, "repos.delete");
      const kept = JSON.stringify(history);
      for (const secret of [password, "of the hook", tokens.mia]) assert.ok(!kept.includes(secret), secret);
    });
  });

  describe("in today's routes, as a key binding says", () => {
    walk("github", (operation, parameters) =>
      answering(
        {
          showInputBox: ({ password: isPassword }: { readonly password?: boolean }) =>
            isPassword ? password : "mia",
          showWarningMessage: (_: string, __: unknown, yes: string) => yes,
          showInformationMessage: () => undefined,
        },
        () => commands.executeCommand(operationCommands.run, { operation, parameters }),
      ),
    );
  });
});
