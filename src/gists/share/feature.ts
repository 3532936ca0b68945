import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { UserError } from "../../base/errors.ts";
import { explained, type Handler, registerCommands } from "../../commands/registry.ts";
import { shareCommands, type ShareCommandId, settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import type { Shell } from "../../shell/shell.ts";
import type { Log } from "../../ui/log.ts";
import { toUserError } from "../problemText.ts";
import { share, type ShareParts } from "../share.ts";
import type { Source } from "../source.ts";
import { fromFolder } from "./folder.ts";
import { fromCells, fromChanges, fromClipboard, fromStaged, fromTabs, fromTerminal } from "./sources.ts";

export interface MoreShareParts extends ShareParts {
  /** Bytes of the largest file that is sent. */
  readonly largestFile: () => number;
  readonly shell: Shell;
  readonly log: Log;
}

/** Every way to share besides selections and files. Makes no request. */
export const registerMoreSharing = (parts: MoreShareParts): Disposable => {
  const store = new DisposableStore();
  const exclude = store.add(new ConfigValue<readonly string[]>(settings.folderExclude, []));
  const shared =
    (read: (target: unknown, largest: number) => Promise<Source> | Source): Handler =>
    (target) =>
      share(parts, (largest) => read(target, largest), parts.largestFile());
  const uriOf = (target: unknown): vscode.Uri | undefined => {
    if (target instanceof vscode.Uri) return target;
    // A row of the source control view.
    const { resourceUri } = (target ?? {}) as { readonly resourceUri?: unknown };
    return resourceUri instanceof vscode.Uri ? resourceUri : undefined;
  };
  const chosenFolder = async (target: unknown): Promise<vscode.Uri> => {
    const given = uriOf(target);
    if (given) return given;
    const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
    if (only && others.length === 0) return only.uri;
    const picked = only && (await vscode.window.showWorkspaceFolderPick());
    if (!picked) throw new UserError(vscode.l10n.t("No folder is open. Select one in the explorer."));
    return picked.uri;
  };
  store.add(
    registerCommands(
      parts.shell,
      explained(
        {
          [shareCommands.folder]: shared(async (target, largest) =>
            fromFolder(await chosenFolder(target), { exclude: exclude.value, largest }),
          ),
          [shareCommands.tabs]: shared((_, largest) => fromTabs(largest)),
          [shareCommands.clipboard]: shared((_, largest) => fromClipboard(largest)),
          [shareCommands.terminal]: shared((_, largest) => fromTerminal(largest)),
          [shareCommands.changes]: shared((target, largest) => fromChanges(uriOf(target), largest)),
          [shareCommands.staged]: shared((_, largest) => fromStaged(largest)),
          [shareCommands.cell]: shared(fromCells),
        } satisfies Record<ShareCommandId, Handler>,
        toUserError,
      ),
      parts.log,
    ),
  );
  return store;
};
