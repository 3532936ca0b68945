import * as vscode from "vscode";
import { BoundedMap } from "../base/boundedMap.ts";
import type { Disposable } from "../base/disposable.ts";
import { reportScheme } from "../ids.ts";
import { showInformation } from "../ui/messages.ts";
import type { Shell } from "../shell/shell.ts";

/** Read-only documents that tell what became of a task about many gists or files. Kept while the window is open. */
export class Reports implements vscode.TextDocumentContentProvider {
  readonly #texts = new BoundedMap<string>(100);
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? "";
  }

  /** Tells in a message how it went, and shows the lines when the user wants them. */
  async tell(summary: string, title: string, lines: readonly string[]): Promise<void> {
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
