import * as vscode from "vscode";
import type { LocalChange, LocalChanges } from "../localChanges/model.ts";
import { keyOf } from "../repos/types.ts";
import type { HookPlace } from "./types.ts";
import { hookPlaceOf } from "./uri.ts";

/** What is stored here of the documents of these hooks. */
export const unsentChanges = async (
  changes: LocalChanges,
  places: readonly HookPlace[],
): Promise<readonly LocalChange[]> => {
  await changes.refresh();
  return changes.all.filter(({ place: { uri } }) => {
    const found = hookPlaceOf(vscode.Uri.parse(uri));
    return found && places.some((place) => found.id === place.id && keyOf(found) === keyOf(place));
  });
};

/** What a question about deleting hooks adds about these changes. */
export const discardText = (unsent: readonly LocalChange[]): string =>
  unsent.length === 0 ? "" : vscode.l10n.t("Changes to it that were not sent are discarded.");
