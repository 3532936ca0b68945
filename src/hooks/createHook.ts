import type * as vscode from "vscode";
import type { Hook } from "../client/types/hook.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges } from "../localChanges/model.ts";
import { requireStored } from "../localChanges/requireStored.ts";
import type { RepoPlace } from "../repos/types.ts";
import { HookProblem } from "./problem.ts";
import { inspectDraft, type SaveHookDeps } from "./saveHook.ts";
import type { HookDraft } from "./types.ts";

interface NewHook {
  readonly uri: vscode.Uri;
  readonly place: RepoPlace;
  readonly draft: HookDraft;
  /** The id of the local change that becomes a hook. */
  readonly change: string | undefined;
  /** As `HookChange.unshown`. */
  readonly unshown: LocalChange | undefined;
}

/** Makes a hook of a document. Throws CancelledError, UserError, HttpError, and HookProblem while another window makes it. */
export const createHook = async (
  deps: SaveHookDeps & { readonly changes: LocalChanges },
  { uri, place, draft: wanted, change, unshown }: NewHook,
): Promise<Hook> => {
  const { changes, hooks } = deps;
  // It is known after a reload of the window, too, unless the folder can't be read.
  const isRead = await changes.get(documentPlaceOf(uri)).then(
    () => true,
    () => false,
  );
  if (unshown) await requireStored(changes, unshown);
  if (change !== undefined && isRead && !(await changes.claim(change))) throw new HookProblem("elsewhere", "");
  try {
    const draft = await inspectDraft(deps, place, wanted);
    if (unshown) await requireStored(changes, unshown);
    return await hooks.create(place, draft);
  } catch (error) {
    if (change !== undefined) await changes.release(change).catch(() => undefined);
    throw error;
  }
};
