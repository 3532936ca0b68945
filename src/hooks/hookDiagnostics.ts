import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { UserError } from "../base/errors.ts";
import type { HttpError } from "../client/errors.ts";
import { type DocumentProblem, isUnknownName, parseHook, placeOfField } from "./hookDocument.ts";
import { documentProblemText } from "./problemText.ts";
import type { HookDraft } from "./types.ts";
import { openDocument } from "../ui/openDocument.ts";
import { atPosition, positionAt } from "../ui/jsonErrorText.ts";
import { sentences } from "../ui/sentences.ts";
import { hookDocumentOf, hookPlaceOf } from "./uri.ts";

const shownAt = (range: vscode.Range, text: string): vscode.Diagnostic => {
  const shown = new vscode.Diagnostic(range, text);
  shown.source = "Forgeside";
  return shown;
};

/** Underlines what is wrong in documents of hooks: unknown names at once, all of it after a save that finds it. */
export class HookDiagnostics {
  readonly #store = new DisposableStore();
  readonly #diagnostics = this.#store.add(vscode.languages.createDiagnosticCollection("forgeside.hooks"));

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.check(document);
      }),
    );
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.check(document)));
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)));
    for (const document of vscode.workspace.textDocuments) this.check(document);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** The service took the document, in which something may have been typed since. */
  saved(uri: vscode.Uri): void {
    this.#diagnostics.delete(uri);
    const document = openDocument(uri);
    if (document) this.check(document);
  }

  /** Underlines unknown fields and events, in place of what was underlined. */
  check(document: vscode.TextDocument): void {
    const { uri } = document;
    if (!hookDocumentOf(uri)) return;
    const { problems } = parseHook(document.getText(), hookPlaceOf(uri) === undefined);
    this.#show(uri, problems.filter(isUnknownName), (offset) => document.positionAt(offset));
  }

  #show(
    uri: vscode.Uri,
    problems: readonly DocumentProblem[],
    toPosition: (offset: number) => vscode.Position,
  ): void {
    const shown = problems.map((problem) => {
      const range = new vscode.Range(toPosition(problem.offset), toPosition(problem.offset + problem.length));
      return shownAt(range, documentProblemText(problem));
    });
    this.#diagnostics.set(uri, shown);
  }

  /** The hook as the text says. Throws UserError with everything that is wrong, which is underlined where the document has it. */
  parse(uri: vscode.Uri, text: string): HookDraft {
    const parsed = parseHook(text, hookPlaceOf(uri) === undefined);
    if ("draft" in parsed) return parsed.draft;
    const toPosition = (offset: number): vscode.Position => positionAt(text, offset);
    // The row of a local change may have another text, which is published without its document.
    if (openDocument(uri)?.getText() === text) this.#show(uri, parsed.problems, toPosition);
    const lines = parsed.problems.map((problem) =>
      atPosition(toPosition(problem.offset), documentProblemText(problem)),
    );
    throw new UserError(sentences(...lines));
  }

  /** Underlines the fields that the service refused. */
  showRefusal(document: vscode.TextDocument, text: string, error: HttpError): void {
    const fields = error.errors.length > 0 ? error.errors : [{ message: error.message }];
    this.#diagnostics.set(
      document.uri,
      fields.map((each) => {
        const { offset, length } = placeOfField(text, each.field ?? "");
        const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
        return shownAt(range, each.message ?? error.message);
      }),
    );
  }
}
