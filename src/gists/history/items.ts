import * as vscode from "vscode";
import { historyCommands } from "../../ids.ts";
import { treeItem } from "../../tree/item.ts";
import { contextValue } from "../../tree/node.ts";
import { bytesText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import { relativeTime, shortAge } from "../../ui/relativeTime.ts";
import { ownerOf, titleOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { ForkFileNode, ForkNode, ForksNode, GistNode, HistoryNode, RevisionNode } from "../nodeTypes.ts";
import type { GistDiffDocuments } from "../publishing/diffDocuments.ts";
import type { GistUris } from "../uri.ts";
import { type Revision, shortSha } from "./revision.ts";
import { dateText, textLanguage } from "../../ui/textLanguage.ts";

interface HistoryItemDeps {
  readonly gists: GistsModel;
  readonly uris: GistUris;
  readonly diffs: GistDiffDocuments;
  readonly now: () => number;
}

const { Collapsed } = vscode.TreeItemCollapsibleState;

/** The rows below the files of a gist. No file has a name with a slash. */
export const historyNodes = (parent: GistNode): readonly (HistoryNode | ForksNode)[] =>
  (["history", "forks"] as const).map((kind) => ({
    kind,
    id: `${parent.id}//${kind}`,
    accountId: parent.accountId,
    gist: parent.gist,
    parent,
  }));

export const historyItem = ({ id, gist }: HistoryNode): vscode.TreeItem =>
  treeItem(
    {
      id,
      label: vscode.l10n.t("History"),
      icon: "history",
      context: contextValue("gistHistory", []),
      spoken: vscode.l10n.t("History of the gist {0}", titleOf(gist)),
    },
    Collapsed,
  );

export const forksItem = ({ id, gist }: ForksNode): vscode.TreeItem =>
  treeItem(
    {
      id,
      label: vscode.l10n.t("Forks"),
      icon: "repo-forked",
      context: contextValue("gistForks", []),
      spoken: vscode.l10n.t("Forks of the gist {0}", titleOf(gist)),
    },
    Collapsed,
  );

export const userText = (login: string | undefined): string => login ?? vscode.l10n.t("Unknown user");

/** Such as “+3 −1”; empty where the server counts no lines. */
export const countsText = ({ additions, deletions }: Revision): string =>
  additions === undefined || deletions === undefined ? "" : `+${additions} −${deletions}`;

const spokenCounts = ({ additions, deletions }: Revision): readonly string[] =>
  additions === undefined || deletions === undefined
    ? []
    : [vscode.l10n.t("lines added: {0}", additions), vscode.l10n.t("lines deleted: {0}", deletions)];

export const revisionItem = ({ gists, now }: HistoryItemDeps, node: RevisionNode): vscode.TreeItem => {
  const { id, accountId, gist, revision, isCurrent } = node;
  const { sha, committedAt, login } = revision;
  const current = isCurrent ? [vscode.l10n.t("current")] : [];
  return treeItem({
    id,
    label: userText(login),
    notes: [shortAge(committedAt, now(), textLanguage()), ...current, countsText(revision), shortSha(sha)],
    icon: "git-commit",
    context: contextValue("gistRevision", [
      gists.isMine(accountId, gist) ? "mine" : "foreign",
      ...(isCurrent ? ["current"] : []),
    ]),
    spoken: vscode.l10n.t("Revision by {0}", userText(login)),
    spokenNotes: [
      relativeTime(committedAt, now(), textLanguage()),
      ...current,
      ...spokenCounts(revision),
      shortSha(sha),
    ].filter((note) => note !== ""),
    command: {
      command: historyCommands.compareWithPrevious,
      title: vscode.l10n.t("Compare with Previous Revision"),
      arguments: [node],
    },
  });
};

export const revisionTooltip = ({ revision }: RevisionNode): string =>
  [
    vscode.l10n.t("Revision {0}", revision.sha),
    userText(revision.login),
    dateText(revision.committedAt),
    countsText(revision),
  ]
    .filter((line) => line !== "")
    .join("\n");

export const forkItem = ({ now }: HistoryItemDeps, { id, fork }: ForkNode): vscode.TreeItem => {
  const title = fork.title === undefined ? [] : [fork.title];
  return treeItem(
    {
      id,
      label: userText(fork.login),
      notes: [shortAge(fork.updatedAt, now(), textLanguage()), ...title],
      icon: "gist",
      context: contextValue("gistFork", []),
      spoken: vscode.l10n.t("Fork by {0}", userText(fork.login)),
      spokenNotes: [relativeTime(fork.updatedAt, now(), textLanguage()), ...title].filter((note) => note !== ""),
    },
    Collapsed,
  );
};

/** What VS Code's command to open takes: files of others are read only; those of the account's own fork are files. */
export const openForkFile = (
  { gists, uris, diffs }: Pick<HistoryItemDeps, "gists" | "uris" | "diffs">,
  { accountId, gist, file }: Pick<ForkFileNode, "accountId" | "gist" | "file">,
): readonly [uri: vscode.Uri, options: vscode.TextDocumentShowOptions, label?: string] => {
  const place = { accountId, gistId: gist.id, fileName: file.filename };
  if (gists.isMine(accountId, gist)) return [uris.of(place), {}];
  return [diffs.of(place, "service"), {}, plainText(`${file.filename} (${userText(ownerOf(gist))})`)];
};

export const forkFileItem = (deps: HistoryItemDeps, node: ForkFileNode): vscode.TreeItem => {
  const { id, file, parent } = node;
  const size = file.size === undefined ? [] : [bytesText(file.size)];
  return treeItem({
    id,
    label: file.filename,
    notes: size,
    resource: vscode.Uri.from({ scheme: "forgeside-row", path: `/${file.filename}` }),
    context: contextValue("gistForkFile", []),
    spoken: vscode.l10n.t("File {0} of the fork by {1}", file.filename, userText(parent.fork.login)),
    command: {
      command: "vscode.open",
      title: vscode.l10n.t("Open"),
      arguments: [...openForkFile(deps, node)],
    },
  });
};
