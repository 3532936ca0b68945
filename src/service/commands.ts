import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { activeAccount } from "../accounts/activeAccount.ts";
import { UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import type { Handler } from "../commands/registry.ts";
import { type ServiceCommandId, serviceCommands, views } from "../ids.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { accessibilityHelp } from "./accessibilityHelp.ts";
import { pickEmoji } from "./emojiPicker.ts";
import { linesOf } from "./facts.ts";
import type { ServiceModel } from "./model.ts";
import type { FactNode, WaitingNode } from "./nodes.ts";
import { showStatus } from "../ui/showStatus.ts";
import { copiedLinesText } from "../ui/counts.ts";
import { selectedItems } from "../ui/selectedItems.ts";

// Loaded with the commands.
export { checkConnection } from "./checkConnection.ts";

interface ServiceCommandDeps {
  readonly accounts: AccountsModel;
  readonly service: ServiceModel;
  readonly texts: ReadonlyDocuments;
  /** The manifest of the extension, in VS Code's language. */
  readonly manifest: unknown;
  readonly simulateActivity: () => Promise<void>;
  readonly checkConnection: () => Promise<void>;
}

const given = (target: unknown): Partial<Pick<FactNode, "fact"> & Pick<WaitingNode, "call">> =>
  typeof target === "object" && target !== null ? target : {};

const copyFacts = async (target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedItems(
    rows,
    (row) => (given(row).fact ? (row as FactNode) : undefined),
    ({ id }) => id,
  ).map(({ fact }) => fact);
  const { fact: single } = given(target);
  const facts = selected.length === 0 && single ? [single] : selected;
  if (facts.length === 0) throw new UserError(vscode.l10n.t("Select a row of the Service view first."));
  const lines = facts.flatMap(linesOf);
  await vscode.env.clipboard.writeText(lines.join("\n"));
  showStatus(copiedLinesText(lines.length), 4000);
};

const cancelWaiting = async (target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedItems(
    rows,
    (row) => (given(row).call ? (row as WaitingNode) : undefined),
    ({ id }) => id,
  );
  if (selected.length === 0) given(target).call?.cancel();
  for (const { call } of selected) call.cancel();
};

export const serviceHandlers = (deps: ServiceCommandDeps): Record<ServiceCommandId, Handler> => ({
  [serviceCommands.simulateActivity]: () => deps.simulateActivity(),
  [serviceCommands.refresh]: async () => {
    const { profile } = await activeAccount(deps);
    deps.service.refresh(profile.id);
    // Also where no row shows it: it costs nothing, and requests are sent again once it says so. Not every server has it.
    const failure = await deps.service.buckets(profile.id).then(
      ({ staleness }) => staleness?.error,
      (error: unknown) => (HttpError.is(error, "notFound", "gone") ? undefined : error),
    );
    const probing = deps.accounts.probe(profile.id);
    if (failure !== undefined) {
      probing.catch(() => undefined);
      throw failure;
    }
    await probing;
  },
  [serviceCommands.showLimit]: async () => vscode.commands.executeCommand(`${views.service}.focus`),
  [serviceCommands.doctor]: () => deps.checkConnection(),
  [serviceCommands.accessibilityHelp]: () =>
    deps.texts.show(vscode.l10n.t("Forgeside Accessibility Help.txt"), accessibilityHelp(deps.manifest)),
  [serviceCommands.emoji]: async () => pickEmoji(await activeAccount(deps)),
  [serviceCommands.copyFact]: (target, rows) => copyFacts(target, rows),
  [serviceCommands.cancelWaiting]: (target, rows) => cancelWaiting(target, rows),
});
