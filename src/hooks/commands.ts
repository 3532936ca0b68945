import * as vscode from "vscode";
import { explained, type Handler } from "../commands/registry.ts";
import { type HookCommandId, hookCommands } from "../ids.ts";
import { copiedLinksText } from "../ui/counts.ts";
import { showInformation } from "../ui/messages.ts";
import { withProgress } from "../ui/progress.ts";
import { confirm } from "../ui/prompts.ts";
import { applyToMany } from "./applyToMany.ts";
import { askSecret, showWithSecret } from "./askSecret.ts";
import { type DeliveryDeps, showDeliveries } from "./deliveries.ts";
import { draftOf, urlOf } from "./hookDocument.ts";
import type { RepoPlace } from "../repos/types.ts";
import type { HookListener } from "./listen/hookListener.ts";
import { newHook } from "./newHook.ts";
import type { LocalChanges } from "../localChanges/model.ts";
import type { HooksNode } from "./nodes.ts";
import { toHookError } from "./problemText.ts";
import { saveHook, type SaveHookDeps } from "./saveHook.ts";
import { activateHooks, deleteHooks, selectedHooks } from "./selectedHooks.ts";
import { targetHook, targetRepository } from "./target.ts";
import { testOrPing } from "./testOrPing.ts";
import { discardText, unsentChanges } from "./unsentChanges.ts";
import { hookUri, newHookUri } from "./uri.ts";
import { showStatus } from "../ui/showStatus.ts";
import { sentences } from "../ui/sentences.ts";

export interface HookCommandDeps extends DeliveryDeps, SaveHookDeps {
  readonly changes: LocalChanges;
  readonly loadListener: () => Promise<HookListener>;
}

const edit = async (deps: HookCommandDeps, target: unknown): Promise<void> => {
  const { place, hook } = await targetHook(deps, target, vscode.l10n.t("Select a webhook to edit"));
  await vscode.window.showTextDocument(hookUri(place, hook.name), { preview: false });
};

const targetForNew = (deps: HookCommandDeps, target: unknown): Promise<RepoPlace> =>
  targetRepository(deps, target, vscode.l10n.t("Select a repository to add a webhook to"), "repos.createHook");

const createDocument = async (deps: HookCommandDeps, target: unknown): Promise<void> => {
  const place = await targetForNew(deps, target);
  await vscode.window.showTextDocument(newHookUri(place), { preview: false });
};

const setActive = async (
  deps: HookCommandDeps,
  [target, rows]: Parameters<Handler>,
  active: boolean,
): Promise<void> => {
  const selected = selectedHooks(rows);
  if (selected.length > 0) return activateHooks(deps, selected, active);
  const question = active
    ? vscode.l10n.t("Select a webhook to activate")
    : vscode.l10n.t("Select a webhook to deactivate");
  const { place, hook } = await targetHook(deps, target, question);
  await saveHook(deps, place, hook, { ...draftOf(hook), active });
};

const rotateSecret = async (deps: HookCommandDeps, target: unknown): Promise<void> => {
  const { place, hook } = await targetHook(deps, target, vscode.l10n.t("Select a webhook to rotate its secret"));
  const chosen = await askSecret(vscode.l10n.t("Rotate Secret"), vscode.l10n.t("Remove the Secret"));
  await withProgress(vscode.l10n.t("Setting the secret…"), () => deps.hooks.setSecret(place, hook, chosen.secret));
  const said =
    chosen.secret === ""
      ? vscode.l10n.t("The webhook no longer has a secret.")
      : vscode.l10n.t("The webhook has its new secret: the receiver needs it, too.");
  // The receiver refuses deliveries until it has that secret.
  if (chosen.isNew) showWithSecret(said, chosen, deps.onError);
  else void showInformation(said);
};

const tryOut = async (deps: HookCommandDeps, target: unknown, kind: "test" | "ping"): Promise<void> => {
  const question =
    kind === "test" ? vscode.l10n.t("Select a webhook to test") : vscode.l10n.t("Select a webhook to ping");
  const { place } = await targetHook(deps, target, question);
  await testOrPing(deps, place, kind);
};

const remove = async (deps: HookCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedHooks(rows);
  if (selected.length > 0) return deleteHooks(deps, selected);
  const { place, hook } = await targetHook(deps, target, vscode.l10n.t("Select a webhook to delete"));
  const unsent = await unsentChanges(deps.changes, [place]);
  await confirm(
    vscode.l10n.t("Delete the webhook of {0}/{1}?", place.owner, place.repo),
    sentences(
      vscode.l10n.t("Nothing is delivered to {0} then. This can't be undone.", urlOf(hook)),
      discardText(unsent),
    ),
    unsent.length === 0 ? vscode.l10n.t("Delete") : vscode.l10n.t("Delete and Discard"),
  );
  await deps.hooks.delete(place);
  for (const { id } of unsent) await deps.changes.remove(id);
  showStatus(vscode.l10n.t("The webhook is deleted."), 6000);
};

const copyUrl = async (deps: HookCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedHooks(rows);
  if (selected.length > 0) {
    await vscode.env.clipboard.writeText(selected.map(({ hook }) => urlOf(hook)).join("\n"));
    showStatus(copiedLinksText(selected.length), 4000);
    return;
  }
  const { hook } = await targetHook(deps, target, vscode.l10n.t("Select a webhook to copy its URL"));
  await vscode.env.clipboard.writeText(urlOf(hook));
  showStatus(vscode.l10n.t("Webhook URL copied to clipboard."), 4000);
};

export const hookHandlers = (deps: HookCommandDeps): Record<HookCommandId, Handler> => {
  const handlers = {
    [hookCommands.create]: async (target) => newHook(deps, await targetForNew(deps, target)),
    [hookCommands.createDocument]: (target) => createDocument(deps, target),
    [hookCommands.edit]: (target) => edit(deps, target),
    [hookCommands.activate]: (...rows) => setActive(deps, rows, true),
    [hookCommands.deactivate]: (...rows) => setActive(deps, rows, false),
    [hookCommands.rotateSecret]: (target) => rotateSecret(deps, target),
    [hookCommands.test]: (target) => tryOut(deps, target, "test"),
    [hookCommands.ping]: (target) => tryOut(deps, target, "ping"),
    [hookCommands.deliveries]: (target) => showDeliveries(deps, target),
    [hookCommands.apply]: (target) => applyToMany(deps, target),
    [hookCommands.copyUrl]: (target, rows) => copyUrl(deps, target, rows),
    [hookCommands.refresh]: async (target) =>
      deps.hooks.refresh(
        await targetRepository(deps, target, vscode.l10n.t("Select a repository to refresh its webhooks")),
      ),
    [hookCommands.loadMore]: async (target) => deps.hooks.more((target as HooksNode).place),
    [hookCommands.delete]: (target, rows) => remove(deps, target, rows),
    [hookCommands.listen]: async (target) => (await deps.loadListener()).start(target),
    [hookCommands.received]: async () => (await deps.loadListener()).showReceived(),
    [hookCommands.stopListening]: async () => (await deps.loadListener()).stop(),
  } satisfies Record<HookCommandId, Handler>;
  return explained(handlers, toHookError);
};
