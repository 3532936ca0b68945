import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { requirePermission } from "../accounts/permissions/requirePermission.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import type { OperationId } from "../client/operations/table.ts";
import type { ReposModel } from "./model.ts";
import type { RepoTreeNode } from "./nodeTypes.ts";
import { type Offered, pickRepository } from "./pickRepository.ts";
import type { RepoPlace } from "./types.ts";
import { contentPlaceOf } from "./uri.ts";

export interface TargetDeps {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
}

/** The repository that a row, an editor's title or the active editor stands for. */
export const givenPlace = (target: unknown): RepoPlace | undefined => {
  const node = typeof target === "object" && target !== null ? (target as Partial<RepoTreeNode>) : undefined;
  if (node && "place" in node && node.place) {
    const { accountId, owner, repo } = node.place;
    return { accountId, owner, repo };
  }
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const place = uri && contentPlaceOf(uri);
  return place && { accountId: place.accountId, owner: place.owner, repo: place.repo };
};

/** The account of a place. Throws SignedOutError. */
export const accountOf = ({ accounts }: Pick<TargetDeps, "accounts">, { accountId }: RepoPlace): Account =>
  requireAccount(accounts, accountId);

/**
 * The given repository, or the one that the user picks. That the token may not do `operation` is found before the user is
 * asked for more: where any repository can be named, whose account may be another one, after it is. Throws CancelledError,
 * HttpError and UserError.
 */
export const targetPlace = async (
  deps: TargetDeps,
  target: unknown,
  placeHolder: string,
  offered: Offered = "own",
  operation?: OperationId,
): Promise<RepoPlace> => {
  await deps.accounts.load();
  let place = givenPlace(target);
  const isOwn = offered === "own" || offered === "administered";
  if (!place && !isOwn) place = await pickRepository(deps, placeHolder, offered);
  if (operation) {
    const accountId = place?.accountId ?? (await activeAccount(deps)).profile.id;
    await requirePermission(deps.accounts, accountId, operation);
  }
  return place ?? pickRepository(deps, placeHolder, offered);
};
