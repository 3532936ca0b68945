import * as vscode from "vscode";
import type { Account } from "../../accounts/model.ts";
import { nameOf } from "../../accounts/profile.ts";
import { systemClock } from "../../base/clock.ts";
import { CancelledError, ChoiceError, UserError } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { gistCommands, transferCommands, type TransferCommandId } from "../../ids.ts";
import { emptyListError } from "../../ui/emptyListError.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickFolder, pickOne } from "../../ui/prompts.ts";
import { toUserError } from "../problemText.ts";
import { selectedGists } from "../selectedGists.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import { targetGist } from "../target.ts";
import { diskFolder } from "./diskFolder.ts";
import { listAll } from "./exporter.ts";
import { exportGists, type TransferDeps } from "./exportGists.ts";
import { checkImport, type ImportCandidate, importGists } from "./importer.ts";
import { ImportRecord } from "./importRecord.ts";
import { decodeManifest, type Manifest, manifestName, titleOfEntry } from "./manifest.ts";
import { candidateLines, importLines, manifestProblemLine } from "./reportText.ts";
import { withCountedProgress } from "../../ui/countedProgress.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";
import { importSummary } from "./importSummary.ts";

const pickAccount = async (deps: TransferDeps, placeHolder: string): Promise<Account> => {
  const active = await activeAccount(deps);
  if (deps.accounts.accounts.length === 1) return active;
  const others = deps.accounts.accounts.filter((account) => account !== active);
  const items = [active, ...others].map((account) => ({ label: nameOf(account.profile), account }));
  return (await pickOne(items, { placeHolder })).account;
};

const exportAll = async (deps: TransferDeps): Promise<void> => {
  const account = await pickAccount(deps, vscode.l10n.t("Select an account to export gists from"));
  const none = (): UserError =>
    emptyListError(vscode.l10n.t("{0} has no gists.", nameOf(account.profile)), gistCommands.create);
  const { lists } = deps.gists;
  const hasNone = async (): Promise<boolean> => {
    await lists.get(account.profile.id, "own");
    return lists.isEmpty(account.profile.id, "own");
  };
  if (await hasNone()) {
    // There may be some by now.
    lists.invalidate(account.profile.id, "own");
    if (await hasNone()) throw none();
  }
  const folder = await pickFolder(vscode.l10n.t("Export Here"), vscode.l10n.t("Export All Gists"));
  await withCountedProgress(vscode.l10n.t("Exporting gists"), async (steps) => {
    const gists = await listAll(account.client, steps.signal);
    if (gists.length === 0) throw none();
    await exportGists(deps, account.profile.id, gists, folder, steps.signal, steps.onProgress);
  });
};

/** The rows that are selected together, the given gist, or the one that the user picks. */
const exportSome = async (deps: TransferDeps, target: unknown, nodes: unknown): Promise<void> => {
  const selected = selectedGists(nodes);
  const byAccount = new Map<string, Gist[]>();
  if (selected.length === 0) {
    const { place, gist } = await targetGist(deps, target, vscode.l10n.t("Select a gist to export"));
    byAccount.set(place.accountId, [gist]);
  }
  for (const { accountId, gist } of selected)
    byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), gist]);
  const folder = await pickFolder(vscode.l10n.t("Export Here"), vscode.l10n.t("Export Gists"));
  await withCountedProgress(vscode.l10n.t("Exporting gists"), async ({ signal, onProgress }) => {
    for (const [accountId, gists] of byAccount)
      await exportGists(deps, accountId, gists, folder, signal, onProgress);
  });
};

/** `selectAnother` begins again with another folder. */
const readManifest = async (
  folder: vscode.Uri,
  selectAnother: () => Promise<void>,
): Promise<ReturnType<typeof decodeManifest>> => {
  const disk = diskFolder(folder);
  if ((await disk.kindOf(manifestName)) !== "file")
    throw new ChoiceError(
      vscode.l10n.t("There is no {0} in this folder. Select the folder that an export has written.", manifestName),
      [{ title: vscode.l10n.t("Select Folder..."), run: selectAnother }],
    );
  return decodeManifest(await disk.read(manifestName));
};

const missingText = (count: number): string =>
  pluralText(vscode.l10n.t("{count, plural, one {# file is missing} other {# files are missing}}"), count);

const changedText = (count: number): string =>
  pluralText(
    vscode.l10n.t(
      "{count, plural, one {# file is not what was exported} other {# files are not what was exported}}",
    ),
    count,
  );

