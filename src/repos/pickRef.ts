import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { HttpError, isPassing } from "../client/errors.ts";
import type { Branch, Tag } from "../client/types/commit.ts";
import { plainText } from "../ui/plainText.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { sentence } from "../ui/sentences.ts";
import { nodeOf } from "./nodeTypes.ts";
import { accountOf, type TargetDeps } from "./target.ts";
import type { RepoPlace } from "./types.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import { repoCommands } from "../ids.ts";

/** Which of them are offered. */
interface RefChoice {
  readonly isBranch?: boolean;
  /** The one that was chosen before. */
  readonly except?: string;
}

const readTags = async ({ repos }: TargetDeps, place: RepoPlace): Promise<readonly Tag[]> => {
  try {
    return (await repos.section(place, "tags")).items;
  } catch (error) {
    // Where they can't be read now, branches can be picked, and the name of a tag can be entered.
    if (HttpError.is(error, "notFound") || isPassing(error)) return [];
    throw error;
  }
};

/** Throws UserError where the repository has no such branch. */
const requireBranch = async (deps: TargetDeps, place: RepoPlace, branch: string): Promise<void> => {
  const { client } = accountOf(deps, place);
  const hasIt =
    branch !== "" && (await client.check("repos.getBranch", { user: place.owner, repo: place.repo, branch }));
  if (!hasIt)
    throw new UserError(
      vscode.l10n.t(
        "{0} has no branch “{1}”.",
        ...[`${place.owner}/${place.repo}`, branch].map((text) => plainText(text)),
      ),
    );
};

/** Throws UserError where the repository has no branch but this one, as the service has it now. */
const requireOtherBranch = async ({ repos }: TargetDeps, place: RepoPlace, branch: string): Promise<void> => {
  const isOnly = async (): Promise<boolean> => {
    const { items, hasMore, staleness } = await repos.section(place, "branches");
    return !hasMore && !staleness && items.every(({ name }) => name === branch);
  };
  if (!(await isOnly())) return;
  repos.refreshSection(place, "branches");
  if (!(await isOnly())) return;
  throw emptyListError(
    vscode.l10n.t(
      "{0} has no branch other than {1}.",
      ...[`${place.owner}/${place.repo}`, branch].map((text) => plainText(text)),
    ),
    repoCommands.newBranch,
    { place },
  );
};

/** A branch or tag, or anything else that names a commit; with `isBranch` a branch. */
export const pickRef = async (
  deps: TargetDeps,
  place: RepoPlace,
  placeHolder: string,
  { isBranch = false, except }: RefChoice = {},
): Promise<string> => {
  if (isBranch && except !== undefined) await requireOtherBranch(deps, place, except);
  const [{ items: branches }, tags, defaultBranch] = await Promise.all([
    deps.repos.section(place, "branches"),
    isBranch ? [] : readTags(deps, place),
    // What can't be read now is marked nowhere.
    deps.repos.defaultBranch(place).catch(() => undefined),
  ]);
  const isDefault = ({ name }: Branch): boolean => name === defaultBranch;
  const defaultFirst = branches.toSorted((one, other) => Number(isDefault(other)) - Number(isDefault(one)));
  const [otherText, prompt] = isBranch
    ? [vscode.l10n.t("Another branch..."), vscode.l10n.t("Enter the name of a branch")]
    : [
        vscode.l10n.t("Another branch, tag or commit..."),
        vscode.l10n.t("Enter a branch, a tag, or the ID of a commit"),
      ];
  const rowOf = (icon: string, { name, commit }: Branch | Tag, marks: readonly string[] = []) => ({
    label: `$(${icon}) ${plainText(name)}`,
    description: [commit.sha.slice(0, 7), ...marks].join(" · "),
    ref: name,
  });
  const branchRow = (branch: Branch) =>
    rowOf(branch.protected === true ? "lock" : "git-branch", branch, [
      ...(isDefault(branch) ? [vscode.l10n.t("default")] : []),
      ...(branch.protected === true ? [vscode.l10n.t("protected")] : []),
    ]);
  const rows = [...defaultFirst.map(branchRow), ...tags.map((tag) => rowOf("tag", tag))].filter(
    ({ ref }) => ref !== except,
  );
  const { ref } = await pickOne<vscode.QuickPickItem & { readonly ref: string | undefined }>(
    [...rows, { label: `$(edit) ${otherText}`, ref: undefined }],
    { placeHolder },
  );
  if (ref !== undefined) return ref;
  const validateInput = (text: string): string | undefined => {
    if (text.trim() === "") return sentence(prompt);
    return except !== undefined && text.trim() === except
      ? vscode.l10n.t("{0} was chosen already. Enter another one.", plainText(except))
      : undefined;
  };
  const typed = (await askText({ prompt, title: placeHolder, validateInput })).trim();
  if (isBranch && branches.every(({ name }) => name !== typed)) await requireBranch(deps, place, typed);
  return typed;
};

/** The branch or tag that a row stands for. */
export const givenRef = (target: unknown): string | undefined => {
  const node = nodeOf(target);
  return node.kind === "ref" ? node.ref?.name : undefined;
};
