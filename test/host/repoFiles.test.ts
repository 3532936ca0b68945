import assert from "node:assert/strict";
import {
  commands,
  FilePermission,
  FileType,
  type TextDocument,
  type Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";
import { localChangeCommands } from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { withSetting } from "./support/session.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const text = "one\ntwo\nthree\nfour\nfive\n";

describe("Editing a file of a repository", () => {
  const { session, at, mia, uri, add, atService } = useRepositorySession();
  let prompts: string[];
  let answer: string | undefined;
  let former: PropertyDescriptor | undefined;
  /** Why the local changes are not committed. */
  const stored = (): readonly unknown[] => session.parts.localChanges.all.map(({ reason }) => reason);
  const changeElsewhere = async (content: string): Promise<void> => {
    const { sha } = (await mia().call("repos.getContent", { ...at, path: "notes.txt", ref: "main" })) as {
      readonly sha: string;
    };
    await mia().call("repos.updateFile", {
      ...at,
      path: "notes.txt",
      message: "Elsewhere",
      content: base64(content),
      sha,
      branch: "main",
    });
  };

  beforeEach(async () => {
    prompts = [];
    answer = "My message";
    former = Object.getOwnPropertyDescriptor(window, "showInputBox");
    const value = async (options: { readonly prompt: string; readonly value: string }) => {
      prompts.push(options.value);
      return answer;
    };
    Object.defineProperty(window, "showInputBox", { value, configurable: true });
    await add("notes.txt", text);
    session.forge.requests.length = 0;
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "showInputBox", former);
  });

  it("undoes what others committed when their former text is typed again", async () => {
    const document = await show(uri("notes.txt"));
    await changeElsewhere("other\n");
    session.parts.repos.refreshRepo({ accountId: session.accountId, owner: at.user, repo: at.repo });
    await commands.executeCommand("workbench.action.files.revert");
    await eventually(() => document.getText() === "other\n", "the editor shows it");
    await type(document, text);
    assert.equal(await document.save(), true);
    assert.deepEqual([await atService("notes.txt"), document.getText()], [text, text]);
  });

  it("asks for a message and commits", async () => {
    const document = await show(uri("notes.txt"));
    await type(document, text.replace("one", "ONE"));
    assert.equal(await document.save(), true);
    assert.equal(await atService("notes.txt"), text.replace("one", "ONE"));
    assert.deepEqual(prompts, ["Update notes.txt"]);
    const [commit] = await mia().call("repos.getCommits", at);
    assert.equal(commit?.commit.message, "My message");
    assert.equal(document.isDirty, false);
    assert.deepEqual(session.messages, []);
  });

  it("is stored when the question is left, and committed by the next save", async () => {
    const document = await show(uri("notes.txt"));
    await type(document, "changed\n");
    answer = undefined;
    assert.equal(await document.save(), true);
    assert.deepEqual([isUnsavedTab(document), stored()], [false, ["canceled"]]);
    assert.equal(await atService("notes.txt"), text);
    assert.deepEqual(session.forge.sent("PUT"), []);
    answer = "My message";
    await commands.executeCommand("workbench.action.files.save");
    await eventually(() => stored().length === 0, "it is committed");
    assert.equal(await atService("notes.txt"), "changed\n");
    assert.deepEqual(session.messages, []);
  });

  for (const [what, status, methods, reason] of [
    ["the server fails", 502, ["PUT"], "unconfirmed"],
    ["the server refuses it", 403, ["PUT"], "refused"],
    ["the server answers nothing but errors", 503, ["GET", "PUT"], "unreachable"],
    ["it may not be seen any longer", 404, ["GET", "PUT"], "gone"],
  ] as const)
    it(`is stored when ${what}, says so once, and is committed when the user tries again`, async () => {
      const document = await show(uri("notes.txt"));
      await type(document, "changed\n");
      const asked: string[] = [];
      let isAnswered = false;
      const answerWarning = async (question: string, ...choices: readonly string[]) => {
        asked.push(question);
        await eventually(() => isAnswered, "the server is back");
        return choices.find((choice) => choice === "Try Again");
      };
      session.forge.answer = ({ method }) =>
        methods.some((each) => each === method) ? Response.json({ message: "No" }, { status }) : undefined;
      await answering({ showWarningMessage: answerWarning as never }, async () => {
        assert.equal(await document.save(), true);
        await eventually(() => asked.length === 1, "it is reported");
        assert.deepEqual([isUnsavedTab(document), stored()], [false, [reason]]);
        assert.equal(await atService("notes.txt"), text);
        session.forge.answer = () => undefined;
        isAnswered = true;
        await eventually(() => stored().length === 0, "it is committed");
      });
      assert.equal(await atService("notes.txt"), "changed\n");
      const begin = status === 502 ? "“notes.txt” may have been sent, but" : "“notes.txt” was not sent: ";
      assert.equal(asked.length, 1);
      assert.equal(asked[0]?.slice(0, begin.length), begin);
      assert.match(asked[0] ?? "", /Your changes are stored on this computer\.$/);
    });

  it("is stored, and says why, when there is a link in its place by now", async () => {
    const document = await show(uri("notes.txt"));
    await type(document, "changed\n");
    const link = { name: "notes.txt", path: "notes.txt", type: "symlink", size: 5, sha: "1".repeat(40) };
    session.forge.answer = ({ method, url }) => {
      if (method === "PUT") return Response.json({ message: "It does not match." }, { status: 409 });
      return method === "GET" && url.includes("/contents/notes.txt") ? Response.json(link) : undefined;
    };
    const asked: string[] = [];
    await answering(
      { showWarningMessage: ((question: string) => void asked.push(question)) as never },
      async () => {
        assert.equal(await document.save(), true);
        await eventually(() => asked.length === 1, "it is reported");
      },
    );
    session.forge.answer = () => undefined;
    assert.match(asked[0] ?? "", /is a symbolic link on the server.* Your changes are stored on this computer\.$/);
    assert.deepEqual([stored(), await atService("notes.txt")], [["failed"], text]);
  });

  it("is merged with another user's commit, and shows both", async () => {
    const document = await show(uri("notes.txt"));
    await type(document, text.replace("one", "ONE"));
    await changeElsewhere(text.replace("five", "FIVE"));
    assert.equal(await document.save(), true);
    const both = text.replace("one", "ONE").replace("five", "FIVE");
    assert.equal(await atService("notes.txt"), both);
    await eventually(() => document.getText() === both, "the editor shows both");
    assert.equal(document.isDirty, false);
  });

  describe("that someone else changed on the same lines", () => {
    const mine = text.replace("one", "ONE");
    const theirs = text.replace("one", "EINS");
    let asked: { readonly text: string; readonly choices: readonly unknown[] }[];
    /** Saves over their change, answers the questions in turn, and waits for `done`. */
    const conflict = async (
      answers: readonly string[],
      done: (document: TextDocument) => boolean | Promise<boolean>,
      save: (document: TextDocument) => Promise<void> = async (document) =>
        assert.equal(await document.save(), true),
    ): Promise<TextDocument> => {
      asked = [];
      const document = await show(uri("notes.txt"));
      if (!document.isDirty && stored().length === 0) {
        await type(document, mine);
        await changeElsewhere(theirs);
      }
      const answer = (question: string, ...choices: readonly unknown[]) => {
        asked.push({ text: question, choices: choices.filter((choice) => typeof choice === "string") });
        return answers[asked.length - 1];
      };
      await answering({ showWarningMessage: answer as never }, async () => {
        await save(document);
        await eventually(async () => asked.length >= answers.length && done(document), "the conflict is resolved");
      });
      return document;
    };
    /** The merge editor is open, and shows what it made of the marked text. */
    const isMerging = (document: TextDocument): boolean =>
      (window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Merging") ?? false) &&
      document.getText() === text;

    it("is not sent, and the user chooses", async () => {
      const document = await conflict([], () => asked.length === 1);
      assert.deepEqual([isUnsavedTab(document), stored(), document.getText()], [false, ["conflict"], mine]);
      assert.equal(await atService("notes.txt"), theirs);
      assert.deepEqual(asked, [
        {
          text: "“notes.txt” was changed here and on the server, on the same lines. Nothing was overwritten.",
          choices: ["Merge...", "Compare", "Keep Mine", "Take Theirs"],
        },
      ]);
    });

    it("is merged in the merge editor, and committed when both sides are merged", async () => {
      const document = await conflict(["Merge..."], isMerging);
      assert.equal(asked.length, 1);
      assert.deepEqual([await atService("notes.txt"), prompts.length], [theirs, 1]);
      const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
      const sides = ["base", "input1", "input2"].map((name) => Reflect.get(input as object, name) as Uri);
      const texts = await Promise.all(
        sides.map(async (side) => (await workspace.openTextDocument(side)).getText()),
      );
      assert.deepEqual(texts, [text, theirs, mine]);
      const both = text.replace("one", "ONE EINS");
      await type(document, both);
      assert.equal(await document.save(), true);
      assert.equal(await atService("notes.txt"), both);
      assert.equal(document.isDirty, false);
    });

    it("is not committed as the merge editor begins, with neither side, unless that is confirmed", async () => {
      await conflict(["Merge..."], isMerging);
      await conflict(
        ["Continue Merging"],
        () => asked.length === 1,
        async () => void (await commands.executeCommand("workbench.action.files.save")),
      );
      assert.deepEqual(asked[0]?.choices, ["Continue Merging", "Save Anyway"]);
      assert.equal(asked[0]?.text, "“notes.txt” still has conflicts. Save it anyway?");
      assert.deepEqual([await atService("notes.txt"), stored()], [theirs, ["conflict"]]);
      await conflict(
        ["Save Anyway"],
        async () => (await atService("notes.txt")) === text,
        async () => void (await commands.executeCommand(localChangeCommands.publish, uri("notes.txt"))),
      );
    });

    it("is compared, and the user is asked again", async () => {
      await conflict(["Compare"], () => asked.length === 2);
      assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, "notes.txt: Server ↔ Yours");
      assert.equal(asked[1]?.text, asked[0]?.text);
    });

    it("replaces theirs once that is confirmed, also during a merge", async () => {
      await conflict(["Merge..."], isMerging);
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      const document = await show(uri("notes.txt"));
      // In a browser, the merge editor's text stays in the file's own tab.
      if (document.isDirty) await commands.executeCommand("workbench.action.files.revert");
      assert.match(document.getText(), /<<<<<<< Mine\nONE/);
      await type(document, document.getText().replace("five", "FIVE"));
      await conflict(
        ["Keep Mine", "Keep Mine"],
        async () => (await atService("notes.txt")) === mine,
        async () => {
          await document.save();
        },
      );
      assert.equal(asked[1]?.text, "Replace “notes.txt” on the server with your version?");
      await eventually(() => !document.isDirty, "it is saved");
    });

    it("is not discarded unasked with what was typed since", async () => {
      const more = mine.replace("five", "FIVE");
      const document = await show(uri("notes.txt"));
      await type(document, mine);
      await changeElsewhere(theirs);
      const answers = ["Take Theirs", undefined];
      asked = [];
      const answer = async (text: string) => {
        asked.push({ text, choices: [] });
        if (asked.length === 1) await type(document, more);
        return answers[asked.length - 1];
      };
      await answering({ showWarningMessage: answer as never }, async () => {
        assert.equal(await document.save(), true);
        await eventually(() => asked.length === 2, "it is asked");
      });
      assert.equal(asked[1]?.text, "Discard your changes to “notes.txt”?");
      assert.equal(document.getText(), more);
    });

    it("is discarded when the user takes theirs", async () => {
      const document = await conflict(["Take Theirs"], (shown) => shown.getText() === theirs);
      await eventually(() => stored().length === 0, "nothing is stored any longer");
      assert.equal(isUnsavedTab(document), false);
    });
  });

  it("makes, renames and deletes files as commits of their own", async () => {
    await workspace.fs.writeFile(uri("new/file.txt"), new TextEncoder().encode("new\n"));
    assert.equal(await atService("new/file.txt"), "new\n");
    await workspace.fs.rename(uri("new/file.txt"), uri("new/other.txt"));
    assert.deepEqual([await atService("new/file.txt"), await atService("new/other.txt")], [undefined, "new\n"]);
    await workspace.fs.delete(uri("new/other.txt"));
    assert.equal(await atService("new/other.txt"), undefined);
    assert.deepEqual(prompts, ["Update file.txt", "Rename file.txt to other.txt", "Delete other.txt"]);
    await assert.rejects(async () => workspace.fs.delete(uri("none.txt")));
    await assert.rejects(async () => workspace.fs.delete(uri("")));
  });

  it("is merged with another user's commit, also when the unsaved file is renamed in between", async () => {
    await type(await show(uri("notes.txt")), text.replace("one", "ONE"));
    await changeElsewhere(text.replace("five", "FIVE"));
    const move = new WorkspaceEdit();
    move.renameFile(uri("notes.txt"), uri("other.txt"));
    assert.equal(await workspace.applyEdit(move), true);
    const document = await show(uri("other.txt"));
    assert.equal(document.getText(), text.replace("one", "ONE"));
    assert.equal(await document.save(), true);
    assert.equal(await atService("other.txt"), text.replace("one", "ONE").replace("five", "FIVE"));
  });

  it("remembers the form of a message that names its file", async () => {
    const save = async (path: string) => {
      const document = await show(uri(path));
      await type(document, `${document.getText()}more\n`);
      await document.save();
    };
    answer = "docs: touch notes.txt";
    await save("notes.txt");
    answer = "Only this once";
    await save("README.md");
    await save("notes.txt");
    assert.deepEqual(prompts, ["Update notes.txt", "docs: touch README.md", "docs: touch notes.txt"]);
    // A template that is set counts again.
    await withSetting("forgeside.repos.commitMessage", "Change ${files}", async () => {
      await eventually(async () => {
        await save("notes.txt");
        return prompts.at(-1) === "Change notes.txt";
      }, "the setting counts");
    });
  });

  it("moves and deletes a folder with all that is in it, asking once, and does nothing without an answer", async () => {
    for (const name of ["one.txt", "deep/two.txt"])
      await workspace.fs.writeFile(uri(`docs/${name}`), new TextEncoder().encode(`${name}\n`));
    prompts.length = 0;
    await workspace.fs.rename(uri("docs"), uri("texts"));
    assert.deepEqual(prompts, ["Move two.txt, one.txt"]);
    assert.deepEqual(
      [await atService("docs/one.txt"), await atService("texts/one.txt"), await atService("texts/deep/two.txt")],
      [undefined, "one.txt\n", "deep/two.txt\n"],
    );
    answer = undefined;
    await assert.rejects(async () => workspace.fs.delete(uri("texts"), { recursive: true }));
    assert.equal(await atService("texts/one.txt"), "one.txt\n");
    answer = "Away";
    await workspace.fs.delete(uri("texts"), { recursive: true });
    assert.equal(await atService("texts/deep/two.txt"), undefined);
    await assert.rejects(async () => workspace.fs.readDirectory(uri("texts")));
  });

  it("is read-only at a commit", async () => {
    const [commit] = await mia().call("repos.getCommits", at);
    const old = uri("notes.txt", commit?.sha ?? "");
    assert.equal((await workspace.fs.stat(old)).permissions, FilePermission.Readonly);
    assert.equal((await workspace.fs.stat(uri("notes.txt"))).permissions, undefined);
    assert.equal((await workspace.fs.stat(uri(""))).type, FileType.Directory);
    await assert.rejects(async () => workspace.fs.writeFile(old, new Uint8Array(1)), /doesn't exist/);
    assert.deepEqual(session.forge.sent("PUT"), []);
  });

  it("has no folder for a repository or branch that is not there", async () => {
    await assert.rejects(async () => workspace.fs.stat(uri("", "no-branch")), /FileNotFound|EntryNotFound/);
    const missing = contentUri({
      accountId: uri("").authority,
      owner: "mia",
      repo: "missing",
      ref: "main",
      path: "",
    });
    await assert.rejects(async () => workspace.fs.stat(missing), /FileNotFound|EntryNotFound/);
  });

  it("has a folder without files for a repository without commits", async () => {
    await mia().call("repos.create", { name: "unborn" });
    const unborn = contentUri({
      accountId: uri("").authority,
      owner: at.user,
      repo: "unborn",
      ref: "main",
      path: "",
    });
    assert.equal((await workspace.fs.stat(unborn)).type, FileType.Directory);
  });

  it("is nothing for a name that leaves the repository or is not there", async () => {
    for (const path of ["../secret", "a/../../b", "none.txt"])
      await assert.rejects(async () => workspace.fs.readFile(uri(path)), path);
    await assert.rejects(async () => workspace.fs.readFile(uri("notes.txt", "no-branch")));
    await assert.rejects(async () =>
      workspace.fs.readFile(contentUri({ accountId: "nobody", owner: "a", repo: "b", ref: "c", path: "d" })),
    );
  });
});
