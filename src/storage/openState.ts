import * as vscode from "vscode";
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

/** What all windows share, read from the disk. Where that fails, what is written now is stored all the same. */
export const openState = async (
  context: vscode.ExtensionContext,
  globalState: OrderedMemento,
  onError: (error: unknown) => void,
): Promise<SharedState> => {
  const state = new SharedState(storageFolder(sharedFolder(context, "state")), onError);
  await state.load().catch(onError);
  await adoptFormer(state, globalState).catch(onError);
  context.subscriptions.push(
    state,
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) state.refresh().catch(onError);
    }),
  );
  return state;
};
