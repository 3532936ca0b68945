import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickOne } from "../../ui/prompts.ts";
import { bytesOf } from "../../base/bytes.ts";
import { textOf } from "../content.ts";
import { freeName, usableName } from "../fileName.ts";
import { endingOf } from "../languages.ts";
import { distinctNames } from "../fileName.ts";
import { fromFiles, nameOfCell, notebookName, type Source, textsOf } from "./source.ts";
import { chosenRepository, pathIn, repositoryOf } from "../../localGit/git.ts";
import { guessEnding } from "./guessName.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { textTabRows } from "./textTabs.ts";

const single = (name: string, text: string, description: string, largest: number): Source => ({
  description,
  files: Object.fromEntries([[name, textOf(name, bytesOf(text), largest)]]),
});

export const fromClipboard = async (largest: number): Promise<Source> => {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === "")
    throw new UserError(vscode.l10n.t("The clipboard has no text. Copy what to share first."));
  return single(`clipboard${guessEnding(text)}`, text, vscode.l10n.t("From the clipboard"), largest);
};

/** What is selected in the active terminal. VS Code gives it by way of the clipboard, which is as before afterwards. */
export const fromTerminal = async (largest: number): Promise<Source> => {
  const terminal = vscode.window.activeTerminal;
  if (!terminal) throw new UserError(vscode.l10n.t("No terminal is open. Select text in one first."));
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  const mark = crypto.randomUUID();
  let text: string;
  try {
    await clipboard.writeText(mark);
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    text = await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
  if (text === mark || text.trim() === "")
    throw new UserError(vscode.l10n.t("Nothing is selected in the terminal. Select what to share first."));
  return single("terminal.txt", text, vscode.l10n.t("Terminal: {0}", terminal.name), largest);
};

/**
 * What is only in a backup is read into a document; then it is what is on the screen. Undefined where VS Code shows no text
 * in the tab: the file is binary, too large for it or deleted.
 */
const readTab = async (uri: vscode.Uri): Promise<vscode.TextDocument | undefined> => {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // Read as a file, it is shared or skipped with the reason.
    return undefined;
  }
};

/** The open text editors that the user chooses, as they are on the screen. */
export const fromTabs = async (largest: number): Promise<Source> => {
  const rows = textTabRows().map((row) => ({ ...row, picked: true }));
  if (rows.length === 0) throw new UserError(vscode.l10n.t("No text editor is open."));
  const picked = await vscode.window.showQuickPick(rows, {
    canPickMany: true,
    matchOnDescription: true,
    title: vscode.l10n.t("Share Open Editors as Gist"),
    placeHolder: vscode.l10n.t("Select one"),
  });
  if (!picked) throw new CancelledError();
  if (picked.length === 0) throw new UserError(vscode.l10n.t("No editor was chosen. Nothing was shared."));
  const uris = picked.map(({ uri }) => uri);
  const names = distinctNames(uris.map(({ path }) => path));
  const taken = new Set<string>();
  for (const [index, uri] of uris.entries()) {
    const document = await readTab(uri);
    const name = document?.isUntitled ? `untitled${endingOf(document.languageId)}` : (names[index] ?? "file");
    taken.add(freeName(name, taken));
  }
  return fromFiles(uris, largest, [...taken]);
};

/** The changes of the active file since the last commit. */
export const fromChanges = async (given: vscode.Uri | undefined, largest: number): Promise<Source> => {
  const uri = given ?? vscode.window.activeTextEditor?.document.uri;
  if (!uri) throw new UserError(vscode.l10n.t("No file is open. Open one that has changes."));
  const repository = await repositoryOf(uri);
  const path = repository && pathIn(repository, uri);
  if (!repository || path === undefined)
    throw new UserError(
      vscode.l10n.t("This file isn't in a Git repository: there is nothing to compare it with."),
    );
  const patch = await repository.diffWithHEAD(uri.fsPath);
  if (patch.trim() === "")
    throw new UserError(vscode.l10n.t("{0} has no saved changes since the last commit.", path));
  const name = path.split("/").at(-1) ?? path;
  return single(`${usableName(name, "changes")}.patch`, patch, vscode.l10n.t("Changes of {0}", path), largest);
};

/** What is staged in a repository, as one patch. */
export const fromStaged = async (largest: number): Promise<Source> => {
  const repository = await chosenRepository(async (all) => {
    const rows = all.map((each) => ({ label: plainText(each.rootUri.path), each }));
    return (await pickOne(rows, { placeHolder: vscode.l10n.t("Select a repository") })).each;
  });
  const patch = await repository.diff(true);
  const name = repository.rootUri.path.split("/").findLast((part) => part !== "") ?? "repository";
  if (patch.trim() === "") throw new UserError(vscode.l10n.t("Nothing is staged in {0}.", name));
  return single(
    `${usableName(name, "staged")}.patch`,
    patch,
    vscode.l10n.t("Staged changes of {0}", name),
    largest,
  );
};

const isCell = (target: unknown): target is vscode.NotebookCell =>
  typeof target === "object" && target !== null && "notebook" in target && "document" in target;

/** The given cell, or the selected ones, a file each. What can't be shared is skipped. */
export const fromCells = async (target: unknown, largest: number): Promise<Source> => {
  const editor = vscode.window.activeNotebookEditor;
  const cells = isCell(target)
    ? [target]
    : (editor?.selections ?? []).flatMap((range) => editor?.notebook.getCells(range) ?? []);
  const [first] = cells;
  if (!first) throw new UserError(vscode.l10n.t("No notebook cell is selected. Open a notebook and select one."));
  const filled = cells.filter(({ document }) => document.getText().trim() !== "");
  if (filled.length === 0) throw new UserError(vscode.l10n.t("The cell is empty. Nothing was shared."));
  const { texts, ...shared } = await textsOf(
    filled.map((cell) => {
      const name = nameOfCell(cell);
      return [name, () => textOf(name, bytesOf(cell.document.getText()), largest)] as const;
    }),
  );
  const description = pluralText(
    vscode.l10n.t("{count, plural, =1 {{0}, cell {1}} other {{0}, # cells}}"),
    texts.length,
    notebookName(first),
    (filled.find((cell) => nameOfCell(cell) === texts[0]?.[0])?.index ?? 0) + 1,
  );
  return { description, ...shared };
};
