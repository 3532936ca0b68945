import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { SecretRetention } from "../accounts/storage/secretMarker.ts";
import { systemClock } from "../base/clock.ts";
import { accountCommands } from "../ids.ts";
import { withCountedProgress } from "../ui/countedProgress.ts";
import { showInformation } from "../ui/messages.ts";
import { pluralText } from "../ui/pluralText.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { checkedServer } from "./checkedServer.ts";
import { diagnose, type Finding } from "./doctor.ts";
import { reportText } from "./doctorText.ts";

interface CheckDeps {
  readonly accounts: AccountsModel;
  readonly texts: ReadonlyDocuments;
  readonly extensionVersion: string;
  /** Undefined in a browser. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined;
  /** As the doctor takes it. */
  readonly tryKeyring: () => Promise<SecretRetention>;
  /** Shows what a button of the message threw. */
  readonly onError: (what: string, error: unknown) => void;
}

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

/** Checks everything between this window and the server, and shows a report. Throws CancelledError. */
export const checkConnection = async ({
  accounts,
  texts,
  extensionVersion,
  environment,
  tryKeyring,
  onError,
}: CheckDeps): Promise<void> => {
  const { profile, client, end } = await checkedServer(accounts);
  const settings = vscode.workspace.getConfiguration("http");
  const findings = await withCountedProgress(vscode.l10n.t("Checking the connection"), ({ signal }) =>
    diagnose(
      {
        profile,
        client,
        clock: systemClock,
        tryKeyring,
        network: {
          proxy: settings.get<string>("proxy") ?? "",
          checksCertificates: settings.get<boolean>("proxyStrictSSL") ?? true,
          environment,
        },
      },
      signal,
    ),
  ).finally(end);
  const report = reportText(profile, findings, {
    extensionVersion,
    date: new Date(systemClock.now()).toISOString(),
  });
  await texts.show(vscode.l10n.t("Forgeside Doctor.txt"), report);
  const copy = vscode.l10n.t("Copy Report");
  const repair = repairOf(profile.id, findings);
  showInformation(verdict(findings), ...(repair ? [repair.title] : []), copy)
    .then((answer) => {
      if (repair && answer === repair.title)
        return vscode.commands.executeCommand(repair.command, { id: profile.id });
      return answer === copy ? vscode.env.clipboard.writeText(report) : undefined;
    })
    .then(undefined, (error: unknown) => onError(vscode.l10n.t("Check the Connection"), error));
};
