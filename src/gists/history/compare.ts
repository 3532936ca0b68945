import * as vscode from "vscode";
import { plainText } from "../../ui/plainText.ts";
import { showInformation } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { withProgress } from "../../ui/progress.ts";
import { titleOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { GistDiffDocuments } from "../publishing/diffDocuments.ts";
import type { GistPlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { differencesOf, type FileDifference } from "./differences.ts";
import type { LazyHistory } from "./lazyHistory.ts";
import { type Revision, shortSha } from "./revision.ts";

export interface CompareDeps {
  readonly gists: GistsModel;
  readonly uris: GistUris;
  readonly diffs: GistDiffDocuments;
  readonly history: LazyHistory;
}

/** One row of VS Code's editor of many differences: what it is, and its two sides. */
type Change = readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined];

interface Sides {
  /** Undefined for a gist that did not exist yet. */
  readonly before: Revision | undefined;
  readonly after: Revision | "current";
}

/** The two sides have addresses that differ in more than their paths: else VS Code takes them for a renamed file. */
const changeOf = (
  { uris, diffs }: CompareDeps,
  place: GistPlace,
  { before, after }: Sides,
  { name, kind }: FileDifference,
): Change => {
  const file = { ...place, fileName: name };
  const left = before && kind !== "added" ? diffs.atRevision(file, before.sha) : undefined;
  const right = after === "current" ? uris.of(file) : diffs.atRevision(file, after.sha);
  return [right, left, kind === "removed" ? undefined : right];
};

const titleOfSides = (name: string, { before, after }: Sides): string => {
  const to = after === "current" ? vscode.l10n.t("current") : shortSha(after.sha);
  const from = before ? `${shortSha(before.sha)} ↔ ${to}` : to;
  return plainText(`${name}: ${from}`);
};

/**
 * Shows what differs between two states of a gist, or of one file if the place has one: one file that changed in VS Code's
 * diff editor, anything else in its editor of many differences. The current state is the file itself, which can be changed.
 */
export const showDifferences = async (deps: CompareDeps, place: GistPlace, sides: Sides): Promise<void> => {
  const { accountId, gistId, fileName } = place;
  const { before, after } = sides;
  const model = await deps.history.get();
  const found = await withProgress(vscode.l10n.t("Comparing…"), async (signal) => {
    const [left, right] = await Promise.all([
      before && model.revision(place, before.sha, { signal }),
      after === "current"
        ? deps.gists.read(accountId, gistId, { signal, fresh: true })
        : model.revision(place, after.sha, { signal }),
    ]);
    const all = await differencesOf(left, right, (file) => model.bytesOf(place, file, { signal }));
    const isPart = right.truncated === true || left?.truncated === true;
    return { all, isPart, gistTitle: titleOf(right) };
  });
  const title = titleOfSides(fileName ?? found.gistTitle, sides);
  const differences = found.all.filter(({ name }) => fileName === undefined || name === fileName);
  const [only] = differences;
  if (found.isPart)
    void showInformation(
      vscode.l10n.t("The server does not list all files of this gist: those that it lists are compared."),
    );
  if (!only) {
    showStatus(vscode.l10n.t("{0}: no file differs.", title), 6000);
    return;
  }
  const changes = differences.map((difference) => changeOf(deps, place, sides, difference));
  const [[right, left] = []] = changes;
  if (differences.length === 1 && only.kind === "changed") {
    const name = titleOfSides(only.name, sides);
    await vscode.commands.executeCommand("vscode.diff", left, right, name);
  } else await vscode.commands.executeCommand("vscode.changes", title, changes);
};
