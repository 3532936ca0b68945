import * as vscode from "vscode";
import { operationCommands } from "../ids.ts";
import { parseLinks } from "../client/links.ts";
import type { OperationTexts } from "./texts.ts";
import { documentOf } from "./uri.ts";

const top = new vscode.Range(0, 0, 0, 0);

const lens = (title: string, command: string, uri: vscode.Uri): vscode.CodeLens =>
  new vscode.CodeLens(top, { title, command, arguments: [uri] });

/** What can be done with a call or an answer, above its text. */
export const operationLenses = (texts: OperationTexts): vscode.CodeLensProvider => ({
  provideCodeLenses: ({ uri }) => {
    if (documentOf(uri))
      return [
        lens(`$(play) ${vscode.l10n.t("Send")}`, operationCommands.send, uri),
        lens(vscode.l10n.t("Show Request"), operationCommands.showRequest, uri),
        lens(vscode.l10n.t("Copy as curl"), operationCommands.copyCurl, uri),
        lens(vscode.l10n.t("Copy as Client Call"), operationCommands.copyCall, uri),
      ];
    const answered = texts.answered(uri);
    if (!answered) return [];
    const hasNext = parseLinks(answered.result as never).next !== undefined;
    return [
      ...(hasNext ? [lens(`$(arrow-right) ${vscode.l10n.t("Next Page")}`, operationCommands.nextPage, uri)] : []),
      lens(vscode.l10n.t("Show Request"), operationCommands.showRequest, uri),
      lens(vscode.l10n.t("Copy as curl"), operationCommands.copyCurl, uri),
      lens(vscode.l10n.t("Copy as Client Call"), operationCommands.copyCall, uri),
      lens(vscode.l10n.t("Save..."), operationCommands.save, uri),
    ];
  },
});
