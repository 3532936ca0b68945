import assert from "node:assert/strict";
import { commands, type TextDocument, window, workspace } from "vscode";
import { GistDecorations } from "../../src/gists/view/decorations.ts";
import { gistCommands, views } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes, codeOf, readText, show, type } from "./support/documents.ts";
import { menuOf } from "./support/menus.ts";
import { nodesOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { failureOf, signIn, useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("A save that the service does not take", () => {
  const session = useSession();
  const { notes } = ids;

  it("stores the text when the gist was deleted since then, and makes no other gist unasked", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "precious");
    await session.forge.client(tokens.mia).call("gists.delete", { id: notes });
    assert.equal(await document.save(), true);
    const [edit, ...others] = session.parts.files.pending.all;
    assert.deepEqual(
      [edit?.state, edit?.reason, edit?.mine, others.length],
      ["refused", "notFound", "precious", 0],
    );
    assert.deepEqual(session.forge.sent("POST"), []);
    assert.equal(await readText(document.uri), "precious");
  });

  /** The save succeeds here, and the text waits for the service. */
  const assertQueued = async (document: TextDocument, text: string): Promise<void> => {
    assert.equal(await document.save(), true);
    const waiting = session.parts.files.pending.all.map(({ place, state, mine }) => [place.fileName, state, mine]);
    assert.deepEqual(waiting, [["notes.md", "queued", text]]);
    assert.equal(await readText(document.uri), text);
  };

  it("is kept when the server is down, and goes out when it is there again", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "precious");
    session.forge.answer = () => new Response("Bad Gateway", { status: 502 });
    await assertQueued(document, "precious");
    session.forge.answer = () => undefined;
    await session.parts.files.engine.flush();
    assert.deepEqual(session.forge.files(notes), { "notes.md": "precious" });
    assert.deepEqual(session.parts.files.pending.all, []);
  });

  it("is kept when the server is down and nothing is known of the gist, as after a reload", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "precious");
    await session.parts.accounts.replaceToken(session.accountId, { login: "mia" }, tokens.mia);
    assert.equal(session.parts.gists.detail(session.accountId, notes), undefined);
    session.forge.answer = () => new Response("Bad Gateway", { status: 502 });
    assert.equal(await document.save(), true);
    session.forge.answer = () => undefined;
    await session.parts.files.engine.flush();
    assert.deepEqual(session.forge.files(notes), { "notes.md": "precious" });
    assert.deepEqual(session.parts.files.pending.all, []);
  });

  it("is kept when the server does not answer, and what was not read says Unavailable", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "precious");
    await session.forge.stop();
    await assertQueued(document, "precious");
    const error = await failureOf(workspace.fs.readFile(session.uri(ids.hello, "hello.py")));
    assert.equal(codeOf(error), "Unavailable");
    assert.match(error.message, /can't be reached.*Check the connection/);
  });

  it("is kept when the request limit is used up", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "precious");
    const reset = String(Math.ceil(Date.now() / 1000) + 3600);
    session.forge.answer = () =>
      Response.json(
        { message: "API rate limit exceeded" },
        {
          status: 403,
          headers: { "x-ratelimit-limit": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
        },
      );
    await assertQueued(document, "precious");
    const error = await failureOf(workspace.fs.readFile(session.uri(ids.hello, "hello.py")));
    assert.equal(codeOf(error), "Unavailable");
    assert.match(error.message, /Rate limit exceeded until /);
  });

  it("is stored after the account was signed out, which closes what is saved, and sent after the sign-in", async () => {
    const saved = await show(session.uri(ids.hello, "hello.rb"));
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "precious");
    await session.parts.accounts.remove(session.accountId);
    const tabs = (): readonly string[] =>
      window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await eventually(() => tabs().length === 1, `${saved.fileName} is closed`);
    assert.deepEqual(tabs(), ["notes.md"]);
    const error = await failureOf(workspace.fs.readFile(document.uri));
    assert.match(error.message, /is signed out\. Sign in again\./);
    await assertQueued(document, "precious");
    await eventually(() => session.messages.length > 0, "it is reported");
    assert.deepEqual(session.messages, [
      "“notes.md” was not sent: its account is signed out. Your changes are stored on this computer, and are sent when you sign in again.",
    ]);
    await session.parts.files.engine.flush();
    assert.deepEqual(session.forge.sent("PATCH"), []);
    await signIn(session.parts, session.forge, tokens.mia);
    await eventually(() => session.parts.files.pending.all.length === 0, "it is sent");
    assert.deepEqual(session.forge.files(notes), { "notes.md": "precious" });
  });

  /** Types in a new gist that is not saved yet, whose account is signed out then. */
  const typeDraftAndSignOut = async (): Promise<TextDocument> => {
    const draft = session.parts.files.drafts.add({
      accountId: session.accountId,
      description: "New",
      public: false,
      files: ["new.md"],
    });
    const document = await show(session.uri(draft.id, "new.md"));
    await type(document, "precious");
    await session.parts.accounts.remove(session.accountId);
    return document;
  };

  it("is stored after the account was signed out also for a new gist, which is made after the sign-in", async () => {
    const document = await typeDraftAndSignOut();
    assert.equal(await document.save(), true);
    assert.deepEqual(
      session.parts.files.pending.all.map(({ state, reason, mine }) => [state, reason, mine]),
      [["queued", "signedOut", "precious"]],
    );
    const before = session.forge.size;
    await signIn(session.parts, session.forge, tokens.mia);
    await eventually(() => session.parts.files.pending.all.length === 0, "it is sent");
    assert.equal(session.forge.size, before + 1);
    // The editor goes on with that gist.
    const [{ id } = { id: "" }] = (await session.parts.gists.lists.get(session.accountId, "own")).gists;
    assert.deepEqual(session.forge.files(id), { "new.md": "precious" });
    const active = () => window.activeTextEditor?.document;
    // Typed while the draft's tab is being replaced, VS Code asks about that; its test mode answers Don't Save.
    await eventually(() => active()?.uri.toString() === session.uri(id, "new.md").toString(), "it is the gist's");
    const shown = active() ?? assert.fail();
    await type(shown, "precious, and more");
    assert.equal(await shown.save(), true);
    assert.equal(session.forge.size, before + 1);
    assert.deepEqual(session.forge.files(id), { "new.md": "precious, and more" });
  });

  it("makes one gist of a new one whose account was signed out and in again before the first save", async () => {
    const document = await typeDraftAndSignOut();
    await signIn(session.parts, session.forge, tokens.mia);
    const before = session.forge.size;
    assert.equal(await document.save(), true);
    const [{ id } = { id: "" }] = (await session.parts.gists.lists.get(session.accountId, "own")).gists;
    const uri = session.uri(id, "new.md").toString();
    const active = () => window.activeTextEditor?.document;
    await eventually(
      () => active()?.uri.toString() === uri && window.tabGroups.all.flatMap(({ tabs }) => tabs).length === 1,
      "the gist's tab is there instead of that of the draft",
    );
    const next = active();
    assert.ok(next);
    await type(next, "precious, and more");
    assert.equal(await next.save(), true);
    assert.equal(session.forge.size, before + 1);
    assert.deepEqual(session.forge.files(id), { "new.md": "precious, and more" });
  });
});

