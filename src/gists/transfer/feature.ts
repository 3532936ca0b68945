import type { Disposable } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { transferCommands } from "../../ids.ts";
import type { Shell } from "../../shell/shell.ts";
import type { Log } from "../../ui/log.ts";
import type { TransferDeps } from "./exportGists.ts";

/** Export of gists into a folder, and import from one. */
export const registerTransfer = (deps: TransferDeps & { readonly shell: Shell; readonly log: Log }): Disposable =>
  registerCommands(
    deps.shell,
    loadOnUse(transferCommands, async () => (await import("./commands.ts")).transferHandlers(deps)),
    deps.log,
  );
