import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { type HookCommandId, hookCommands } from "../ids.ts";
import { copiedLinksText } from "../ui/counts.ts";
import { withProgress } from "../ui/progress.ts";
import { confirm } from "../ui/prompts.ts";
import { applyToMany } from "./applyToMany.ts";
import { askSecret, showWithSecret } from "./askSecret.ts";
import { showDeliveries, showOutcome } from "./deliveries.ts";
import { draftOf, urlOf } from "./hookDocument.ts";
import type { HookListener } from "./listen/hookListener.ts";
import { newHook } from "./newHook.ts";
import type { LocalChanges } from "../localChanges/model.ts";
import type { HooksNode } from "./nodes.ts";
import { toHookError } from "./problemText.ts";
import { saveHook, type SaveHookParts } from "./saveHook.ts";
import { activateHooks, deleteHooks, selectedHooks } from "./selectedHooks.ts";
import { type HookTargetParts, targetHook, targetRepository } from "./target.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { pingHook, testHook } from "./testDelivery.ts";
import { discardText, unsentChanges } from "./unsentChanges.ts";
import { hookUri, newHookUri } from "./uri.ts";
import { showStatus } from "../ui/showStatus.ts";
import { sentences } from "../ui/sentences.ts";

export interface HookCommandParts extends HookTargetParts, SaveHookParts {
  readonly texts: ReadonlyDocuments;
  readonly changes: LocalChanges;
  readonly clock: Clock;
  readonly loadListener: () => Promise<HookListener>;
}

const edit = async (parts: HookCommandParts, target: unknown): Promise<void> => {
  const { place, hook } = await targetHook(parts, target, vscode.l10n.t("Select a hook to edit"));
  await vscode.window.showTextDocument(hookUri(place, hook.name), { preview: false });
};

const createDocument = async (parts: HookCommandParts, target: unknown): Promise<void> => {
  const place = await targetRepository(parts, target, vscode.l10n.t("Select a repository to add a hook to"));
  await vscode.window.showTextDocument(newHookUri(place), { preview: false });
};

const setActive = async (
  parts: HookCommandParts,
  [target, rows]: Parameters<Handler>,
  active: boolean,
): Promise<void> => {
  const selected = selectedHooks(rows);
  if (selected.length > 0) return activateHooks(parts, selected, active);
  const question = active
    ? vscode.l10n.t("Select a hook to activate")
    : vscode.l10n.t("Select a hook to deactivate");
  const { place, hook } = await targetHook(parts, target, question);
  await saveHook(parts, place, hook, { ...draftOf(hook), active });
};

const rotateSecret = async (parts: HookCommandParts, target: unknown): Promise<void> => {
  const { place, hook } = await targetHook(parts, target, vscode.l10n.t("Select a hook to rotate its secret"));
  const chosen = await askSecret(vscode.l10n.t("Rotate Secret"), vscode.l10n.t("Remove the Secret"));
  await withProgress(vscode.l10n.t("Setting the secret…"), () =>
    parts.hooks.setSecret(place, hook, chosen.secret),
  );
  const said =
    chosen.secret === ""
      ? vscode.l10n.t("The hook no longer has a secret.")
      : vscode.l10n.t("The hook has its new secret: the receiver needs it, too.");
  showWithSecret(said, chosen, parts.onError);
};

const tryOut = async (parts: HookCommandParts, target: unknown, kind: "test" | "ping"): Promise<void> => {
  const question =
    kind === "test" ? vscode.l10n.t("Select a hook to test") : vscode.l10n.t("Select a hook to ping");
  const { place } = await targetHook(parts, target, question);
  const attempt = kind === "test" ? testHook : pingHook;
  const outcome = await withProgress(vscode.l10n.t("Waiting for the delivery…"), (signal) =>
    attempt(parts.hooks, parts.clock, place, signal),
  );
  showOutcome(parts, place, outcome);
};

const remove = async (parts: HookCommandParts, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedHooks(rows);
  if (selected.length > 0) return deleteHooks(parts, selected);
  const { place, hook } = await targetHook(parts, target, vscode.l10n.t("Select a hook to delete"));
  const unsent = await unsentChanges(parts.changes, [place]);
  await confirm(
    vscode.l10n.t("Delete the hook of {0}/{1}?", place.owner, place.repo),
    sentences(
      vscode.l10n.t("Nothing is delivered to {0} then. This can't be undone.", urlOf(hook)),
      discardText(unsent),
    ),
    unsent.length === 0 ? vscode.l10n.t("Delete") : vscode.l10n.t("Delete and Discard"),
  );
  await parts.hooks.delete(place);
  for (const { id } of unsent) await parts.changes.remove(id);
  showStatus(vscode.l10n.t("The hook is deleted."), 6000);
};

const copyUrl = async (parts: HookCommandParts, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedHooks(rows);
  if (selected.length > 0) {
    await vscode.env.clipboard.writeText(selected.map(({ hook }) => urlOf(hook)).join("\n"));
    showStatus(copiedLinksText(selected.length), 4000);
    return;
  }
  const { hook } = await targetHook(parts, target, vscode.l10n.t("Select a hook to copy its address"));
  await vscode.env.clipboard.writeText(urlOf(hook));
  showStatus(vscode.l10n.t("Hook address copied to clipboard."), 4000);
};

export const hookHandlers = (parts: HookCommandParts): Record<HookCommandId, Handler> => {
  const handlers = {
    [hookCommands.create]: async (target) =>
      newHook(parts, await targetRepository(parts, target, vscode.l10n.t("Select a repository to add a hook to"))),
    [hookCommands.createDocument]: (target) => createDocument(parts, target),
    [hookCommands.edit]: (target) => edit(parts, target),
    [hookCommands.activate]: (...rows) => setActive(parts, rows, true),
    [hookCommands.deactivate]: (...rows) => setActive(parts, rows, false),
    [hookCommands.rotateSecret]: (target) => rotateSecret(parts, target),
    [hookCommands.test]: (target) => tryOut(parts, target, "test"),
    [hookCommands.ping]: (target) => tryOut(parts, target, "ping"),
    [hookCommands.deliveries]: (target) => showDeliveries(parts, target),
    [hookCommands.apply]: (target) => applyToMany(parts, target),
    [hookCommands.copyUrl]: (target, rows) => copyUrl(parts, target, rows),
    [hookCommands.refresh]: async (target) =>
      parts.hooks.refresh(
        await targetRepository(parts, target, vscode.l10n.t("Select a repository to refresh its hooks")),
      ),
    [hookCommands.loadMore]: async (target) => parts.hooks.more((target as HooksNode).place),
    [hookCommands.delete]: (target, rows) => remove(parts, target, rows),
    [hookCommands.listen]: async (target) => (await parts.loadListener()).start(target),
    [hookCommands.received]: async () => (await parts.loadListener()).showReceived(),
    [hookCommands.stopListening]: async () => (await parts.loadListener()).stop(),
  } satisfies Record<HookCommandId, Handler>;
  return explained(handlers, toHookError);
};
