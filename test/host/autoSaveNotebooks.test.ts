import assert from "node:assert/strict";
import { commands, type Uri, workspace } from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes } from "./support/documents.ts";
import { notebookContent, notebookName, typeInNotebook } from "./support/notebooks.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids, tokens } from "./support/seeds.ts";
import { closeEditors, withAutoSave } from "./support/session.ts";

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
  const autoSaved = (uri: Uri, text: string): Promise<void> =>
    withAutoSave(async () => {
      const notebook = await typeInNotebook(uri, text);
      await eventually(() => !notebook.isDirty, "it is saved");
    });

  it("stores it here for a gist, and Save publishes it", async () => {
    const uri = session.uri(ids.notes, notebookName);
    await workspace.fs.writeFile(uri, bytes(notebookContent("# Calls")));
    session.forge.requests.length = 0;
    await autoSaved(uri, "half a sent");
    assert.deepEqual(writes(), []);
    assert.equal(session.parts.files.pending.all.length, 1);
    await typeInNotebook(uri, "half a sentence");
    await save();
    await eventually(
      () => session.forge.files(ids.notes)?.[notebookName]?.includes("half a sentence") === true,
      "published",
    );
    assert.deepEqual(writes(), ["PATCH"]);
    assert.equal(session.parts.files.pending.all.length, 0);
  });

  it("stores it here for a repository without a question, and Save commits it", async () => {
    await add(notebookName, notebookContent("# Calls"));
    session.forge.requests.length = 0;
    await answering({ showInputBox }, async () => {
      await autoSaved(repoUri(notebookName), "half a sent");
      assert.deepEqual([writes(), asked], [[], []]);
      assert.equal(session.parts.localChanges.all.length, 1);
      await typeInNotebook(repoUri(notebookName), "half a sentence");
      await save();
      await eventually(() => session.parts.localChanges.all.length === 0, "it is committed");
    });
    assert.match((await atService(notebookName)) ?? "", /half a sentence/);
    assert.equal(asked.length, 1);
  });

  it("and its save by the user keep what another user changed in a gist since it was opened", async () => {
    const uri = session.uri(ids.notes, notebookName);
    await workspace.fs.writeFile(uri, bytes(notebookContent("one", "two")));
    await typeInNotebook(uri, "uno");
    await session.forge.client(tokens.mia).call("gists.edit", {
      id: ids.notes,
      files: { [notebookName]: { content: notebookContent("one", "TWO") } },
    });
    await save();
    await eventually(
      () => session.forge.files(ids.notes)?.[notebookName]?.includes("uno") === true,
      "it is published",
    );
    assert.match(session.forge.files(ids.notes)?.[notebookName] ?? "", /uno[^]*TWO/);
  });

  it("and its save by the user keep what another user changed in a repository since it was opened", async () => {
    await add(notebookName, notebookContent("one", "two"));
    await typeInNotebook(repoUri(notebookName), "uno");
    const file = await mia().call("repos.getContent", { ...at, path: notebookName, ref: "main" });
    await mia().call("repos.updateFile", {
      ...at,
      path: notebookName,
      message: "Theirs",
      content: Buffer.from(notebookContent("one", "TWO")).toString("base64"),
      sha: "sha" in file ? file.sha : "",
      branch: "main",
    });
    await answering({ showInputBox }, async () => {
      await save();
      await eventually(async () => (await atService(notebookName))?.includes("uno") === true, "it is committed");
    });
    assert.match((await atService(notebookName)) ?? "", /uno[^]*TWO/);
  });
});
