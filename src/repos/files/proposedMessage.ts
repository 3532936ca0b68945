import type { DocumentPlace, LocalChanges } from "../../localChanges/model.ts";
import type { ContentPlace } from "../types.ts";
import type { FileChange } from "./commitErrors.ts";

/** The message that was entered for these files before, and whose commit was refused; undefined unless it is one for all. */
export const proposedMessage = (
  made: readonly FileChange[],
  changes: LocalChanges,
  documentOf: (place: ContentPlace) => DocumentPlace,
): string | undefined => {
  if (made.some(({ kind, from }) => kind !== "write" || from !== undefined)) return undefined;
  const messages = made.map(({ place }) => changes.of(documentOf(place)).at(-1)?.proposedMessage);
  return new Set(messages).size === 1 ? messages[0] : undefined;
};
