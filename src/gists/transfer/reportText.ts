import * as vscode from "vscode";
import { CancelledAfterSendingError, isCancelled } from "../../base/errors.ts";
import { gistsText } from "../../ui/counts.ts";
import { errorText } from "../../ui/errorText.ts";
import { toUserError } from "../problemText.ts";
import type { ExportReport } from "./exporter.ts";
import type { FileProblem, ImportCandidate, ImportOutcome } from "./importer.ts";
import { manifestName, type ManifestProblem, titleOfEntry } from "./manifest.ts";
import { pluralText } from "../../ui/pluralText.ts";

/** One line: a title of the service must not look like lines of the report. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 200);

const whyText = (error: unknown): string =>
  isCancelled(error) && !(error instanceof CancelledAfterSendingError)
    ? vscode.l10n.t("you canceled it; nothing was sent")
    : oneLine(errorText(toUserError(error)));

export const exportSummary = (report: ExportReport, total: number): string => {
  const done = report.written.length + report.unchanged.length;
  if (report.isCancelled)
    return pluralText(
      vscode.l10n.t(
        "{count, plural, one {Stopped after {0} of # gist. Export into the same folder again to continue.} other {Stopped after {0} of # gists. Export into the same folder again to continue.}}",
      ),
      total,
      done,
    );
  if (report.failed.length === 0 && report.unchanged.length === 0)
    return vscode.l10n.t("{0} exported.", gistsText(done));
  return report.failed.length === 0
    ? vscode.l10n.t(
        "{0} exported, {1} of them unchanged since the last time.",
        gistsText(done),
        report.unchanged.length,
      )
    : pluralText(
        vscode.l10n.t(
          "{count, plural, one {{0} of # gist exported; {1} could not be.} other {{0} of # gists exported; {1} could not be.}}",
        ),
        total,
        done,
        report.failed.length,
      );
};

export const exportLines = (report: ExportReport, folder: string): readonly string[] => [
  vscode.l10n.t("Export to {0}", folder),
  vscode.l10n.t("Written: {0}", report.written.length),
  vscode.l10n.t("Unchanged since the last export: {0}", report.unchanged.length),
  vscode.l10n.t("Failed: {0}", report.failed.length),
  ...report.failed.map(({ title, gistId, error }) => `  ${oneLine(title)} (${gistId}): ${whyText(error)}`),
  ...Object.entries(report.kept).map(([path, to]) =>
    vscode.l10n.t("Changed in the folder, so it was not overwritten: {0} is {1} now", path, to),
  ),
];

const manifestProblemText = ({ kind }: ManifestProblem): string => {
  switch (kind) {
    case "json":
      return vscode.l10n.t("it isn't valid JSON");
    case "version":
      return vscode.l10n.t("it is of another version");
    case "tooLarge":
      return vscode.l10n.t("it is too large");
    case "shape":
      return vscode.l10n.t("it is not what an export writes");
    case "path":
      return vscode.l10n.t("it has a path that leaves the folder, or that no export makes");
    case "twice":
      return vscode.l10n.t("it is listed twice");
  }
};

export const manifestProblemLine = (problem: ManifestProblem): string =>
  problem.where === manifestName
    ? vscode.l10n.t("{0} can't be imported: {1}.", manifestName, manifestProblemText(problem))
    : vscode.l10n.t("Left out of the manifest: {0}: {1}", oneLine(problem.where), manifestProblemText(problem));

const fileProblemText = (problem: FileProblem): string => {
  switch (problem) {
    case "missing":
      return vscode.l10n.t("is missing");
    case "link":
      return vscode.l10n.t("is a link that leads elsewhere");
    case "changed":
      return vscode.l10n.t("is not what was exported");
  }
};

export const candidateLines = (candidates: readonly ImportCandidate[]): readonly string[] =>
  candidates.flatMap(({ gist, problems }) =>
    [...problems].map(([name, problem]) => `${titleOfEntry(gist)}: ${oneLine(name)} ${fileProblemText(problem)}`),
  );

const outcomeText = ({ to, error, isRedacted, left = [] }: ImportOutcome): string => {
  if (to === undefined) return vscode.l10n.t("not imported: {0}", whyText(error));
  return [
    vscode.l10n.t("new gist {0}", to),
    ...(isRedacted ? [vscode.l10n.t("with secrets redacted")] : []),
    ...(left.length > 0 ? [vscode.l10n.t("without {0}", oneLine(left.join(", ")))] : []),
  ].join(", ");
};

export const importLines = (outcomes: readonly ImportOutcome[]): readonly string[] =>
  outcomes.map((outcome) => `${titleOfEntry(outcome.gist)} (${outcome.gist.id}): ${outcomeText(outcome)}`);
