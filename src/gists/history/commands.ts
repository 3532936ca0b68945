import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import type { Gist } from "../../client/types/gist.ts";
import { gistScheme, gistSideScheme, historyCommands, type HistoryCommandId } from "../../ids.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickOne } from "../../ui/prompts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { filesOf, titleOf } from "../gistFacts.ts";
import type { ForksNode, HistoryNode, RevisionNode } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import type { OfferedGists } from "../pickGist.ts";
import { targetGist, type TargetDeps } from "../target.ts";
import type { GistPlace } from "../types.ts";
import { type CompareDeps, showDifferences } from "./compare.ts";
import { addToWorkspace, cloneGist, openInNewWindow } from "./folder.ts";
import { openForkFile, userText } from "./items.ts";
import { pickFromHistory, pickRevision } from "./pickRevision.ts";
import { restoreRevision, type RestoreDeps } from "./restoreRevision.ts";
import { type Revision, shortSha } from "./revision.ts";
import { toGist } from "./revisionAnswers.ts";
import { numberText, textLanguage } from "../../ui/textLanguage.ts";

export interface HistoryCommandDeps {
  readonly target: TargetDeps;
  readonly compare: CompareDeps;
  readonly restore: RestoreDeps;
  readonly openPage: (accountId: string, url: string) => Promise<void>;
}

interface Target {
  readonly place: GistPlace;
  readonly gist: Gist;
}
interface RevisionTarget extends Target {
  readonly revision: Revision;
}

const isRevisionNode = (target: unknown): target is RevisionNode =>
  typeof target === "object" && target !== null && Reflect.get(target, "kind") === "revision";

/** The file that a read-only document is of, such as one at a revision, in place of the document. */
const withoutSide = (target: unknown): unknown => {
  const uri = target ?? vscode.window.activeTextEditor?.document.uri;
  return uri instanceof vscode.Uri && uri.scheme === gistSideScheme
    ? uri.with({ scheme: gistScheme, query: "" })
    : target;
};

const questionOf = {
  gist: () => vscode.l10n.t("Select a gist"),
  revision: () => vscode.l10n.t("Select a revision"),
};

/** The revision of the given row, or the one that the user selects. */
const targetRevision = async (
  deps: HistoryCommandDeps,
  target: unknown,
  offered: OfferedGists = "all",
): Promise<RevisionTarget> => {
  const found = await targetGist(deps.target, withoutSide(target), questionOf.gist(), offered);
  if (isRevisionNode(target)) return { ...found, revision: target.revision };
  return {
    ...found,
    revision: await pickRevision(deps.compare.history, found.place, found.gist, questionOf.revision()),
  };
};

const compareWithPrevious = async (deps: HistoryCommandDeps, target: RevisionTarget): Promise<void> => {
  const { place, revision } = target;
  const before = await (await deps.compare.history.get()).before(place, revision.sha);
  await showDifferences(deps.compare, place, { before, after: revision });
};

/** The older one is on the left. */
const compareBoth = async (
  deps: HistoryCommandDeps,
  place: GistPlace,
  both: readonly [Revision, Revision],
): Promise<void> => {
  const { items } = await (await deps.compare.history.get()).revisions(place);
  const [first, second] = both.map(({ sha }) => items.findIndex((each) => each.sha === sha));
  const isFirstOlder = first !== undefined && second !== undefined && first > second;
  const [before, after] = isFirstOlder ? both : [both[1], both[0]];
  await showDifferences(deps.compare, place, { before, after });
};

const compareWithAnother = async (
  deps: HistoryCommandDeps,
  { place, gist, revision }: RevisionTarget,
): Promise<void> => {
  const question = vscode.l10n.t("Select a revision to compare {0} with", shortSha(revision.sha));
  const other = await pickRevision(deps.compare.history, place, gist, question, revision.sha);
  await compareBoth(deps, place, [revision, other]);
};

