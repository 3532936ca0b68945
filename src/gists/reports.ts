import * as vscode from "vscode";
import { showInformation } from "../ui/messages.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";

/** Shows the results of tasks on many gists or files. */
export class Reports {
  readonly #texts: ReadonlyDocuments;

  constructor(texts: ReadonlyDocuments) {
    this.#texts = texts;
  }

  /** Shows the summary in a message, and the lines when the user asks for them. */
  async notify(summary: string, title: string, lines: readonly string[]): Promise<void> {
    const show = vscode.l10n.t("Show Report");
    if ((await showInformation(summary, show)) === show) await this.show(title, lines);
  }

  async show(title: string, lines: readonly string[]): Promise<void> {
    await this.#texts.show(title, `${lines.join("\n")}\n`, { preview: false });
  }
}
