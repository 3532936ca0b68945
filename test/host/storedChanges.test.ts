import assert from "node:assert/strict";
import { commands, type TextDocument, Uri, window, workspace } from "vscode";
import type { Hook } from "../../src/client/types/hook.ts";
import { localChangeCommands } from "../../src/ids.ts";
import type { LocalChange } from "../../src/localChanges/model.ts";
import { encodeBase } from "../../src/repos/files/fileBases.ts";
import { removeAccountFiles } from "../../src/storage/accountFiles.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes, isUnsavedTab, show, type } from "./support/documents.ts";
import { hookTools, url } from "./support/hookTools.ts";
import { storeInOtherWindow } from "./support/otherWindow.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { useSession, withAutoSave } from "./support/session.ts";

const text = "one\ntwo\nthree\n";
const mine = text.replace("one", "MINE");
const others = text.replace("one", "OTHER WINDOW");
const theirs = text.replace("one", "THEIRS");

/** Answers warnings in turn, the first one when `release` is called. */
const answersInTurn = (answers: readonly string[]) => {
  const asked: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const showWarningMessage = async (question: string): Promise<string | undefined> => {
    const answer = answers[asked.push(question) - 1];
    await held;
    return answer;
  };
  return { asked, release: () => release(), answers: { showWarningMessage: showWarningMessage as never } };
};

describe("A stored change of a repository's file, beside another window's", () => {
  const { session, at, mia, uri, add, atService } = useRepositorySession();
  const stored = (): readonly string[] =>
    session.parts.localChanges.all.map(({ content }) => Buffer.from(content, "base64").toString()).toSorted();
  const shaOf = async (): Promise<string> =>
    ((await mia().call("repos.getContent", { ...at, path: "notes.txt", ref: "main" })) as { sha: string }).sha;
  const changeElsewhere = async (): Promise<void> => {
    const message = { ...at, path: "notes.txt", message: "Elsewhere", branch: "main" };
    await mia().call("repos.updateFile", {
      ...message,
      sha: await shaOf(),
      content: Buffer.from(theirs).toString("base64"),
    });
  };
  let base: string;
  const storeOther = (content = others) =>
    storeInOtherWindow(
      session,
      {
        place: { accountId: session.accountId, uri: uri("notes.txt").toString() },
        base,
        reason: "conflict",
      },
      content,
    );
  const shown = async (): Promise<TextDocument> => {
    // As the explorer does: a document that the extension opens stays when its tab is closed.
    await commands.executeCommand("vscode.open", uri("notes.txt"));
    return window.activeTextEditor?.document ?? assert.fail();
  };
  /** Saves over their change; `between` comes before the answers. */
  const conflict = async (
    answers: readonly string[],
    between: (document: TextDocument) => Promise<unknown>,
    done: () => boolean | Promise<boolean>,
  ): Promise<readonly string[]> => {
    const document = await shown();
    await type(document, mine);
    await changeElsewhere();
    const warnings = answersInTurn(answers);
    const questions = { ...warnings.answers, showInputBox: () => "My message" };
    await answering(questions, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => warnings.asked.length === 1, "it is reported");
      await between(document);
      warnings.release();
      await eventually(done, "it is done");
    });
    return warnings.asked;
  };
  /** The editor shows what the other window stored. */
  const storeAndShow = async (document: TextDocument): Promise<void> => {
    await storeOther();
    await eventually(() => document.getText() === others, "the editor shows the newest text");
  };
  beforeEach(async () => {
    await add("notes.txt", text);
    base = encodeBase({ sha: await shaOf(), bytes: bytes(text) });
  });

  it("is the one that replaces theirs when the user keeps it", async () => {
    await conflict(["Keep Mine", "Keep Mine"], storeAndShow, async () => (await atService("notes.txt")) === mine);
    await eventually(() => stored().length === 1, "it is no longer stored");
    assert.deepEqual(stored(), [others]);
  });

  it("is the one that is discarded when the user takes theirs", async () => {
    const asked = await conflict(["Take Theirs"], storeAndShow, () => stored().length === 1);
    assert.deepEqual([stored(), asked.length, await atService("notes.txt")], [[others], 1, theirs]);
  });

  it("replaces theirs by Keep Mine of its row, after a question", async () => {
    await conflict([], shown, () => stored().length === 1);
    const [change] = session.parts.localChanges.all;
    const warnings = answersInTurn(["Keep Mine"]);
    warnings.release();
    await answering({ ...warnings.answers, showInputBox: () => "My message" }, async () => {
      await commands.executeCommand(localChangeCommands.keepMine, { change });
      await eventually(async () => (await atService("notes.txt")) === mine, "it is committed");
    });
    await eventually(() => stored().length === 0, "it is no longer stored");
    assert.deepEqual(warnings.asked, ["Replace “notes.txt” on the server with your version?"]);
  });

  it("is discarded by Take Theirs of its row, after a question", async () => {
    await conflict([], shown, () => stored().length === 1);
    const [change] = session.parts.localChanges.all;
    const warnings = answersInTurn(["Discard Changes"]);
    warnings.release();
    await answering(warnings.answers, async () => {
      await commands.executeCommand(localChangeCommands.takeTheirs, { change });
    });
    assert.deepEqual([stored(), warnings.asked.length, await atService("notes.txt")], [[], 1, theirs]);
  });

  it("is discarded when the user takes theirs after its editor is closed", async () => {
    const close = async (document: TextDocument): Promise<void> => {
      await commands.executeCommand("workbench.action.closeAllEditors");
      await eventually(() => document.isClosed, "it is closed");
      // It might be opened again at once, as when its language is changed: it is forgotten a moment later.
      await new Promise((resolve) => setTimeout(resolve, 300));
    };
    await conflict(["Take Theirs"], close, () => stored().length === 0);
    assert.equal(await atService("notes.txt"), theirs);
  });

  it("is the one of its row when the user keeps it", async () => {
    await changeElsewhere();
    const change = await storeOther(mine);
    await storeOther();
    const warnings = answersInTurn(["Keep Mine"]);
    warnings.release();
    await answering({ ...warnings.answers, showInputBox: () => "My message" }, async () => {
      await commands.executeCommand(localChangeCommands.keepMine, { change });
      await eventually(async () => (await atService("notes.txt")) === mine, "it is committed");
    });
    await eventually(() => stored().length === 1, "it is no longer stored");
    assert.deepEqual(stored(), [others]);
  });

  it("stays when another window stores it after the account was signed out", async () => {
    await storeOther();
    const folders = [Uri.joinPath(session.parts.context.globalStorageUri, "localChanges")];
    await removeAccountFiles(folders, session.accountId, Date.now() - 60_000);
    await session.parts.localChanges.refresh();
    assert.deepEqual(stored(), [others]);
    await removeAccountFiles(folders, session.accountId, Date.now() + 1000);
    await session.parts.localChanges.refresh();
    assert.deepEqual(stored(), []);
  });

  it("is discarded or published from its row without what is typed in the editor", async () => {
    const document = await shown();
    await type(document, mine);
    const change = await storeOther();
    const said: string[] = [];
    const actions = (text: string, __: unknown, action: string) => {
      said.push(text);
      return action;
    };
    await answering({ showWarningMessage: actions as never, showInputBox: () => "My message" }, async () => {
      await commands.executeCommand(localChangeCommands.publish, { change });
      await eventually(() => said.length === 1, "it is refused");
      assert.match(said.join(), /has unsaved changes: save or revert them first/);
      await commands.executeCommand(localChangeCommands.discard, { change });
    });
    assert.deepEqual([stored(), document.getText(), isUnsavedTab(document)], [[], mine, true]);
    assert.equal(await atService("notes.txt"), text);
  });
});

