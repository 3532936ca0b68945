import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { contextKeys } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { openFiles } from "../../ui/tabs.ts";
import type { GistsModel } from "../model.ts";
import { gistPlaceOf } from "../uri.ts";

/** Sets which files in tabs are of starred gists: the menu of their editor has **Unstar Gist** in place of **Star Gist**. */
export const watchStarredEditors = (gists: GistsModel): vscode.Disposable => {
  const store = new DisposableStore();
  const starred = store.add(new ContextKey<readonly string[]>(contextKeys.gistStarred));
  const update = (): void => {
    const isStarred = (uri: vscode.Uri): boolean => {
      const place = gistPlaceOf(uri);
      return place !== undefined && gists.isStarred(place.accountId, place.gistId) === true;
    };
    starred.set(openFiles().filter(isStarred).map(String));
  };
  store.add(vscode.window.tabGroups.onDidChangeTabs(update));
  store.add(gists.onDidChangeLists(update));
  store.add(gists.onDidChangeGist(update));
  update();
  return store;
};
