import * as vscode from "vscode";
import { hookCommands } from "../ids.ts";
import type { Clock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { pickOne } from "../ui/prompts.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import type { HooksModel } from "./model.ts";
import { type HookTargetDeps, targetHook } from "./target.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { type Outcome, redeliver } from "./testDelivery.ts";
import type { Delivery, FullDelivery, HookPlace } from "./types.ts";
import { showInformation, showWarning } from "../ui/messages.ts";
import { textLanguage } from "../ui/textLanguage.ts";

export interface DeliveryDeps extends HookTargetDeps {
  readonly hooks: HooksModel;
  readonly texts: ReadonlyDocuments;
  readonly clock: Clock;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
}

const isGood = ({ status_code: code }: Delivery): boolean => code >= 200 && code < 300;

const rowOf = (delivery: Delivery, now: number) => ({
  label: `$(${isGood(delivery) ? "pass" : "error"}) ${plainText([delivery.event, delivery.action].filter(Boolean).join(": "))}`,
  description: `${delivery.status_code} ${plainText(delivery.status)} · ${relativeTime(delivery.delivered_at, now, textLanguage())}`,
  detail: delivery.redelivery ? vscode.l10n.t("{0}, delivered again", delivery.guid) : delivery.guid,
  delivery,
});

const textOf = (delivery: FullDelivery): string => {
  const { request, response, ...facts } = delivery;
  return `${JSON.stringify({ ...facts, request, response }, undefined, 2)}\n`;
};

const show = async ({ hooks, texts }: DeliveryDeps, place: HookPlace, { id, event }: Delivery): Promise<void> => {
  const full = await withProgress(vscode.l10n.t("Reading the delivery…"), (signal) =>
    hooks.delivery(place, id, { signal }),
  );
  await texts.show(`${event} ${id}.json`, textOf(full));
};

/** Says what the receiver answered, and offers to look at it. */
export const showOutcome = (deps: DeliveryDeps, place: HookPlace, outcome: Outcome): void => {
  const look = vscode.l10n.t("Show Deliveries");
  const text = plainText(outcome.text);
  const shown = outcome.isGood
    ? showInformation(vscode.l10n.t("Delivered: the receiver responded with {0}.", text), look)
    : showWarning(vscode.l10n.t("Not delivered: {0}.", text), look);
  // The toast stays; the command is over.
  shown
    .then((answer) => (answer === look ? showAll(deps, place) : undefined))
    .then(undefined, (error: unknown) => deps.onError(hookCommands.deliveries, error));
};

const showAll = async (deps: DeliveryDeps, place: HookPlace): Promise<void> => {
  const found = await withProgress(vscode.l10n.t("Reading the deliveries…"), (signal) =>
    deps.hooks.deliveries(place, { signal }),
  );
  if (!found) throw new UserError(vscode.l10n.t("This server stores no deliveries."));
  if (found.length === 0) throw new UserError(vscode.l10n.t("The webhook has delivered nothing yet. Ping it."));
  const title = vscode.l10n.t("Deliveries");
  const now = deps.clock.now();
  const { delivery } = await pickOne(
    found.map((each) => rowOf(each, now)),
    { title, placeHolder: vscode.l10n.t("Select a delivery (newest first)"), matchOnDetail: true },
  );
  const { again } = await pickOne(
    [
      { label: `$(go-to-file) ${vscode.l10n.t("Show Headers and Payload")}`, again: false },
      { label: `$(redo) ${vscode.l10n.t("Redeliver")}`, again: true },
    ],
    { title, placeHolder: plainText(`${delivery.event} ${delivery.guid}`) },
  );
  if (!again) {
    await show(deps, place, delivery);
    return;
  }
  const outcome = await withProgress(vscode.l10n.t("Waiting for the delivery…"), (signal) =>
    redeliver(deps.hooks, deps.clock, place, delivery.id, signal),
  );
  showOutcome(deps, place, outcome);
};

export const showDeliveries = async (deps: DeliveryDeps, target: unknown): Promise<void> =>
  showAll(deps, (await targetHook(deps, target, vscode.l10n.t("Select a webhook to show its deliveries"))).place);
