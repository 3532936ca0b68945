import * as vscode from "vscode";
import { settings } from "../../ids.ts";

/** In the global state: whether a gist with snippets was seen, in any account. */
export const snippetsSeenKey = "forgeside.snippets.seen";

export const noteSnippetsSeen = (memento: Pick<vscode.Memento, "get" | "update">): Thenable<void> =>
  memento.update(snippetsSeenKey, true);

/** Whether snippets are offered: as the user chose, and otherwise once a gist with snippets was seen. */
export const wantsSnippets = (memento: Pick<vscode.Memento, "get">): boolean => {
  const found = vscode.workspace.getConfiguration().inspect<unknown>(settings.snippetsEnabled);
  const chosen = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
  return typeof chosen === "boolean" ? chosen : memento.get<unknown>(snippetsSeenKey) === true;
};
