import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";

/** What a command does. `nodes` are the selected tree nodes when several are selected. */
export type Handler = (target?: unknown, nodes?: unknown) => Promise<unknown>;

/** Registers a feature's command table. The one place where a command's errors are shown. */
export const registerCommands = (table: Readonly<Record<string, Handler>>, log: Log): Disposable => {
  const store = new DisposableStore();
  for (const [id, handler] of Object.entries(table)) {
    store.add(
      vscode.commands.registerCommand(id, async (target?: unknown, nodes?: unknown) => {
        try {
          return await handler(target, nodes);
        } catch (error) {
          void showError(id, error, log);
          return undefined;
        }
      }),
    );
  }
  return store;
};