describe("A file that is not there", () => {
  const session = useSession();

  it("is not found, in a gist that is and in one that is not", async () => {
    for (const uri of [session.uri(ids.notes, "other.md"), session.uri("f".repeat(32), "other.md")]) {
      assert.equal(codeOf(await failureOf(workspace.fs.stat(uri))), "FileNotFound");
      assert.equal(codeOf(await failureOf(workspace.fs.readFile(uri))), "FileNotFound");
      assert.equal(codeOf(await failureOf(workspace.fs.delete(uri))), "FileNotFound");
    }
    assert.deepEqual(session.forge.sent("PATCH", "DELETE"), []);
  });
});

describe("An unsaved file of a gist that is gone", () => {
  const statusTexts = useStatusTexts();
  const session = useSession();
  const { notes } = ids;
  const edit = "# Notes\nmine\n";

  const open = async (): Promise<TextDocument> => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, edit);
    return document;
  };
  /** Saves it, chooses to make a gist of it, and waits for that one. */
  const saveAsNew = async (document: TextDocument): Promise<void> => {
    const asked: string[] = [];
    const before = session.forge.size;
    const answer = (text: string, ...choices: readonly unknown[]) => {
      asked.push(text);
      return choices.find((choice) => choice === "Save as New Gist");
    };
    await answering({ showWarningMessage: answer as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => session.forge.size === before + 1, "there is a new gist");
    });
    assert.deepEqual(asked, ["The gist of “notes.md” no longer exists. Your edit is stored on this computer."]);
    const own = await session.forge.client(tokens.mia).call("gists.getAll", {});
    assert.deepEqual(session.forge.files(own[0]?.id ?? ""), { "notes.md": edit });
    await eventually(() => session.parts.files.pending.all.length === 0, "nothing is unpublished");
    await eventually(() => statusTexts().length > 0, "its visibility is shown");
    assert.deepEqual(statusTexts(), [`Shared as secret gist “${own[0]?.description ?? ""}”.`]);
  };

  it("is stored and becomes a new gist, when someone else deleted it", async () => {
    const document = await open();
    await session.forge.client(tokens.mia).call("gists.delete", { id: notes });
    await saveAsNew(document);
  });

  it("is stored and becomes a new gist, when the deletion is known", async () => {
    const document = await open();
    await session.forge.client(tokens.mia).call("gists.delete", { id: notes });
    await failureOf(session.parts.gists.read(session.accountId, notes));
    await saveAsNew(document);
  });
});

