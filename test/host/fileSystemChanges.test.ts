import assert from "node:assert/strict";
import { commands, type TextDocument, workspace, WorkspaceEdit } from "vscode";
import { gistCommands, gistSideScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { readText, saveOrExplain, show, type } from "./support/documents.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, people, tokens } from "./support/seeds.ts";
import { failureOf, useSession, withAutoSave } from "./support/session.ts";
import { type RecordingServer, startRecordingServer } from "../support/recordingServer.ts";

describe("A gist that another user changes", () => {
  const session = useSession();
  const { hello, notes } = ids;
  const changeElsewhere = async (id: string, files: Readonly<Record<string, unknown>>): Promise<void> => {
    await session.forge.client(tokens.mia).call("gists.edit", { id, files });
  };
  const refresh = async (label: string): Promise<void> => {
    await commands.executeCommand(
      gistCommands.refresh,
      (await nodeLabelled(session.parts.trees.gists, label)).node,
    );
  };
  /** The save is stored here beside what the service has, until the user decides. */
  const assertInConflict = (document: TextDocument): void => {
    assert.equal(document.getText(), "mine");
    assert.deepEqual(
      session.parts.files.pending.all.map(({ state, mine }) => [state, mine]),
      [["conflict", "mine"]],
    );
  };
  const reads = (document: TextDocument, text: string) =>
    eventually(() => document.getText() === text, `the editor shows ${JSON.stringify(text)}`);

  it("shows its new text in the editor after a refresh", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await changeElsewhere(notes, { "notes.md": { content: "# Other\n" } });
    assert.equal(document.getText(), "# Notes\n");
    await refresh("notes.md");
    await reads(document, "# Other\n");
    assert.equal(document.isDirty, false);
  });

  it("leaves in the editor what is not saved", async () => {
    const document = await show(session.uri(hello, "hello.py"));
    const clean = await show(session.uri(hello, "hello.rb"));
    await type(document, "unsaved");
    await changeElsewhere(hello, { "hello.py": { content: "other py" }, "hello.rb": { content: "other rb" } });
    await refresh("Hello in two languages");
    await reads(clean, "other rb");
    assert.equal(document.getText(), "unsaved");
    assert.equal(document.isDirty, true);
  });

  it("is undone by a save of its former text that the user types again", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    const former = document.getText();
    await changeElsewhere(notes, { "notes.md": { content: "# Other\n" } });
    await refresh("notes.md");
    await reads(document, "# Other\n");
    await type(document, former);
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    assert.deepEqual([session.forge.files(notes)?.["notes.md"], document.getText()], [former, former]);
  });

  it("shows two changes of the same second and length, one after the other", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    for (const text of ["# One\n", "# Two\n", "# Six\n"]) {
      await changeElsewhere(notes, { "notes.md": { content: text } });
      await refresh("notes.md");
      await reads(document, text);
    }
  });

  it("shows a change that follows one's own save at once", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "# Mine\n");
    assert.equal(await document.save(), true);
    await changeElsewhere(notes, { "notes.md": { content: "# Hers\n" } });
    await refresh("notes.md");
    await reads(document, "# Hers\n");
  });

  it("has its files of now in the tree and in the folder", async () => {
    await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    await changeElsewhere(hello, { "hello.py": null, "hello.go": { content: "package main\n" } });
    await refresh("Hello in two languages");
    assert.deepEqual(
      (await workspace.fs.readDirectory(session.uri(hello))).map(([name]) => name),
      ["hello.go", "hello.rb"],
    );
    await nodeLabelled(session.parts.trees.gists, "hello.go");
  });

  it("is not overwritten by a save once the change is known", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await changeElsewhere(notes, { "notes.md": { content: "theirs" } });
    await type(document, "mine");
    await refresh("notes.md");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "theirs" });
    assertInConflict(document);
  });

  it("is read again when the editor is opened again", async () => {
    assert.equal(await readText(session.uri(notes, "notes.md")), "# Notes\n");
    await changeElsewhere(notes, { "notes.md": { content: "# Other\n" } });
    assert.equal(await readText(session.uri(notes, "notes.md")), "# Other\n");
  });

  it("is refreshed in its editors with the whole view", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await changeElsewhere(notes, { "notes.md": { content: "# Other\n" } });
    await commands.executeCommand(gistCommands.refresh);
    await reads(document, "# Other\n");
  });

  it("is not overwritten by a save though other code has read it in the meantime", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "mine");
    await changeElsewhere(notes, { "notes.md": { content: "theirs" } });
    const place = { accountId: session.accountId, gistId: notes, fileName: "notes.md" };
    assert.equal(new TextDecoder().decode(await session.parts.files.read(place)), "theirs");
    assert.equal(await readText(document.uri), "theirs");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "theirs" });
    assertInConflict(document);
    assert.ok(session.messages.some((text) => text.includes("was changed here and on the server")));
  });

  it("keeps the text of a new file that was also made there in its editor, and nothing is overwritten", async () => {
    const uri = session.uri(notes, "new.md");
    await workspace.fs.writeFile(uri, new Uint8Array());
    const document = await show(uri);
    await changeElsewhere(notes, { "new.md": { content: "theirs" } });
    await type(document, "mine");
    assert.equal(await document.save(), true);
    assertInConflict(document);
    assert.equal(await readText(uri), "mine");
    assert.equal(session.forge.files(notes)?.["new.md"], "theirs");
  });

  it("has its other side in words for people when that can't be read", async () => {
    const uri = session.uri(notes, "notes.md").with({ scheme: gistSideScheme, query: "service" });
    await session.forge.client(tokens.mia).call("gists.delete", { id: notes });
    const error = await failureOf(workspace.openTextDocument(uri));
    assert.match(error.message, /Not found/);
  });

  it("is not overwritten by Keep Mine when it changes again before that is confirmed, and the user is asked again", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "mine\n");
    await changeElsewhere(notes, { "notes.md": { content: "theirs\n" } });
    const asked: string[] = [];
    const answer = async (question: string) => {
      const count = asked.push(question);
      if (count === 2) await changeElsewhere(notes, { "notes.md": { content: "theirs again\n" } });
      return count === 3 ? "Take Theirs" : "Keep Mine";
    };
    await answering({ showWarningMessage: answer as never }, async () => {
      await document.save();
      await reads(document, "theirs again\n");
    });
    assert.equal(asked.length, 3);
    assert.equal(asked[2], asked[0]);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "theirs again\n" });
    assert.deepEqual(
      session.messages.filter((text) => text.includes("choose a side")),
      [],
    );
  });

  it("is what the next save is based on once the editor shows it", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await changeElsewhere(notes, { "notes.md": { content: "theirs\n" } });
    await refresh("notes.md");
    await reads(document, "theirs\n");
    await type(document, "theirs and mine\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "theirs and mine\n" });
  });

  it("is not overwritten by what a merge editor begins with, neither by Auto Save nor unasked", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "mine\n");
    await changeElsewhere(notes, { "notes.md": { content: "theirs\n" } });
    const asked: string[] = [];
    let buttons: readonly unknown[] = [];
    const answer = (question: string, ...given: readonly unknown[]) => {
      buttons = given.filter((each) => typeof each === "string");
      // Enter takes the first button.
      return asked.push(question) === 1 ? "Merge..." : buttons[0];
    };
    await answering({ showWarningMessage: answer as never }, async () => {
      await document.save();
      await withAutoSave(() =>
        eventually(() => !document.isDirty && document.getText() === "# Notes\n", "what it begins with is saved"),
      );
      assert.equal(asked.length, 1);
      await commands.executeCommand("workbench.action.files.save");
      await eventually(() => asked.length === 2, "it is asked");
    });
    assert.equal(asked[1], "“notes.md” still has conflicts. Save it anyway?");
    assert.deepEqual(buttons, ["Continue Merging", "Save Anyway"]);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "theirs\n" });
    const [edit] = session.parts.files.pending.all;
    assert.equal(edit?.mine, "mine\n");
  });

  for (const way of ["a file operation", "the command"])
    it(`is merged with an unsaved file also when that was renamed in between by ${way}`, async () => {
      const text = "one\ntwo\nthree\nfour\nfive\n";
      await changeElsewhere(notes, { "notes.md": { content: text } });
      const from = session.uri(notes, "notes.md");
      await type(await show(from), text.replace("one", "ONE"));
      await changeElsewhere(notes, { "notes.md": { content: text.replace("five", "FIVE") } });
      const to = session.uri(notes, "other.md");
      const move = new WorkspaceEdit();
      move.renameFile(from, to);
      if (way === "a file operation") assert.equal(await workspace.applyEdit(move), true);
      else
        await answering({ showInputBox: () => "other.md" }, () =>
          commands.executeCommand(gistCommands.renameFile, from),
        );
      const document = await show(to);
      assert.equal(document.getText(), text.replace("one", "ONE"));
      await saveOrExplain(document, () => session.messages);
      assert.deepEqual(session.forge.files(notes), {
        "other.md": text.replace("one", "ONE").replace("five", "FIVE"),
      });
    });

  it("is not overwritten by a save", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await changeElsewhere(notes, { "notes.md": { content: "theirs" } });
    await type(document, "mine");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "theirs" });
    assertInConflict(document);
  });
});

