import * as vscode from "vscode";
import { HeldBackError } from "../base/errors.ts";
import { pickAt } from "../ui/pickAt.ts";
import { plainText } from "../ui/plainText.ts";
import type { Choice } from "./decisions.ts";
import type { Answer, FindingInFile, Upload } from "./guard.ts";
import { kindText } from "./kindText.ts";
import { openDocument } from "../ui/openDocument.ts";

interface Row extends vscode.QuickPickItem {
  /** Undefined in the row that ends the review. */
  readonly index?: number;
}

interface Option extends vscode.QuickPickItem {
  readonly choice: Choice;
  readonly isForLater: boolean;
}

/** Shows the finding where it stands if its document is open; what is shared may be a part of it only. */
const reveal = async ({ place }: Upload, { file, secret }: FindingInFile): Promise<void> => {
  const uri = place?.(file)?.toString();
  const document = uri === undefined ? undefined : openDocument(uri);
  const at = document?.getText().indexOf(secret) ?? -1;
  if (!document || at < 0) return;
  const selection = new vscode.Range(document.positionAt(at), document.positionAt(at + secret.length));
  await vscode.window.showTextDocument(document, { selection, preserveFocus: true, preview: false });
};

const stateText = (choice: Choice, isForLater: boolean): string => {
  if (choice === "redact")
    return isForLater ? vscode.l10n.t("is redacted, from now on") : vscode.l10n.t("is redacted");
  return isForLater ? vscode.l10n.t("is sent as it is, from now on") : vscode.l10n.t("is sent as it is");
};

const rowOf = ({ finding, choice, isForLater }: Answer, index: number): Row => ({
  label: `$(${choice === "redact" ? "shield" : "eye"}) ${plainText(finding.file)}:${finding.line}`,
  description: plainText(kindText(finding)),
  detail: plainText(`${finding.preview}  ${stateText(choice, isForLater)}`),
  index,
});

const options = (): readonly Option[] => [
  { label: `$(shield) ${vscode.l10n.t("Redact")}`, choice: "redact", isForLater: false },
  { label: `$(eye) ${vscode.l10n.t("Send")}`, choice: "share", isForLater: false },
  {
    label: `$(shield) ${vscode.l10n.t("Redact, and Remember for This Finding")}`,
    choice: "redact",
    isForLater: true,
  },
  {
    label: `$(eye) ${vscode.l10n.t("Send, and Remember for This Finding")}`,
    detail: vscode.l10n.t(
      "This secret in what this account sends. Reset Secret-Scanning Exceptions takes it back.",
    ),
    choice: "share",
    isForLater: true,
  },
];

/** One finding after the other; what the user does not decide is redacted. */
export const review = async (upload: Upload, findings: readonly FindingInFile[]): Promise<readonly Answer[]> => {
  const answers = findings.map((finding): Answer => ({ finding, choice: "redact", isForLater: false }));
  const title = vscode.l10n.t("Secrets in {0}", upload.what);
  let active = 1;
  for (;;) {
    const shared = answers.filter(({ choice }) => choice === "share").length;
    const done: Row = {
      label: `$(check) ${vscode.l10n.t("Send")}`,
      description: vscode.l10n.t("{0} redacted, {1} as they are", answers.length - shared, shared),
    };
    const question = vscode.l10n.t("Select a finding to look at it and to decide. Press Escape to send nothing.");
    const row = await pickAt(title, question, [done, ...answers.map(rowOf)], active);
    if (!row) throw new HeldBackError();
    const answer = answers[row.index ?? -1];
    if (!answer || row.index === undefined) return answers;
    const { finding } = answer;
    await reveal(upload, finding);
    const choices = options();
    const former = choices.findIndex(
      ({ choice, isForLater }) => choice === answer.choice && isForLater === answer.isForLater,
    );
    const name = vscode.l10n.t(
      "{0}, line {1}: {2} ({3})",
      finding.file,
      finding.line,
      kindText(finding),
      finding.preview,
    );
    const chosen = await pickAt(
      name,
      vscode.l10n.t("Select what to do with it (Escape goes back)"),
      choices,
      former,
    );
    if (chosen) answers[row.index] = { finding, choice: chosen.choice, isForLater: chosen.isForLater };
    active = chosen && row.index + 1 < answers.length ? row.index + 2 : row.index + 1;
    if (chosen && row.index + 1 === answers.length) active = 0;
  }
};
