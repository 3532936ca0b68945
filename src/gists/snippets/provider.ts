import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import { languagesOfName } from "../languages.ts";
import { SnippetsModel, type SnippetsOptions } from "./model.ts";
import type { Snippet } from "./snippet.ts";

export interface OfferedSnippets extends Disposable {
  readonly model: SnippetsModel;
}

const itemOf = (snippet: Snippet): vscode.CompletionItem => {
  const { prefix, body, description, owner, hasTabStops } = snippet;
  const label = { label: prefix, description: vscode.l10n.t("gist of {0}", owner) };
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
  item.detail = description;
  item.insertText = hasTabStops ? new vscode.SnippetString(body) : body;
  // As plain text: what a gist says is no Markdown here.
  item.documentation = body;
  return item;
};

const fits = (document: vscode.TextDocument, { fileName, scope }: Snippet): boolean => {
  if (scope.length > 0) return scope.includes(document.languageId);
  const languages = fileName === "" ? [] : languagesOfName(fileName);
  return languages.length === 0 || languages.includes(document.languageId);
};

/** Shows the suggestions again where the word before the cursor begins a snippet: the user may have typed all of it. */
const suggestAgain = async (
  asked: readonly vscode.TextDocument[],
  snippets: readonly Snippet[],
): Promise<void> => {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !asked.includes(editor.document) || !editor.selection.isEmpty) return;
  const { document, selection } = editor;
  const { active } = selection;
  const { start } = document.getWordRangeAtPosition(active) ?? { start: active };
  const typed = document.getText(new vscode.Range(start, active)).toLowerCase();
  if (
    typed === "" ||
    !snippets.some((each) => fits(document, each) && each.prefix.toLowerCase().startsWith(typed))
  )
    return;
  // VS Code asks for nothing while it shows what it has, be it "No suggestions".
  await vscode.commands.executeCommand("hideSuggestWidget");
  await vscode.commands.executeCommand("editor.action.triggerSuggest");
};

/** Offers snippets as completions in every editor. Makes no request before the first completion. */
export const offerSnippets = (options: SnippetsOptions): OfferedSnippets => {
  const model = new SnippetsModel(options);
  const waiting = new Set<vscode.TextDocument>();
  /** Once for all documents that were asked about while they are being read. */
  const suggestOnceRead = (document: vscode.TextDocument): void => {
    const isWaiting = waiting.size > 0;
    waiting.add(document);
    if (isWaiting) return;
    const finish = async (): Promise<void> => {
      await model.settled();
      const asked = [...waiting];
      waiting.clear();
      await suggestAgain(asked, model.get().snippets);
    };
    finish().catch(options.onError);
  };
  const provider = vscode.languages.registerCompletionItemProvider([{ pattern: "**" }], {
    provideCompletionItems: async (document) => {
      await options.accounts.load();
      const { snippets, complete } = model.get();
      if (!complete) suggestOnceRead(document);
      const items = snippets.filter((snippet) => fits(document, snippet)).map(itemOf);
      return new vscode.CompletionList(items, !complete);
    },
  });
  return {
    model,
    dispose: () => {
      provider.dispose();
      model.dispose();
    },
  };
};
