import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import type { Handler } from "../../commands/registry.ts";
import { trashCommands, type TrashCommandId } from "../../ids.ts";
import { daysText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm, pickOne } from "../../ui/prompts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import type { TargetDeps } from "../target.ts";
import type { DeletedGist } from "./deletedGist.ts";
import { restoreDeleted, type RestoreDeps } from "./restore.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

export interface TrashCommandDeps extends TargetDeps, RestoreDeps {}

const rowOf = (deleted: DeletedGist) => ({
  label: `$(${deleted.public ? "globe" : "lock"}) ${plainText(deleted.title)}`,
  description: vscode.l10n.t(
    "deleted {0}",
    relativeTime(new Date(deleted.deletedAt).toISOString(), Date.now(), textLanguage()),
  ),
  detail: plainText(
    [
      deleted.files.map(({ name }) => name).join(", "),
      ...(deleted.restoredAs === undefined ? [] : [vscode.l10n.t("restored as {0}", deleted.restoredAs)]),
    ].join(" · "),
  ),
  deleted,
});

const listed = async (deps: TrashCommandDeps): Promise<readonly DeletedGist[]> => {
  await activeAccount(deps);
  const all = await deps.trash.all();
  if (all.length > 0) return all;
  const { keepDays } = deps.trash;
  throw new UserError(
    keepDays === 0
      ? vscode.l10n.t(
          "No deleted gist is stored: the setting forgeside.gists.keepDeletedDays is 0, so gists that you delete here are deleted permanently.",
        )
      : vscode.l10n.t(
          "No deleted gist is stored. Gists that you delete here are stored for {0} (setting forgeside.gists.keepDeletedDays).",
          daysText(keepDays),
        ),
  );
};

const restore = async (deps: TrashCommandDeps): Promise<void> => {
  const items = (await listed(deps)).map(rowOf);
  const { deleted } = await pickOne(items, {
    placeHolder: vscode.l10n.t("Select a gist to restore as a new gist"),
    matchOnDetail: true,
  });
  await restoreDeleted(deps, deleted);
};

const forget = async (deps: TrashCommandDeps): Promise<void> => {
  const items = (await listed(deps)).map(rowOf);
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t("Select the stored gists to delete permanently"),
    matchOnDetail: true,
    canPickMany: true,
  });
  if (!picked || picked.length === 0) return;
  await confirm(
    pluralText(
      vscode.l10n.t(
        "{count, plural, one {Permanently delete # stored gist?} other {Permanently delete # stored gists?}}",
      ),
      picked.length,
    ),
    vscode.l10n.t("They are removed from this computer and can't be restored."),
    vscode.l10n.t("Delete Permanently"),
  );
  for (const { deleted } of picked) await deps.trash.forget(deleted);
};

export const trashHandlers = (deps: TrashCommandDeps): Record<TrashCommandId, Handler> => ({
  [trashCommands.restore]: () => restore(deps),
  [trashCommands.forget]: () => forget(deps),
});
