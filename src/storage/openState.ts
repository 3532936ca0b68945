import * as vscode from "vscode";
import type { DisposableStore } from "../base/disposable.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { SharedState } from "../base/sharedState.ts";
import type { OrderedMemento } from "./orderedMemento.ts";
import { storageFolder } from "./storageFolder.ts";
import { sharedFolder } from "./folders.ts";

/** What version 0.1 had in VS Code's global state. */
const formerKeys = [
  "activityFeeds",
  "activityRead",
  "activityView",
  "commentDrafts",
  "commentsSeen",
  "commitCommentDrafts",
  "commitTemplate",
  "favouriteOperations",
  "gistArrangement",
  "gistDrafts",
  "gistFollowed",
  "gistTitles",
  "guardDecisions",
  "operationHistory",
  "ownRepoOptions",
  "publishModes",
  "repoRoots",
] as const;

/** Lists of drafts are records by their ids now. */
const recordOf = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const ids = value.map((each) => fieldsOf(each)["localId"] ?? fieldsOf(each)["id"]);
  return ids.every((id) => typeof id === "string")
    ? Object.fromEntries(value.map((each, index) => [ids[index], each]))
    : value;
};

const adoptFormer = async (state: SharedState, memento: OrderedMemento): Promise<void> => {
  for (const name of formerKeys) {
    const key = `forgeside.${name}`;
    const value = memento.get(key);
    if (value === undefined) continue;
    await state.adopt(name, recordOf(value));
    await memento.update(key, undefined);
  }
};

/** What all windows share, read from the disk. The store frees it. Where that fails, what is written now is stored all the same. */
export const openState = async (
  context: vscode.ExtensionContext,
  globalState: OrderedMemento,
  opened: DisposableStore,
  onError: (error: unknown) => void,
): Promise<SharedState> => {
  const folder = sharedFolder(context, "state");
  const state = opened.add(new SharedState(storageFolder(folder), onError));
  await state.load().catch(onError);
  await adoptFormer(state, globalState).catch(onError);
  opened.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) state.refresh().catch(onError);
    }),
  );
  return state;
};
