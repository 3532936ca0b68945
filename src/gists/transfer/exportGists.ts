import * as vscode from "vscode";
import type { Account } from "../../accounts/model.ts";
import { systemClock } from "../../base/clock.ts";
import { CancelledError } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import type { CountedProgress } from "../../ui/countedProgress.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { Reports } from "../../ui/reports.ts";
import type { TargetDeps } from "../target.ts";
import { diskFolder } from "./diskFolder.ts";
import { exportFolder, exportGists as writeGists, type ExportSource } from "./exporter.ts";
import { exportLines, exportSummary } from "./reportText.ts";

export interface TransferDeps extends TargetDeps {
  readonly reports: Reports;
  readonly inspect: Inspect;
  /** Bytes of the largest file that is sent. */
  readonly maxFileBytes: () => number;
  readonly onError: (what: string, error: unknown) => void;
}

const sourceOf = ({ client, profile }: Account): ExportSource => ({
  client,
  server: profile.baseUrl,
  login: profile.login,
});

/** Exports these gists into the folder, or into one below it that holds nothing else, and reports the result. */
export const exportGists = async (
  deps: TransferDeps,
  accountId: string,
  gists: readonly Gist[],
  folder: vscode.Uri,
  signal: AbortSignal,
  onProgress?: CountedProgress["onProgress"],
): Promise<void> => {
  const account = deps.accounts.get(accountId);
  if (!account) throw new CancelledError();
  const source = sourceOf(account);
  const place = await exportFolder(diskFolder(folder), source);
  const report = await writeGists(source, gists, place.folder, {
    clock: systemClock,
    signal,
    ...(onProgress ? { onProgress } : {}),
  });
  const target = place.path === "" ? folder : vscode.Uri.joinPath(folder, place.path);
  const lines = exportLines(report, target.scheme === "file" ? target.fsPath : target.toString(true));
  // The message stays; the command is over.
  deps.reports
    .notify(exportSummary(report, gists.length), vscode.l10n.t("Export"), lines)
    .catch((error: unknown) => deps.onError(vscode.l10n.t("Export"), error));
};