/** The two rows that are selected, or a revision and another one that the user selects. */
const compareRevisions = async (deps: HistoryCommandDeps, target: unknown, nodes: unknown): Promise<void> => {
  const selected = Array.isArray(nodes) ? nodes.filter(isRevisionNode) : [];
  const [first, second] = selected;
  if (!first || !second) return compareWithAnother(deps, await targetRevision(deps, target));
  const isOneGist = first.accountId === second.accountId && first.gist.id === second.gist.id;
  if (selected.length > 2 || !isOneGist)
    throw new UserError(vscode.l10n.t("Select two revisions of one gist to compare them."));
  const place = { accountId: first.accountId, gistId: first.gist.id };
  return compareBoth(deps, place, [first.revision, second.revision]);
};

/** Opens a file as it was, to be read only. */
const openAtRevision = async (
  { history, diffs }: CompareDeps,
  { place, gist, revision }: RevisionTarget,
): Promise<void> => {
  const model = await history.get();
  const names = filesOf(await model.revision(place, revision.sha)).map(({ filename }) => filename);
  const [only] = names;
  if (only === undefined) throw new UserError(vscode.l10n.t("The gist had no files at this revision."));
  const items = names.map((name) => ({ label: `$(file) ${plainText(name)}`, name }));
  const isNamed = place.fileName !== undefined && names.includes(place.fileName);
  const fileName = isNamed
    ? (place.fileName ?? only)
    : names.length === 1
      ? only
      : (await pickOne(items, { placeHolder: vscode.l10n.t("Select a file"), title: plainText(titleOf(gist)) }))
          .name;
  await vscode.commands.executeCommand(
    "vscode.open",
    diffs.atRevision({ ...place, fileName }, revision.sha),
    { preview: false },
    plainText(`${fileName} (${shortSha(revision.sha)})`),
  );
};

const isCurrent = async ({ history }: CompareDeps, { place, revision }: RevisionTarget): Promise<boolean> => {
  const { items } = await (await history.get()).revisions(place);
  return items[0]?.sha === revision.sha;
};

/** Lets the user select a revision, and what to do with it. */
const showHistory = async (deps: HistoryCommandDeps, given: unknown): Promise<void> => {
  const target = await targetRevision(deps, given);
  const { place, gist, revision } = target;
  const isOld = !(await isCurrent(deps.compare, target));
  const isMine = deps.target.gists.isMine(place.accountId, gist);
  const actions: readonly (readonly [string, string, boolean, () => Promise<void>])[] = [
    ["diff", vscode.l10n.t("Compare with Previous Revision"), true, () => compareWithPrevious(deps, target)],
    [
      "diff",
      vscode.l10n.t("Compare with Current Revision"),
      isOld,
      () => showDifferences(deps.compare, place, { before: revision, after: "current" }),
    ],
    ["diff", vscode.l10n.t("Compare with Another Revision..."), true, () => compareWithAnother(deps, target)],
    ["go-to-file", vscode.l10n.t("Open File at Revision..."), true, () => openAtRevision(deps.compare, target)],
    [
      "discard",
      vscode.l10n.t("Restore Revision..."),
      isOld && isMine,
      () => restoreRevision(deps.restore, place, revision),
    ],
  ];
  const items = actions.flatMap(([icon, label, applies, act]) =>
    applies ? [{ label: `$(${icon}) ${label}`, act }] : [],
  );
  const { act } = await pickOne(items, {
    title: plainText(`${titleOf(gist)}: ${shortSha(revision.sha)}`),
    placeHolder: vscode.l10n.t("Select what to do with the revision"),
  });
  await act();
};

