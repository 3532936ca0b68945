import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { ChoiceError, isCancelled } from "../../base/errors.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { linkCommands, type LinkCommandId } from "../../ids.ts";
import { type ConflictChoice, conflictChoices } from "../../ui/conflicts.ts";
import { filesText } from "../../ui/counts.ts";
import { errorText } from "../../ui/errorText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { pickOne } from "../../ui/prompts.ts";
import { withCountedProgress } from "../../ui/countedProgress.ts";
import { toUserError } from "../problemText.ts";
import type { Reports } from "../../ui/reports.ts";
import { confirmLink, confirmLinks, type ConfirmDeps, linkTitle } from "./confirmLinks.ts";
import { targetUri } from "./createLink.ts";
import { doneText, showDone } from "./showDone.ts";
import { choiceTitle, type LinkConflicts } from "./linkConflicts.ts";
import type { LinkSync } from "./linkSync.ts";
import { requireSignedIn } from "./requirePlace.ts";
import { stateText, stateWord } from "./stateText.ts";
import { nameOf, type Link, type LinkState } from "./types.ts";
import { spotOf, uriOf } from "./workspaceFiles.ts";
import { showStatus } from "../../ui/showStatus.ts";

// Loaded with the commands, which are made of them.
export { LinkConflicts } from "./linkConflicts.ts";
export { createLink } from "./createLink.ts";
export { LinkSync } from "./linkSync.ts";

export interface LinkCommandDeps extends ConfirmDeps {
  readonly accounts: AccountsModel;
  readonly sync: LinkSync;
  readonly conflicts: LinkConflicts;
  /** Links the file of the target, or of the active editor, to a gist. */
  readonly linkFile: (target: unknown) => Promise<void>;
  readonly reports: Reports;
  readonly onError: (what: string, error: unknown) => void;
}

const nothingLinked = ({ linkFile }: LinkCommandDeps): ChoiceError =>
  new ChoiceError(vscode.l10n.t("No file of this workspace is linked."), [
    { title: vscode.l10n.t("Link File to Gist..."), run: () => linkFile(undefined) },
  ]);

const pickLink = async (deps: LinkCommandDeps, placeHolder: string): Promise<Link> => {
  const { links } = deps;
  if (links.links.length === 0) throw nothingLinked(deps);
  const items = links.links.map((link) => ({
    label: plainText(link.path),
    description: stateWord(links.state(link)),
    detail: plainText(vscode.l10n.t("{0} in the gist {1}", link.fileName, linkTitle(deps, link))),
    link,
  }));
  return (await pickOne(items, { placeHolder, matchOnDetail: true })).link;
};

/** The link of the given file or of the active editor, or the one that the user picks. */
const targetLink = async (deps: LinkCommandDeps, target: unknown, placeHolder: string): Promise<Link> => {
  await deps.accounts.load();
  const uri = targetUri(target);
  const spot = uri && spotOf(uri);
  return (spot && deps.links.at(spot.folder, spot.path)) ?? pickLink(deps, placeHolder);
};

const removeLink = async ({ links, confirmed, conflicts }: LinkCommandDeps, link: Link): Promise<void> => {
  await links.remove(link);
  await conflicts.end(link);
  await confirmed.remove(link);
};

const unlink = async (deps: LinkCommandDeps, target: unknown): Promise<void> => {
  const link = await targetLink(deps, target, vscode.l10n.t("Select a file to unlink"));
  await removeLink(deps, link);
  showStatus(vscode.l10n.t("{0} is no longer linked. Neither file was changed.", plainText(nameOf(link))), 6000);
};

type Direction = "push" | "pull";

const one = async (
  deps: LinkCommandDeps,
  link: Link,
  direction: Direction,
  chosen?: ConflictChoice,
): Promise<void> => {
  const isPush = direction === "push";
  await requireSignedIn(deps, link);
  const action = isPush ? vscode.l10n.t("Push") : vscode.l10n.t("Pull");
  await confirmLink(deps, link, chosen ? choiceTitle(chosen) : action);
  const title = isPush
    ? vscode.l10n.t("Pushing…")
    : chosen
      ? vscode.l10n.t("Reading the gist…")
      : vscode.l10n.t("Pulling…");
  showDone(link, await withProgress(title, (signal) => deps.sync[direction](link, { signal, chosen })));
};

const leftText = (paths: readonly string[]): readonly string[] => {
  const [path] = paths;
  if (path === undefined) return [];
  const text = vscode.l10n.t("{count, plural, =1 {“{0}” left as it is} other {# files left as they are}}");
  return [pluralText(text, paths.length, path)];
};

