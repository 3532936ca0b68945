import assert from "node:assert/strict";
import { CommentThreadCollapsibleState, commands, workspace } from "vscode";
import { threadHandlers } from "../../src/comments/commands.ts";
import { commentCommands } from "../../src/ids.ts";
import { collapse } from "./support/collapse.ts";
import { answering } from "./support/answers.ts";
import { eventually } from "../support/eventually.ts";
import { maxClosedDocuments } from "../../src/repos/comments/controller.ts";
import { commitSideUri } from "../../src/repos/uri.ts";
import { useCommitTalk } from "./support/commitTalk.ts";
import { sendReply } from "./support/replies.ts";

const { Expanded } = CommentThreadCollapsibleState;

describe("The thread of commit comments that another user deletes", () => {
  const talk = useCommitTalk();
  const { session } = talk;

  const deleteElsewhere = async (): Promise<void> => {
    const { id } = await talk.say(talk.otto, "Why?", { path: talk.file, line: 21 });
    await talk.openCommit();
    await eventually(() => talk.inFile().length === 1, "the thread is there");
    await talk.otto.call("repos.deleteCommitComment", { user: "mia", repo: "tools", id });
  };
  const refresh = (): Thenable<unknown> => commands.executeCommand(commentCommands.refresh, talk.rightSide);

  it("stays with what is typed below it, and a reply begins a new comment at its line", async () => {
    await deleteElsewhere();
    const thread = talk.threadAt(21);
    await collapse(thread);
    await refresh();
    assert.deepEqual(talk.inFile(), [[21]]);
    assert.equal(talk.threadAt(21), thread, "VS Code knows the typed text by its identity");
    assert.equal(thread.label, "src/list.ts, line 21: the comments were deleted");
    assert.deepEqual([thread.canReply, thread.collapsibleState], [{ name: "mia" }, Expanded]);
    await refresh();
    assert.equal(talk.threadAt(21), thread);
    await sendReply(session, { thread, text: "Still here" });
    const [only] = await talk.atService();
    assert.deepEqual([only?.body, only?.path, only?.line, only?.position], ["Still here", talk.file, 21, 4]);
    assert.deepEqual(talk.inFile(), [[21, "Still here"]]);
    assert.equal(talk.threadAt(21), thread);
    assert.equal(thread.label, "src/list.ts, line 21: 1 comment");
    assert.deepEqual(session.messages, []);
  });

  it("is removed once the user closes it, and there is another one for the next comment", async () => {
    await deleteElsewhere();
    await refresh();
    const thread = talk.threadAt(21);
    // As VS Code does when the user collapses a thread without comments.
    await collapse(thread);
    await talk.say(talk.otto, "Again", { path: talk.file, line: 21 });
    await refresh();
    assert.deepEqual(talk.inFile(), [[21, "Again"]]);
    assert.notEqual(talk.threadAt(21), thread, "VS Code has deleted that one");
    await answering({ showWarningMessage: () => "Delete Comment" }, () =>
      commands.executeCommand(commentCommands.delete, talk.comment("Again")),
    );
    assert.deepEqual(talk.inFile(), []);
  });

  it("is removed at the next change when the user closed it", async () => {
    await deleteElsewhere();
    await refresh();
    await collapse(talk.threadAt(21));
    await refresh();
    assert.deepEqual(talk.inFile(), []);
  });

  it("is removed with the account", async () => {
    await deleteElsewhere();
    await refresh();
    await session.parts.accounts.remove(session.accountId);
    assert.deepEqual(talk.threads.all, []);
  });
});

describe("Refresh Comments", () => {
  const talk = useCommitTalk();
  const { session } = talk;

  it("reads the comments of the thread's commit also where gists were loaded later, and asks for no gist", async () => {
    await talk.say(talk.otto, "One", { path: talk.file, line: 21 });
    await talk.openCommit();
    await eventually(() => talk.inFile().length === 1, "the thread is there");
    const { conversations } = session.parts;
    let picks = 0;
    const showQuickPick = (): undefined => void picks++;
    for (const [index, backends] of [
      [conversations, talk.threads],
      [talk.threads, conversations],
    ].entries()) {
      await talk.say(talk.otto, `More ${index}`, { path: talk.file, line: 21 });
      const refresh = threadHandlers(backends)[commentCommands.refresh];
      await answering({ showQuickPick }, () => refresh(talk.threadAt(21)));
      assert.equal(talk.threadAt(21).comments.length, index + 2);
      // What VS Code hands over of a thread that no longer exists.
      const gone = { $mid: 7, commentControlHandle: 0, commentThreadHandle: 9999 };
      await answering({ showQuickPick }, () => refresh(gone));
    }
    assert.equal(picks, 0);
    assert.deepEqual(session.messages, []);
  });
});

describe("The threads of documents of commits that are closed", () => {
  const talk = useCommitTalk();

  it("stay for those that were closed last", async () => {
    await talk.say(talk.otto, "One", { path: talk.file, line: 21 });
    const first = talk.rightSide;
    // Alone: after the view of all changes of a commit, VS Code 1.100 keeps its documents.
    await commands.executeCommand("vscode.open", first);
    await eventually(() => talk.inFile().length === 1, "the thread is there");
    const names = Array.from({ length: maxClosedDocuments }, (_, index) => `file${index}.md`);
    for (const name of names) await talk.put(name, name);
    const isOpen = (): boolean =>
      workspace.textDocuments.some(({ uri }) => uri.scheme === first.scheme && uri.toString().includes(talk.sha));
    await commands.executeCommand("workbench.action.closeAllEditors");
    const isFirstOpen = (): boolean =>
      workspace.textDocuments.some((document) => document.uri.toString() === first.toString());
    await eventually(() => !isFirstOpen(), "it is closed");
    const hasThread = (): boolean => talk.threads.all.some(({ uri }) => uri.toString() === first.toString());
    assert.ok(hasThread(), "it stays");
    for (const [index, path] of names.entries()) {
      assert.ok(hasThread(), `it stays after ${index} others`);
      // VS Code keeps what an extension opens as a document open for minutes.
      await commands.executeCommand("vscode.open", commitSideUri({ ...talk.place, ref: talk.sha, path }));
      await eventually(isOpen, "that one is open");
      await commands.executeCommand("workbench.action.closeActiveEditor");
      await eventually(() => !isOpen(), "that one is closed");
    }
    assert.equal(hasThread(), false);
  });
});
