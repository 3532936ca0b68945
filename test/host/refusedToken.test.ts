import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, window } from "vscode";
import { stateText } from "../../src/gists/view/editItem.ts";
import { isInTab } from "../../src/ui/tabs.ts";
import { stateText as changeStateText } from "../../src/localChanges/label.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools } from "./support/hookTools.ts";
import { storeInOtherWindow } from "./support/otherWindow.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids, tokens } from "./support/seeds.ts";
import { candidateFor, signIn, withAutoSave } from "./support/session.ts";

describe("A save whose token is refused", () => {
  const { session, uri: repoUri, add, atService, at, mia } = useRepositorySession();
  const { uriOf, hooks } = hookTools(session);
  const refuse = (): void => {
    session.forge.answer = ({ headers }) =>
      headers.get("authorization")?.includes(tokens.miaAgain) === true
        ? undefined
        : Response.json({ message: "Bad credentials" }, { status: 401 });
  };
  const signInAgain = async (): Promise<void> => {
    const { accounts } = session.parts;
    await accounts.replaceToken(
      session.accountId,
      await accounts.check(candidateFor(session.forge), tokens.miaAgain),
      tokens.miaAgain,
    );
  };
  const opened = async (uri: Uri, edit: (text: string) => string): Promise<TextDocument> => {
    const document = await show(uri);
    await type(document, edit(document.getText()));
    return document;
  };
  const edited = (): readonly (readonly [string, string])[] =>
    session.parts.files.pending.all.map((edit) => [edit.place.fileName, stateText(edit)] as const);
  const changed = (): readonly (string | undefined)[] => session.parts.localChanges.all.map(changeStateText);
  /** Runs with the question for another token, which is not answered. */
  const unanswered = async (act: () => Promise<void>): Promise<readonly string[]> => {
    const asked: string[] = [];
    const showWarningMessage = (question: string) => {
      asked.push(question);
      return new Promise<undefined>(() => undefined);
    };
    await answering({ showWarningMessage: showWarningMessage as never, showInputBox: () => "My message" }, act);
    return asked;
  };
  const question = () => [`${session.forge.host} no longer accepts the token of mia.`];

  const addHook = () =>
    mia().call("repos.createHook", { ...at, name: "web", config: { url: "https://example.com" } });

  it("is stored at once for each file of a gist, and published after the sign-in", async () => {
    const first = await opened(session.uri(ids.notes, "notes.md"), () => "edited\n");
    const second = await opened(session.uri(ids.hello, "hello.py"), () => "edited, too\n");
    refuse();
    const asked = await unanswered(async () => {
      assert.equal(await first.save(), true);
      assert.equal(await second.save(), true);
      await type(first, "edited again\n");
      assert.equal(await first.save(), true);
      assert.deepEqual(edited(), [
        ["notes.md", "no valid token"],
        ["hello.py", "no valid token"],
      ]);
      await signInAgain();
      await eventually(() => session.parts.files.pending.all.length === 0, "the edits are published");
    });
    assert.deepEqual(asked, question());
    assert.equal(session.forge.files(ids.notes)?.["notes.md"], "edited again\n");
    assert.equal(session.forge.files(ids.hello)?.["hello.py"], "edited, too\n");
  });

  it("is stored at once for files of a repository and a hook, and sent after the sign-in", async () => {
    await add("a.txt", "a\n");
    await add("b.txt", "b\n");
    const hook = await addHook();
    const documents = [
      await opened(repoUri("a.txt"), () => "A\n"),
      await opened(repoUri("b.txt"), () => "B\n"),
      await opened(uriOf(hook), (text) => text.replace('"push"', '"star"')),
    ];
    refuse();
    const asked = await unanswered(async () => {
      for (const document of documents) assert.equal(await document.save(), true);
      assert.deepEqual(changed(), ["no valid token", "no valid token", "no valid token"]);
      await signInAgain();
      await eventually(() => changed().length === 0, "everything is sent");
    });
    assert.deepEqual(asked, question());
    assert.deepEqual([await atService("a.txt"), await atService("b.txt")], ["A\n", "B\n"]);
    assert.deepEqual((await hooks())[0]?.events, ["star"]);
  });

  it("is sent once the server accepts the same token again and the user saves something, with the question still open", async () => {
    await add("a.txt", "a\n");
    const hook = await addHook();
    const documents = [
      await opened(session.uri(ids.notes, "notes.md"), () => "edited\n"),
      await opened(repoUri("a.txt"), () => "A\n"),
      await opened(uriOf(hook), (text) => text.replace('"push"', '"star"')),
    ];
    refuse();
    const asked = await unanswered(async () => {
      for (const document of documents) assert.equal(await document.save(), true);
      assert.deepEqual(edited(), [["notes.md", "no valid token"]]);
      assert.deepEqual(changed(), ["no valid token", "no valid token"]);
      session.forge.answer = () => undefined;
      const note = documents[0] ?? assert.fail();
      await type(note, "edited again\n");
      assert.equal(await note.save(), true);
      await eventually(() => edited().length + changed().length === 0, "everything is sent");
    });
    assert.deepEqual(asked, question());
    assert.equal(session.forge.files(ids.notes)?.["notes.md"], "edited again\n");
    assert.equal(await atService("a.txt"), "A\n");
    assert.deepEqual((await hooks())[0]?.events, ["star"]);
    assert.equal(session.parts.accounts.get(session.accountId)?.problem, undefined);
  });

  for (const again of ["the sign-in", "Try Again"])
    it(`is sent after ${again}, and not what another window has stored of the file since`, async () => {
      await add("a.txt", "0\n");
      const document = await opened(repoUri("a.txt"), () => "A\n");
      const isRetried = again === "Try Again";
      if (!isRetried) refuse();
      else
        session.forge.answer = ({ method }) =>
          method === "PUT" ? Response.json({ message: "No" }, { status: 422 }) : undefined;
      let retry: ((button: string) => void) | undefined;
      const showWarningMessage = (question: string) =>
        new Promise<string>((resolve) => {
          if (question.includes("was not sent")) retry = resolve;
        });
      const answers = { showWarningMessage: showWarningMessage as never, showInputBox: () => "My message" };
      await answering(answers, async () => {
        assert.equal(await document.save(), true);
        const place = session.parts.localChanges.all[0]?.place ?? assert.fail();
        await storeInOtherWindow(session, { place, base: null, reason: undefined }, "theirs, half a sent");
        session.forge.answer = () => undefined;
        if (isRetried) {
          await eventually(() => retry !== undefined, "it is reported");
          retry?.(again);
        } else await signInAgain();
        await eventually(async () => (await atService("a.txt")) === "A\n", "mine is sent");
        await eventually(() => changed().length === 1, "theirs is stored");
      });
    });

  it("is asked about once after the sign-in where others changed the same, and says so in its row", async () => {
    await add("a.txt", "0\n");
    const hook = await addHook();
    const documents = [
      await opened(repoUri("a.txt"), () => "A\n"),
      await opened(uriOf(hook), (text) => text.replace('"push"', '"star"')),
    ];
    refuse();
    const said: string[] = [];
    const showWarningMessage = (text: string) => {
      said.push(text);
      return new Promise<undefined>(() => undefined);
    };
    const answers = { showWarningMessage: showWarningMessage as never, showInputBox: () => "My message" };
    await answering({ ...answers, showErrorMessage: showWarningMessage as never }, async () => {
      for (const document of documents) assert.equal(await document.save(), true);
      const theirs = session.forge.client(tokens.miaAgain);
      const file = await theirs.call("repos.getContent", { ...at, path: "a.txt", ref: "main" });
      const sha = "sha" in file ? file.sha : assert.fail();
      const content = Buffer.from("theirs\n").toString("base64");
      await theirs.call("repos.updateFile", {
        ...at,
        path: "a.txt",
        message: "Theirs",
        content,
        sha,
        branch: "main",
      });
      await theirs.call("repos.updateHook", {
        ...at,
        id: hook.id,
        name: "web",
        config: hook.config,
        events: ["fork"],
      });
      await signInAgain();
      await eventually(() => said.length >= 3, "both are asked about");
      await eventually(() => changed().every((state) => state === "changed on both sides"), "the rows say it");
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    assert.deepEqual(said, [
      ...question(),
      "“a.txt” was changed here and on the server, on the same lines. Nothing was overwritten.",
      `“${hook.id} web.hook.json” is different here and on the server. Nothing was overwritten.`,
    ]);
    assert.equal(changed().length, 2);
    assert.equal(await atService("a.txt"), "theirs\n");
  });

  it("is no error when the user cancels its message after the sign-in, and stays", async () => {
    await add("a.txt", "0\n");
    const document = await opened(repoUri("a.txt"), () => "A\n");
    refuse();
    const errors: string[] = [];
    let questions = 0;
    const answers = {
      showWarningMessage: () => new Promise<undefined>(() => undefined),
      showErrorMessage: ((text: string) => void errors.push(text)) as never,
      showInputBox: () => void (questions += 1),
    };
    await answering(answers, async () => {
      assert.equal(await document.save(), true);
      await signInAgain();
      await eventually(() => questions === 1, "it is sent after the sign-in");
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });
    assert.deepEqual(errors, []);
    assert.equal(changed().length, 1);
    assert.equal(await atService("a.txt"), "0\n");
  });

  it("is not sent after the sign-in with what was typed on, or what Auto Save stored since", async () => {
    for (const name of ["a.txt", "b.txt"]) await add(name, "0\n");
    const hook = await addHook();
    const typedOn = await opened(repoUri("a.txt"), () => "A\n");
    const autoSaved = [
      await opened(repoUri("b.txt"), () => "B\n"),
      await opened(uriOf(hook), (text) => text.replace('"push"', '"star"')),
    ];
    refuse();
    await unanswered(async () => {
      for (const document of [typedOn, ...autoSaved]) assert.equal(await document.save(), true);
      await withAutoSave(async () => {
        for (const document of autoSaved) {
          await type(document, document.getText().replace("B", "B, half a sent").replace('"star"', '"fork"'));
          await eventually(() => !document.isDirty, "it is saved");
        }
      });
      await type(typedOn, "A, half a sentence");
      const before = session.forge.requests.length;
      await signInAgain();
      await eventually(() => session.forge.requests.length > before, "the server is asked again");
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    assert.deepEqual([await atService("a.txt"), await atService("b.txt")], ["0\n", "0\n"]);
    assert.deepEqual((await hooks())[0]?.events, ["push"]);
    assert.equal(session.parts.localChanges.all.length, 3);
    assert.equal(typedOn.getText(), "A, half a sentence");
  });

  it("of a signed-out account is stored, said once for each document, and sent after the sign-in", async () => {
    await add("a.txt", "a\n");
    const hook = await addHook();
    const documents = [
      await opened(repoUri("a.txt"), () => "A\n"),
      await opened(uriOf(hook), (text) => text.replace('"push"', '"star"')),
      await opened(session.uri(ids.notes, "notes.md"), () => "edited\n"),
    ];
    // As another window does it.
    await session.parts.accounts.remove(session.accountId);
    const asked = await unanswered(async () => {
      for (const document of documents) assert.equal(await document.save(), true);
      assert.deepEqual(changed(), ["signed out", "signed out"]);
      assert.deepEqual(edited(), [["notes.md", "signed out"]]);
      assert.deepEqual([await atService("a.txt"), (await hooks())[0]?.events], ["a\n", ["push"]]);
      assert.equal(await signIn(session.parts, session.forge, tokens.mia), session.accountId);
      await eventually(() => changed().length + edited().length === 0, "everything is sent");
    });
    assert.equal(asked.filter((text) => text.includes("its account is signed out")).length, 3);
    assert.equal(asked.length, 3);
    assert.equal(session.forge.files(ids.notes)?.["notes.md"], "edited\n");
    assert.deepEqual([await atService("a.txt"), (await hooks())[0]?.events], ["A\n", ["star"]]);
  });

  it("does not leave an editor with an error after the sign-in, where its file could not be read", async () => {
    const uri = session.uri(ids.notes, "notes.md");
    refuse();
    await answering({ showWarningMessage: () => undefined }, async () => {
      await commands.executeCommand("vscode.open", uri);
      await eventually(() => isInTab(uri), "it has a tab");
      assert.equal(window.activeTextEditor, undefined);
    });
    await signInAgain();
    await eventually(() => window.activeTextEditor?.document.uri.toString() === uri.toString(), "it is open");
  });
});