/** Lets the user select a fork, and a file of it or its page. */
const showForks = async (deps: HistoryCommandDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetGist(deps.target, withoutSide(target), questionOf.gist());
  const { accountId } = place;
  const fork = await pickFromHistory(deps.compare.history, place, {
    part: "forks",
    read: async (model) => {
      const list = await model.forks(place);
      if (list.items.length === 0 && !list.hasMore) throw new UserError(vscode.l10n.t("The gist has no forks."));
      return list;
    },
    itemOf: ({ login, title = "", updatedAt }) => ({
      label: `$(gist) ${plainText(userText(login))}`,
      description: plainText(
        [relativeTime(updatedAt, Date.now(), textLanguage()), title].filter((note) => note !== "").join(" · "),
      ),
    }),
    title: titleOf(gist),
    placeHolder: vscode.l10n.t("Select a fork"),
  });
  const whole = toGist(await deps.target.gists.get(accountId, fork.id));
  const open = async (file: ReturnType<typeof filesOf>[number]): Promise<void> => {
    const [uri, options, label] = openForkFile(deps.compare, { accountId, gist: whole, file });
    await vscode.commands.executeCommand("vscode.open", uri, { ...options, preview: false }, label);
  };
  const files = filesOf(whole).map((file) => ({
    label: `$(file) ${plainText(file.filename)}`,
    act: () => open(file),
  }));
  const page = {
    label: `$(link-external) ${vscode.l10n.t("Open in Browser")}`,
    act: () => deps.openPage(accountId, whole.html_url),
  };
  const { act } = await pickOne([...files, page], {
    title: plainText(titleOf(whole)),
    placeHolder: vscode.l10n.t("Select a file to open"),
  });
  await act();
};

const loadMore = async ({ history }: CompareDeps, target: unknown): Promise<void> => {
  const { kind, accountId, gist } = target as HistoryNode | ForksNode;
  const part = kind === "history" ? "commits" : "forks";
  const count = await (await history.get()).more({ accountId, gistId: gist.id }, part);
  showStatus(vscode.l10n.t("Loaded {0} more.", numberText(count)), 4000);
};

/** Without a row each command asks for a gist, and for a revision. */
export const historyHandlers = (deps: HistoryCommandDeps): Record<HistoryCommandId, Handler> => {
  const handlers = {
    [historyCommands.show]: (target) => showHistory(deps, target),
    [historyCommands.compareRevisions]: (target, nodes) => compareRevisions(deps, target, nodes),
    [historyCommands.compareWithPrevious]: async (target) =>
      compareWithPrevious(deps, await targetRevision(deps, target)),
    [historyCommands.compareWithCurrent]: async (target) => {
      const { place, revision } = await targetRevision(deps, target);
      await showDifferences(deps.compare, place, { before: revision, after: "current" });
    },
    [historyCommands.openAtRevision]: async (target) =>
      openAtRevision(deps.compare, await targetRevision(deps, target)),
    [historyCommands.restore]: async (target) => {
      const { place, revision } = await targetRevision(deps, target, "mine");
      await restoreRevision(deps.restore, place, revision);
    },
    [historyCommands.copyRevisionId]: async (target) => {
      const { revision } = await targetRevision(deps, target);
      await vscode.env.clipboard.writeText(revision.sha);
      showStatus(vscode.l10n.t("{0} copied to clipboard.", shortSha(revision.sha)), 4000);
    },
    [historyCommands.showForks]: (target) => showForks(deps, target),
    [historyCommands.clone]: async (target) => {
      const { place, gist } = await targetGist(deps.target, target, vscode.l10n.t("Select a gist to clone"));
      await cloneGist(deps.target.accounts, place, gist);
    },
    [historyCommands.addToWorkspace]: async (target) => {
      const question = vscode.l10n.t("Select a gist to add to the workspace");
      const { place, gist } = await targetGist(deps.target, target, question);
      addToWorkspace(deps.compare.uris, place, gist);
    },
    [historyCommands.openInNewWindow]: async (target) => {
      const question = vscode.l10n.t("Select a gist to open in a new window");
      const { place, gist } = await targetGist(deps.target, target, question);
      await openInNewWindow(deps.compare.uris, place, gist);
    },
    [historyCommands.loadMore]: (target) => loadMore(deps.compare, target),
  } satisfies Record<HistoryCommandId, Handler>;
  return explained(handlers, toUserError);
};
