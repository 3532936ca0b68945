import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { settings, shareCommands, type ShareCommandId } from "../../ids.ts";
import { toUserError } from "../problemText.ts";
import { fromFolder } from "./folder.ts";
import { copyPermalink, shareLines } from "./lines.ts";
import type { LastShare } from "./lastShare.ts";
import { shareDescribed, type ShareSourceDeps } from "./shareSource.ts";
import type { Source } from "./source.ts";
import { fromCells, fromChanges, fromClipboard, fromStaged, fromTabs, fromTerminal } from "./sources.ts";

/**
 * Globs of what of a folder is not chosen at first. Those of a workspace are added to the user's: it cannot cause more to
 * be shared.
 */
const excludedFrom = (folder: vscode.Uri): readonly string[] => {
  const lists = vscode.workspace.getConfiguration(undefined, folder).inspect<unknown>(settings.folderExclude);
  return [lists?.globalValue ?? lists?.defaultValue, lists?.workspaceValue, lists?.workspaceFolderValue].flatMap(
    (list) => (Array.isArray(list) ? list.filter((glob) => typeof glob === "string") : []),
  );
};

export const shareHandlers = (deps: ShareSourceDeps, lastShare: LastShare): Record<ShareCommandId, Handler> => {
  const shared =
    (read: (target: unknown, largest: number) => Promise<Source> | Source): Handler =>
    (target) =>
      deps.sharing.share((largest) => read(target, largest));
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
  const handlers = {
    [shareCommands.folder]: shared(async (target, largest) => {
      const folder = await chosenFolder(target);
      return fromFolder(folder, { exclude: excludedFrom(folder), largest });
    }),
    [shareCommands.lines]: (target) => shareLines(deps, target),
    [shareCommands.permalink]: (target) => copyPermalink(deps.accounts, target),
    [shareCommands.described]: (target, selected) => shareDescribed(deps, target, selected),
    [shareCommands.public]: (target, selected) => shareDescribed(deps, target, selected, { isPublic: true }),
    [shareCommands.undo]: async () => {
      await deps.accounts.load();
      // A share may have ended after its account was signed out.
      lastShare.clear(({ accountId }) => deps.accounts.get(accountId) === undefined);
      const { current } = lastShare;
      if (!current) throw new UserError(vscode.l10n.t("Nothing was shared from this window since it was opened."));
      await deps.sharing.undo(current);
    },
    [shareCommands.tabs]: shared((_, largest) => fromTabs(largest)),
    [shareCommands.clipboard]: shared((_, largest) => fromClipboard(largest)),
    [shareCommands.terminal]: shared((_, largest) => fromTerminal(largest)),
    [shareCommands.changes]: shared((target, largest) => fromChanges(uriOf(target), largest)),
    [shareCommands.staged]: shared((_, largest) => fromStaged(largest)),
    [shareCommands.cell]: shared(fromCells),
  } satisfies Record<ShareCommandId, Handler>;
  return explained(handlers, toUserError);
};
