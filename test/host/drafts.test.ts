import assert from "node:assert/strict";
import { commands, Selection, type TextDocument, window } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { holdPosts, leavesEditors } from "./support/heldRequests.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, readText, show, type } from "./support/documents.ts";
import { rowsOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession, withAutoSave } from "./support/session.ts";

const openFiles = (): readonly string[] =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => String((input as { uri?: unknown }).uri)));

describe("A gist that is begun here", () => {
  const session = useSession();
  const begin = async (): Promise<TextDocument> => {
    const { accountId, parts } = session;
    const draft = parts.files.drafts.add({ accountId, description: "Begun", public: true, files: ["a b.md"] });
    return show(session.uri(draft.id, "a b.md"));
  };
  const posts = (): readonly unknown[] =>
    session.forge.requests
      .filter(({ method }) => method === "POST")
      .map(({ path, body }) => [path, JSON.parse(body) as unknown]);
  const sentWith = (content: string): unknown => [
    "/gists",
    { description: "Begun", public: true, files: { "a b.md": { content } } },
  ];

  it("is an empty editor first, and nothing is sent while it is empty", async () => {
    const document = await begin();
    assert.equal(document.getText(), "");
    assert.equal(document.languageId, "markdown");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.requests, []);
  });

  it("is made by the first save, and the editor goes on with the gist", async () => {
    const document = await begin();
    await type(document, "first\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(posts(), [sentWith("first\n")]);
    const [group] = await rowsOf(session.parts.trees.gists);
    const [label, description, contextValue] = group?.[3]?.[0] ?? [];
    assert.deepEqual([label, contextValue], ["Begun", "gist;mine;single"]);
    assert.match(description ?? "", /^now$/);
    const { id = "" } = (await session.parts.gists.lists.get(session.accountId, "own")).gists[0] ?? {};
    const uri = session.uri(id, "a b.md").toString();
    await eventually(
      () => openFiles().join() === uri,
      "the tab of the gist is there instead of that of the draft",
    );
    const next = window.activeTextEditor?.document;
    assert.ok(next);
    assert.equal(next.uri.toString(), uri);
    await type(next, "second\n");
    assert.equal(await next.save(), true);
    assert.deepEqual(session.forge.files(id), { "a b.md": "second\n" });
    assert.equal(posts().length, 1);
  });

  it("keeps what is typed while it is created, without a question: the next save sends it to the gist", async () => {
    const document = await begin();
    await type(document, "first\n");
    const made = holdPosts(session.forge);
    const saving = document.save();
    await made.arrived();
    await type(document, "first\nsecond\n");
    made.release();
    let id = "";
    await leavesEditors(async () => {
      await saving;
      ({ id = "" } = (await session.parts.gists.lists.get(session.accountId, "own")).gists[0] ?? {});
      return session.uri(id, "a b.md");
    });
    assert.equal(window.activeTextEditor?.document, document);
    assert.deepEqual(openFiles(), [document.uri.toString()]);
    assert.equal(document.getText(), "first\nsecond\n");
    assert.deepEqual(session.forge.files(id), { "a b.md": "first\n" });
    assert.equal(await document.save(), true);
    const uri = session.uri(id, "a b.md").toString();
    await eventually(() => openFiles().join() === uri, "the tab of the gist takes its place");
    assert.deepEqual(session.forge.files(id), { "a b.md": "first\nsecond\n" });
    assert.equal(posts().length, 1);
  });

  it("hands the cursor on to the gist's file", async () => {
    const document = await begin();
    await type(document, "one\ntwo\n");
    assert.ok(window.activeTextEditor);
    window.activeTextEditor.selection = new Selection(1, 1, 1, 3);
    assert.equal(await document.save(), true);
    const isThere = () => openFiles().length === 1 && openFiles()[0] !== document.uri.toString();
    await eventually(isThere, "the gist's tab");
    const { selection } = window.activeTextEditor;
    assert.deepEqual([selection.start.line, selection.start.character, selection.end.character], [1, 1, 3]);
  });

  const pending = (): readonly unknown[] =>
    session.parts.files.pending.all.map(({ state, reason, mine }) => [state, reason, mine]);

  it("is stored when the service fails, and made once when it works again", async () => {
    const document = await begin();
    await type(document, "first\n");
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Not now" }, { status: 500 }) : undefined;
    assert.equal(await document.save(), true);
    assert.deepEqual([isUnsavedTab(document), pending()], [false, [["queued", "server", "first\n"]]]);
    assert.equal(await readText(document.uri), "first\n");
    session.forge.answer = () => undefined;
    session.forge.requests.length = 0;
    await commands.executeCommand("workbench.action.files.save");
    await eventually(() => pending().length === 0, "it is sent");
    assert.deepEqual(posts(), [sentWith("first\n")]);
    assert.equal(session.forge.size, 5);
    assert.deepEqual(session.messages, []);
  });

  it("is made once though the answer is lost and more is typed before the server can be asked", async () => {
    const document = await begin();
    await type(document, "first\n");
    let method = "";
    let isLost = true;
    session.forge.answer = (request) => {
      method = request.method;
      return isLost && method === "GET" ? Response.json({ message: "Not now" }, { status: 503 }) : undefined;
    };
    session.forge.change = (answer) =>
      isLost && method === "POST" ? Response.json({ message: "Bad Gateway" }, { status: 502 }) : answer;
    assert.equal(await document.save(), true);
    assert.deepEqual(pending(), [["queued", "server", "first\n"]]);
    isLost = false;
    await type(document, "first\nsecond\n");
    assert.equal(await document.save(), true);
    session.parts.files.engine.retryAccount(session.accountId);
    await eventually(() => pending().length === 0, "it is sent");
    assert.deepEqual([posts(), session.forge.size], [[sentWith("first\n")], 5]);
    const [made] = await session.forge.client(tokens.mia).call("gists.getAll", {});
    assert.deepEqual(session.forge.files(made?.id ?? ""), { "a b.md": "first\nsecond\n" });
    assert.deepEqual(session.messages, []);
  });

  it("is not made by Auto Save, which stores it, and by the user's own save with all of its text", async () => {
    const document = await begin();
    await withAutoSave(async () => {
      for (const text of ["half a w", "half a word\n"]) {
        await type(document, text);
        await eventually(() => !document.isDirty && pending().length === 1, "it is stored");
      }
    });
    assert.deepEqual([posts(), pending()], [[], [["unpublished", undefined, "half a word\n"]]]);
    const [unpublished] = await rowsOf(session.parts.trees.gists);
    assert.deepEqual(
      unpublished?.[3]?.map(([label, description]) => [label, description]),
      [["a b.md", "not published yet · new gist"]],
    );
    await commands.executeCommand("workbench.action.files.save");
    await eventually(() => pending().length === 0, "it is made");
    assert.deepEqual(posts(), [sentWith("half a word\n")]);
    assert.deepEqual(session.messages, []);
  });

  it("is stored when the user leaves the question about a secret, and made from its row", async () => {
    const document = await begin();
    await type(document, `token: ghp_${"Ab1".repeat(12)}\n`);
    const left = { showWarningMessage: () => undefined };
    await answering(left, async () => assert.equal(await document.save(), true));
    assert.deepEqual([posts(), session.parts.files.pending.all.map(({ reason }) => reason)], [[], ["heldBack"]]);
    const redact = (_: string, __: unknown, ...actions: readonly { readonly title: string }[]) =>
      actions.find(({ title }) => title === "Redact");
    await answering({ showWarningMessage: redact as never }, async () =>
      commands.executeCommand(gistCommands.publish, { kind: "edit", edit: session.parts.files.pending.all[0] }),
    );
    await eventually(() => pending().length === 0, "it is made");
    assert.deepEqual(posts(), [sentWith("token: REDACTED\n")]);
  });

  it("is not stored any longer when its edit is discarded", async () => {
    const document = await begin();
    await type(document, "first\n");
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "No" }, { status: 422 }) : undefined;
    await answering({ showWarningMessage: () => undefined }, async () =>
      assert.equal(await document.save(), true),
    );
    assert.deepEqual(pending(), [["refused", "unprocessable", "first\n"]]);
    const discard = (_: string, __: unknown, ...actions: readonly unknown[]) => actions[0];
    await answering({ showWarningMessage: discard as never }, async () =>
      // Of the active editor, as the icon in its title does.
      commands.executeCommand(gistCommands.discardEdit),
    );
    await eventually(() => pending().length === 0 && document.getText() === "", "nothing is left");
  });
});