describe("A stored change of a hook, beside another window's", () => {
  const session = useSession({ seed: toolsSeed });
  const { mia, make, hooks, uriOf } = hookTools(session);
  const stored = (): string =>
    session.parts.localChanges.all.map(({ content }) => Buffer.from(content, "base64").toString()).join();
  /** Saves `star` over their `fork`, while another window stores `watch`; answers the questions until `done`. */
  const conflict = async (
    answers: readonly string[],
    done: (uri: Uri) => boolean | Promise<boolean>,
  ): Promise<readonly string[]> => {
    const hook: Hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    const before = document.getText();
    await type(document, before.replace('"push"', '"star"'));
    const change = { user: "mia", repo: "tools", id: hook.id, name: "web", config: { url }, events: ["fork"] };
    await mia().call("repos.updateHook", change);
    const warnings = answersInTurn(answers);
    await answering(warnings.answers, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => warnings.asked.length === 1, "it is reported");
      const place = { accountId: session.accountId, uri: document.uri.toString() };
      const other = { place, base: JSON.stringify(hook), reason: "conflict" } as const;
      await storeInOtherWindow(session, other, before.replace('"push"', '"watch"'));
      await eventually(() => document.getText().includes("watch"), "the editor shows the newest text");
      warnings.release();
      await eventually(() => done(document.uri), "it is done");
    });
    return warnings.asked;
  };

  it("is the one that replaces theirs when the user keeps it", async () => {
    await conflict(["Keep Mine", "Keep Mine"], async () => (await hooks())[0]?.events[0] === "star");
    await eventually(() => !stored().includes("star"), "it is no longer stored");
    assert.match(stored(), /watch/);
  });

  it("replaces theirs by Keep Mine of its row, after a question", async () => {
    await conflict([], () => stored().includes("star"));
    const change = session.parts.localChanges.all.find(({ content }) =>
      Buffer.from(content, "base64").toString().includes("star"),
    );
    const warnings = answersInTurn(["Keep Mine"]);
    warnings.release();
    await answering(warnings.answers, async () => {
      await commands.executeCommand(localChangeCommands.keepMine, { change });
      await eventually(async () => (await hooks())[0]?.events[0] === "star", "it is sent");
    });
    assert.equal(warnings.asked.length, 1);
    await eventually(() => !stored().includes("star"), "it is no longer stored");
  });

  it("is the one that is discarded when the user takes theirs", async () => {
    const asked = await conflict(["Take Theirs"], () => !stored().includes("star"));
    assert.match(stored(), /watch/);
    assert.deepEqual([asked.length, (await hooks())[0]?.events], [1, ["fork"]]);
  });

  /** What windows store of the hook, the oldest first. */
  const store = async (hook: Hook, ...events: readonly string[]) => {
    const before = (await workspace.openTextDocument(uriOf(hook))).getText();
    const place = { accountId: session.accountId, uri: uriOf(hook).toString() };
    const changes: LocalChange[] = [];
    for (const event of events)
      changes.push(
        await storeInOtherWindow(
          session,
          { place, base: JSON.stringify(hook), reason: undefined },
          before.replace('"push"', `"${event}"`),
        ),
      );
    return changes;
  };
  const publish = (change: LocalChange | undefined) =>
    commands.executeCommand(localChangeCommands.publish, { change });
  const basesOf = () =>
    session.parts.localChanges.all.map(({ base }) => (JSON.parse(base ?? "{}") as Partial<Hook>).events);
  const sentEvents = async () => (await hooks())[0]?.events;

  it("is published with all others by Publish All", async () => {
    const hook: Hook = await make({ events: ["push"] });
    const other: Hook = await make({ events: ["push"], config: { url: `${url}/other` } });
    await store(hook, "star");
    await store(other, "watch");
    await commands.executeCommand(localChangeCommands.publishAll);
    await eventually(() => stored() === "", "nothing is left to publish");
    assert.deepEqual(
      (await hooks()).map(({ events }) => events),
      [["star"], ["watch"]],
    );
  });

  it("is published from its row with all that are the same, and others stay", async () => {
    const hook: Hook = await make({ events: ["push"] });
    const [first] = await store(hook, "watch", "watch", "star");
    await publish(first);
    await eventually(() => !stored().includes("watch"), "they are no longer stored");
    assert.deepEqual(await sentEvents(), ["watch"]);
    assert.equal(session.parts.localChanges.all.length, 1);
    assert.match(stored(), /star/);
  });

  it("is published from its row without the one that an editor shows, which does not overwrite it", async () => {
    const hook: Hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    const [first] = await store(hook, "watch", "star");
    await eventually(() => document.getText().includes("star"), "the editor shows the newest text");
    await publish(first);
    await eventually(() => !stored().includes("watch"), "it is no longer stored");
    assert.match(stored(), /star/);
    assert.deepEqual([await sentEvents(), document.getText().includes("star")], [["watch"], true]);
    const warnings = answersInTurn([]);
    warnings.release();
    await answering(warnings.answers, async () => {
      await commands.executeCommand("workbench.action.files.save");
      await eventually(() => warnings.asked.length === 1, "it is asked");
    });
    assert.match(warnings.asked[0] ?? "", /is different here and on the server/);
    assert.deepEqual(await sentEvents(), ["watch"]);
    assert.match(stored(), /star/);
    await withAutoSave(async () => {
      await type(document, document.getText().replace('"star"', '"fork"'));
      await eventually(() => stored().includes("fork"), "it is stored");
    });
    // What is typed on is still based on what the editor read.
    assert.deepEqual([...new Set(basesOf().map(String))], ["push"]);
  });

  it("does not overwrite what came after the state that it is based on, whatever others are based on", async () => {
    const hook: Hook = await make({ events: ["push"] });
    const [first] = await store(hook, "watch");
    const change = { user: "mia", repo: "tools", id: hook.id, name: "web", config: { url }, events: ["fork"] };
    const now = await mia().call("repos.updateHook", change);
    await storeInOtherWindow(
      session,
      {
        place: { accountId: session.accountId, uri: uriOf(hook).toString() },
        base: JSON.stringify(now),
        reason: undefined,
      },
      Buffer.from(first?.content ?? "", "base64")
        .toString()
        .replace('"watch"', '"star"'),
    );
    await publish(first);
    await eventually(() => session.messages.length === 1, "it is refused");
    assert.deepEqual(await sentEvents(), ["fork"]);
    assert.match(stored(), /watch.*star/s);
  });
});
