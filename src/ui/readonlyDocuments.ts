import * as vscode from "vscode";
import { readablePart } from "../base/uriPart.ts";
import { textScheme } from "../ids.ts";

/** The oldest texts are removed first. */
const maxTexts = 100;

/** Answers undefined for a source that it does not know. */
type Restore = (source: string) => Promise<string | undefined>;

/** Read-only documents with the results of commands, while the window is open. */
export class ReadonlyDocuments implements vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  /** Editors of before a reload are not given texts of now. */
  readonly #window = crypto.randomUUID().slice(0, 8);
  #restore: Restore = async () => undefined;
  #count = 0;

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.#texts.get(uri.path) ?? (await this.#restore(uri.query)) ?? "";
  }

  /** Gives texts of before a reload by the source that they were kept with. */
  restoreWith(restore: Restore): void {
    this.#restore = restore;
  }

  /** The URI of a document with this text; the extension of the name decides the language. */
  add(name: string, text: string, source = ""): vscode.Uri {
    const safe = readablePart(name).slice(0, 80);
    const path = `/${this.#window}-${++this.#count}/${safe}`;
    const uri = vscode.Uri.from({ scheme: textScheme, path, query: source });
    this.#texts.set(uri.path, text);
    for (const key of this.#texts.keys()) {
      if (this.#texts.size <= maxTexts) break;
      this.#texts.delete(key);
    }
    return uri;
  }

  async show(name: string, text: string, { preview = true } = {}): Promise<void> {
    await vscode.window.showTextDocument(this.add(name, text), { preview });
  }
}
