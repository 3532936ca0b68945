import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { contextKeys } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { openFiles } from "../../ui/tabs.ts";
import type { GistsModel } from "../model.ts";
import type { GistPlace } from "../types.ts";
import { gistPlaceOf } from "../uri.ts";

/**
 * Sets the context keys of menus that are about the files in tabs: which of them are of starred gists (**Unstar Gist** in place
 * of **Star Gist**), of other users' gists (**Fork Gist**), or in no folder of the workspace (no **Link File to Gist...**), and
 * whether any is of a gist.
 */
export const watchGistEditors = (gists: GistsModel): vscode.Disposable => {
  const store = new DisposableStore();
  const starred = store.add(new ContextKey<readonly string[]>(contextKeys.gistStarred));
  const open = store.add(new ContextKey<boolean>(contextKeys.gistOpen));
  const foreign = store.add(new ContextKey<readonly string[]>(contextKeys.gistForeign));
  const outside = store.add(new ContextKey<readonly string[]>(contextKeys.filesOutside));
  const isForeign = ({ accountId, gistId }: GistPlace): boolean => {
    const gist = gists.known(accountId, gistId);
    return gist !== undefined && !gists.isMine(accountId, gist);
  };
  const update = (): void => {
    const uris = openFiles();
    outside.set(uris.filter((uri) => !vscode.workspace.getWorkspaceFolder(uri)).map(String));
    const files = uris.flatMap((uri) => {
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
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(update));
  store.add(gists.onDidChangeLists(update));
  store.add(gists.onDidChangeGist(update));
  update();
  return store;
};
