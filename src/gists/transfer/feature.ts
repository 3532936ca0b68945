import type { Disposable } from "../../base/disposable.ts";
import { registerCommands } from "../../commands/registry.ts";
import type { Log } from "../../ui/log.ts";
import { transferHandlers } from "./commands.ts";
import type { TransferParts } from "./exportGists.ts";

/** Export of gists into a folder, and import from one. */
export const registerTransfer = (parts: TransferParts & { readonly log: Log }): Disposable =>
  registerCommands(transferHandlers(parts), parts.log);
