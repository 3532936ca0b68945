import assert from "node:assert/strict";
import { commands, env, window } from "vscode";
import {
  accountCommands,
  activityCommands,
  authorizationCommands,
  hookCommands,
  keyCommands,
  localChangeCommands,
  repoCommands,
  repoFileCommands,
  serviceCommands,
} from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { useActivity } from "./support/activityTools.ts";
import { answering } from "./support/answers.ts";
import { hookTools } from "./support/hookTools.ts";
import { manifest } from "./support/menus.ts";
import { storeInOtherWindow } from "./support/otherWindow.ts";
import { ownRepository, toolsSeed } from "./support/repoTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { nodeLabelled, nodesOf } from "./support/rows.ts";
import { hoursAgo, smallSeed, tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";
import { useWarnings } from "./support/warnings.ts";

const clipboard = () => env.clipboard.readText();
/** As VS Code calls a command of a row's menu. */
const run = (id: string, rows: readonly unknown[]) => commands.executeCommand(id, rows[0], rows);

const keySeed = () => {
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI";
  const [build, screen] = [
    `${key}KprpAfza60PoY/ufZdiiM7DM60ox0qRlYsmVYuXTpnX`,
    `${key}H7AevuCWNbE9q5uRtZL9VLX+WCd8saQc5DJqbW2aem/`,
  ];
  const deployKeys = [
    { title: "Build", key: build, createdAt: hoursAgo(48) },
    { title: "Screen](command:x)\nsecond line", key: screen, createdAt: hoursAgo(48) },
  ];
  const given = toolsSeed();
  return {
    ...given,
    repositories: (given.repositories ?? []).map((each) =>
      each.name === "tools"
        ? { ...each, deployKeys, collaborators: { otto: "write", nora: "read" } as const }
        : each,
    ),
  };
};

describe("Several rows of the view Repositories that are selected together", () => {
  const session = useSession({ seed: keySeed });
  const warnings = useWarnings();
  beforeEach(() => session.parts.repos.refresh());
  const row = (...labels: readonly string[]) => ownRepository(session, ...labels);
  const repositories = async () => {
    const rows = [await row("mia/tools"), await row("mia/empty")];
    session.forge.requests.length = 0;
    return rows;
  };
  const { make, rows: hookRows, hooks } = hookTools(session);

  it("are starred and watched once each, though a repository is in several lists", async () => {
    const [tools, empty] = await repositories();
    await run(repoCommands.star, [tools, empty, { ...tools, id: "in another list" }, undefined]);
    await run(repoCommands.watch, [tools, empty]);
    assert.deepEqual(session.forge.sent("PUT"), [
      "PUT /user/starred/mia/tools",
      "PUT /user/starred/mia/empty",
      "PUT /repos/mia/tools/subscription",
      "PUT /repos/mia/empty/subscription",
    ]);
    assert.deepEqual(session.messages, []);
  });

  it("give all of their links, also when the row is gone that the command was called on", async () => {
    const [tools, empty] = await repositories();
    await run(repoCommands.copyLink, [tools, empty]);
    assert.equal(await clipboard(), `${session.forge.url}/mia/tools\n${session.forge.url}/mia/empty`);
    await run(repoCommands.copyLink, [undefined, empty]);
    assert.equal(await clipboard(), `${session.forge.url}/mia/empty`);
  });

  it("are reported one by one when the account is signed out in the middle, without a question to sign in", async () => {
    const selected = await repositories();
    const { accounts } = session.parts;
    session.forge.answer = async ({ method }) => {
      if (method === "PUT") await accounts.remove(session.accountId);
      return undefined;
    };
    const reports: string[] = [];
    await answering(
      {
        showInformationMessage: (text: string, action: string) => {
          reports.push(text);
          return action;
        },
      },
      () => run(repoCommands.star, selected),
    );
    assert.deepEqual(reports, ["Star repositories: 0 of 2 done."]);
    await eventually(
      () => window.activeTextEditor?.document.getText().includes("mia/empty: ") ?? false,
      "it is reported",
    );
    assert.equal(session.forge.sent("PUT").length, 1);
    assert.deepEqual(session.messages, []);
  });

  it("have no entries in their menus for what acts on one row only and can't be undone", () => {
    const entries = manifest().contributes.menus["view/item/context"] ?? [];
    for (const id of [repoCommands.delete, keyCommands.rotate, hookCommands.rotateSecret]) {
      const menu = entries.filter(({ command, group = "" }) => command === id && !group.startsWith("inline"));
      assert.ok(menu.length > 0 && menu.every(({ when = "" }) => when.endsWith(" && !listMultiSelection")), id);
    }
  });

  it("are closed together", async () => {
    const places = ["tools", "empty"].map((repo) => ({ accountId: session.accountId, owner: "mia", repo }));
    for (const place of places) session.parts.repoRoots.open(place);
    const rows = places.map((place) => ({ kind: "repo", id: place.repo, place, repository: undefined }));
    await run(repoCommands.close, rows);
    assert.deepEqual(session.parts.repoRoots.of(session.accountId).opened, []);
  });

  it("are removed as collaborators after one question", async () => {
    const rows = [
      await row("mia/tools", "Collaborators", "otto"),
      await row("mia/tools", "Collaborators", "nora"),
    ];
    await run(repoCommands.removeCollaborator, rows);
    assert.deepEqual(session.forge.sent("DELETE"), []);
    warnings.answer = "Remove";
    await run(repoCommands.removeCollaborator, rows);
    assert.deepEqual(
      warnings.asked.map(({ message, detail }) => `${message} ${detail.split("\n").slice(0, 3).join("; ")}`),
      Array.from({ length: 2 }, () => "Remove 2 collaborators? otto (mia/tools); nora (mia/tools); "),
    );
    assert.equal(session.forge.sent("DELETE").length, 2);
  });

  it("are deleted as deploy keys after one question, which hostile titles can't forge; copied line by line", async () => {
    const [build, screen] = (await nodesOf(session.parts.trees.repos))
      .map(({ node }) => node as { readonly kind: string; readonly key?: { readonly key: string } })
      .filter(({ kind }) => kind === "deployKey");
    await run(keyCommands.copyPublicKey, [build, screen]);
    assert.equal(await clipboard(), `${build?.key?.key ?? ""}\n${screen?.key?.key ?? ""}`);
    await run(keyCommands.copyFingerprint, [build, screen]);
    assert.match(await clipboard(), /^SHA256:\S+\nSHA256:\S+$/);
    warnings.answer = "Delete";
    await run(keyCommands.delete, [build, screen]);
    const [asked] = warnings.asked;
    assert.equal(asked?.message, "Delete 2 deploy keys?");
    const lines = asked.detail.split("\n");
    assert.deepEqual([lines.length, lines[0], lines[2]], [4, "mia/tools: Build", ""]);
    assert.doesNotMatch(asked.detail, /\]\(command/);
    assert.deepEqual(
      await session.forge.client(tokens.mia).call("repos.getKeys", { user: "mia", repo: "tools" }),
      [],
    );
  });

  it("are changed as hooks together; one that is gone is reported, and the others are done", async () => {
    for (const path of ["one", "two"])
      await make({ config: { url: `https://example.com/${path}` }, events: ["push"] });
    const nodes = (await hookRows()).map(({ node }) => node);
    await run(hookCommands.deactivate, nodes);
    assert.deepEqual(
      (await hooks()).map(({ active }) => active),
      [false, false],
    );
    await run(hookCommands.copyUrl, nodes);
    assert.equal(await clipboard(), "https://example.com/one\nhttps://example.com/two");
    await session.forge
      .client(tokens.mia)
      .call("repos.deleteHook", { user: "mia", repo: "tools", id: nodes[0]?.hook.id ?? 0 });
    const reports: string[] = [];
    const showWarningMessage = (text: string, again: string): string | undefined => {
      reports.push(text);
      return reports.length === 1 ? again : undefined;
    };
    await answering({ showWarningMessage }, () => run(hookCommands.activate, nodes));
    // Only what failed is tried again.
    assert.deepEqual(reports, ["Activate webhooks: 1 of 2 done.", "Activate webhooks: 0 of 1 done."]);
    warnings.answer = "Delete";
    await run(hookCommands.delete, [nodes[1], nodes[1], undefined]);
    assert.equal(warnings.asked[0]?.message, "Delete 1 webhook?");
    assert.deepEqual(await hooks(), []);
  });
});

describe("Several files that are selected together", () => {
  const { session, at, mia, uri, add, atService } = useRepositorySession();
  const warnings = useWarnings();
  const row = (path: string, kind = "content") => ({
    kind,
    place: { accountId: session.accountId, owner: at.user, repo: at.repo, ref: "main", path },
  });

  it("are deleted with one message for all commits, and copied line by line", async () => {
    for (const path of ["docs/a.txt", "docs/b.txt", "c.txt"]) await add(path, "x\n");
    const rows = [row("docs", "folder"), row("docs/a.txt"), row("c.txt")];
    await run(repoFileCommands.copyPath, rows);
    assert.equal(await clipboard(), "docs\ndocs/a.txt\nc.txt");
    await run(repoFileCommands.copyLink, rows);
    assert.equal((await clipboard()).split("\n").length, 3);
    let questions = 0;
    const showInputBox = (): string => {
      questions++;
      return "Remove them";
    };
    await answering({ showInputBox }, () => run(repoFileCommands.delete, rows));
    assert.deepEqual(await Promise.all(["docs/a.txt", "docs/b.txt", "c.txt"].map(atService)), [
      undefined,
      undefined,
      undefined,
    ]);
    assert.equal(questions, 1);
    assert.deepEqual(session.messages, []);
  });

  it("are published and discarded as local changes by one question each", async () => {
    const base = "";
    const changes: string[] = [];
    const store = async (path: string) => {
      await storeInOtherWindow(
        session,
        { place: { accountId: session.accountId, uri: uri(path).toString() }, base },
        `${path}\n`,
      );
    };
    for (const path of ["one.txt", "two.txt"]) await store(path);
    await session.parts.localChanges.refresh();
    const rows = () => session.parts.localChanges.all.map((change) => ({ kind: "localChange", change }));
    assert.equal(rows().length, 2);
    await answering(
      {
        showInputBox: () => {
          changes.push("asked");
          return "Publish them";
        },
      },
      () => run(localChangeCommands.publish, rows()),
    );
    assert.deepEqual([await atService("one.txt"), await atService("two.txt")], ["one.txt\n", "two.txt\n"]);
    assert.equal(changes.length, 1);
    for (const path of ["three.txt", "four.txt"]) await store(path);
    await session.parts.localChanges.refresh();
    const both = rows();
    warnings.answer = "Discard Changes";
    // One is gone before the command runs.
    await session.parts.localChanges.remove(both[0]?.change.id ?? "");
    await run(localChangeCommands.discard, both);
    assert.equal(warnings.asked[0]?.message, "Discard 1 change?");
    assert.deepEqual(rows(), []);
    assert.equal((await mia().call("repos.getCommits", { ...at })).length > 2, true);
  });
});

describe("Several rows of the view Activity that are selected together", () => {
  const { session, node, event, shownFeeds, add } = useActivity();

  it("are marked as read, refreshed and removed as feeds", async () => {
    add({ kind: "issues", target: "mia/tools" });
    const rows = [await node("Your Activity"), await node("Issues of mia/tools")];
    session.forge.requests.length = 0;
    await run(activityCommands.refresh, rows);
    assert.deepEqual(
      session.forge.sent("GET").map((line) => line.split("?")[0]),
      ["GET /users/mia/events", "GET /repos/mia/tools/issues/events"],
    );
    await run(activityCommands.markAllRead, rows);
    await run(activityCommands.removeFeed, rows);
    assert.deepEqual(shownFeeds(), ["received:mia"]);
  });

  it("are copied as Markdown, a line for each event", async () => {
    const rows = [await event("otto starred the repository"), await event("otto published the release One")];
    await run(activityCommands.copyMarkdown, rows);
    assert.equal((await clipboard()).split("\n").length, 2);
    assert.deepEqual(session.messages, []);
  });
});

describe("Several rows of the views Service and Accounts that are selected together", () => {
  const session = useSession({
    seed: () => ({
      ...smallSeed(),
      users: smallSeed().users.map((user) =>
        user.login === "mia" ? { ...user, password: "hunter2-of-mia" } : user,
      ),
    }),
  });
  const warnings = useWarnings();

  it("are copied as values of the service", async () => {
    const tree = session.parts.trees.service;
    const rows = [
      (await nodeLabelled(tree, "192.0.2.0/26")).node,
      (await nodeLabelled(tree, "2001:db8:a::/48")).node,
    ];
    await run(serviceCommands.copyFact, rows);
    assert.equal(await clipboard(), "192.0.2.0/26\n2001:db8:a::/48");
  });

  it("are deleted as authorizations after one question, with one password", async () => {
    const tree = session.parts.trees.service;
    const section = (await tree.getChildren()).find(({ kind }) => (kind as string) === "authorizations");
    const texts = ["mia", "hunter2-of-mia"];
    await answering({ showInputBox: () => texts.shift() }, async () => {
      await commands.executeCommand(authorizationCommands.list, section);
      const rows = await tree.getChildren(section);
      assert.equal(rows.length, 2);
      warnings.answer = "Delete";
      await run(authorizationCommands.delete, rows);
    });
    assert.deepEqual(
      warnings.asked.map(({ message }) => message),
      ["Delete 2 authorizations?"],
    );
    assert.equal(session.forge.sent("DELETE").length, 2);
  });

  it("are signed out after one question", async () => {
    const { accounts } = session.parts;
    await signIn(session.parts, session.forge, tokens.otto);
    const rows = (await session.parts.trees.accounts.getChildren()).slice();
    await run(accountCommands.signOut, rows);
    assert.equal(accounts.accounts.length, 2);
    warnings.answer = "Sign Out";
    await run(accountCommands.signOut, rows);
    assert.deepEqual(accounts.accounts, []);
    assert.equal(warnings.asked.filter(({ message }) => message === "Sign out 2 accounts?").length, 2);
    assert.equal(warnings.asked.length, 2);
  });
});