/** Acts on every link in this state, continues after a failure, and reports each. */
const all = async (
  deps: LinkCommandDeps,
  direction: Direction,
  isMeant: (state: LinkState) => boolean,
  title: string,
  report: string,
): Promise<void> => {
  const { links } = deps;
  await deps.accounts.load();
  if (links.links.length === 0) throw nothingLinked(deps);
  const meant = await confirmLinks(deps, links.links, report);
  const lines: string[] = [];
  let acted = 0;
  const left: string[] = [];
  await withCountedProgress(title, async ({ signal, onProgress }) => {
    await links.check(meant, "user");
    for (const [index, link] of meant.entries()) {
      if (signal.aborted) break;
      onProgress(index, meant.length);
      const state = links.state(link);
      if (!isMeant(state)) {
        if (state !== "synced") left.push(link.path);
        lines.push(`${link.path}: ${stateWord(state)}`);
        continue;
      }
      try {
        const done = await deps.sync[direction](link, { isQuiet: true, signal });
        if (done === "pushed" || done === "pulled") acted++;
        else if (done !== "same") left.push(link.path);
        lines.push(`${link.path}: ${doneText(done)}`);
      } catch (error) {
        left.push(link.path);
        const why = isCancelled(error)
          ? vscode.l10n.t("you canceled it; nothing was sent")
          : errorText(toUserError(error));
        lines.push(`${link.path}: ${why}`);
      }
    }
    if (signal.aborted) lines.push(vscode.l10n.t("Stopped: the rest was left as it is."));
  });
  const done = acted === 0 && left.length > 0 ? [] : [vscode.l10n.t("{0} done", filesText(acted))];
  deps.reports
    .notify(vscode.l10n.t("{0}: {1}.", report, [...done, ...leftText(left)].join(", ")), report, lines)
    .catch((error: unknown) => deps.onError(report, error));
};

const compare = async (deps: LinkCommandDeps, link: Link): Promise<void> => {
  await requireSignedIn(deps, link);
  await deps.conflicts.compare(link);
};

/** What can be done with the file of the status bar item, or with the one that the user picks. */
const show = async (deps: LinkCommandDeps, target: unknown): Promise<void> => {
  const spot = target instanceof vscode.Uri ? spotOf(target) : undefined;
  const given = spot && deps.links.at(spot.folder, spot.path);
  const link = given ?? (await pickLink(deps, vscode.l10n.t("Select a linked file")));
  const state = deps.links.state(link);
  const choice = (
    icon: string,
    text: string,
    act: () => Promise<unknown>,
  ): { readonly label: string; readonly act: () => Promise<unknown> } => ({ label: `$(${icon}) ${text}`, act });
  const open = choice("go-to-file", vscode.l10n.t("Open"), async () =>
    vscode.window.showTextDocument(uriOf(link)),
  );
  const resolve = (icon: string, chosen: ConflictChoice) =>
    choice(icon, conflictChoices()[chosen], () => one(deps, link, "pull", chosen));
  const pushIt = choice("cloud-upload", vscode.l10n.t("Push"), () => one(deps, link, "push"));
  const pullIt = choice("cloud-download", vscode.l10n.t("Pull"), () => one(deps, link, "pull"));
  const choices: Partial<Readonly<Record<LinkState, readonly (typeof open)[]>>> = {
    behind: [pullIt, pushIt],
    diverged: [
      resolve("git-merge", "merge"),
      resolve("cloud-upload", "keepMine"),
      resolve("cloud-download", "takeTheirs"),
    ],
  };
  const wanted = choices[state] ?? [pushIt, pullIt];
  const { act } = await pickOne(
    [
      // The one of the status bar item is open already.
      ...(given ? [] : [open]),
      // What its state asks for is first.
      ...wanted,
      choice("diff", vscode.l10n.t("Compare"), () => compare(deps, link)),
      choice("close", vscode.l10n.t("Unlink"), () => removeLink(deps, link)),
    ],
    { title: plainText(link.path), placeHolder: stateText(state) },
  );
  await act();
};

export const linkHandlers = (deps: LinkCommandDeps): Record<LinkCommandId, Handler> => {
  const handlers = {
    [linkCommands.link]: (target) => deps.linkFile(target),
    [linkCommands.unlink]: (target) => unlink(deps, target),
    [linkCommands.push]: async (target) =>
      one(deps, await targetLink(deps, target, vscode.l10n.t("Select a file to push")), "push"),
    [linkCommands.pull]: async (target) =>
      one(deps, await targetLink(deps, target, vscode.l10n.t("Select a file to pull")), "pull"),
    [linkCommands.compare]: async (target) =>
      compare(deps, await targetLink(deps, target, vscode.l10n.t("Select a file to compare"))),
    [linkCommands.pushAll]: () =>
      all(
        deps,
        "push",
        (state) => state === "ahead",
        vscode.l10n.t("Pushing linked files"),
        vscode.l10n.t("Push"),
      ),
    [linkCommands.pullAll]: () =>
      all(
        deps,
        "pull",
        (state) => state === "behind" || state === "localMissing",
        vscode.l10n.t("Pulling linked files"),
        vscode.l10n.t("Pull"),
      ),
    [linkCommands.show]: (target) => show(deps, target),
  } satisfies Record<LinkCommandId, Handler>;
  return explained(handlers, toUserError);
};
