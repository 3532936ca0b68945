import assert from "node:assert/strict";
import { commands, type TextDocument, window } from "vscode";
import { gistCommands, hookCommands, localChangeCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools, url, yes } from "./support/hookTools.ts";
import { notebookContent, notebookName, typeInNotebook } from "./support/notebooks.ts";
import { whileInLine } from "./support/inLine.ts";
import { inOtherWindow } from "./support/otherWindow.ts";
import { ownRepository } from "./support/repoTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids } from "./support/seeds.ts";
import { closeEditors, withAutoSave, withSetting } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("What is sent after the user has gone on", () => {
  const { session, uri, add, atService } = useRepositorySession();
  const statusTexts = useStatusTexts();
  afterEach(closeEditors);
  const autoSave = (document: TextDocument, text: string): Promise<void> =>
    withAutoSave(async () => {
      await type(document, text);
      await eventually(() => !document.isDirty, "it is saved");
    });
  const storedTexts = (): readonly string[] =>
    session.parts.localChanges.all.map(({ content }) => Buffer.from(content, "base64").toString()).sort();
  /** Rows of changes that Auto Save has stored. */
  const storeTwo = async (): Promise<readonly TextDocument[]> => {
    const documents: TextDocument[] = [];
    const paths = ["one.txt", "two.txt"];
    // The folder is read with the first one.
    for (const path of paths) await add(path, "before\n");
    for (const path of paths) {
      const document = await show(uri(path));
      await autoSave(document, `${path}\n`);
      documents.push(document);
    }
    return documents;
  };
  const publishRows = () => {
    const rows = session.parts.localChanges.all.map((change) => ({ kind: "localChange", change }));
    return commands.executeCommand(localChangeCommands.publish, rows[0], rows);
  };

  it("is not the text that a batch could not publish, when it is tried again", async () => {
    const [first, second] = await storeTwo();
    assert.ok(first && second);
    session.forge.answer = ({ method }) =>
      method === "PUT" ? Response.json({ message: "Down" }, { status: 500 }) : undefined;
    const asked: string[] = [];
    const showWarningMessage = async (text: string) => {
      if (asked.push(text) > 1) return undefined;
      session.forge.answer = () => undefined;
      await autoSave(first, "typed since\n");
      return "Try Again";
    };
    await answering({ showWarningMessage, showInputBox: () => "Mine" } as never, publishRows);
    assert.deepEqual(asked, ["Publish changes: 0 of 2 done.", "Publish changes: 1 of 2 done."]);
    assert.deepEqual(storedTexts(), ["typed since\n"]);
    assert.deepEqual([await atService("one.txt"), await atService("two.txt")], ["before\n", "two.txt\n"]);
    assert.equal(first.getText(), "typed since\n");
  });

  it("is not what was discarded since a batch could not publish it", async () => {
    await storeTwo();
    session.forge.answer = ({ method }) =>
      method === "PUT" ? Response.json({ message: "Down" }, { status: 500 }) : undefined;
    let count = 0;
    const showWarningMessage = async (text: string, given: unknown, ...actions: readonly string[]) => {
      if (!text.startsWith("Publish changes")) return yes(text, given, ...actions);
      if (++count > 1) return undefined;
      session.forge.answer = () => undefined;
      await commands.executeCommand(localChangeCommands.discard, uri("one.txt"));
      return "Try Again";
    };
    await answering({ showWarningMessage, showInputBox: () => "Mine" } as never, publishRows);
    assert.deepEqual([await atService("one.txt"), await atService("two.txt")], ["before\n", "two.txt\n"]);
    assert.deepEqual(storedTexts(), []);
  });

  it("is a text without what is typed while its message is entered, which stays and is published after it", async () => {
    const [first] = await storeTwo();
    assert.ok(first);
    const showInputBox = async () => {
      await autoSave(first, "typed since\n");
      return "Mine";
    };
    await answering({ showInputBox } as never, publishRows);
    assert.deepEqual([await atService("one.txt"), await atService("two.txt")], ["one.txt\n", "two.txt\n"]);
    assert.equal(first.getText(), "typed since\n");
    assert.deepEqual(storedTexts(), ["typed since\n"]);
    await answering({ showInputBox: () => "More", showWarningMessage: () => undefined } as never, () =>
      commands.executeCommand(localChangeCommands.publish, first.uri),
    );
    await eventually(async () => (await atService("one.txt")) === "typed since\n", "it is published");
    assert.deepEqual(storedTexts(), []);
  });

  for (const [title, goOn] of [
    [
      "discarded",
      () =>
        answering({ showWarningMessage: yes }, () =>
          commands.executeCommand(localChangeCommands.discard, uri("one.txt")),
        ),
    ],
    ["typed back", (document: TextDocument) => autoSave(document, "before\n")],
  ] as const)
    it(`is not what was ${title} while its message was entered`, async () => {
      const [first] = await storeTwo();
      assert.ok(first);
      const showInputBox = async () => {
        await goOn(first);
        return "Mine";
      };
      const asked: string[] = [];
      const showWarningMessage = (text: string): void => void asked.push(text);
      await answering({ showInputBox, showWarningMessage } as never, publishRows);
      assert.deepEqual([await atService("one.txt"), await atService("two.txt")], ["before\n", "two.txt\n"]);
      await eventually(() => first.getText() === "before\n", "VS Code has loaded it again");
      assert.deepEqual(asked, ["Publish changes: 1 of 2 done."]);
      assert.deepEqual(storedTexts(), []);
    });

  it("is not the change of a webhook that another window discards while the webhook is read", async () => {
    const { make, uriOf } = hookTools(session);
    const hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    await autoSave(document, document.getText().replace('"push"', '"star"'));
    const [change] = session.parts.localChanges.all;
    assert.ok(change);
    await storeTwo();
    session.forge.requests.length = 0;
    let isDiscarded = false;
    session.forge.answer = async ({ method, url: address }) => {
      if (method !== "GET" || isDiscarded || !address.includes("/hooks/")) return undefined;
      isDiscarded = true;
      await inOtherWindow(session, (changes) => changes.remove(change.id));
      return undefined;
    };
    const asked: string[] = [];
    const showWarningMessage = (text: string): void => void asked.push(text);
    await answering({ showInputBox: () => "Mine", showWarningMessage } as never, publishRows);
    assert.deepEqual(asked, ["Publish changes: 2 of 3 done."]);
    assert.deepEqual([isDiscarded, session.forge.sent("PATCH")], [true, []]);
  });

  it("is nothing where the message of several is canceled, which is no failure", async () => {
    await storeTwo();
    const asked: string[] = [];
    const showWarningMessage = (text: string): void => void asked.push(text);
    await answering({ showWarningMessage, showInputBox: () => undefined } as never, publishRows);
    assert.deepEqual(asked, []);
    assert.deepEqual(storedTexts(), ["one.txt\n", "two.txt\n"]);
    assert.equal(statusTexts().at(-1), "Stored on this computer, not sent: see Unpublished.");
  });

  it("is a new webhook that is typed after another one was discarded", async () => {
    await commands.executeCommand(hookCommands.createDocument, await ownRepository(session, "mia/tools"));
    const document = window.activeTextEditor?.document;
    assert.ok(document);
    const blank = document.getText();
    const withUrl = blank.replace(/"url": "[^"]*"/, `"url": "${url}"`);
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    await type(document, withUrl);
    await answering({ showWarningMessage: () => undefined }, () => document.save());
    await eventually(() => storedTexts().length === 1, "it is stored");
    await type(document, `${document.getText()}\n`);
    session.forge.answer = () => undefined;
    await answering({ showWarningMessage: yes }, () =>
      commands.executeCommand(localChangeCommands.discard, document.uri),
    );
    await eventually(() => document.getText() === blank, "it is blank again");
    session.forge.requests.length = 0;
    await type(document, withUrl);
    await answering({ showWarningMessage: () => undefined }, () => document.save());
    await eventually(() => session.forge.sent("POST").length === 1, "it is sent");
    assert.deepEqual(storedTexts(), []);
  });

  it("is not a change of a gist that was saved again during its review", async () => {
    const target = session.uri(ids.hello, "hello.py");
    const document = await show(target);
    await autoSave(document, "reviewed\n");
    const edit = session.parts.files.pending.all[0];
    assert.ok(edit);
    const showInformationMessage = async (text: string) => {
      if (!text.startsWith("Publish this change")) return undefined;
      await autoSave(document, "typed since\n");
      return "Publish";
    };
    await withSetting("forgeside.gists.reviewBeforePublish", true, () =>
      answering({ showInformationMessage } as never, () => commands.executeCommand(gistCommands.publish, target)),
    );
    await eventually(() => session.messages.some((text) => text.includes("was changed since")), "it is said");
    assert.notEqual(session.forge.files(ids.hello)?.["hello.py"], "reviewed\n");
    assert.deepEqual(
      session.parts.files.pending.all.map(({ mine }) => mine),
      ["typed since\n"],
    );
  });

  it("is a gist's edit also where an attempt by itself stored it again before its turn", async () => {
    const target = session.uri(ids.hello, "hello.py");
    await autoSave(await show(target), "stored again\n");
    const { engine, pending } = session.parts.files;
    const [edit] = pending.all;
    assert.ok(edit);
    const publish = () => commands.executeCommand(gistCommands.publish, target);
    await whileInLine(engine, edit, "publish", publish, async () => void (await pending.put(edit, [edit.id])));
    assert.deepEqual(pending.all, []);
    assert.equal(session.forge.files(ids.hello)?.["hello.py"], "stored again\n");
  });

  it("is a notebook whose save waits for its message, which isn't discarded before that", async () => {
    await add(notebookName, notebookContent("server"));
    const target = uri(notebookName);
    const notebook = await typeInNotebook(target, "stored");
    await answering({ showInputBox: () => undefined, showWarningMessage: () => undefined } as never, () =>
      notebook.save(),
    );
    await eventually(() => storedTexts().length === 1, "it is stored");
    await typeInNotebook(target, "sent");
    let enter: (message: string) => void = () => undefined;
    let isAsked = false;
    const showInputBox = () => {
      isAsked = true;
      return new Promise<string>((resolve) => (enter = resolve));
    };
    await answering({ showInputBox, showWarningMessage: yes } as never, async () => {
      const saving = notebook.save();
      await eventually(() => isAsked, "it is asked for");
      await commands.executeCommand(localChangeCommands.discard, target);
      await eventually(
        () => session.messages.some((text) => text.includes("is still being saved")),
        "the discard is refused",
      );
      assert.equal(storedTexts().length, 1);
      enter("Mine");
      await saving;
    });
    await eventually(async () => (await atService(notebookName))?.includes("sent") === true, "it is committed");
    assert.deepEqual(storedTexts(), []);
  });
});
