import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, type NotebookDocument, Uri, window, workspace } from "vscode";
import { extensionId, notebookType, operationCommands } from "../../src/ids.ts";
import { encodeNotebook, type FileCell } from "../../src/operations/notebook/notebookFile.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { operationsSeed, password } from "./support/operationTools.ts";
import { ids } from "./support/seeds.ts";
import { failureOf, useSession } from "./support/session.ts";

describe("Notebooks of operations", function () {
  // VS Code opens a notebook's own page in the browser, which takes long on a busy machine.
  this.timeout(90_000);
  const session = useSession({ seed: operationsSeed });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "forgeside-notebook-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const call = (operation: string, parameters: object = {}): FileCell => ({
    kind: "call",
    text: JSON.stringify({ operation, parameters }),
  });

  const open = async (...cells: readonly FileCell[]): Promise<NotebookDocument> => {
    const file = join(folder, "a.forgeside");
    writeFileSync(file, encodeNotebook(cells));
    const notebook = await workspace.openNotebookDocument(Uri.file(file));
    await window.showNotebookDocument(notebook);
    await commands.executeCommand("notebook.selectKernel", { id: "forgeside.operations", extension: extensionId });
    return notebook;
  };

  interface Output {
    readonly mime: string;
    // Outputs are read as loosely as JSON is: every assertion says what it expects.
    readonly value: ReturnType<typeof JSON.parse>;
  }
  const outputsOf = (notebook: NotebookDocument): readonly (Output | undefined)[] =>
    notebook.getCells().map(({ outputs }) => {
      const item = outputs[0]?.items[0];
      return item && { mime: item.mime, value: JSON.parse(new TextDecoder().decode(item.data)) };
    });
  const runAll = async (notebook: NotebookDocument, ended: number): Promise<void> => {
    await commands.executeCommand("notebook.execute");
    await eventually(
      () =>
        notebook.getCells().filter(({ executionSummary }) => executionSummary?.timing?.endTime).length === ended,
      `${ended} cells were run`,
    );
  };

  it("are run cell by cell until one fails; writes ask", async () => {
    const notebook = await open(
      { kind: "text", text: "# Stars" },
      call("gists.star", { id: ids.foreign }),
      call("gists.checkStar", { id: ids.foreign }),
      call("gists.checkStar", { id: ids.hello }),
      call("gists.getAll"),
    );
    assert.equal(notebook.notebookType, notebookType);
    const asked: string[] = [];
    await answering(
      { showWarningMessage: (text: string, _: unknown, yes: string) => (asked.push(text), yes) },
      () => runAll(notebook, 3),
    );
    assert.deepEqual(asked, [`Send gists.star to ${session.forge.host} as mia?`]);
    const outputs = outputsOf(notebook);
    assert.equal(outputs[1]?.value.meta.status, "204 No Content");
    assert.equal(outputs[2]?.value.meta.status, "204 No Content");
    assert.equal(outputs[3]?.value.error.code, 404);
    assert.equal(outputs[4], undefined);
    assert.deepEqual(
      notebook.getCells().map(({ executionSummary }) => executionSummary?.success),
      [undefined, true, true, false, undefined],
    );
    assert.equal(session.parts.operations.history(session.accountId).length, 3);
  });

  it("keep answers in their file, without secrets", async () => {
    const notebook = await open(call("authorization.create", { note: "for the notebook" }));
    await answering(
      {
        showInputBox: ({ password: isPassword }: { readonly password?: boolean }) =>
          isPassword ? password : "mia",
        showWarningMessage: (_: string, __: unknown, yes: string) => yes,
      },
      () => runAll(notebook, 1),
    );
    const { token } = outputsOf(notebook)[0]?.value.result ?? {};
    assert.match(token, /^sandbox_/);
    assert.equal(await notebook.save(), true);
    const text = readFileSync(join(folder, "a.forgeside"), "utf8");
    assert.match(text, /"note": "for the notebook"/);
    assert.ok(!text.includes(token));
  });

  it("send nothing of a cell that is no call, and say why", async () => {
    const notebook = await open({ kind: "call", text: "{" }, call("gists.gone"), call("gists.get", { id: "" }));
    await runAll(notebook, 1);
    const [first] = outputsOf(notebook);
    assert.match(first?.value.message, /^Invalid JSON: nothing was sent/);
    assert.deepEqual(session.forge.requests, []);
  });

  it("are not made of a file that is something else", async () => {
    const file = join(folder, "b.forgeside");
    writeFileSync(file, "my notes");
    await failureOf(workspace.openNotebookDocument(Uri.file(file)));
    assert.equal(readFileSync(file, "utf8"), "my notes");
  });

  it("begin with a text and a call", async () => {
    await commands.executeCommand(operationCommands.newNotebook);
    const notebook = window.activeNotebookEditor?.notebook;
    assert.deepEqual([notebook?.notebookType, notebook?.isUntitled, notebook?.cellCount], [notebookType, true, 2]);
    assert.deepEqual(session.forge.requests, []);
  });
});
