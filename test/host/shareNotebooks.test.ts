import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  commands,
  languages,
  NotebookCellData,
  NotebookCellKind,
  NotebookEdit,
  NotebookRange,
  type NotebookDocument,
  Selection,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
} from "vscode";
import { gistCommands, guardCommands, settings, shareCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { useFolders } from "./support/folders.ts";
import { useSession, withSetting } from "./support/session.ts";

const cell = (...source: readonly string[]) => ({
  cell_type: "code",
  execution_count: null,
  metadata: {},
  outputs: [],
  source,
});
const saved = `${JSON.stringify({ cells: [cell("first = 1\n", "second = 2"), cell("third = 3")], metadata: {}, nbformat: 4, nbformat_minor: 5 })}\n`;

describe("Sharing in a notebook", () => {
  const session = useSession();
  const newFolder = useFolders();
  const sent = (): Readonly<Record<string, { readonly content: string }>> | undefined => {
    const posts = session.forge.requests.filter(({ method, path }) => method === "POST" && path === "/gists");
    const [post] = posts;
    return post && (JSON.parse(post.body) as { files: Record<string, { content: string }> }).files;
  };
  let file: string;
  let notebook: NotebookDocument;
  beforeEach(async () => {
    file = join(newFolder(), "study.ipynb");
    writeFileSync(file, saved);
    notebook = await workspace.openNotebookDocument(Uri.file(file));
    await window.showNotebookDocument(notebook);
    await commands.executeCommand("notebook.focusTop");
    await commands.executeCommand("notebook.cell.edit");
    await eventually(
      () => window.activeTextEditor?.document === notebook.cellAt(0).document,
      "a cell has the focus",
    );
  });
  const addCell = async (text: string): Promise<void> => {
    const edit = new WorkspaceEdit();
    const added = new NotebookCellData(NotebookCellKind.Code, text, "python");
    edit.set(notebook.uri, [NotebookEdit.insertCells(2, [added])]);
    await workspace.applyEdit(edit);
    await eventually(() => notebook.isDirty, "it is unsaved");
  };

  for (const [title, command] of [
    ["Share Selection as Gist", gistCommands.shareSelection],
    ["Share Files as Gist", gistCommands.shareFiles],
    ["Share as Public Gist", shareCommands.public],
  ] as const)
    it(`takes the whole notebook where nothing is selected: ${title}`, async () => {
      await answering({ showInputBox: () => "" }, () => commands.executeCommand(command));
      await eventually(() => sent() !== undefined, "it is shared");
      assert.deepEqual(sent(), { "study.ipynb": { content: saved } });
    });

  it("takes the notebook in front where no cell has a text editor, though a text is open behind it", async () => {
    await window.showTextDocument(await workspace.openTextDocument({ content: "behind\n" }));
    const path = join(newFolder(), "text.ipynb");
    const markdown = { cell_type: "markdown", metadata: {}, source: ["# Title"] };
    const text = `${JSON.stringify({ cells: [markdown], metadata: {}, nbformat: 4, nbformat_minor: 5 })}\n`;
    writeFileSync(path, text);
    await window.showNotebookDocument(await workspace.openNotebookDocument(Uri.file(path)));
    await eventually(() => window.activeTextEditor === undefined, "no text editor is active");
    await commands.executeCommand(gistCommands.shareSelection);
    await eventually(() => sent() !== undefined, "it is shared");
    assert.deepEqual(sent(), { "text.ipynb": { content: text } });
  });

  it("takes what is selected in a cell, under the name of the cell", async () => {
    const editor = window.activeTextEditor ?? assert.fail();
    editor.selection = new Selection(1, 0, 1, 6);
    await commands.executeCommand(gistCommands.shareSelection);
    await eventually(() => sent() !== undefined, "it is shared");
    assert.deepEqual(sent(), { "study-cell-1.py": { content: "second" } });
  });

  it("sends nothing for the line number of an empty line of a cell, and says why", async () => {
    const { document } = notebook.cellAt(0);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, document.lineAt(0).range.end, "\n");
    await workspace.applyEdit(edit);
    await eventually(() => document.lineCount === 3, "it has an empty line");
    await commands.executeCommand("workbench.action.files.save");
    await commands.executeCommand(shareCommands.lines, { uri: document.uri, lineNumber: 2 });
    await eventually(() => session.messages.length > 0, "it is said");
    assert.deepEqual(
      [session.messages, session.forge.requests],
      [["study-cell-1.py, line 2 has only whitespace, which can't be shared."], []],
    );
  });

  it("asks to save a notebook with unsaved changes, and shares all of it then", async () => {
    await addCell("fourth = 4");
    const asked: (readonly unknown[])[] = [];
    const showWarningMessage = (...given: readonly unknown[]) => {
      asked.push(given);
      return asked.length === 1 ? "Save and Share" : undefined;
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await commands.executeCommand(gistCommands.shareSelection);
      await eventually(() => sent() !== undefined, "it is shared");
    });
    assert.equal(asked[0]?.[0], "study.ipynb has unsaved changes. Save it first.");
    assert.deepEqual(sent(), { "study.ipynb": { content: readFileSync(file, "utf8") } });
    assert.match(readFileSync(file, "utf8"), /fourth = 4/);
  });

  it("shares the selected cells without one that is too large, which is named", async () => {
    await addCell("x".repeat(1001));
    const editor = await window.showNotebookDocument(notebook);
    editor.selections = [new NotebookRange(1, 3)];
    await withSetting(settings.maxFileMegabytes, 0.001, async () => {
      await commands.executeCommand(shareCommands.cell);
      await eventually(() => session.messages.length > 0, "it is shared");
    });
    assert.deepEqual(sent(), { "study-cell-2.py": { content: "third = 3" } });
    assert.match(session.messages[0] ?? "", /“study, cell 2”.+Skipped: study-cell-3\.py is larger than /);
    await commands.executeCommand("workbench.action.files.revert");
  });

  it("checks all cells for secrets", async () => {
    await addCell(`token = "ghp_${"a1B2".repeat(9)}"`);
    await commands.executeCommand(guardCommands.scanEditor);
    await eventually(() => languages.getDiagnostics(notebook.cellAt(2).document.uri).length > 0, "it is found");
    await commands.executeCommand("workbench.action.files.revert");
  });
});
