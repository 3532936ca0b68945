import type * as vscode from "vscode";
import type { Hook } from "../client/types/hook.ts";
import { documentPlaceOf, type LocalChanges } from "../localChanges/model.ts";
import { type Base, hookOfBase, isStale } from "./hookBase.ts";
import type { HooksModel } from "./model.ts";
import { hookPlaceOf } from "./uri.ts";

/** What the change was based on that was discarded since the document was read last. */
export const takeDiscarded = (changes: LocalChanges, uri: vscode.Uri): Hook | undefined =>
  hookOfBase(changes.takeDiscarded(documentPlaceOf(uri))?.base ?? null);

/** Whether the service has another hook by now, or none; false where it can't be asked. */
export const isOtherNow = async (hooks: HooksModel, uri: vscode.Uri, base: Base): Promise<boolean> => {
  const place = hookPlaceOf(uri);
  if (!place) return false;
  return hooks.find(place).then(
    (now) => !now || isStale(base, now),
    () => false,
  );
};
