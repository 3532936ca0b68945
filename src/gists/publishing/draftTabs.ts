import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import type { Event } from "../../base/event.ts";
import { gistScheme } from "../../ids.ts";
import { replaceEditor } from "../../ui/replaceEditor.ts";
import { hasUnsavedText } from "../../ui/unsavedText.ts";
import type { Drafts } from "./drafts.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";

/**
 * Once a draft is published as a gist, the gist's file replaces the draft as soon as that is in view. A user who continues to
 * type stays in the draft, whose saves change the gist, until the next save. The editor of a file that another window has
 * renamed is replaced in the same way.
 */
export const followDrafts = ({
  drafts,
  uris,
  onDidPublish,
  onError,
}: {
  readonly drafts: Drafts;
  readonly uris: GistUris;
  readonly onDidPublish: Event<unknown>;
  readonly onError: (error: unknown) => void;
}): Disposable => {
  const follow = async (draft: vscode.TextDocument): Promise<void> => {
    const place = gistPlaceOf(draft.uri);
    if (!place) return;
    const published = drafts.resolve(place);
    if (published === place) return;
    await replaceEditor(draft, uris.of(published));
  };
  const followSaved = (documents: readonly vscode.TextDocument[]): void => {
    for (const document of documents)
      if (document.uri.scheme === gistScheme && !hasUnsavedText(document)) follow(document).catch(onError);
  };
  return vscode.Disposable.from(
    // Until the save is over the editor counts as unsaved.
    vscode.workspace.onDidSaveTextDocument((document) => void follow(document).catch(onError)),
    // It may be published from its row, and shown later.
    onDidPublish(() => followSaved(vscode.workspace.textDocuments)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => followSaved(editors.map(({ document }) => document))),
  );
};