const whichOnes = (leftOut: number): string => {
  if (leftOut === 0) return vscode.l10n.t("Select the gists to import. Each becomes a new gist with a new ID.");
  return pluralText(
    vscode.l10n.t(
      "{count, plural, one {Each becomes a new gist with a new ID. # entry can't be used; the report says why.} other {Each becomes a new gist with a new ID. # entries can't be used; the report says why.}}",
    ),
    leftOut,
  );
};

const presenceText = ({ presence, problems, gist, files }: ImportCandidate): string => {
  const notes = {
    new: [],
    same: [vscode.l10n.t("already exists")],
    different: [vscode.l10n.t("already exists, with other contents")],
    imported: [vscode.l10n.t("imported already")],
  }[presence];
  const lost = gist.files.length - files.length;
  const changed = [...problems.values()].filter((problem) => problem === "changed").length;
  return [
    gist.public ? vscode.l10n.t("public") : vscode.l10n.t("secret"),
    ...notes,
    ...(lost > 0 ? [missingText(lost)] : []),
    ...(changed > 0 ? [changedText(changed)] : []),
  ].join(" · ");
};

const pickCandidates = async (
  candidates: readonly ImportCandidate[],
  account: Account,
  leftOut: number,
): Promise<readonly ImportCandidate[]> => {
  const items = candidates
    .filter(({ files }) => files.length > 0)
    .map((candidate) => ({
      label: `$(${candidate.gist.public ? "globe" : "lock"}) ${plainText(titleOfEntry(candidate.gist))}`,
      description: plainText(presenceText(candidate)),
      detail: plainText(candidate.gist.files.map(({ name }) => name).join(", ")),
      picked: candidate.presence === "new" && candidate.problems.size === 0,
      candidate,
    }));
  if (items.length === 0)
    throw new UserError(vscode.l10n.t("There is no gist in this folder that can be imported."));
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    title: vscode.l10n.t("Import into {0}", nameOf(account.profile)),
    placeHolder: whichOnes(leftOut),
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ candidate }) => candidate);
};

const importFolder = async (deps: TransferDeps): Promise<void> => {
  const account = await pickAccount(deps, vscode.l10n.t("Select an account to import the gists to"));
  const folder = await pickFolder(vscode.l10n.t("Import"), vscode.l10n.t("Import Gists from Folder"));
  const { manifest, problems } = await readManifest(folder, () => importFolder(deps));
  const problemLines = problems.map(manifestProblemLine);
  if (!manifest) throw new UserError(sentences(...problemLines));
  await importManifest(deps, account, folder, manifest, problemLines);
};

const importManifest = async (
  deps: TransferDeps,
  account: Account,
  folder: vscode.Uri,
  manifest: Manifest,
  problemLines: readonly string[],
): Promise<void> => {
  const { profile, client } = account;
  const disk = diskFolder(folder);
  const record = new ImportRecord(disk, { server: profile.baseUrl, login: profile.login });
  await record.load();
  const { candidates, own } = await withCountedProgress(
    vscode.l10n.t("Reading the folder"),
    async ({ signal }) => {
      const gists = await listAll(client, signal);
      return { candidates: await checkImport(disk, manifest, gists, { client, record }, signal), own: gists };
    },
  );
  const picked = await pickCandidates(
    candidates,
    account,
    problemLines.length + candidates.filter(({ files }) => files.length === 0).length,
  );
  const outcomes = await withCountedProgress(vscode.l10n.t("Importing gists"), ({ signal, onProgress }) =>
    importGists(
      disk,
      picked,
      own,
      {
        client,
        accountId: profile.id,
        clock: systemClock,
        record,
        maxFileBytes: deps.maxFileBytes(),
        inspect: deps.inspect,
        create: (gist, aborted) => deps.gists.create(profile.id, gist, aborted),
      },
      signal,
      onProgress,
    ),
  );
  const made = outcomes.filter(({ to }) => to !== undefined).length;
  const stopped = outcomes.find(({ isStopped }) => isStopped)?.gist;
  const summary = importSummary(made, picked.length, stopped && plainText(titleOfEntry(stopped)));
  const lines = [summary, "", ...importLines(outcomes), "", ...problemLines, ...candidateLines(candidates)];
  // The message stays; the command is over.
  deps.reports
    .notify(summary, vscode.l10n.t("Import"), lines)
    .catch((error: unknown) => deps.onError(vscode.l10n.t("Import"), error));
};

export const transferHandlers = (deps: TransferDeps): Record<TransferCommandId, Handler> =>
  explained(
    {
      [transferCommands.exportAll]: () => exportAll(deps),
      [transferCommands.exportSome]: (target, nodes) => exportSome(deps, target, nodes),
      [transferCommands.importFolder]: () => importFolder(deps),
    },
    toUserError,
  );
