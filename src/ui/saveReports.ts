import * as vscode from "vscode";

/** What is reported of saves: once VS Code has finished them, unless the document was written again since. */
export class SaveReports<Report> {
  readonly #reported = new vscode.EventEmitter<Report>();
  readonly onDidReport = this.#reported.event;
  /** By the address of the document. */
  readonly #waiting = new Map<string, Report>();

  /** The document is written: what an earlier write has to report is no longer true. */
  begin(uri: vscode.Uri): void {
    this.#waiting.delete(uri.toString());
  }

  /** Waits for the end of the save. */
  add(uri: vscode.Uri, report: Report): void {
    this.#waiting.set(uri.toString(), report);
  }

  /** The save is over. */
  finish(uri: vscode.Uri): void {
    const report = this.#waiting.get(uri.toString());
    this.begin(uri);
    if (report !== undefined) this.report(report);
  }

  /** Of what is no save of a document. */
  report(report: Report): void {
    this.#reported.fire(report);
  }

  dispose(): void {
    this.#waiting.clear();
    this.#reported.dispose();
  }
}
