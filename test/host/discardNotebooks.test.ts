import assert from "node:assert/strict";
import { commands, type NotebookDocument, type Uri, workspace } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { hasTab } from "../../src/ui/tabs.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes } from "./support/documents.ts";
import { notebookContent, notebookName, typeInNotebook } from "./support/notebooks.ts";
import { ids } from "./support/seeds.ts";
import { closeEditors, useSession } from "./support/session.ts";

describe("A notebook whose edit is discarded", () => {
  const session = useSession();
  afterEach(closeEditors);

  /** A notebook with an edit that the service refuses, and more that is not saved. */
  const edited = async (status: number, headers: Readonly<Record<string, string>>) => {
    const uri = session.uri(ids.notes, notebookName);
    await workspace.fs.writeFile(uri, bytes(notebookContent("server")));
    const notebook = await typeInNotebook(uri, "discarded");
    session.forge.answer = () => Response.json({ message: "Not now" }, { status, headers });
    await answering({ showWarningMessage: () => undefined }, () => notebook.save());
    await eventually(() => session.parts.files.pending.all.length === 1, "it is stored");
    await typeInNotebook(uri, "discarded, and more");
    return { uri, notebook };
  };
  const textOf = (notebook: NotebookDocument): string => notebook.cellAt(0).document.getText();
  /** Discards it, and answers what the question says. */
  const discard = async (uri: Uri): Promise<string> => {
    let said = "";
    const showWarningMessage = (_: string, { detail }: { readonly detail: string }, button: string): string => {
      said = detail;
      return button;
    };
    await answering({ showWarningMessage } as never, () => commands.executeCommand(gistCommands.discardEdit, uri));
    return said;
  };

  it("shows what the service has", async () => {
    const { uri, notebook } = await edited(403, {});
    session.forge.answer = () => undefined;
    assert.equal(await discard(uri), "Unsaved text in an open editor is discarded as well. This can't be undone.");
    await eventually(() => textOf(notebook) === "server", "it shows it");
    assert.deepEqual([notebook.isDirty, session.parts.files.pending.all.length], [false, 0]);
  });

  it("is closed where only the first request is answered, with nothing unsaved", async () => {
    const { uri, notebook } = await edited(403, {});
    await answering({ showWarningMessage: () => undefined }, () => notebook.save());
    session.forge.requests.length = 0;
    session.forge.answer = () =>
      session.forge.requests.length > 1 ? Response.json({ message: "Down" }, { status: 500 }) : undefined;
    await discard(uri);
    assert.deepEqual([hasTab(uri), session.parts.files.pending.all.length], [false, 0]);
  });

  it("is closed where that can't be read", async () => {
    const { uri } = await edited(403, { "retry-after": "20" });
    await discard(uri);
    assert.deepEqual([hasTab(uri), session.parts.files.pending.all.length], [false, 0]);
  });
});
