import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { askedBy } from "../ui/asker.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";

/** What a command does. `nodes` are the selected tree nodes when several are selected. */
export type Handler = (target?: unknown, nodes?: unknown) => Promise<unknown>;

/** The same commands, whose errors are told in the words of their feature. */
export const explained = <T extends Readonly<Record<string, Handler>>>(
  table: T,
  explain: (error: unknown) => unknown,
): T =>
  Object.fromEntries(
    Object.entries(table).map(([id, handler]): [string, Handler] => [
      id,
      async (target, nodes) => {
        try {
          return await handler(target, nodes);
        } catch (error) {
          throw explain(error);
        }
      },
    ]),
  ) as T;

/** Registers a feature's command table. The one place where a command's errors are shown. */
export const registerCommands = (table: Readonly<Record<string, Handler>>, log: Log): Disposable => {
  const store = new DisposableStore();
  for (const [id, handler] of Object.entries(table)) {
    store.add(
      vscode.commands.registerCommand(id, async (target?: unknown, nodes?: unknown) => {
        try {
          return await askedBy(id, () => handler(target, nodes));
        } catch (error) {
          void showError(id, error, log);
          return undefined;
        }
      }),
    );
  }
  return store;
};
