import * as vscode from "vscode";
import { BoundedMap } from "../base/boundedMap.ts";
import type { Disposable } from "../base/disposable.ts";
import { reportScheme } from "../ids.ts";
import { showInformation } from "../ui/messages.ts";
import type { Shell } from "../shell/shell.ts";

/** Read-only documents with the results of tasks on many gists or files. Kept while the window is open. */
export class Reports implements vscode.TextDocumentContentProvider {
  readonly #texts = new BoundedMap<string>(100);
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? "";
  }

  /** Shows the summary in a message, and the lines when the user asks for them. */
  async notify(summary: string, title: string, lines: readonly string[]): Promise<void> {
    const show = vscode.l10n.t("Show Report");
    if ((await showInformation(summary, show)) === show) await this.show(title, lines);
  }

  async show(title: string, lines: readonly string[]): Promise<void> {
    const uri = vscode.Uri.from({ scheme: reportScheme, path: `/${++this.#count}/${title}` });
    this.#texts.set(uri.path, `${lines.join("\n")}\n`);
    await vscode.window.showTextDocument(uri, { preview: false });
  }
}

export const registerReports = (shell: Shell): Disposable & { readonly reports: Reports } => {
  const reports = new Reports();
  const registration = shell.textDocuments(reportScheme, reports);
  return { reports, dispose: () => registration.dispose() };
};