describe("A file that is added to a gist", () => {
  const session = useSession();

  it("is sent with its first text, and not while it is empty", async () => {
    const place = { accountId: session.accountId, gistId: ids.notes, fileName: "more.md" };
    session.parts.files.addDraftFile(place);
    const document = await show(session.uri(ids.notes, "more.md"));
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.sent("PATCH", "POST"), []);
    await type(document, "more\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(ids.notes), { "more.md": "more\n", "notes.md": "# Notes\n" });
    assert.equal(session.forge.sent("PATCH").length, 1);
  });

  it("is renamed here with its unsaved text after a reload, when only its editor has it", async () => {
    const { files } = session.parts;
    const place = { accountId: session.accountId, gistId: ids.notes, fileName: "n6.txt" };
    files.addDraftFile(place);
    const document = await show(session.uri(ids.notes, "n6.txt"));
    await type(document, "six\n");
    // As after a reload of the window.
    files.drafts.removeFile(place);
    await answering({ showInputBox: () => "n6b.txt" }, () =>
      commands.executeCommand(gistCommands.renameFile, document.uri),
    );
    assert.deepEqual([session.messages, session.forge.sent("PATCH", "POST")], [[], []]);
    const renamed = window.activeTextEditor?.document ?? assert.fail();
    assert.equal(renamed.uri.toString(), session.uri(ids.notes, "n6b.txt").toString());
    assert.deepEqual([renamed.getText(), renamed.isDirty], ["six\n", true]);
    assert.deepEqual(openFiles(), [renamed.uri.toString()]);
    assert.equal(await renamed.save(), true);
    assert.deepEqual(session.forge.files(ids.notes), { "n6b.txt": "six\n", "notes.md": "# Notes\n" });
  });
});
