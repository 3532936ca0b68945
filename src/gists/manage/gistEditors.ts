import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { contextKeys } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { openFiles } from "../../ui/tabs.ts";
import type { GistsModel } from "../model.ts";
import type { GistPlace } from "../types.ts";
import { gistPlaceOf } from "../uri.ts";

/** Sets of which files in tabs the menu has **Unstar Gist** in place of **Star Gist**, and of which **Fork Gist**; whether there are any. */
export const watchGistEditors = (gists: GistsModel): vscode.Disposable => {
  const store = new DisposableStore();
  const starred = store.add(new ContextKey<readonly string[]>(contextKeys.gistStarred));
  const open = store.add(new ContextKey<boolean>(contextKeys.gistOpen));
  const foreign = store.add(new ContextKey<readonly string[]>(contextKeys.gistForeign));
  const isForeign = ({ accountId, gistId }: GistPlace): boolean => {
    const gist = gists.known(accountId, gistId);
    return gist !== undefined && !gists.isMine(accountId, gist);
  };
  const update = (): void => {
    const files = openFiles().flatMap((uri) => {
      const place = gistPlaceOf(uri);
      return place ? [{ uri: uri.toString(), place }] : [];
    });
    const urisOf = (isMeant: (place: GistPlace) => boolean): readonly string[] =>
      files.filter(({ place }) => isMeant(place)).map(({ uri }) => uri);
    open.set(files.length > 0);
    starred.set(urisOf(({ accountId, gistId }) => gists.isStarred(accountId, gistId) === true));
    foreign.set(urisOf(isForeign));
  };
  store.add(vscode.window.tabGroups.onDidChangeTabs(update));
  store.add(gists.onDidChangeLists(update));
  store.add(gists.onDidChangeGist(update));
  update();
  return store;
};
