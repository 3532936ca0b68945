import * as vscode from "vscode";
import { type Clock, systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { UserError } from "../base/errors.ts";
import type { LeakGuard } from "./guard.ts";
import { kindText } from "./kindText.ts";
import { redacted } from "./redact.ts";
import { showStatus } from "../ui/showStatus.ts";
import { notebookOf } from "../ui/notebooks.ts";
import { pluralText } from "../ui/pluralText.ts";

const source = "Forgeside";
/** Milliseconds without typing after which a checked file is looked through again. */
const pause = 300;

const rangeText = (document: vscode.TextDocument, { range }: vscode.Diagnostic): string => document.getText(range);

/** Findings of the files that the user had checked, kept up to date until the file is closed or clean. */
export class GuardDiagnostics implements Disposable {
  readonly #guard: LeakGuard;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #store = new DisposableStore();
  readonly #collection = this.#store.add(vscode.languages.createDiagnosticCollection(source));
  readonly #timers = new Map<string, Disposable>();
  /** The version of each document that the findings are of. */
  readonly #checked = new Map<string, number>();

  constructor(guard: LeakGuard, onError: (error: unknown) => void, clock: Clock = systemClock) {
    this.#guard = guard;
    this.#clock = clock;
    this.#onError = onError;
    this.#store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changed(document)));
    this.#store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.#store.add(
      vscode.languages.registerCodeActionsProvider(
        { pattern: "**" },
        { provideCodeActions: (document, _, { diagnostics }) => this.#actions(document, diagnostics) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
  }

  /** Looks through the active editor, or all cells of a notebook, and goes to the editor's first finding. */
  async checkActiveEditor(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const cells = notebookOf(editor)
      ?.getCells()
      .map(({ document }) => document);
    const documents = cells ?? (editor ? [editor.document] : []);
    if (documents.length === 0) throw new UserError(vscode.l10n.t("No editor is open. Open the file to check."));
    const found: vscode.Diagnostic[] = [];
    let first: vscode.Diagnostic | undefined;
    for (const document of documents) {
      const inDocument = await this.#check(document);
      if (document === editor?.document) [first] = inDocument;
      found.push(...inDocument);
    }
    if (found.length === 0) {
      showStatus(vscode.l10n.t("No secrets were found in this file."), 6000);
      return;
    }
    if (editor && first) {
      editor.selection = new vscode.Selection(first.range.start, first.range.end);
      editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    const text = pluralText(
      vscode.l10n.t(
        "{count, plural, one {# possible secret found in this file; see Problems.} other {# possible secrets found in this file; see Problems.}}",
      ),
      found.length,
    );
    showStatus(text, 6000);
  }

  async #check(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    const { version } = document;
    const findings = await this.#guard.check(document.uri.path, document.getText());
    // The text was edited during the check: check the new one.
    if (document.version !== version) return this.#check(document);
    const diagnostics = findings.map((finding) => {
      const range = new vscode.Range(document.positionAt(finding.start), document.positionAt(finding.end));
      const text = vscode.l10n.t(
        "Possible {0} ({1}). Redact it before you share the file.",
        kindText(finding),
        finding.preview,
      );
      const diagnostic = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Warning);
      diagnostic.source = source;
      diagnostic.code = finding.kind;
      return diagnostic;
    });
    if (document.isClosed || diagnostics.length === 0) this.#forget(document.uri);
    else {
      this.#checked.set(document.uri.toString(), version);
      this.#collection.set(document.uri, diagnostics);
    }
    return diagnostics;
  }

  #changed(document: vscode.TextDocument): void {
    if (!this.#collection.has(document.uri)) return;
    const key = document.uri.toString();
    this.#timers.get(key)?.dispose();
    this.#timers.set(
      key,
      this.#clock.setTimer(pause, () => {
        this.#timers.delete(key);
        this.#check(document).catch(this.#onError);
      }),
    );
  }

  #forget(uri: vscode.Uri): void {
    this.#timers.get(uri.toString())?.dispose();
    this.#timers.delete(uri.toString());
    this.#checked.delete(uri.toString());
    this.#collection.delete(uri);
  }

  #actions(document: vscode.TextDocument, given: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
    // Between typing and the next look the ranges are those of another text.
    const isCurrent = this.#checked.get(document.uri.toString()) === document.version;
    const all = isCurrent ? (this.#collection.get(document.uri) ?? []) : [];
    const action = (title: string, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction => {
      const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      fix.diagnostics = [...diagnostics];
      fix.edit = new vscode.WorkspaceEdit();
      for (const each of diagnostics)
        fix.edit.replace(document.uri, each.range, redacted(rangeText(document, each)));
      return fix;
    };
    const ours = all.filter((each) =>
      given.some(({ range, source: from }) => from === source && range.isEqual(each.range)),
    );
    const single = ours.map((each) => {
      const fix = action(vscode.l10n.t("Redact"), [each]);
      fix.isPreferred = true;
      return fix;
    });
    return ours.length > 0 && all.length > 1
      ? [...single, action(vscode.l10n.t("Redact All Secrets in This File"), all)]
      : single;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
    this.#store.dispose();
  }
}
