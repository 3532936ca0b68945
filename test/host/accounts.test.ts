import assert from "node:assert/strict";
import { commands, window, workspace } from "vscode";
import { accountCommands, serviceCommands, settings } from "../../src/ids.ts";
import { answerTimeoutMs } from "../../src/ui/answerInTime.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { checking } from "./support/boxes.ts";
import { readText, show, type } from "./support/documents.ts";
import { nodeLabelled, nodesOf, rowsOf, tooltipOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { candidateFor, failureOf, signIn, useSession, withSetting } from "./support/session.ts";
import { filesWith } from "./support/state.ts";

const openUris = (): readonly string[] =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => String((input as { uri?: unknown }).uri)));

describe("Signing in", () => {
  const session = useSession({ signedIn: false });

  it("asks the server whose token it is, and keeps the account as the active one", async () => {
    const { accounts, trees } = session.parts;
    const id = await signIn(session.parts, session.forge, tokens.mia);
    assert.match(id, new RegExp(`^mia-at-${session.forge.host.replaceAll(/[.:]/g, "-")}-[0-9a-f]{20}$`));
    assert.deepEqual(
      session.forge.requests.map(({ method, path, authorization }) => [method, path, authorization]),
      [["GET", "/user", `Bearer ${tokens.mia}`]],
    );
    assert.equal(accounts.active?.profile.id, id);
    assert.deepEqual(accounts.active?.profile.scopes, ["gist", "repo"]);
    assert.equal(accounts.storageBroken, false);
    assert.deepEqual(await rowsOf(trees.accounts), [
      [`mia (${session.forge.host})`, "active", "account;active;token"],
    ]);
  });

  it("keeps nothing of a token that the server does not take", async () => {
    const { accounts } = session.parts;
    const error = await failureOf(accounts.check(candidateFor(session.forge), "sandbox_of_nobody"));
    assert.equal(Reflect.get(error, "kind"), "unauthorized");
    assert.deepEqual(accounts.accounts, []);
    assert.deepEqual(session.messages, [], "the box that asks for the token says it");
  });

  it("leaves the token in no file, no setting and no profile", async () => {
    const { accounts } = session.parts;
    const token = tokens.mia;
    await signIn(session.parts, session.forge, token);
    await rowsOf(session.parts.trees.gists);
    await readText(
      session.parts.uris.of({
        accountId: accounts.active?.profile.id ?? "",
        gistId: ids.notes,
        fileName: "notes.md",
      }),
    );
    assert.equal(JSON.stringify(accounts.accounts.map(({ profile }) => profile)).includes(token), false);
    assert.equal(JSON.stringify(workspace.getConfiguration()).includes(token), false);
    assert.equal(JSON.stringify(process.env).includes(token), false);
    await withSetting(settings.pageSize, 77, async () => {
      const found = () => filesWith(`"${settings.pageSize}": 77`);
      await eventually(() => found().length > 0, "the search finds what VS Code keeps");
      assert.deepEqual(filesWith(token), []);
    });
  });

  it("finds the account again when the same user signs in again", async () => {
    const first = await signIn(session.parts, session.forge, tokens.mia);
    assert.equal(await signIn(session.parts, session.forge, tokens.miaAgain), first);
    assert.equal(session.parts.accounts.accounts.length, 1);
  });
});

