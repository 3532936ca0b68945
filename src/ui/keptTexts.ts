import * as vscode from "vscode";
import { readablePart } from "../base/uriPart.ts";
import { textScheme } from "../ids.ts";

/** Texts that are kept: the oldest go first. */
const mostKept = 100;

/** Answers undefined for a source that it does not know. */
type Restore = (source: string) => Promise<string | undefined>;

/** Read-only documents of what a command found. Kept while the window is open. */
export class KeptTexts implements vscode.TextDocumentContentProvider {
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

  /** The address of a document with this text; the name's ending tells the language. */
  keep(name: string, text: string, source = ""): vscode.Uri {
    const safe = readablePart(name).slice(0, 80);
    const path = `/${this.#window}-${++this.#count}/${safe}`;
    const uri = vscode.Uri.from({ scheme: textScheme, path, query: source });
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
