import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { trashCommands } from "../../ids.ts";
import type { Shell } from "../../shell/shell.ts";
import type { Log } from "../../ui/log.ts";
import type { TrashCommandParts } from "./commands.ts";

export interface TrashParts extends TrashCommandParts {
  readonly shell: Shell;
  readonly log: Log;
}

/** Commands about the gists that were deleted here. */
export const registerTrash = (parts: TrashParts): Disposable => {
  const store = new DisposableStore();
  const handlers = loadOnUse(trashCommands, async () => (await import("./commands.ts")).trashHandlers(parts));
  store.add(registerCommands(parts.shell, handlers, parts.log));
  parts.accounts
    .load()
    .then(() => parts.trash.purge())
    .catch((error: unknown) => parts.log.error("deleted gists", error));
  return store;
};
