import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { shareCommands } from "../../ids.ts";
import type { Shell } from "../../shell/shell.ts";
import type { Log } from "../../ui/log.ts";
import type { SourceParts } from "./shareSource.ts";

export interface MoreShareParts extends SourceParts {
  readonly shell: Shell;
  readonly log: Log;
}

/** Every way to share besides selections and files. Makes no request. */
export const registerMoreSharing = (parts: MoreShareParts): Disposable => {
  const store = new DisposableStore();
  const load = async () => (await import("./commands.ts")).shareHandlers(parts);
  store.add(registerCommands(parts.shell, loadOnUse(shareCommands, load), parts.log));
  return store;
};
