import type { Uri } from "vscode";
import { showStatusWhile } from "../ui/showStatusWhile.ts";
import { documentPlaceOf, type LocalChanges } from "./model.ts";

/** Shows the text for six seconds at most, and only as long as what Auto Save saved of a document waits for the user's save. */
export const showStored = (changes: LocalChanges, uri: Uri, text: string): void => {
  const place = documentPlaceOf(uri);
  showStatusWhile(text, 6000, changes.onDidChange, () =>
    changes.of(place).some(({ reason }) => reason === undefined),
  );
};
