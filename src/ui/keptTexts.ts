import * as vscode from "vscode";
import { readablePart } from "../base/uriPart.ts";
import { textScheme } from "../ids.ts";

/** Texts that are kept: the oldest go first. */
const mostKept = 100;

/** Read-only documents of what a command found. Kept while the window is open. */
export class KeptTexts implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? "";
  }

  /** The address of a document with this text; the name's ending tells the language. */
  keep(name: string, text: string): vscode.Uri {
    const safe = readablePart(name).slice(0, 80);
    const uri = vscode.Uri.from({ scheme: textScheme, path: `/${++this.#count}/${safe}` });
    this.#texts.set(uri.path, text);
    for (const key of this.#texts.keys()) {
      if (this.#texts.size <= mostKept) break;
      this.#texts.delete(key);
    }
    return uri;
  }

  async show(name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.keep(name, text), { preview: true });
  }
}
