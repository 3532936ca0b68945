import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { trashCommands } from "../../ids.ts";
import type { Shell } from "../../shell/shell.ts";
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
  deps.accounts
    .load()
    .then(() => deps.trash.purge())
    .catch((error: unknown) => deps.log.error("deleted gists", error));
  return store;
};
