import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import { replaceEditor } from "../../ui/replaceEditor.ts";
import type { Drafts } from "./drafts.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";

/**
 * After the save that publishes a draft as a gist, the gist's file replaces the draft. A user who continues to type stays
 * in the draft, whose saves change the gist, until the next save. The editor of a file that another window has renamed is
 * replaced in the same way.
 */
export const followDrafts = ({
  drafts,
  uris,
  onError,
}: {
  readonly drafts: Drafts;
  readonly uris: GistUris;
  readonly onError: (error: unknown) => void;
}): Disposable => {
  const follow = async (draft: vscode.TextDocument): Promise<void> => {
    const place = gistPlaceOf(draft.uri);
    if (!place) return;
    const published = drafts.resolve(place);
    if (published === place) return;
    if (await replaceEditor(draft, uris.of(published))) drafts.end(place.accountId, place.gistId);
  };
  // Until the save is over the editor counts as unsaved.
  return vscode.workspace.onDidSaveTextDocument((document) => void follow(document).catch(onError));
};