describe("A save that the service refuses", () => {
  const session = useSession();
  const { notes } = ids;

  for (const [status, message, reason, shown] of [
    [404, "Not Found", "forbidden", /“notes\.md” was not published: The server refused it: Not Found\./],
    [
      403,
      "Must have admin rights",
      "forbidden",
      /was not published: The server refused it: Must have admin rights\./,
    ],
    [
      422,
      "Validation Failed",
      "unprocessable",
      /was not published: The server does not accept this: Validation Failed/,
    ],
  ] as const)
    it(`with ${status} is stored with the reason, with one message, and published once it takes it`, async () => {
      const document = await show(session.uri(notes, "notes.md"));
      await type(document, "mine");
      session.forge.answer = ({ method }) =>
        method === "PATCH" ? Response.json({ message }, { status }) : undefined;
      assert.equal(await document.save(), true);
      assert.equal(document.isDirty, false);
      const [edit] = session.parts.files.pending.all;
      assert.deepEqual([edit?.state, edit?.reason, edit?.mine], ["refused", reason, "mine"]);
      assert.equal(await readText(document.uri), "mine");
      await eventually(() => session.messages.length > 0, "it is shown");
      assert.equal(session.messages.length, 1);
      assert.match(session.messages[0] ?? "", shown);
      session.forge.answer = () => undefined;
      await commands.executeCommand(gistCommands.publish, document.uri);
      assert.deepEqual(session.forge.files(notes), { "notes.md": "mine" });
      assert.deepEqual(session.parts.files.pending.all, []);
    });

  const isForkOffered = async (): Promise<boolean | undefined> => {
    const row = (await nodesOf(session.parts.trees.gists)).find(({ node }) => node.kind === "edit");
    return row && menuOf(views.gists, row.item.contextValue ?? "").menu.includes(gistCommands.forkAndKeep);
  };

  it("of another user's gist is offered to be moved to a fork", async () => {
    const gist = await session.forge
      .client(tokens.otto)
      .call("gists.create", { public: true, files: { "a.md": { content: "A\n" } } });
    const document = await show(session.uri(gist.id, "a.md"));
    await type(document, "mine");
    assert.equal(await document.save(), true);
    assert.equal(await isForkOffered(), true);
  });

  it("of one's own gist is not said to be another user's, and can be tried again from the message", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "mine");
    session.forge.answer = ({ method }) =>
      method === "PATCH" ? Response.json({ message: "Not now" }, { status: 403 }) : undefined;
    const offered: unknown[] = [];
    let answer = (_choice: string): void => assert.fail("Nothing was asked.");
    const showWarningMessage = (_text: string, ...choices: readonly unknown[]) => {
      if (choices.length === 0) return undefined;
      offered.push(...choices);
      session.forge.answer = () => undefined;
      return new Promise<string>((resolve) => (answer = resolve));
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      assert.equal(await document.save(), true);
      assert.equal(await isForkOffered(), false);
      // As after a start, while nothing of the gist was read.
      const knownMine = { value: () => undefined, configurable: true };
      Object.defineProperty(session.parts.gists, "knownMine", knownMine);
      await commands.executeCommand(gistCommands.forkAndKeep, document.uri);
      Reflect.deleteProperty(session.parts.gists, "knownMine");
      assert.deepEqual(session.messages, ["This gist is yours already: there is nothing to fork."]);
      assert.deepEqual(session.forge.sent("POST"), []);
      answer("Try Again");
      await eventually(() => session.parts.files.pending.all.length === 0, "it is published");
    });
    assert.deepEqual(offered, ["Try Again", "Save as New Gist", "Save Locally"]);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "mine" });
  });

  it("is an error for who writes without an editor, such as a move: the text is stored, and nothing is deleted", async () => {
    session.forge.answer = ({ method }) =>
      method === "PATCH" ? Response.json({ message: "Validation Failed" }, { status: 422 }) : undefined;
    const error = await failureOf(workspace.fs.writeFile(session.uri(notes, "notes.md"), bytes("moved")));
    assert.match(error.message, /“notes\.md” was not published\. It is stored under Unpublished\./);
    assert.deepEqual(
      session.parts.files.pending.all.map(({ state, mine }) => [state, mine]),
      [["refused", "moved"]],
    );
  });

  it("is stored when the guard's question is left, not sent by itself, and asked about at Publish", async () => {
    const secret = `token: ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}\n`;
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, secret);
    const asked: string[] = [];
    const showWarningMessage = (text: string) => void asked.push(text);
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      assert.equal(await document.save(), true);
      assert.equal(asked.length, 1);
      assert.deepEqual(
        session.parts.files.pending.all.map(({ state, reason, mine }) => [state, reason, mine]),
        [["unpublished", "heldBack", secret]],
      );
      const { files, gists, uris } = session.parts;
      const decorations = new GistDecorations(files, gists, uris);
      const { badge, tooltip } = decorations.provideFileDecoration(document.uri) ?? {};
      decorations.dispose();
      assert.deepEqual([badge, tooltip], ["!", "Not sent: possible secret"]);
      await session.parts.files.engine.flush();
      await commands.executeCommand(gistCommands.publish, document.uri);
      assert.equal(asked.length, 2);
      await session.parts.files.engine.flush();
      assert.equal(asked.length, 2);
    });
    assert.deepEqual(session.forge.files(notes), { "notes.md": "# Notes\n" });
    assert.deepEqual(
      session.parts.files.pending.all.map(({ state, reason, mine }) => [state, reason, mine]),
      [["unpublished", "heldBack", secret]],
    );
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("has the line ends of a file with several kinds when it is held back", async () => {
    const content = "a\r\nb\nc\nd\n";
    await session.forge.client(tokens.mia).call("gists.edit", { id: notes, files: { "notes.md": { content } } });
    const document = await show(session.uri(notes, "notes.md"));
    const secret = `token: ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}\n`;
    await answering({ showWarningMessage: () => undefined }, async () => {
      await type(document, `a\nb\nc\nd\n${secret}`);
      assert.equal(await document.save(), true);
    });
    assert.equal(session.parts.files.pending.all[0]?.mine, content + secret);
  });
});
