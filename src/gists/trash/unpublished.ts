import * as vscode from "vscode";
import type { FilePlace, GistPlace } from "../types.ts";
import { gistPlaceOf } from "../uri.ts";
import { hasUnsavedText } from "../../ui/unsavedText.ts";

export interface UnpublishedDeps {
  /** Edits that are stored. */
  readonly files: {
    readonly pending: { refresh(): Promise<unknown> };
    pendingOf(gist: GistPlace): readonly { readonly place: FilePlace }[];
  };
}

/** The files of a gist with changes that the service does not have: edits that are stored, and what is unsaved. */
export const unpublishedOf = async (
  { files }: UnpublishedDeps,
  accountId: string,
  gistId: string,
): Promise<readonly string[]> => {
  // Another window may have stored some.
  await files.pending.refresh();
  const stored = files.pendingOf({ accountId, gistId }).map(({ place }) => place.fileName);
  const unsaved = vscode.workspace.textDocuments.flatMap((document) => {
    const at = hasUnsavedText(document) ? gistPlaceOf(document.uri) : undefined;
    return at?.accountId === accountId && at.gistId === gistId ? (at.fileName ?? []) : [];
  });
  return [...new Set([...stored, ...unsaved])];
};

/** What becomes of them when the gist is deleted; none where there are none. */
export const unpublishedDetail = (names: readonly string[]): readonly string[] =>
  names.length === 0
    ? []
    : [
        vscode.l10n.t(
          "These have changes that are not published: {0}. They are not part of the copy that Restore brings back. Stored ones stay under Unpublished; unsaved ones are asked about when their editors close.",
          names.join(", "),
        ),
      ];
