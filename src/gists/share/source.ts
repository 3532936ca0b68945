import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { bytesOf } from "../../base/bytes.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import { textOf } from "../content.ts";
import { distinctNames, usableName } from "../fileName.ts";
import { endingOf } from "../languages.ts";
import { GistProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import { cellOf } from "../../ui/notebooks.ts";
import { openDocument } from "../../ui/openDocument.ts";

/** What is about to be shared. */
export interface Source {
  readonly description: string;
  /** Name → content. */
  readonly files: Readonly<Record<string, string>>;
  /** What was chosen and can't be shared, and what of a folder can't be read: a sentence each. */
  readonly skipped?: readonly string[];
}

/** The name of the cell's notebook, without its ending. */
export const notebookName = ({ notebook }: vscode.NotebookCell): string =>
  notebook.uri.path
    .split("/")
    .at(-1)
    ?.replace(/\.[^.]+$/, "") ?? "notebook";

export const nameOfCell = (cell: vscode.NotebookCell): string =>
  usableName(`${notebookName(cell)}-cell-${cell.index + 1}${endingOf(cell.document.languageId)}`, "cell.txt");

/** The document's own name, or one that its language suggests. */
const nameOfDocument = (document: vscode.TextDocument): string => {
  const cell = cellOf(document);
  if (cell) return nameOfCell(cell);
  const base = document.isUntitled ? "" : (document.uri.path.split("/").pop() ?? "");
  return usableName(base, `snippet${endingOf(document.languageId)}`);
};

/** The lines that are shared, from 1. */
interface Lines {
  readonly first: number;
  readonly last: number;
}

/** Ranges of a document. */
export type Selected = Pick<vscode.TextEditor, "document"> & { readonly selections: readonly vscode.Range[] };

/** `what`: what the text is of. Throws UserError when it is only whitespace: GitHub makes no gist of that. */
const requireMoreThanWhitespace = (text: string, what: string): void => {
  if (text.trim() === "")
    throw new UserError(vscode.l10n.t("{0} has only whitespace, which can't be shared.", plainText(what)));
};

/** As `textOf`, and not only whitespace. */
const textToShare = (name: string, bytes: Uint8Array, largest: number): string => {
  const text = textOf(name, bytes, largest);
  requireMoreThanWhitespace(text, name);
  return text;
};

/** A source, and the lines that it is of where it is not a whole document. */
export interface SelectedSource {
  readonly source: Source;
  readonly lines?: Lines;
}

/** What is selected, or the whole document, without lines, when nothing is. */
export const fromSelection = ({ document, selections }: Selected, largest: number): SelectedSource => {
  const ranges = selections.filter((selection) => !selection.isEmpty);
  if (ranges.length === 0) return { source: fromDocument(document, largest) };
  return fromRanges({ document, selections: ranges }, largest);
};

/** The ranges and nothing else: throws UserError when they have no text. */
export const fromRanges = ({ document, selections: ranges }: Selected, largest: number): SelectedSource => {
  const selections = ranges.toSorted((a, b) => a.start.compareTo(b.start));
  const [first] = selections;
  if (!first) throw new RangeError("no ranges");
  const text = selections
    .map((selection) => document.getText(selection))
    .join(document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n");
  const name = nameOfDocument(document);
  const last = selections.at(-1) ?? first;
  const lines = {
    first: first.start.line + 1,
    last: last.end.line + (last.end.character === 0 && last.end.line > last.start.line ? 0 : 1),
  };
  const description =
    lines.first === lines.last
      ? vscode.l10n.t("{0}, line {1}", name, lines.first)
      : vscode.l10n.t("{0}, lines {1}–{2}", name, lines.first, lines.last);
  requireMoreThanWhitespace(text, description);
  return { source: { description, files: { [name]: textOf(name, bytesOf(text), largest) } }, lines };
};

export const fromDocument = (document: vscode.TextDocument, largest: number): Source => {
  const name = nameOfDocument(document);
  return { description: name, files: { [name]: textToShare(name, bytesOf(document.getText()), largest) } };
};

/** What is open and unsaved counts as it is on the screen. */
const readText = async (uri: vscode.Uri, name: string, largest: number): Promise<string> => {
  const open = openDocument(uri);
  if (open) return textToShare(name, bytesOf(open.getText()), largest);
  const isUnsaved = vscode.workspace.notebookDocuments.some(
    (each) => each.isDirty && each.uri.toString() === uri.toString(),
  );
  if (isUnsaved) throw new UserError(vscode.l10n.t("{0} has unsaved changes. Save it first.", name));
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (type & vscode.FileType.Directory)
    throw new UserError(vscode.l10n.t("{0} is a folder. Select its files instead.", name));
  if (size > largest) throw new GistProblem("tooLarge", name, largest);
  return textToShare(name, await vscode.workspace.fs.readFile(uri), largest);
};

/**
 * Of several files those that can be shared, and why the others can't. Without names of their own, files of one name get
 * their folders' names. Throws what is wrong when there is none left.
 */
export const fromFiles = async (
  uris: readonly vscode.Uri[],
  largest: number,
  names: readonly string[] = distinctNames(uris.map(({ path }) => path)),
): Promise<Source> => {
  const { texts, ...shared } = await textsOf(
    uris.map((uri, index) => {
      const name = names[index] ?? "file";
      return [name, () => readText(uri, name, largest)] as const;
    }),
  );
  return { description: texts.map(([name]) => name).join(", "), ...shared };
};

/** Of several texts those that can be shared, and why the others can't. Throws what is wrong when there is none left. */
export const textsOf = async (
  given: readonly (readonly [name: string, read: () => Promise<string> | string])[],
): Promise<Omit<Source, "description"> & { readonly texts: readonly (readonly [string, string])[] }> => {
  const texts: (readonly [string, string])[] = [];
  const errors: unknown[] = [];
  for (const [name, read] of given) {
    try {
      texts.push([name, await read()]);
    } catch (error) {
      errors.push(toUserError(error));
    }
  }
  if (texts.length === 0) throw errors.length === 1 ? errors[0] : new UserError(errors.map(errorText).join("\n"));
  return {
    texts,
    // An object literal would take a file called __proto__ for something else.
    files: Object.fromEntries(texts),
    skipped: errors.map(errorText),
  };
};
