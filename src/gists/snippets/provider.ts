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

/** Offers snippets as completions in every editor. Makes no request before the first completion. */
export const offerSnippets = (options: SnippetsOptions): OfferedSnippets => {
  const model = new SnippetsModel(options);
  const provider = vscode.languages.registerCompletionItemProvider([{ pattern: "**" }], {
    provideCompletionItems: async (document) => {
      await options.accounts.load();
      const { snippets, complete } = model.get();
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
