import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { bytesOf } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { SignedOutError } from "../base/errors.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { KeyedQueue } from "../base/keyedQueue.ts";
import type { UnsavedBaseStore } from "../base/unsavedBaseStore.ts";
import type { OperationId } from "../client/operations/table.ts";
import { toFileSystemError } from "../ui/fileSystemErrors.ts";
import { FlatFileSystem } from "../ui/flatFileSystem.ts";
import { editedIn, isInTab } from "../ui/tabs.ts";
import { factsOf } from "./parameters.ts";
import { storedText } from "./storedText.ts";
import type { OperationCall, Parameters } from "./types.ts";
import { documentOf, documentUri, type OperationDocument } from "./uri.ts";

const textOf = (call: OperationCall): string => `${JSON.stringify(call, undefined, 2)}\n`;

/** A saved text of a document. */
export interface SavedText {
  readonly text: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly modified: number;
}

/** Undefined for what is not a saved text. */
export const savedTextOf = (data: unknown): SavedText | undefined => {
  const { text, modified } = fieldsOf(data);
  return typeof text === "string" && typeof modified === "number" ? { text, modified } : undefined;
};

interface DocumentsOptions {
  /** In a folder that all windows share: a sign-out in any of them removes the texts of the account. */
  readonly store: UnsavedBaseStore<SavedText>;
  /** Rejects with SignedOutError for an account that is not signed in. */
  readonly requireAccount: (accountId: string) => Promise<unknown>;
  readonly clock: Clock;
  /** Gets why the text of a document is not stored. */
  readonly onError: (error: unknown) => void;
}

/** The account's id first: by it, a sign-out finds what is stored. */
const keyOf = ({ accountId, id }: OperationDocument): string => `${accountId}/${id}`;

/** Calls as documents. What is saved of one is stored as long as it has a tab, without its secrets: it is there after a reload. */
export class OperationDocuments extends FlatFileSystem implements vscode.FileSystemProvider {
  readonly #options: DocumentsOptions;
  readonly #queue = new KeyedQueue();
  /** By address, also those whose tab was closed: it may be opened again. */
  readonly #saved = new Map<string, SavedText>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #tabListener: vscode.Disposable;
  #modified = 0;

  constructor(options: DocumentsOptions) {
    super();
    this.#options = options;
    this.#tabListener = vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      for (const uri of [...opened, ...closed].map(editedIn)) {
        const document = uri && documentOf(uri);
        if (document) this.#followTab(uri, document).catch(options.onError);
      }
    });
  }

  dispose(): void {
    this.#tabListener.dispose();
    this.#changed.dispose();
    this.#saved.clear();
  }

  /** Opens a call for writing; what is required and not known is there, empty. */
  async open({ profile }: Account, operation: OperationId, known: Parameters): Promise<vscode.Uri> {
    const id = crypto.randomUUID();
    const numbered = (number: number): vscode.Uri => documentUri(profile, id, operation, number);
    let number = 1;
    const isShown = ({ path }: vscode.Uri): boolean =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => editedIn(tab)?.path === path));
    while (isShown(numbered(number))) number += 1;
    const uri = numbered(number);
    const required = factsOf(operation, profile.dialect).parameters.filter(
      ({ name, rule }) => rule.required && rule.fill === undefined && known[name] === undefined,
    );
    const missing = Object.fromEntries(required.map(({ name, rule }) => [name, emptyOf(rule.type)]));
    const text = textOf({ operation, parameters: { ...missing, ...known } });
    const saved = { text, modified: this.#nextTime() };
    this.#saved.set(uri.toString(), saved);
    const document = { accountId: profile.id, id, operation };
    // What can't be stored can be sent all the same.
    await this.#store(document, saved).catch(this.#options.onError);
    await vscode.window.showTextDocument(uri, { preview: false });
    return uri;
  }

  /** Of an account that was signed out nothing is kept. */
  forget(accountId: string): void {
    for (const address of this.#saved.keys()) {
      const document = documentOf(vscode.Uri.parse(address));
      if (document?.accountId !== accountId) continue;
      this.#saved.delete(address);
      const key = keyOf(document);
      this.#queue.run(key, () => this.#options.store.remove(key)).catch(this.#options.onError);
    }
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, modified } = await this.#find(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: modified, size: bytesOf(text).length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return bytesOf((await this.#find(uri)).text);
  }

  /** Rejects where the text can't be stored: the document stays unsaved, and VS Code backs it up. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const document = documentOf(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    const saved = { text: new TextDecoder().decode(content), modified: this.#nextTime() };
    try {
      await this.#store(document, saved);
    } catch (error) {
      throw toFileSystemError(error, { toUserError: (each) => each });
    }
    this.#saved.set(uri.toString(), saved);
    this.#changed.fire([{ uri, type: vscode.FileChangeType.Changed }]);
  }

  #nextTime(): number {
    return (this.#modified = Math.max(this.#options.clock.now(), this.#modified + 1));
  }

  #store(document: OperationDocument, saved: SavedText): Promise<void> {
    return this.#queue.run(keyOf(document), () => this.#storeNow(document, saved));
  }

  async #storeNow(document: OperationDocument, saved: SavedText): Promise<void> {
    await this.#options.requireAccount(document.accountId);
    // Secrets are not written to disk: they are entered again after a reload.
    await this.#options.store.replace(keyOf(document), { ...saved, text: storedText(saved.text) });
  }

  /** Of a document without a tab nothing is stored; one whose tab is opened again is stored again. */
  #followTab(uri: vscode.Uri, document: OperationDocument): Promise<void> {
    const { store } = this.#options;
    const key = keyOf(document);
    return this.#queue.run(key, async () => {
      if (!isInTab(uri)) {
        await store.remove(key);
        return;
      }
      const saved = this.#saved.get(uri.toString());
      if (saved && !store.has(key)) await this.#storeNow(document, saved);
    });
  }

  async #find(uri: vscode.Uri): Promise<SavedText> {
    const document = documentOf(uri);
    if (!document) throw vscode.FileSystemError.FileNotFound(uri);
    return this.#saved.get(uri.toString()) ?? this.#restore(uri, document);
  }

  /** The text from before a reload. A call without parameters where nothing is stored, or its account is signed out. */
  async #restore(uri: vscode.Uri, document: OperationDocument): Promise<SavedText> {
    const { store, onError } = this.#options;
    const key = keyOf(document);
    const stored = (await this.#isSignedIn(document))
      ? await this.#queue.run(key, () => store.read(key))
      : undefined;
    // It may have been saved since, or read for another caller.
    const known = this.#saved.get(uri.toString());
    if (known) return known;
    // Older than any text that VS Code has backed up, which can be saved then.
    if (!stored) return { text: textOf({ operation: document.operation, parameters: {} }), modified: 1 };
    this.#saved.set(uri.toString(), stored);
    this.#modified = Math.max(this.#modified, stored.modified);
    // As of this window and now: what no window has used for long is removed.
    this.#store(document, stored).catch(onError);
    return stored;
  }

  async #isSignedIn({ accountId }: OperationDocument): Promise<boolean> {
    try {
      await this.#options.requireAccount(accountId);
      return true;
    } catch (error) {
      if (error instanceof SignedOutError) return false;
      throw error;
    }
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