const large = `${"0123456789abcde\n".repeat(80_000)}the end: ü\n`;

describe("A file that is too large for its gist's answer", () => {
  const id = "e".repeat(32);
  const session = useSession({
    seed: () => ({ ...people, gists: [{ id, owner: "mia", files: { "large.txt": large, "small.txt": "s" } }] }),
  });
  let elsewhere: RecordingServer;
  before(async () => {
    elsewhere = await startRecordingServer((_, response) => response.end(large));
  });
  after(() => elsewhere.close());

  it("is read whole", async () => {
    assert.equal(await readText(session.uri(id, "large.txt")), large);
    const [raw] = session.forge.requests.filter(({ path }) => path.startsWith("/raw/"));
    assert.equal(raw?.authorization, `Bearer ${tokens.mia}`, "the service itself may know who asks");
    assert.equal((await workspace.fs.stat(session.uri(id, "large.txt"))).size, Buffer.byteLength(large));
  });

  it("is saved whole, and not sent when it did not change", async () => {
    const document = await show(session.uri(id, "large.txt"));
    assert.equal(document.getText(), large);
    await type(document, `${large}more\n`);
    await saveOrExplain(document, () => session.messages);
    assert.equal(session.forge.files(id)?.["large.txt"], `${large}more\n`);
    await workspace.fs.writeFile(document.uri, Buffer.from(`${large}more\n`));
    assert.equal(session.forge.sent("PATCH").length, 1);
  });

  it("is read from another server without the token", async () => {
    session.forge.change = async (answer) => {
      const text = (await answer.text()).replaceAll(`${session.forge.url}/raw/`, `${elsewhere.url}/raw/`);
      const headers = new Headers(answer.headers);
      headers.delete("etag");
      return new Response(text === "" ? null : text, { status: answer.status, headers });
    };
    assert.equal(await readText(session.uri(id, "large.txt")), large);
    assert.equal(elsewhere.requests.length, 1);
    assert.equal(elsewhere.requests[0]?.headers.authorization, undefined);
    assert.equal(JSON.stringify(elsewhere.requests).includes(tokens.mia), false);
  });
});
