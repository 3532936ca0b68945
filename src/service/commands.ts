import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { activeAccount } from "../accounts/activeAccount.ts";
import { UserError } from "../base/errors.ts";
import type { Clock } from "../base/clock.ts";
import { HttpError } from "../client/errors.ts";
import type { Handler } from "../commands/registry.ts";
import { accountCommands, type ServiceCommandId, serviceCommands, views } from "../ids.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { withCountedProgress } from "../ui/countedProgress.ts";
import { accessibilityHelp } from "./accessibilityHelp.ts";
import { checkedServer } from "./checkedServer.ts";
import { diagnose, type DoctorDeps, type Finding } from "./doctor.ts";
import { reportText } from "./doctorText.ts";
import { pickEmoji } from "./emojiPicker.ts";
import { linesOf } from "./facts.ts";
import type { ServiceModel } from "./model.ts";
import type { FactNode, WaitingNode } from "./nodes.ts";
import { showInformation } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";
import { copiedLinesText } from "../ui/counts.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { pluralText } from "../ui/pluralText.ts";

export interface ServiceCommandDeps extends Pick<DoctorDeps, "environment" | "tryKeyring"> {
  readonly accounts: AccountsModel;
  readonly service: ServiceModel;
  readonly texts: ReadonlyDocuments;
  readonly clock: Clock;
  readonly extensionVersion: string;
  /** The manifest of the extension, in VS Code's language. */
  readonly manifest: unknown;
  /** Reads the rows of the view again. */
  readonly drawAgain: () => void;
  readonly simulateActivity: () => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

const given = (target: unknown): Partial<Pick<FactNode, "fact"> & Pick<WaitingNode, "call">> =>
  typeof target === "object" && target !== null ? target : {};

const verdict = (findings: readonly Finding[]): string => {
  const faults = findings.filter(({ level }) => level === "bad").length;
  if (faults === 0 && findings.some((each) => each.check === "token" && !each.identity))
    return vscode.l10n.t(
      "No problem was found, but the token could not be checked. The report has no secret in it.",
    );
  if (faults === 0 && findings.some(({ check, level }) => check === "server" && level === "note"))
    return vscode.l10n.t("The server responds, but refused what it was asked. The report has no secret in it.");
  if (faults === 0) return vscode.l10n.t("Everything works. The report has no secret in it.");
  return pluralText(
    vscode.l10n.t(
      "{count, plural, one {# problem needs your attention. The report has no secret in it.} other {# problems need your attention. The report has no secret in it.}}",
    ),
    faults,
  );
};

/** The command that the report advises. `accountId`: empty for a server without an account here. */
const repairOf = (
  accountId: string,
  findings: readonly Finding[],
): { readonly title: string; readonly command: string } | undefined => {
  const token = findings.find((finding) => finding.check === "token");
  if (accountId === "" || token?.check !== "token") return undefined;
  if (token.level === "bad" && !token.identity)
    return { title: vscode.l10n.t("Replace Token..."), command: accountCommands.replaceToken };
  const lacksSome = token.lacks !== undefined && token.lacks.length > 0;
  return lacksSome
    ? { title: vscode.l10n.t("Manage Permissions..."), command: accountCommands.managePermissions }
    : undefined;
};

const doctor = async (deps: ServiceCommandDeps): Promise<void> => {
  const { profile, client, end } = await checkedServer(deps.accounts);
  const settings = vscode.workspace.getConfiguration("http");
  const findings = await withCountedProgress(vscode.l10n.t("Checking the connection"), ({ signal }) =>
    diagnose(
      {
        ...deps,
        profile,
        client,
        proxySetting: settings.get<string>("proxy") ?? "",
        checksCertificates: settings.get<boolean>("proxyStrictSSL") ?? true,
      },
      signal,
    ),
  ).finally(end);
  const report = reportText(profile, findings, {
    extensionVersion: deps.extensionVersion,
    date: new Date(deps.clock.now()).toISOString(),
  });
  await deps.texts.show(vscode.l10n.t("Forgeside Doctor.txt"), report);
  const copy = vscode.l10n.t("Copy Report");
  const repair = repairOf(profile.id, findings);
  showInformation(verdict(findings), ...(repair ? [repair.title] : []), copy)
    .then((answer) => {
      if (repair && answer === repair.title)
        return vscode.commands.executeCommand(repair.command, { id: profile.id });
      return answer === copy ? vscode.env.clipboard.writeText(report) : undefined;
    })
    .then(undefined, (error: unknown) => deps.onError(vscode.l10n.t("Check the Connection"), error));
};

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
    deps.drawAgain();
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
  [serviceCommands.doctor]: () => doctor(deps),
  [serviceCommands.accessibilityHelp]: () =>
    deps.texts.show(vscode.l10n.t("Forgeside Accessibility Help.txt"), accessibilityHelp(deps.manifest)),
  [serviceCommands.emoji]: async () => pickEmoji(await activeAccount(deps)),
  [serviceCommands.copyFact]: (target, rows) => copyFacts(target, rows),
  [serviceCommands.cancelWaiting]: (target, rows) => cancelWaiting(target, rows),
});
