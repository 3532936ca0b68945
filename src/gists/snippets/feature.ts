import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { systemClock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import type { Log } from "../../ui/log.ts";
import { languagesOfName } from "../languages.ts";
import type { GistsModel } from "../model.ts";
import { SnippetsModel } from "./model.ts";
import type { Snippet } from "./snippet.ts";

export interface SnippetsParts {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly log: Log;
}

export interface SnippetsFeature extends Disposable {
  /** Undefined while the setting does not ask for them. */
  readonly snippets: SnippetsModel | undefined;
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

/** Offers snippets in every editor, from the moment when the setting asks for it. Makes no request before. */
export const registerSnippets = ({ accounts, gists, log }: SnippetsParts): SnippetsFeature => {
  const store = new DisposableStore();
  const isEnabled = store.add(new ConfigValue(settings.snippetsEnabled, false));
  const onError = (error: unknown): void => log.error("snippets", error);
  let running: { readonly model: SnippetsModel; readonly provider: Disposable } | undefined;
  const stop = (): void => {
    running?.provider.dispose();
    running?.model.dispose();
    running = undefined;
  };
  const follow = (): void => {
    if (!isEnabled.value) {
      stop();
      return;
    }
    if (running) return;
    const model = new SnippetsModel({ accounts, gists, clock: systemClock, onError });
    const provider = vscode.languages.registerCompletionItemProvider([{ pattern: "**" }], {
      provideCompletionItems: async (document) => {
        await accounts.load();
        const { snippets, complete } = model.get();
        const items = snippets.filter((snippet) => fits(document, snippet)).map(itemOf);
        return new vscode.CompletionList(items, !complete);
      },
    });
    running = { model, provider };
  };
  store.add(isEnabled.onDidChange(follow));
  follow();
  return {
    get snippets() {
      return running?.model;
    },
    dispose: () => {
      stop();
      store.dispose();
    },
  };
};
