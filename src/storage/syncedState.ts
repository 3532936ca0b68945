import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import type { OrderedMemento } from "./orderedMemento.ts";
import { syncedKey, syncedProfilesName } from "./storedAccounts.ts";
import type { SharedState } from "../base/sharedState.ts";

/** What VS Code's Settings Sync takes to the user's other computers. Nothing in them is secret. */
const syncedNames = [
  "activityFeeds",
  "activityView",
  "favouriteOperations",
  "gistArrangement",
  "gistFollowed",
  "ownRepoOptions",
  syncedProfilesName,
  "publishModes",
  "repoRoots",
] as const;

/**
 * Keeps a copy of the synced collections in VS Code's global state, from where Settings Sync takes it, and takes over what
 * is newer there. Each entry has its time, so that the copies of several computers can be joined.
 */
export const syncState = (
  context: Pick<vscode.ExtensionContext, "globalState">,
  globalState: OrderedMemento,
  state: SharedState,
  onError: (error: unknown) => void,
): Disposable & { readonly update: () => Promise<void> } => {
  context.globalState.setKeysForSync([syncedKey]);
  const take = async (): Promise<void> => {
    const copies = fieldsOf(globalState.get(syncedKey));
    for (const name of syncedNames) await state.join(name, copies[name]);
  };
  const give = async (): Promise<void> => {
    const copies = Object.fromEntries(syncedNames.map((name) => [name, state.entries(name)]));
    if (JSON.stringify(copies) !== JSON.stringify(globalState.get(syncedKey)))
      await globalState.update(syncedKey, copies);
  };
  const update = async (): Promise<void> => {
    await take();
    await give();
  };
  // VS Code does not say when Settings Sync has changed the global state.
  const focused = vscode.window.onDidChangeWindowState((window) => {
    if (window.focused) update().catch(onError);
  });
  const written = state.onDidWrite((name) => {
    if (syncedNames.some((each) => each === name)) give().catch(onError);
  });
  return {
    update,
    dispose: () => {
      focused.dispose();
      written.dispose();
    },
  };
};
