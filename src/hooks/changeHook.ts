import * as vscode from "vscode";
import { showStatus } from "../ui/showStatus.ts";
import { openDocument } from "../ui/openDocument.ts";
import type { LocalChange, LocalChanges } from "../localChanges/model.ts";
import { baseFrom, hookOfBase, isStale, unknownTime } from "./hookBase.ts";
import { requireStored } from "../localChanges/requireStored.ts";
import type { HookBases } from "./hookBases.ts";
import { draftOf, textOf } from "./hookDocument.ts";
import { HookConflict, HookProblem } from "./problem.ts";
import { saveHook, type SaveHookDeps } from "./saveHook.ts";
import type { HookDraft, HookPlace } from "./types.ts";

export const showNothingSent = (): vscode.Disposable =>
  showStatus(vscode.l10n.t("No changes: nothing was sent."), 6000);

interface HookChange {
  readonly uri: vscode.Uri;
  readonly place: HookPlace;
  readonly draft: HookDraft;
  /** The local change that is sent, where the text isn't that of an editor. */
  readonly unshown?: LocalChange | undefined;
}

/** Makes a hook what its document says. Throws HookConflict when it was deleted, or is another one than the text is based on. */
export const changeHook = async (
  deps: SaveHookDeps & { readonly changes: LocalChanges },
  bases: HookBases,
  { uri, place, draft, unshown }: HookChange,
): Promise<void> => {
  const given = unshown && baseFrom(hookOfBase(unshown.base));
  const key = uri.toString();
  const base = given ?? bases.of(key);
  const now = await deps.hooks.find(place);
  if (!now) throw new HookConflict(undefined);
  // Of a text that was restored it may not be known what it is based on.
  const isRestored = base === undefined && openDocument(uri) !== undefined;
  // What is there already may be what a save sent whose answer was lost.
  const isThere = textOf(draft) === textOf(draftOf(now));
  if (!isThere && (base ? isStale(base, now) : isRestored)) throw new HookConflict(now);
  const begin = async (): Promise<void> => unshown && requireStored(deps.changes, unshown);
  const sent = await saveHook(deps, place, now, draft, begin).catch((error: unknown) => {
    // What is left is based on what was taken.
    if (error instanceof HookProblem && error.now && !given) bases.putBack(key, baseFrom(error.now));
    throw error;
  });
  if (!sent) showNothingSent();
  // It is sent, whether it can be read or not.
  const after = await deps.hooks.get(place).catch(() => ({ ...now, ...sent, updated_at: unknownTime }));
  bases.replace(key, after);
};
