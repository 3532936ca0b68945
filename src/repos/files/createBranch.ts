import * as vscode from "vscode";
import { requirePermission } from "../../accounts/permissions/requirePermission.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { plainText } from "../../ui/plainText.ts";
import { givenRef, pickRef } from "../pickRef.ts";
import { targetPlace, type TargetParts } from "../target.ts";
import { askBranchName, makeBranch } from "./newBranch.ts";

export const createBranch = async (parts: TargetParts, target: unknown): Promise<void> => {
  const place = await targetPlace(parts, target, vscode.l10n.t("Select a repository"));
  // A branch takes the permission that a commit takes.
  await requirePermission(parts.accounts, place.accountId, "repos.createFile");
  const from = givenRef(target) ?? (await pickRef(parts, place, vscode.l10n.t("Select where the branch begins")));
  const name = await askBranchName(vscode.l10n.t("New Branch from {0}", from), "");
  await makeBranch(parts, place, name, from);
  showStatus(vscode.l10n.t("Created {0}.", plainText(name)), 4000);
};
