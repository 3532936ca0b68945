import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { requirePermission } from "../accounts/permissions/requirePermission.ts";
import type { OperationId } from "../client/operations/table.ts";
import type { Hook } from "../client/types/hook.ts";
import type { RepoPlace, RepoPort } from "../repos/types.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { pickOne } from "../ui/prompts.ts";
import { urlOf } from "./hookDocument.ts";
import type { HooksModel } from "./model.ts";
import type { HookNode } from "./nodes.ts";
import type { HookPlace } from "./types.ts";
import { hookDocumentOf, hookPlaceOf } from "./uri.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import { hookCommands } from "../ids.ts";

export interface HookTargetDeps {
  readonly accounts: AccountsModel;
  readonly hooks: HooksModel;
  readonly repos: RepoPort;
}

export interface HookTarget {
  readonly place: HookPlace;
  /** As the service has it now. */
  readonly hook: Hook;
}

const uriOf = (target: unknown): vscode.Uri | undefined =>
  target instanceof vscode.Uri
    ? target
    : target === undefined
      ? vscode.window.activeTextEditor?.document.uri
      : undefined;

const givenHook = (target: unknown): HookPlace | undefined => {
  const node = typeof target === "object" && target !== null ? (target as Partial<HookNode>) : undefined;
  if (node?.kind === "hook" && node.place) return node.place;
  const uri = uriOf(target);
  return uri && hookPlaceOf(uri);
};

/** The repository of a row or document, or the one that the user picks. */
export const targetRepository = async (
  { accounts, repos }: HookTargetDeps,
  target: unknown,
  placeHolder: string,
  operation?: OperationId,
): Promise<RepoPlace> => {
  await accounts.load();
  const uri = uriOf(target);
  const place = uri && hookDocumentOf(uri);
  if (!place) return repos.target(target, placeHolder, operation);
  if (operation) await requirePermission(accounts, place.accountId, operation);
  return { accountId: place.accountId, owner: place.owner, repo: place.repo };
};

const rowOfHook = (hook: Hook) => ({
  label: `$(${hook.active ? "pass" : "circle-slash"}) ${plainText(urlOf(hook))}`,
  description: `${hook.active ? vscode.l10n.t("active") : vscode.l10n.t("inactive")} · ${hook.events.join(", ")}`,
  hook,
});

/** The hook of a row or document, or the one that the user picks. Throws CancelledError. */
export const targetHook = async (
  deps: HookTargetDeps,
  target: unknown,
  placeHolder: string,
): Promise<HookTarget> => {
  await deps.accounts.load();
  const given = givenHook(target);
  if (given) return { place: given, hook: await deps.hooks.get(given) };
  const place = await targetRepository(deps, target, vscode.l10n.t("Select a repository to show its webhooks"));
  const all = await withProgress(vscode.l10n.t("Reading the webhooks…"), (signal) =>
    deps.hooks.all(place, { signal }),
  );
  if (all.length === 0)
    throw emptyListError(
      vscode.l10n.t("{0}/{1} has no webhooks yet.", place.owner, place.repo),
      hookCommands.create,
      {
        place,
      },
    );
  const { hook } = await pickOne(all.map(rowOfHook), { placeHolder });
  return { place: { ...place, id: hook.id }, hook };
};
