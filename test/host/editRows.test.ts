import assert from "node:assert/strict";
import { commands, env, type TextDocument, window } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import type { PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { editItem } from "../../src/gists/view/editItem.ts";
import { gistCommands } from "../../src/ids.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

const { notes } = ids;
const first = (_: string, options: unknown, ...actions: readonly string[]): unknown =>
  typeof options === "string" ? options : actions[0];

describe("The rows of edits that are not published", () => {
  const session = useSession();
  const statusTexts = useStatusTexts();
  const files = () => session.parts.files;
  const place = () => ({ accountId: session.accountId, gistId: notes, fileName: "notes.md" });
  const atService = () => session.forge.files(notes)?.["notes.md"];
  const elsewhere = async (content: string): Promise<void> => {
    await session.forge.client(tokens.mia).call("gists.edit", { id: notes, files: { "notes.md": { content } } });
  };
  const run = (command: string, edit: PendingEdit) =>
    answering({ showWarningMessage: first }, () => commands.executeCommand(command, { kind: "edit", edit }));
  /** An edit that this window has saved, not published, in its editor. */
  const saved = async (text: string): Promise<{ document: TextDocument; edit: PendingEdit }> => {
    await session.parts.state.update("publishModes", { [`${session.accountId}/${notes}`]: "manual" });
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, text);
    assert.equal(await document.save(), true);
    const edit = files().pending.known(place());
    assert.ok(edit);
    return { document, edit };
  };
  const ofAnotherWindow = (mine: string): Promise<PendingEdit> => {
    const now = Date.now() + 1;
    const content = { place: place(), state: "unpublished", base: "# Notes\n", since: now, changed: now } as const;
    return files().pending.put({ ...content, mine });
  };
  afterEach(() => session.parts.state.update("publishModes", undefined));

  it("distinguish edits of the same file name by their gists, and those of one file by when they were saved", async () => {
    const put = async (gistId: string, since: number): Promise<PendingEdit> => {
      const content = { state: "unpublished", base: "", mine: String(since), since, changed: since } as const;
      return files().pending.put({
        ...content,
        place: { accountId: session.accountId, gistId, fileName: "same.md" },
      });
    };
    const described = (edit: PendingEdit) =>
      editItem(session.parts, { kind: "edit", id: edit.id, edit }).description;
    const title = "same.md";
    const ofGist = (digit: string): string => {
      const place = { accountId: session.accountId, gistId: digit.repeat(20), fileName: "same.md" };
      session.parts.uris.keep(session.parts.uris.of(place, title));
      return place.gistId;
    };
    const [one, other] = [ofGist("1"), ofGist("2")];
    const first = await put(one, 1000);
    assert.equal(described(first), `not published yet · ${title}`);
    const second = await put(other, 2000);
    assert.deepEqual([first, second].map(described), [
      `1111111 · not published yet · ${title}`,
      `2222222 · not published yet · ${title}`,
    ]);
    await files().pending.remove(second.id);
    const later = await put(one, 3000);
    assert.deepEqual(
      [first, later].map(described),
      [1000, 3000].map((at) => `${new Date(at).toLocaleTimeString(env.language)} · not published yet · ${title}`),
    );
  });

  it("have the titles of their gists in the picker also before a gist is read", async () => {
    const { accountId, parts } = session;
    await parts.gists.get(accountId, ids.hello);
    const document = await show(parts.uris.of({ accountId, gistId: ids.hello, fileName: "hello.py" }));
    await type(document, "mine");
    session.forge.answer = () => new Response("Bad Gateway", { status: 502 });
    assert.equal(await document.save(), true);
    await commands.executeCommand("workbench.action.closeAllEditors");
    const rows: (string | undefined)[][] = [];
    const showQuickPick = (items: readonly { readonly label: string; readonly description?: string }[]) =>
      void rows.push(...items.map(({ label, description }) => [label, description]));
    // As after a start.
    Object.defineProperty(session.parts.gists, "knownTitle", { value: () => undefined, configurable: true });
    try {
      await answering({ showQuickPick: showQuickPick as never }, async () =>
        commands.executeCommand(gistCommands.publish).then(undefined, () => undefined),
      );
    } finally {
      Reflect.deleteProperty(session.parts.gists, "knownTitle");
    }
    assert.deepEqual(rows, [["hello.py", "Hello in two languages"]]);
  });

  it("publish their own edit, and neither that of another window nor what is typed in the editor", async () => {
    const { document } = await saved("# Notes\nmine\n");
    // Before that, the editor would show what is stored beside it.
    await type(document, "# Notes\nmine, typed\n");
    const other = await ofAnotherWindow("theirs\n# Notes\n");
    await run(gistCommands.publish, other);
    assert.equal(atService(), "theirs\n# Notes\n");
    assert.equal(document.getText(), "# Notes\nmine, typed\n");
    assert.equal(document.isDirty, true);
    assert.deepEqual(
      files()
        .pending.of(place())
        .map(({ mine }) => mine),
      ["# Notes\nmine\n"],
    );
  });

  it("are not reported as published while another window publishes them", async () => {
    const { edit } = await saved("# Notes\nmine\n");
    const other = new PendingEdits(storageFolder(sharedFolder(session.parts.context, "edits")), systemClock);
    await other.load();
    assert.equal(await other.claim(edit.id), true);
    try {
      await commands.executeCommand(gistCommands.publishAll);
    } finally {
      other.dispose();
    }
    assert.deepEqual(statusTexts(), ["0 edits published. Another window is publishing 1."]);
    assert.equal(atService(), "# Notes\n");
  });

  it("discard their own edit, and leave an editor alone that has another one", async () => {
    const { document } = await saved("# Notes\nmine\n");
    // Before that, the editor would show what is stored beside it.
    await type(document, "# Notes\nmine, typed\n");
    const other = await ofAnotherWindow("theirs\n# Notes\n");
    await run(gistCommands.discardEdit, other);
    assert.equal(document.getText(), "# Notes\nmine, typed\n");
    assert.equal(document.isDirty, true);
    assert.equal(files().pending.of(place()).length, 1);
  });

  it("a revert of the file says how many edits of other windows it discards", async () => {
    const { document } = await saved("# Notes\nmine\n");
    await ofAnotherWindow("theirs\n# Notes\n");
    const details: unknown[] = [];
    const answer = (_: string, { detail }: { readonly detail: string }, action: string): string => {
      details.push(detail);
      return action;
    };
    await answering({ showWarningMessage: answer as never }, () =>
      commands.executeCommand(gistCommands.revert, document.uri),
    );
    assert.deepEqual(details, ["Edits of other windows that are discarded too: 1. This can't be undone."]);
    await eventually(() => document.getText() === "# Notes\n", "the editor shows what the service has");
    assert.deepEqual(files().pending.of(place()), []);
  });

  it("a revert of a file without changes asks nothing, and says so in the status bar", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await answering({ showWarningMessage: () => assert.fail("It asked.") }, () =>
      commands.executeCommand(gistCommands.revert, document.uri),
    );
    assert.deepEqual(statusTexts(), ["“notes.md” has no changes to revert."]);
    assert.deepEqual(session.messages, []);
  });

  it("put what was typed since in place of theirs", async () => {
    const { document, edit } = await saved("mine\n");
    await elsewhere("theirs\n");
    await type(document, "mine, typed\n");
    await run(gistCommands.keepMine, edit);
    assert.equal(atService(), "mine, typed\n");
    assert.equal(document.getText(), "mine, typed\n");
    assert.equal(document.isDirty, false);
  });

  it("share what was typed since as a gist, and close the editor", async () => {
    const { document, edit } = await saved("mine\n");
    await type(document, "mine, typed\n");
    await run(gistCommands.shareEdit, edit);
    assert.equal(atService(), "# Notes\n");
    const shared = window.activeTextEditor?.document;
    assert.notEqual(shared?.uri.toString(), document.uri.toString());
    assert.equal(shared?.getText(), "mine, typed\n");
    assert.deepEqual(files().pending.all, []);
    assert.ok(!window.tabGroups.all.some(({ tabs }) => tabs.some(({ isDirty }) => isDirty)));
  });

  it("take theirs by a command of the row, after a question, where there is a conflict", async () => {
    const { document, edit } = await saved("mine\n");
    await run(gistCommands.takeTheirs, edit);
    assert.equal(document.getText(), "mine\n", "it is not in conflict yet");
    assert.deepEqual(session.messages, ["“notes.md” isn't in conflict with the server."]);
    await elsewhere("theirs\n");
    await answering({ showWarningMessage: () => undefined }, () =>
      commands.executeCommand(gistCommands.publish, { kind: "edit", edit }),
    );
    const inConflict = () =>
      files()
        .pending.of(place())
        .find(({ state }) => state === "conflict");
    await eventually(() => inConflict() !== undefined, "it is in conflict");
    await type(document, "mine, typed\n");
    const details: string[] = [];
    const answer = (_: string, { detail }: { readonly detail: string }, action: string): string => {
      details.push(detail);
      return action;
    };
    await answering({ showWarningMessage: answer as never }, () =>
      commands.executeCommand(gistCommands.takeTheirs, { kind: "edit", edit: inConflict() }),
    );
    assert.deepEqual(details, ["Unsaved text in an open editor is discarded as well. This can't be undone."]);
    await eventually(() => document.getText() === "theirs\n", "the editor shows what the server has");
    assert.equal(atService(), "theirs\n");
    assert.deepEqual(files().pending.of(place()), []);
  });

  it("are discarded together, with one question that says that unsaved text is discarded as well", async () => {
    const { document } = await saved("mine\n");
    const modes = [notes, ids.hello].map((id) => [`${session.accountId}/${id}`, "manual"]);
    await session.parts.state.update("publishModes", Object.fromEntries(modes));
    const second = await show(session.uri(ids.hello, "hello.py"));
    await type(second, "print('mine')\n");
    assert.equal(await second.save(), true);
    await type(document, "mine, typed\n");
    const rows = files().pending.all.map((each) => ({ kind: "edit", edit: each }));
    assert.equal(rows.length, 2);
    const asked: (readonly string[])[] = [];
    const answer = (text: string, { detail }: { readonly detail: string }, action: string): string => {
      asked.push([text, detail]);
      return action;
    };
    await answering({ showWarningMessage: answer as never }, async () => {
      await commands.executeCommand(gistCommands.takeTheirs, rows[0], rows);
      assert.deepEqual(session.messages, ["“notes.md” isn't in conflict with the server."]);
      assert.equal(files().pending.all.length, 2);
      await commands.executeCommand(gistCommands.discardEdit, rows[0], rows);
    });
    const [[question, detail] = [], ...others] = asked;
    assert.equal(question, "Discard 2 unpublished edits?");
    assert.match(detail ?? "", /Unsaved text in an open editor is discarded as well\. This can't be undone\.$/);
    assert.deepEqual(others, []);
    assert.deepEqual(files().pending.all, []);
    await eventually(() => document.getText() === "# Notes\n" && !document.isDirty, "it shows the server's text");
  });

  it("take theirs over what was typed since only after a question", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "mine\n");
    await elsewhere("theirs\n");
    const asked: string[] = [];
    let typed: Promise<void> | undefined;
    const answer = async (text: string, options: unknown, ...actions: readonly string[]): Promise<unknown> => {
      asked.push(text);
      if (typeof options !== "string") return undefined;
      typed ??= type(document, "mine, typed\n");
      await typed;
      return actions.at(-1);
    };
    await answering({ showWarningMessage: answer as never }, async () => {
      // VS Code calls it saved when the typing comes after the save, and not when it comes in between.
      await document.save();
      await eventually(() => asked.length === 2, "it is asked about what was typed");
    });
    assert.match(asked[1] ?? "", /Discard your changes to “notes.md”/);
    assert.equal(document.getText(), "mine, typed\n");
    await eventually(() => isUnsavedTab(document), "what was typed is unsaved");
  });

  it("are published once their conflict is resolved in the merge editor", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    const before = document.getText();
    await type(document, "mine\n");
    await elsewhere("theirs\n");
    let asked = 0;
    const answer = (): unknown => (asked++ === 0 ? "Merge..." : undefined);
    await answering({ showWarningMessage: answer }, async () => {
      // As above: the answer comes at once.
      await document.save();
      await eventually(() => document.getText() === before, "the merge editor shows what both sides are based on");
      assert.equal(atService(), "theirs\n");
      await type(document, "mine and theirs\n");
      assert.equal(await document.save(), true);
    });
    assert.deepEqual([atService(), asked], ["mine and theirs\n", 1]);
    assert.equal(document.isDirty, false);
    assert.deepEqual(files().pending.of(place()), []);
  });
});
