import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { bytesOf } from "../base/bytes.ts";
import type { OperationId } from "../client/operations/table.ts";
import { FlatFileSystem } from "../ui/flatFileSystem.ts";
import type { DocumentDrafts } from "./documentDrafts.ts";
import { factsOf } from "./parameters.ts";
import type { OperationCall, Parameters } from "./types.ts";
import { documentOf, documentUri } from "./uri.ts";

const textOf = (call: OperationCall): string => `${JSON.stringify(call, undefined, 2)}\n`;

interface Kept {
  readonly bytes: Uint8Array;
  readonly modified: number;
}

/** Calls as documents, which outlive a reload while they are in a tab. */
export class OperationDocuments extends FlatFileSystem implements vscode.FileSystemProvider {
  readonly #drafts: DocumentDrafts;
  readonly #kept = new Map<string, Kept>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #modified = 0;

  constructor(drafts: DocumentDrafts) {
    super();
    this.#drafts = drafts;
  }

  dispose(): void {
    this.#changed.dispose();
    this.#kept.clear();
  }

  /** Opens a call for writing; what is required and not known is there, empty. */
  async open(account: Account, operation: OperationId, known: Parameters): Promise<vscode.Uri> {
    const { id, dialect } = account.profile;
    const shown = vscode.workspace.textDocuments.map(({ uri }) => uri.toString());
    const taken = [...this.#kept.keys(), ...this.#drafts.addresses, ...shown].map(
      (key) => documentOf(vscode.Uri.parse(key))?.number ?? 0,
    );
    const uri = documentUri(id, dialect, Math.max(0, ...taken) + 1, operation);
    const required = factsOf(operation, dialect).parameters.filter(
      ({ name, rule }) => rule.required && rule.fill === undefined && known[name] === undefined,
    );
    const missing = Object.fromEntries(required.map(({ name, rule }) => [name, emptyOf(rule.type)]));
    const text = textOf({ operation, parameters: { ...missing, ...known } });
    this.#keep(uri, text);
    this.#drafts.set(uri.toString(), text);
    await vscode.window.showTextDocument(uri, { preview: false });
    return uri;
  }

  /** Of an account that was signed out nothing is kept. */
  forget(accountId: string): void {
    const isOf = (key: string): boolean => documentOf(vscode.Uri.parse(key))?.accountId === accountId;
    for (const key of this.#kept.keys()) if (isOf(key)) this.#kept.delete(key);
    this.#drafts.delete(isOf);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, modified } = await this.#find(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: modified, size: bytes.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#find(uri)).bytes;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    if (!documentOf(uri)) throw vscode.FileSystemError.FileNotFound(uri);
    this.#kept.set(uri.toString(), { bytes: content, modified: (this.#modified += 1) });
    this.#drafts.set(uri.toString(), new TextDecoder().decode(content));
    this.#changed.fire([{ uri, type: vscode.FileChangeType.Changed }]);
  }

  #keep(uri: vscode.Uri, text: string): Kept {
    const kept = { bytes: bytesOf(text), modified: (this.#modified += 1) };
    this.#kept.set(uri.toString(), kept);
    return kept;
  }

  /** As it was before a reload; one that was not stored starts empty. */
  async #find(uri: vscode.Uri): Promise<Kept> {
    const document = documentOf(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    const key = uri.toString();
    const known = this.#kept.get(key);
    if (known) return known;
    const text = await this.#drafts.get(key);
    return (
      this.#kept.get(key) ?? this.#keep(uri, text ?? textOf({ operation: document.operation, parameters: {} }))
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
