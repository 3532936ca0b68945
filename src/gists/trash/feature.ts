import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { contextKeys, trashCommands } from "../../ids.ts";
import type { Shell } from "../../shell/shell.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import type { Log } from "../../ui/log.ts";
import type { TrashCommandDeps } from "./commands.ts";

export interface TrashDeps extends TrashCommandDeps {
  readonly shell: Shell;
  readonly log: Log;
}

/** Commands about the gists that were deleted here. */
export const registerTrash = (deps: TrashDeps): Disposable => {
  const store = new DisposableStore();
  const handlers = loadOnUse(trashCommands, async () => (await import("./commands.ts")).trashHandlers(deps));
  store.add(registerCommands(deps.shell, handlers, deps.log));
  const onError = (error: unknown): void => deps.log.error("deleted gists", error);
  const isEmpty = store.add(new ContextKey<boolean>(contextKeys.noDeletedGists));
  let updates = 0;
  const update = async (): Promise<void> => {
    const number = ++updates;
    const isEmptyNow = await deps.trash.isEmpty();
    // An answer that a later one has overtaken may be outdated.
    if (!store.isDisposed && number === updates) isEmpty.set(isEmptyNow);
  };
  const updateOrReport = (): void => void update().catch(onError);
  store.add(deps.trash.onDidChange(updateOrReport));
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Another window may have deleted a gist, or restored one.
      if (focused) updateOrReport();
    }),
  );
  deps.accounts
    .load()
    .then(() => deps.trash.purge())
    .catch(onError)
    .then(update)
    .catch(onError);
  return store;
};
