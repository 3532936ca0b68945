import assert from "node:assert/strict";
import {
  commands,
  NotebookCellData,
  NotebookCellKind,
  NotebookEdit,
  NotebookRange,
  type Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids, tokens } from "./support/seeds.ts";
import { closeEditors, withAutoSave } from "./support/session.ts";

const name = "calls.forgeside";
const contentOf = (...texts: readonly string[]): string => {
  const cells = texts.map((text) => ({ kind: "text", text: [text] }));
  return `${JSON.stringify({ version: 1, cells }, undefined, 2)}\n`;
};

describe("Auto Save of a notebook", () => {
  const { session, uri: repoUri, add, at, atService, mia } = useRepositorySession();
  const asked: string[] = [];
  const showInputBox = (({ title = "" }: { readonly title?: string }) => {
    asked.push(title);
    return "My message";
  }) as never;
  beforeEach(() => void asked.splice(0));
  afterEach(closeEditors);
  const writes = () => session.forge.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);

  const save = () => commands.executeCommand("workbench.action.files.save");
  /** Replaces the first cell. */
  const typeIn = async (uri: Uri, text: string) => {
    const notebook = await workspace.openNotebookDocument(uri);
    await window.showNotebookDocument(notebook);
    const edit = new WorkspaceEdit();
    const cell = new NotebookCellData(NotebookCellKind.Markup, text, "markdown");
    edit.set(uri, [NotebookEdit.replaceCells(new NotebookRange(0, 1), [cell])]);
    assert.equal(await workspace.applyEdit(edit), true);
    return notebook;
  };
  const autoSaved = (uri: Uri, text: string): Promise<void> =>
    withAutoSave(async () => {
      const notebook = await typeIn(uri, text);
      await eventually(() => !notebook.isDirty, "it is saved");
    });

  it("stores it here for a gist, and Save publishes it", async () => {
    const uri = session.uri(ids.notes, name);
    await workspace.fs.writeFile(uri, bytes(contentOf("# Calls")));
    session.forge.requests.length = 0;
    await autoSaved(uri, "half a sent");
    assert.deepEqual(writes(), []);
    assert.equal(session.parts.files.pending.all.length, 1);
    await typeIn(uri, "half a sentence");
    await save();
    await eventually(
      () => session.forge.files(ids.notes)?.[name]?.includes("half a sentence") === true,
      "published",
    );
    assert.deepEqual(writes(), ["PATCH"]);
    assert.equal(session.parts.files.pending.all.length, 0);
  });

  it("stores it here for a repository without a question, and Save commits it", async () => {
    await add(name, contentOf("# Calls"));
    session.forge.requests.length = 0;
    await answering({ showInputBox }, async () => {
      await autoSaved(repoUri(name), "half a sent");
      assert.deepEqual([writes(), asked], [[], []]);
      assert.equal(session.parts.localChanges.all.length, 1);
      await typeIn(repoUri(name), "half a sentence");
      await save();
      await eventually(() => session.parts.localChanges.all.length === 0, "it is committed");
    });
    assert.match((await atService(name)) ?? "", /half a sentence/);
    assert.equal(asked.length, 1);
  });

  it("and its save by the user keep what another user changed in a gist since it was opened", async () => {
    const uri = session.uri(ids.notes, name);
    await workspace.fs.writeFile(uri, bytes(contentOf("one", "two")));
    await typeIn(uri, "uno");
    await session.forge
      .client(tokens.mia)
      .call("gists.edit", { id: ids.notes, files: { [name]: { content: contentOf("one", "TWO") } } });
    await save();
    await eventually(() => session.forge.files(ids.notes)?.[name]?.includes("uno") === true, "it is published");
    assert.match(session.forge.files(ids.notes)?.[name] ?? "", /uno[^]*TWO/);
  });

  it("and its save by the user keep what another user changed in a repository since it was opened", async () => {
    await add(name, contentOf("one", "two"));
    await typeIn(repoUri(name), "uno");
    const file = await mia().call("repos.getContent", { ...at, path: name, ref: "main" });
    await mia().call("repos.updateFile", {
      ...at,
      path: name,
      message: "Theirs",
      content: Buffer.from(contentOf("one", "TWO")).toString("base64"),
      sha: "sha" in file ? file.sha : "",
      branch: "main",
    });
    await answering({ showInputBox }, async () => {
      await save();
      await eventually(async () => (await atService(name))?.includes("uno") === true, "it is committed");
    });
    assert.match((await atService(name)) ?? "", /uno[^]*TWO/);
  });
});
