import * as vscode from "vscode";
import { showStatus } from "../../ui/showStatus.ts";
import { plainText } from "../../ui/plainText.ts";
import { givenRef, pickRef } from "../pickRef.ts";
import { targetPlace, type TargetDeps } from "../target.ts";
import { askBranchName, branchNames, makeBranch } from "./newBranch.ts";

export const createBranch = async (deps: TargetDeps, target: unknown): Promise<void> => {
  // A branch takes the permission that a commit takes.
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository"), "own", "repos.createFile");
  const from = givenRef(target) ?? (await pickRef(deps, place, vscode.l10n.t("Select where the branch begins")));
  const name = await askBranchName(
    vscode.l10n.t("New Branch from {0}", from),
    "",
    await branchNames(deps.repos, place),
  );
  await makeBranch(deps, place, name, from);
  showStatus(vscode.l10n.t("Created {0}.", plainText(name)), 4000);
};