describe("An account", () => {
  const session = useSession();
  const lastToken = (): string | null | undefined => session.forge.requests.at(-1)?.authorization;

  it("keeps its id, its rows and its documents when its token is replaced", async () => {
    const { accounts, trees } = session.parts;
    const document = await show(session.uri(ids.notes, "notes.md"));
    assert.equal(lastToken(), `Bearer ${tokens.mia}`);
    const before = (await nodesOf(trees.gists)).map(({ node }) => node.id);
    const identity = await accounts.check(candidateFor(session.forge), tokens.miaAgain);
    await accounts.replaceToken(session.accountId, identity, tokens.miaAgain);
    assert.deepEqual(
      accounts.accounts.map(({ profile }) => [profile.id, profile.scopes]),
      [[session.accountId, ["gist"]]],
    );
    assert.deepEqual(
      (await nodesOf(trees.gists)).map(({ node }) => node.id),
      before,
    );
    assert.equal(await readText(document.uri), "# Notes\n");
    assert.equal(lastToken(), `Bearer ${tokens.miaAgain}`);
    assert.ok(openUris().includes(document.uri.toString()));
  });

  it("closes its documents when it is signed out, and no others", async () => {
    const other = await signIn(session.parts, session.forge, tokens.otto);
    await show(session.uri(ids.notes, "notes.md"));
    await show(session.uri(ids.hello, "hello.py"));
    const kept = session.parts.uris.of({ accountId: other, gistId: ids.starred, fileName: "clean.sh" });
    await show(kept);
    await session.parts.accounts.remove(session.accountId);
    await eventually(() => openUris().length === 1, "the documents of the account are closed");
    assert.deepEqual(openUris(), [kept.toString()]);
    assert.deepEqual(
      session.parts.accounts.accounts.map(({ profile }) => profile.id),
      [other],
    );
  });

  it("is not asked for anything after it was signed out", async () => {
    await rowsOf(session.parts.trees.gists);
    await session.parts.accounts.remove(session.accountId);
    session.forge.requests.length = 0;
    assert.deepEqual(await rowsOf(session.parts.trees.gists), []);
    assert.deepEqual(await rowsOf(session.parts.trees.accounts), []);
    assert.deepEqual(session.forge.requests, []);
  });

  it("becomes the active one by its row's command", async () => {
    const { accounts, trees } = session.parts;
    const other = await signIn(session.parts, session.forge, tokens.otto);
    assert.equal(accounts.active?.profile.id, other);
    const { node } = await nodeLabelled(trees.accounts, `mia (${session.forge.host})`);
    await commands.executeCommand(accountCommands.switch, node);
    assert.equal(accounts.active?.profile.id, session.accountId);
    assert.deepEqual(await rowsOf(trees.accounts), [
      [`mia (${session.forge.host})`, "active", "account;active;token"],
      [`otto (${session.forge.host})`, "", "account;token"],
    ]);
  });

  it("asks its server what it can do by its row's command", async () => {
    session.forge.answer = ({ url }) =>
      url.includes("/authorizations") ? Response.json({ message: "Gone" }, { status: 410 }) : undefined;
    const { node } = await nodeLabelled(session.parts.trees.accounts, `mia (${session.forge.host})`);
    await commands.executeCommand(accountCommands.refresh, node);
    assert.deepEqual(session.forge.sent("GET").toSorted(), [
      "GET /authorizations?per_page=1",
      "GET /gists/public?per_page=1",
      "GET /gists/starred?per_page=1",
    ]);
    const row = await nodeLabelled(session.parts.trees.accounts, `mia (${session.forge.host})`);
    const tooltip = tooltipOf(session.parts.trees.accounts, row);
    assert.match(tooltip, /^Authorizations are hidden: the server responds with 410\.$/m);
  });

  it("is marked when the server refuses its token, and the user is asked once", async () => {
    const { accounts, trees } = session.parts;
    session.forge.answer = () => Response.json({ message: "Bad credentials" }, { status: 401 });
    assert.deepEqual(await rowsOf(trees.gists), []);
    await session.parts.gists.lists.get(session.accountId, "public").catch(() => undefined);
    assert.equal(accounts.active?.problem, "refused");
    assert.deepEqual(session.messages, [`${session.forge.host} no longer accepts the token of mia.`]);
    assert.deepEqual(await rowsOf(trees.accounts), [
      [`mia (${session.forge.host})`, "active, token refused", "account;active;token"],
    ]);
    session.forge.answer = () => undefined;
    const identity = await accounts.check(candidateFor(session.forge), tokens.miaAgain);
    await accounts.replaceToken(session.accountId, identity, tokens.miaAgain);
    assert.equal(accounts.active?.problem, undefined);
    assert.equal((await rowsOf(trees.gists)).length, 3);
  });
});

