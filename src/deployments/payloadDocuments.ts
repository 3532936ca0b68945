import * as vscode from "vscode";
import { bytesOf, utf8Text } from "../base/bytes.ts";
import { DisposableStore } from "../base/disposable.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { deploymentCommands, payloadScheme } from "../ids.ts";
import { FlatFileSystem } from "../ui/flatFileSystem.ts";
import { isEditorSuperseded } from "../ui/isEditorSuperseded.ts";
import { closeTabs } from "../ui/tabs.ts";
import { toFileSystemError } from "../ui/fileSystemErrors.ts";
import { payloadOf } from "./payload.ts";
import { toUserError } from "./problemText.ts";
import type { Shell } from "../shell/shell.ts";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";

const abandonedText = (): string =>
  vscode.l10n.t(
    "The deployment that this payload was for is no longer being created. Copy the text and start again.",
  );

const template = "{\n  \n}\n";

interface Writing {
  /** As it was saved last. */
  text: string;
  readonly done: (text: string) => void;
  readonly left: () => void;
}

const shownJson = (text: string): string => {
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return text;
  }
};

/** Payloads that are being written in an editor. Who saves the document takes it as the payload; closing it changes nothing. */
export class PayloadDocuments
  extends FlatFileSystem
  implements vscode.FileSystemProvider, vscode.CodeLensProvider
{
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #writing = new Map<string, Writing>();
  /** The documents that the user saves now. */
  readonly #asked = new Set<string>();

  constructor(shell: Shell) {
    super();
    this.#store.add(shell.fileSystem(payloadScheme, this));
    this.#store.add(vscode.languages.registerCodeLensProvider({ scheme: payloadScheme }, this));
    this.#store.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed)
          if (input instanceof vscode.TabInputText) this.#writing.get(input.uri.toString())?.left();
      }),
    );
    // What VS Code saves by itself may be half-written: it is kept, and goes on when the user says so.
    this.#store.add(
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        const key = document.uri.toString();
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#asked.add(key);
        else this.#asked.delete(key);
      }),
    );
    this.#store.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        const key = document.uri.toString();
        if (this.#asked.delete(key)) this.#writing.get(key)?.done(document.getText());
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    for (const { left } of this.#writing.values()) left();
  }

  /** The JSON object that the user saved. Throws CancelledError when the document was closed without. */
  async edit(text: string): Promise<string> {
    // Not the address of one that a former session has left.
    const uri = vscode.Uri.from({ scheme: payloadScheme, authority: crypto.randomUUID(), path: "/payload.json" });
    const key = uri.toString();
    const given = text.trim() === "" ? template : shownJson(text);
    try {
      const written = await new Promise<string>((resolve, reject) => {
        const left = (): void => reject(new CancelledError());
        this.#writing.set(key, { text: given, done: resolve, left });
        const begin = async (): Promise<void> => {
          const editor = await vscode.window.showTextDocument(uri, { preview: false });
          const end = editor.document.lineAt(text.trim() === "" ? 1 : 0).range.end;
          editor.selection = new vscode.Selection(end, end);
        };
        begin().catch((error: unknown) => {
          // It is open, behind the editor that the user opened in the meantime.
          if (!isEditorSuperseded(error)) reject(error as Error);
        });
      });
      const document = openDocument(key);
      // Its text is taken: closing it must not ask.
      if (isUnsaved(key)) await document?.save();
      return written;
    } finally {
      this.#writing.delete(key);
      this.#asked.delete(key);
      await closeTabs((tab) => tab.toString() === key);
    }
  }

  /** Takes the document as the payload, saved or not. Throws DeploymentProblem for what is no JSON. */
  use(uri: unknown): void {
    const given = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    const document = given && openDocument(given);
    const writing = document && this.#writing.get(document.uri.toString());
    if (!writing)
      throw new UserError(
        document?.uri.scheme === payloadScheme
          ? abandonedText()
          : vscode.l10n.t("No payload is being written here."),
      );
    payloadOf(document.getText());
    writing.done(document.getText());
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const top = new vscode.Range(0, 0, 0, 0);
    if (!this.#writing.has(document.uri.toString()))
      return [new vscode.CodeLens(top, { title: `$(info) ${abandonedText()}`, command: "" })];
    return [
      new vscode.CodeLens(top, {
        title: `$(check) ${vscode.l10n.t("Use as Payload")}`,
        command: deploymentCommands.usePayload,
        arguments: [document.uri],
      }),
      new vscode.CodeLens(top, {
        title: `$(close) ${vscode.l10n.t("Leave It as It Was")}`,
        command: "workbench.action.revertAndCloseActiveEditor",
      }),
    ];
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    // What a former session has left is brought back by VS Code as far as it was unsaved; nothing else was kept of it.
    return bytesOf(this.#writing.get(uri.toString())?.text ?? template);
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const writing = this.#writing.get(uri.toString());
    if (!writing) throw vscode.FileSystemError.Unavailable(abandonedText());
    const text = utf8Text(content) ?? "";
    try {
      payloadOf(text);
    } catch (error) {
      throw toFileSystemError(error, { toUserError });
    }
    writing.text = text;
  }
}
