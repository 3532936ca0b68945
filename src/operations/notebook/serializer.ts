import * as vscode from "vscode";
import { bytesOf, utf8Text } from "../../base/bytes.ts";
import { UserError } from "../../base/errors.ts";
import { decodeNotebook, encodeNotebook, type FileCell } from "./notebookFile.ts";

/** As VS Code shows JSON in a cell's output. */
const answerMime = "text/x-json";

export const outputOf = (answer: unknown): vscode.NotebookCellOutput =>
  new vscode.NotebookCellOutput([
    vscode.NotebookCellOutputItem.text(JSON.stringify(answer, undefined, 2), answerMime),
  ]);

const answerOf = (cell: vscode.NotebookCellData): unknown => {
  const item = cell.outputs?.flatMap(({ items }) => items).find(({ mime }) => mime === answerMime);
  if (!item) return undefined;
  try {
    return JSON.parse(utf8Text(item.data) ?? "");
  } catch {
    return undefined;
  }
};

const dataOf = ({ kind, text, answer }: FileCell): vscode.NotebookCellData => {
  if (kind === "text") return new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, text, "markdown");
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "json");
  if (answer !== undefined) cell.outputs = [outputOf(answer)];
  return cell;
};

/** Notebooks of operations as files: calls, what was answered without its secrets, and texts between them. */
export const operationSerializer: vscode.NotebookSerializer = {
  deserializeNotebook: (content) => {
    const cells = decodeNotebook(utf8Text(content) ?? "?");
    if (!cells)
      throw new UserError(
        vscode.l10n.t("This file isn't a notebook of operations. Open it as text to see what is in it."),
      );
    return new vscode.NotebookData(cells.map(dataOf));
  },
  serializeNotebook: ({ cells }) =>
    bytesOf(
      encodeNotebook(
        cells.map((cell) =>
          cell.kind === vscode.NotebookCellKind.Markup
            ? { kind: "text", text: cell.value }
            : { kind: "call", text: cell.value, answer: answerOf(cell) },
        ),
      ),
    ),
};
