import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import type { HttpError } from "../client/errors.ts";
import { parseHook, placeOfField } from "./hookDocument.ts";
import { documentProblemText } from "./problemText.ts";
import type { HookDraft } from "./types.ts";
import { atPosition, positionAt } from "../ui/jsonErrorText.ts";
import { sentences } from "../ui/sentences.ts";
import { hookPlaceOf } from "./uri.ts";

const shownAt = (range: vscode.Range, text: string): vscode.Diagnostic => {
  const shown = new vscode.Diagnostic(range, text);
  shown.source = "Forgeside";
  return shown;
};

/** Underlines what is wrong in documents of hooks. */
export class HookDiagnostics {
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("forgeside.hooks");

  delete(uri: vscode.Uri): void {
    this.#diagnostics.delete(uri);
  }

  dispose(): void {
    this.#diagnostics.dispose();
  }

  /** The hook as the text says. Throws UserError with everything that is wrong, which is underlined, too. */
  parse(uri: vscode.Uri, document: vscode.TextDocument | undefined, text: string): HookDraft {
    const parsed = parseHook(text, hookPlaceOf(uri) === undefined);
    if ("draft" in parsed) return parsed.draft;
    // No document has the text of a row that is published.
    const at = (offset: number): vscode.Position => document?.positionAt(offset) ?? positionAt(text, offset);
    this.#diagnostics.set(
      uri,
      parsed.problems.map((problem) => {
        const range = new vscode.Range(at(problem.offset), at(problem.offset + problem.length));
        return shownAt(range, documentProblemText(problem));
      }),
    );
    const lines = parsed.problems.map((problem) => atPosition(at(problem.offset), documentProblemText(problem)));
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
