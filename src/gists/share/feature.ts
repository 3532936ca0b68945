import { type Disposable } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { shareCommands } from "../../ids.ts";
import type { Shell } from "../../shell/shell.ts";
import type { Log } from "../../ui/log.ts";
import type { LastShare } from "./lastShare.ts";
import type { ShareSourceDeps } from "./shareSource.ts";

export interface MoreSharingDeps {
  readonly shell: Shell;
  readonly log: Log;
  readonly lastShare: LastShare;
  readonly loadSource: () => Promise<ShareSourceDeps>;
}

/** Every way to share besides selections and files. Makes no request. */
export const registerMoreSharing = ({ shell, log, lastShare, loadSource }: MoreSharingDeps): Disposable => {
  const handlers = loadOnUse(shareCommands, async () => {
    const [{ shareHandlers }, source] = await Promise.all([import("./commands.ts"), loadSource()]);
    return shareHandlers(source, lastShare);
  });
  return registerCommands(shell, handlers, log);
};
