import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, window, workspace } from "vscode";
import type { PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { gistCommands, gistSideScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { ids, tokens } from "./support/seeds.ts";
import { closeEditors, failureOf, useSession, withAutoSave } from "./support/session.ts";

const base = "a\nb\nc\nd\ne\n";
const typed = `${base}typed while merging\n`;

describe("A merge of a gist's file that is not done", () => {
  const session = useSession();
  const { notes } = ids;
  const uri = (): Uri => session.uri(notes, "notes.md");
  const edit = (): PendingEdit => session.parts.files.pending.all[0] ?? assert.fail("nothing is stored");
  const atService = () => session.forge.files(notes)?.["notes.md"];
  const elsewhere = async (content: string): Promise<void> => {
    await session.forge.client(tokens.mia).call("gists.edit", { id: notes, files: { "notes.md": { content } } });
  };
  const shows = (document: TextDocument, text: string) =>
    eventually(() => document.getText() === text, `the editor shows ${JSON.stringify(text)}`);
  /** Saves the user's side and opens the merge editor. */
  const begin = async (): Promise<TextDocument> => {
    await elsewhere(base);
    const document = await show(uri());
    await type(document, base.replace("b", "MINE"));
    await elsewhere(base.replace("b", "THEIRS"));
    let count = 0;
    await answering({ showWarningMessage: () => (count++ === 0 ? "Merge..." : undefined) }, async () => {
      await document.save();
      await shows(document, base);
    });
    return document;
  };
  /** Leaves every question. */
  const leaving = (act: () => PromiseLike<unknown>) => answering({ showWarningMessage: () => undefined }, act);
  const mergeAgain = async (): Promise<void> => {
    await commands.executeCommand(gistCommands.mergeEdit, { kind: "edit", edit: edit() });
    const mine = uri().with({ scheme: gistSideScheme, query: "mine" }).toString();
    // It has saved an unsaved file before it shows the sides: a save of the user's beside that one would do nothing.
    await eventually(
      () => window.visibleTextEditors.some(({ document }) => document.uri.toString() === mine),
      "the merge editor shows the sides",
    );
  };

  it("has its own sides after a reload of the window, and is not taken for done", async () => {
    await elsewhere("theirs\ntwo\n");
    const now = Date.now();
    const text = "<<<<<<< Mine\nmine\n=======\ntheirs\n>>>>>>> Theirs\ntwo\n";
    await session.parts.files.pending.put({
      place: { accountId: session.accountId, gistId: notes, fileName: "notes.md" },
      state: "conflict",
      base: "one\ntwo\n",
      mine: "mine\ntwo\n",
      since: now,
      changed: now,
      merge: { text, theirs: "theirs\ntwo\n", since: now },
    });
    const document = await show(uri());
    await shows(document, text);
    const side = (query: string): Uri => uri().with({ scheme: gistSideScheme, query });
    await leaving(async () => {
      // As VS Code opens it again.
      await commands.executeCommand("_open.mergeEditor", {
        base: side("base"),
        input1: { uri: side("theirs"), title: "Theirs" },
        input2: { uri: side("mine"), title: "Mine" },
        output: uri(),
      });
      await eventually(() => document.getText() !== text, "the merge editor starts over");
      assert.equal(document.getText(), "one\ntwo\n");
      assert.equal(await document.save(), true);
    });
    assert.equal(edit().mine, "mine\ntwo\n");
    assert.equal(edit().state, "conflict");
  });

  it("is published when its editor from before a reload of the window is closed after Auto Save", async () => {
    await elsewhere(base);
    const now = Date.now();
    const done = base.replace("b", "MINE");
    await session.parts.files.pending.put({
      place: { accountId: session.accountId, gistId: notes, fileName: "notes.md" },
      state: "unpublished",
      isAutomatic: true,
      base,
      mine: done,
      since: now,
      changed: now,
    });
    const side = (query: string): Uri => uri().with({ scheme: gistSideScheme, query });
    // As VS Code opens it again.
    await commands.executeCommand("_open.mergeEditor", {
      base: side("base"),
      input1: { uri: side("theirs"), title: "Theirs" },
      input2: { uri: side("mine"), title: "Mine" },
      output: uri(),
    });
    const isShown = () => window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Merging") === true;
    await eventually(isShown, "the merge editor is shown");
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await eventually(() => atService() === done, "it is published");
  });

  it("gives no other text for its sides once it is over", async () => {
    const side = uri().with({ scheme: gistSideScheme, query: "mine" });
    const error = await failureOf(workspace.openTextDocument(side));
    assert.match(error.message, /This merge of “notes\.md” is over\./);
  });

  it("goes on with what was typed in it when the service has something else since then", async () => {
    const document = await begin();
    await leaving(async () => {
      await type(document, typed);
      assert.equal(await document.save(), true);
      await closeEditors();
      await elsewhere(base.replace("b", "THEIRS AGAIN"));
      const asked: string[] = [];
      const note = (question: string): void => void asked.push(question);
      await answering({ showWarningMessage: note }, mergeAgain);
      assert.deepEqual(asked, []);
      const again = await show(uri());
      await shows(again, typed);
      const done = typed.replace("b", "MINE and THEIRS");
      await type(again, done);
      assert.equal(await again.save(), true);
      // The second change meets it as a conflict of its own.
      assert.equal(atService(), base.replace("b", "THEIRS AGAIN"));
      assert.deepEqual([edit().state, edit().mine], ["conflict", done]);
    });
  });

  it("keeps what was typed beside its marks when the merge editor starts over", async () => {
    await begin();
    await leaving(async () => {
      await closeEditors();
      const document = await show(uri());
      await type(document, `${document.getText()}typed by hand\n`);
      assert.equal(await document.save(), true);
      await closeEditors();
      await mergeAgain();
      const again = await show(uri());
      await shows(again, `${base}typed by hand\n`);
      assert.equal(await again.save(), true);
    });
    assert.match(edit().merge?.text ?? "", /typed by hand/);
    assert.equal(edit().mine, `${base.replace("b", "MINE")}typed by hand\n`);
  });

  it("is not published without what was typed in it, also where nothing is in the way any longer", async () => {
    const document = await begin();
    await leaving(async () => {
      await type(document, typed);
      assert.equal(await document.save(), true);
      await elsewhere(base);
      await commands.executeCommand(gistCommands.publishAll);
    });
    assert.equal(atService(), base);
    await eventually(() => session.parts.files.pending.all[0]?.merge?.text === typed, "the merge is stored");
    const done = typed.replace("b", "MINE");
    await type(document, done);
    assert.equal(await document.save(), true);
  });

  for (const isDismissed of [false, true])
    it(`is one edit for Auto Save${isDismissed ? ", begun after its question was dismissed" : ""}, and is published by a save`, async () => {
      await elsewhere(base);
      const document = await show(uri());
      const done = base.replace("b", "MINE and THEIRS");
      await withAutoSave(async () => {
        await type(document, base.replace("b", "MINE"));
        await eventually(() => !document.isDirty, "it is stored");
        await elsewhere(base.replace("b", "THEIRS"));
        let count = 0;
        const answer = () => (count++ === 0 && !isDismissed ? "Merge..." : undefined);
        await answering({ showWarningMessage: answer }, async () => {
          await commands.executeCommand("workbench.action.files.save");
          await eventually(() => session.parts.files.pending.all[0]?.state === "conflict", "it is a conflict");
          if (isDismissed) await mergeAgain();
          await shows(document, base);
          await eventually(() => !document.isDirty, "the start of the merge is saved");
          await type(document, done);
          await eventually(() => !document.isDirty, "what is merged is saved");
          await new Promise((resolve) => setTimeout(resolve, 2500));
          assert.equal(session.parts.files.pending.all.length, 1);
          assert.equal(document.isDirty, false);
          await type(document, `${done}more\n`);
          await eventually(() => !document.isDirty, "it is saved again");
          await commands.executeCommand("workbench.action.files.save");
          await eventually(() => session.parts.files.pending.all.length === 0, "it is published");
        });
      });
      assert.equal(atService(), `${done}more\n`);
      assert.deepEqual(session.messages, []);
    });

  it("is published as it was merged when its text was held back first", async () => {
    const document = await begin();
    const secret = `token: ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}\n`;
    const done = base.replace("b", "MINE\nTHEIRS");
    await leaving(async () => {
      await type(document, done + secret);
      assert.equal(await document.save(), true);
      assert.deepEqual([edit().reason, edit().mine], ["heldBack", done + secret]);
      await type(document, done);
      assert.equal(await document.save(), true);
    });
    assert.equal(atService(), done);
    assert.deepEqual(session.parts.files.pending.all, []);
  });
});

describe("A conflict of a gist's file in which the user types on with Auto Save", () => {
  const session = useSession();
  const { notes } = ids;
  const [mine, theirs] = [base.replace("b", "MINE"), base.replace("b", "THEIRS")];
  const atService = () => session.forge.files(notes)?.["notes.md"];
  const elsewhere = (content: string) =>
    session.forge.client(tokens.mia).call("gists.edit", { id: notes, files: { "notes.md": { content } } });
  const edits = () => session.parts.files.pending.all;
  /** Types on after the question, which is answered then. Answers what was asked until `isDone`. */
  const typeOnAndAnswer = async (answer: string, isDone: (document: TextDocument) => boolean) => {
    await elsewhere(base);
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, mine);
    await elsewhere(theirs);
    const asked: string[] = [];
    let choose: ((choice: string) => void) | undefined;
    const showWarningMessage = (text: string, _: unknown, action?: string) => {
      // A message of the test before may come late.
      if (!text.includes("notes.md")) return undefined;
      asked.push(text);
      if (choose) return action;
      return new Promise<string>((resolve) => {
        choose = resolve;
      });
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await document.save();
      await eventually(() => choose !== undefined, "it is asked");
      await withAutoSave(async () => {
        await type(document, `${mine}more\n`);
        await eventually(() => edits()[0]?.mine === `${mine}more\n`, "it is stored");
      });
      assert.deepEqual(
        edits().map(({ state }) => state),
        ["conflict"],
      );
      choose?.(answer);
      await eventually(() => edits().length === 0 && isDone(document), "it is decided");
    });
    return asked;
  };

  it("stays one, and Keep Mine replaces theirs with all that was typed", async () => {
    const asked = await typeOnAndAnswer("Keep Mine", () => atService() === `${mine}more\n`);
    assert.equal(asked.length, 2);
    assert.match(asked[1] ?? "", /Replace “notes.md” on the server with your version\?/);
  });

  it("stays one, and Take Theirs asks before it discards what was typed on", async () => {
    const asked = await typeOnAndAnswer("Take Theirs", (document) => document.getText() === theirs);
    assert.equal(asked.length, 2);
    assert.match(asked[1] ?? "", /Discard your changes to “notes.md”\?/);
    assert.equal(atService(), theirs);
  });
});
