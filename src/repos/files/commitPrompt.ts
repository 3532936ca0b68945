import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import { filesText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import { type FileChange, NewBranchChosen } from "./commitErrors.ts";
import type { ReposModel } from "../model.ts";
import { filled } from "./commitTemplate.ts";
import type { ContentPlace } from "../types.ts";
import { contentUri } from "../uri.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";

const isDeletion = (changes: readonly FileChange[]): boolean => changes.every(({ kind }) => kind === "delete");

/** Asks whether to commit to a new branch in place of a protected one; false for a branch that isn't. Throws CancelledError. */
export const askForNewBranch = async (repos: ReposModel, place: ContentPlace): Promise<boolean> => {
  if (!(await isProtected(repos, place))) return false;
  const branch = place.ref;
  const rows = [
    {
      label: `$(git-branch) ${vscode.l10n.t("Commit to a New Branch...")}`,
      detail: vscode.l10n.t("{0} stays as it is.", plainText(branch)),
      isNew: true,
    },
    {
      label: `$(lock) ${vscode.l10n.t("Commit to {0}", plainText(branch))}`,
      detail: vscode.l10n.t("Works if you may push to the protected branch."),
      isNew: false,
    },
  ];
  const placeHolder = vscode.l10n.t("{0} is protected. Select where to commit.", plainText(branch));
  return (await pickOne(rows, { placeHolder, ignoreFocusOut: true })).isNew;
};

/** False also where that can't be read now: the commit finds it out. */
const isProtected = async (repos: ReposModel, place: ContentPlace): Promise<boolean> => {
  await repos.isBranch(place).catch(() => undefined);
  return repos.isKnownProtected(place);
};

/** What the prompt for the message of several saves says about a protected branch. */
const protectedText = (branch: string): string =>
  vscode.l10n.t("{0} is protected: if it refuses the commit, you can commit to a new branch.", branch);

const promptOf = (changes: readonly FileChange[], protectedBranch: string | undefined): string => {
  const paths = [...new Set(changes.map(({ place, folder }) => folder ?? place.path))].join(", ");
  const text = isDeletion(changes)
    ? vscode.l10n.t(
        "{count, plural, =1 {Delete {0}: enter a commit message.} other {Delete {0} (# files, each in its own commit): enter a commit message.}}",
      )
    : vscode.l10n.t(
        "{count, plural, =1 {Enter a commit message for {0}.} other {Enter a commit message. Each file is committed separately: {0}.}}",
      );
  const one = pluralText(text, changes.length, paths);
  return protectedBranch === undefined ? one : sentences(one, protectedText(protectedBranch));
};

/** Undefined unless all are moved. */
const moveMessage = (changes: readonly FileChange[]): string | undefined => {
  const [{ from, place } = {}, ...others] = changes;
  if (changes.some((change) => change.from === undefined) || from === undefined || !place) return undefined;
  if (others.length > 0) return filled(vscode.l10n.t("Move {0}", "${files}"), changes, filesText);
  const [former = [], now = []] = [from, place.path].map((path) => path.split("/"));
  return former.slice(0, -1).join("/") === now.slice(0, -1).join("/")
    ? vscode.l10n.t("Rename {0} to {1}", former.at(-1) ?? "", now.at(-1) ?? "")
    : vscode.l10n.t("Move {0} to {1}", from, place.path);
};

export interface MessageOptions {
  /** One of the branches, which may refuse its commit. */
  readonly protectedBranch?: string | undefined;
  /** The commit is for a branch that is still to be made. */
  readonly isForNewBranch?: boolean;
  /** The message that the box begins with, in place of the template's. */
  readonly proposed?: string | undefined;
}

/** Asks once for all files that are saved together. Throws CancelledError; nothing is sent then. */
export const askMessage = async (
  changes: readonly FileChange[],
  template: string,
  { protectedBranch, isForNewBranch = false, proposed }: MessageOptions = {},
): Promise<string> => {
  const [first] = changes;
  if (!first) throw new CancelledError();
  const branches = [...new Set(changes.map(({ place }) => `${place.owner}/${place.repo}: ${place.ref}`))];
  return askText({
    title: isForNewBranch
      ? vscode.l10n.t("Commit Message for a New Branch")
      : vscode.l10n.t("Commit to {0}", branches.join(", ")),
    prompt: promptOf(changes, protectedBranch),
    value: isDeletion(changes)
      ? filled(vscode.l10n.t("Delete {0}", "${files}"), changes, filesText)
      : (proposed ?? moveMessage(changes) ?? filled(template, changes, filesText)),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a message.") : undefined),
  });
};

/**
 * As `askMessage`, by `ask`. Where the user may choose that for all of the changes, and their branch is protected, it is
 * asked before that whether to commit to a new branch. Throws NewBranchChosen, HttpError and CancelledError.
 */
export const askWhereAndMessage = async (
  repos: ReposModel,
  changes: readonly FileChange[],
  ask: (changes: readonly FileChange[], options?: MessageOptions) => Promise<string>,
): Promise<string> => {
  const [first] = changes;
  const isOne = first?.together !== undefined && changes.every(({ together }) => together === first.together);
  if (isOne) {
    if (!(await askForNewBranch(repos, first.place))) return ask(changes);
    const message = await ask(changes, { isForNewBranch: true });
    const { askNewBranch } = await import("./newBranch.ts");
    throw new NewBranchChosen(message, await askNewBranch(repos, first.place));
  }
  const places = changes.map(({ place }) => place);
  const guarded = await Promise.all(places.map((place) => isProtected(repos, place)));
  return ask(changes, { protectedBranch: places.find((_, index) => guarded[index])?.ref });
};

/** The file at the newest commit of its branch, so that what is compared stays what it is. */
export const newestCopy = async (repos: ReposModel, place: ContentPlace): Promise<vscode.Uri> => {
  const { items } = await repos.section(place, "commits", { sha: place.ref });
  return contentUri({ ...place, ref: items[0]?.sha ?? place.ref });
};