describe("A token that is refused during a save", () => {
  const session = useSession();
  const { setTimeout: set } = globalThis;
  afterEach(() => void Object.assign(globalThis, { setTimeout: set }));

  it("does not keep the save waiting once VS Code has hidden the question, which can be answered later", async () => {
    const hidden = (callback: () => void, ms?: number) => set(callback, ms === answerTimeoutMs ? 50 : ms);
    Object.assign(globalThis, { setTimeout: hidden });
    let reply: (answer: string) => void = () => undefined;
    const answer = new Promise<string>((resolve) => {
      reply = resolve;
    });
    const document = await show(session.uri(ids.notes, "notes.md"));
    session.forge.answer = ({ method, url, headers }) =>
      (method === "PATCH" || url.endsWith("/user")) &&
      headers.get("authorization")?.includes(tokens.miaAgain) !== true
        ? Response.json({ message: "Bad credentials" }, { status: 401 })
        : undefined;
    await type(document, "edited\n");
    await answering({ showWarningMessage: () => answer }, async () => {
      assert.equal(await document.save(), true);
      assert.deepEqual(
        session.parts.files.pending.all.map(({ state, mine }) => [state, mine]),
        [["queued", "edited\n"]],
      );
      await checking([[tokens.miaAgain]], async () => {
        reply("Replace Token...");
        await eventually(
          () => session.forge.files(ids.notes)?.["notes.md"] === "edited\n",
          "the edit is published",
        );
      });
    });
  });
});

describe("The sandbox", () => {
  const session = useSession({ signedIn: false });

  it("is signed in to without a question, and its gists come without a network", async () => {
    const { accounts, trees } = session.parts;
    const before = session.activation.laterRequests.length;
    await commands.executeCommand(accountCommands.trySandbox);
    const { profile } = accounts.active ?? {};
    assert.equal(profile?.kind, "sandbox");
    assert.deepEqual(
      session.activation.laterPrompts.map(({ kind }) => kind),
      ["showInformationMessage"],
    );
    const rows = await rowsOf(trees.gists);
    assert.deepEqual(
      rows.map(([label]) => label),
      ["Your Gists", "Starred", "Public"],
    );
    for (const [, , , children = []] of rows) assert.ok(children.length > 1);
    assert.equal(session.activation.laterRequests.length, before);
  });

  it("has other users who are active when asked to be, for which it is signed in to", async () => {
    const labels: string[] = [];
    const simulate = (label: string) =>
      answering(
        {
          showQuickPick: ((items: readonly { readonly label: string }[]) => {
            labels.splice(0, labels.length, ...items.map((item) => item.label));
            return items.find((item) => item.label === label);
          }) as never,
        },
        () => commands.executeCommand(serviceCommands.simulateActivity),
      );
    await simulate("Be active every 30 seconds");
    const { accounts, gists, uris } = session.parts;
    const id = accounts.active?.profile.id ?? "";
    assert.equal(accounts.active?.profile.kind, "sandbox");
    assert.deepEqual(labels, ["Do one thing as another user", "Be active every 30 seconds"]);
    const gist = await gists.create(id, { description: "", public: false, files: { "a.md": "one\ntwo\n" } });
    const document = await show(uris.of({ accountId: id, gistId: gist.id, fileName: "a.md" }));
    await simulate("Edit the end of the open file elsewhere");
    assert.deepEqual(labels, [
      "Edit the end of the open file elsewhere",
      "Edit the current line of the open file elsewhere",
      "Do one thing as another user",
      "Stop the activity",
    ]);
    await type(document, "ONE\ntwo\n");
    assert.equal(await document.save(), true);
    await eventually(
      () => document.getText().startsWith("ONE\ntwo\nEdited on another computer"),
      "both are merged",
    );
    await simulate("Stop the activity");
    assert.deepEqual(session.messages, []);
  });

  it("keeps what is changed in a file of the extension, and has no web pages", async () => {
    const { accounts, gists } = session.parts;
    await commands.executeCommand(accountCommands.trySandbox);
    const text = `kept ${Date.now()}`;
    const accountId = accounts.active?.profile.id ?? "";
    const gist = await gists.create(accountId, { description: text, public: false, files: { "kept.txt": text } });
    await eventually(
      () => filesWith(text).some((file) => /sandbox\/state-\d+\.json$/.test(file)),
      "the sandbox is kept",
    );
    await commands.executeCommand("forgeside.gist.openInBrowser", {
      kind: "gist",
      accountId,
      gist,
    });
    assert.match(session.messages.at(-1) ?? "", /^The sandbox has no web pages\.$/);
    await gists.delete(accountId, gist.id);
    await eventually(() => filesWith(text).length === 0, "the deletion is kept too");
  });
});
