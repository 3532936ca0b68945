import * as vscode from "vscode";
import { pickOne } from "../../ui/prompts.ts";
import { titleOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { targetGist } from "../target.ts";
import type { PublishMode } from "./engineOptions.ts";
import type { PublishModes } from "./publishModes.ts";

export interface ModeDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly modes: PublishModes;
}

/** Asks when edits of a gist are published. Throws CancelledError. */
export const choosePublishMode = async (deps: ModeDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetGist(deps, target, vscode.l10n.t("Select a gist"), "mine");
  const current = deps.modes.of(place);
  const rows: readonly { label: string; detail: string; mode: PublishMode | undefined }[] = [
    { label: vscode.l10n.t("On save"), detail: vscode.l10n.t("Each save changes the gist."), mode: "onSave" },
    {
      label: vscode.l10n.t("After a pause"),
      detail: vscode.l10n.t("When you have not saved for a while."),
      mode: "afterPause",
    },
    {
      label: vscode.l10n.t("Only on “Publish”"),
      detail: vscode.l10n.t("Saves are stored here until you publish them."),
      mode: "manual",
    },
    { label: vscode.l10n.t("As the setting says"), detail: "forgeside.gists.publish", mode: undefined },
  ];
  const items = rows.map((row) => ({ ...row, description: row.mode === current ? vscode.l10n.t("current") : "" }));
  const { mode } = await pickOne(items, {
    title: titleOf(gist),
    placeHolder: vscode.l10n.t("Select when edits of this gist are published"),
  });
  await deps.modes.set(place, mode);
};
