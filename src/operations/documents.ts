import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { bytesOf } from "../base/bytes.ts";
import type { OperationId } from "../client/operations/table.ts";
import { FlatFileSystem } from "../ui/flatFileSystem.ts";
import { factsOf } from "./parameters.ts";
import type { OperationCall, Parameters } from "./types.ts";
import { documentOf, documentUri } from "./uri.ts";

const textOf = (call: OperationCall): string => `${JSON.stringify(call, undefined, 2)}\n`;

interface Kept {
  readonly bytes: Uint8Array;
  readonly modified: number;
}

/** Calls as documents. They are kept while the window is open, and never anywhere else: they may hold secrets. */
export class OperationDocuments extends FlatFileSystem implements vscode.FileSystemProvider {
  readonly #kept = new Map<string, Kept>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #modified = 0;

  dispose(): void {
    this.#changed.dispose();
    this.#kept.clear();
  }

  /** Opens a call for writing; what is required and not known is there, empty. */
  async open(account: Account, operation: OperationId, known: Parameters): Promise<vscode.Uri> {
    const { id, dialect } = account.profile;
    const taken = [...this.#kept.keys(), ...vscode.workspace.textDocuments.map(({ uri }) => uri.toString())].map(
      (key) => documentOf(vscode.Uri.parse(key))?.number ?? 0,
    );
    const uri = documentUri(id, dialect, Math.max(0, ...taken) + 1, operation);
    const required = factsOf(operation, dialect).parameters.filter(
      ({ name, rule }) => rule.required && rule.fill === undefined && known[name] === undefined,
    );
    const missing = Object.fromEntries(required.map(({ name, rule }) => [name, emptyOf(rule.type)]));
    this.#keep(uri, textOf({ operation, parameters: { ...missing, ...known } }));
    await vscode.window.showTextDocument(uri, { preview: false });
    return uri;
  }

  /** Of an account that was signed out nothing is kept. */
  forget(accountId: string): void {
    for (const key of this.#kept.keys())
      if (documentOf(vscode.Uri.parse(key))?.accountId === accountId) this.#kept.delete(key);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, modified } = this.#find(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: modified, size: bytes.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#find(uri).bytes;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    if (!documentOf(uri)) throw vscode.FileSystemError.FileNotFound(uri);
    this.#kept.set(uri.toString(), { bytes: content, modified: (this.#modified += 1) });
    this.#changed.fire([{ uri, type: vscode.FileChangeType.Changed }]);
  }

  #keep(uri: vscode.Uri, text: string): Kept {
    const kept = { bytes: bytesOf(text), modified: (this.#modified += 1) };
    this.#kept.set(uri.toString(), kept);
    return kept;
  }

  /** A document of a former session starts empty: its content was not stored. */
  #find(uri: vscode.Uri): Kept {
    const document = documentOf(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    return (
      this.#kept.get(uri.toString()) ?? this.#keep(uri, textOf({ operation: document.operation, parameters: {} }))
    );
  }
}

const emptyOf = (type: string): unknown => {
  switch (type) {
    case "Json":
      return {};
    case "Array":
      return [];
    case "Boolean":
      return false;
    default:
      return "";
  }
};
