import * as vscode from "vscode";
import { readablePart } from "../base/uriPart.ts";
import { textScheme } from "../ids.ts";

/** The oldest texts are removed first. */
const maxTexts = 100;

/** Read-only documents with the results of commands, while the window is open. */
export class ReadonlyDocuments implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? "";
  }

  /** The URI of a document with this text; the extension of the name decides the language. */
  add(name: string, text: string): vscode.Uri {
    const safe = readablePart(name).slice(0, 80);
    const uri = vscode.Uri.from({ scheme: textScheme, path: `/${++this.#count}/${safe}` });
    this.#texts.set(uri.path, text);
    for (const key of this.#texts.keys()) {
      if (this.#texts.size <= maxTexts) break;
      this.#texts.delete(key);
    }
    return uri;
  }

  async show(name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.add(name, text), { preview: true });
  }
}
