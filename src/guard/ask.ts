import * as vscode from "vscode";
import { HeldBackError } from "../base/errors.ts";
import type { Choice } from "./decisions.ts";
import type { Answer, FindingInFile, Upload } from "./guard.ts";
import { kindText } from "./kindText.ts";
import { review } from "./review.ts";
import { showWarning } from "../ui/messages.ts";
import { moreLines, pluralText } from "../ui/pluralText.ts";

/** More would make the question longer than a screen. */
const maxLines = 10;

const lineOf = (finding: FindingInFile): string =>
  vscode.l10n.t("{0}, line {1}: {2} ({3})", finding.file, finding.line, kindText(finding), finding.preview);

const detailOf = (findings: readonly FindingInFile[], isSecret: boolean | undefined): string => {
  return [
    ...findings.slice(0, maxLines).map(lineOf),
    ...moreLines(findings.length - maxLines),
    "",
    pluralText(
      vscode.l10n.t(
        "{count, plural, =1 {Nothing has been sent yet. “Redact” replaces it with REDACTED in what is sent.} other {Nothing has been sent yet. “Redact” replaces them with REDACTED in what is sent.}}",
      ),
      findings.length,
    ),
    ...(isSecret === false ? [vscode.l10n.t("Everyone can see what is sent.")] : []),
  ].join("\n");
};

/** Asks before secrets leave. Escape and Cancel send nothing. */
export const askAboutFindings = async (
  upload: Upload,
  findings: readonly FindingInFile[],
): Promise<readonly Answer[]> => {
  const redact = { title: vscode.l10n.t("Redact") };
  const look = { title: vscode.l10n.t("Review...") };
  const share = { title: vscode.l10n.t("Send Anyway") };
  const message = pluralText(
    vscode.l10n.t("{count, plural, =1 {Possible secret found in {0}.} other {# possible secrets found in {0}.}}"),
    findings.length,
    upload.what,
  );
  const all = (choice: Choice): readonly Answer[] =>
    findings.map((finding) => ({ finding, choice, isForLater: false }));
  const answer = await showWarning<vscode.MessageItem>(
    message,
    { modal: true, detail: detailOf(findings, upload.isSecret) },
    // Enter takes the first one, with which nothing is sent. VS Code adds Cancel, which Escape takes.
    look,
    redact,
    share,
  );
  if (answer === redact) return all("redact");
  if (answer === share) return all("share");
  if (answer === look) return review(upload, findings);
  throw new HeldBackError();
};
