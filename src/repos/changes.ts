import * as vscode from "vscode";
import { ChoiceError, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import type { ChangedFile, Commit, Comparison } from "../client/types/commit.ts";
import { commitsText } from "../ui/counts.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { nodeOf, type RepoTreeNode } from "./nodeTypes.ts";
import { givenRef, pickRef } from "./pickRef.ts";
import { accountOf, targetPlace, type TargetDeps } from "./target.ts";
import type { RepoPlace } from "./types.ts";
import { commitSideUri, formerSideUri, laterSideUri } from "./uri.ts";
import { showStatus } from "../ui/showStatus.ts";

/** One row of VS Code's editor of many differences: what it is, and its two sides. */
type Change = readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined];

export const changeOf = (
  place: RepoPlace,
  from: string | undefined,
  to: string,
  file: ChangedFile,
  rightUri = laterSideUri,
): Change => {
  const before =
    from === undefined || file.status === "added" ? undefined : (file.previous_filename ?? file.filename);
  const left =
    before === undefined || from === undefined
      ? undefined
      : formerSideUri({ ...place, ref: from, path: before }, to);
  const right = file.status === "removed" ? undefined : rightUri({ ...place, ref: to, path: file.filename });
  return [rightUri({ ...place, ref: to, path: file.filename }), left, right];
};

const show = async (
  title: string,
  place: RepoPlace,
  {
    from,
    to,
    files,
    rightUri = laterSideUri,
  }: {
    readonly from: string | undefined;
    readonly to: string;
    readonly files: readonly ChangedFile[];
    readonly rightUri?: typeof laterSideUri;
  },
): Promise<void> => {
  if (files.length === 0) throw new UserError(vscode.l10n.t("{0}: no file differs.", title));
  const changes = files.map((file) => changeOf(place, from, to, file, rightUri));
  await vscode.commands.executeCommand("vscode.changes", title, changes);
};

export const subjectOf = ({ commit }: Commit): string => commit.message.split("\n")[0] ?? "";

/** The commit that a row is about. */
export const shaOf = (node: Partial<RepoTreeNode>): string | undefined => {
  if (node.kind !== "leaf" || !node.item) return undefined;
  if (node.section === "commits") return node.item.sha;
  return node.section === "comments" ? node.item.commit_id : undefined;
};

/** A commit's files beside those of its first parent. */
export const showCommit = async (deps: TargetDeps, place: RepoPlace, sha: string): Promise<void> => {
  const commit = await withProgress(vscode.l10n.t("Reading the commit…"), (signal) =>
    accountOf(deps, place).client.call(
      "repos.getCommit",
      { user: place.owner, repo: place.repo, sha },
      { signal },
    ),
  );
  await show(`${sha.slice(0, 7)} ${subjectOf(commit)}`, place, {
    from: commit.parents[0]?.sha,
    to: sha,
    files: commit.files ?? [],
    rightUri: commitSideUri,
  });
};

export const openCommit = async (deps: TargetDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to show a commit of"));
  await showCommit(deps, place, shaOf(nodeOf(target)) ?? (await pickCommit(deps, place)));
};

export const pickCommit = async ({ repos }: TargetDeps, place: RepoPlace): Promise<string> => {
  const { items } = await repos.section(place, "commits");
  const rows = items.map((commit) => ({
    label: `$(git-commit) ${plainText(subjectOf(commit))}`,
    description: plainText(
      `${commit.author?.login ?? commit.commit.author?.name ?? ""} ${commit.sha.slice(0, 7)}`,
    ),
    sha: commit.sha,
  }));
  return (await pickOne(rows, { placeHolder: vscode.l10n.t("Select a commit") })).sha;
};

const statusText = ({ status, ahead_by: ahead, behind_by: behind }: Comparison): string => {
  switch (status) {
    case "identical":
      return vscode.l10n.t("identical");
    case "ahead":
      return vscode.l10n.t("{0} ahead", commitsText(ahead));
    case "behind":
      return vscode.l10n.t("{0} behind", commitsText(behind));
    default:
      return vscode.l10n.t("{0} ahead, {1} behind", commitsText(ahead), behind);
  }
};

/** What `head` has that `base` has not. */
export const showChanges = async (
  deps: TargetDeps,
  place: RepoPlace,
  base: string,
  head: string,
): Promise<void> => {
  const comparison = await withProgress(vscode.l10n.t("Comparing…"), (signal) =>
    accountOf(deps, place).client.call(
      "repos.compareCommits",
      { user: place.owner, repo: place.repo, base, head },
      { signal },
    ),
  );
  const [left, right] = [base, head].map((ref) => (/^[0-9a-f]{40}$/.test(ref) ? ref.slice(0, 7) : ref));
  const title = `${left}...${right}: ${statusText(comparison)}`;
  const files = comparison.files ?? [];
  if (files.length === 0) {
    showStatus(plainText(title), 6000);
    return;
  }
  // What changed since both were the same: the service compares with their common commit.
  const first = comparison.commits[0];
  const from = comparison.merge_base_commit?.sha ?? first?.parents[0]?.sha ?? base;
  await show(title, place, { from, to: head, files });
};

/** What differs between any two branches, tags or commits. */
export const compare = async (deps: TargetDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository"));
  const head = givenRef(target) ?? (await pickRef(deps, place, vscode.l10n.t("Select what to compare")));
  const base = await pickRef(deps, place, vscode.l10n.t("Select what to compare {0} with", head), {
    except: head,
  });
  await showChanges(deps, place, base, head);
};

/** For a clone. Undefined for names that are more than words in one shell or another: they come from the server. */
const mergeCommands = (base: string, head: string): string | undefined =>
  [base, head].every((name) => /^[\p{L}\p{N}_][\p{L}\p{N}._/-]*$/u.test(name))
    ? ["git fetch origin", `git switch ${base}`, "git pull --ff-only", `git merge origin/${head}`].join("\n")
    : undefined;

/** Merges one branch into another at the service. */
export const merge = async (deps: TargetDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository"));
  const head =
    givenRef(target) ??
    (await pickRef(deps, place, vscode.l10n.t("Select a branch to merge"), { isBranch: true }));
  const base = await pickRef(deps, place, vscode.l10n.t("Select a branch to merge {0} into", head), {
    isBranch: true,
    except: head,
  });
  const text = await askText({
    title: vscode.l10n.t("Merge {0} into {1}", head, base),
    prompt: vscode.l10n.t("Enter the message of the merge commit, or leave it empty for the server's own"),
  });
  try {
    const sha = await withProgress(vscode.l10n.t("Merging…"), (signal) =>
      deps.repos.writes.merge(place, { base, head, text }, signal),
    );
    const done =
      sha !== undefined
        ? vscode.l10n.t("{0} is merged into {1}: {2}.", head, base, sha.slice(0, 7))
        : vscode.l10n.t("{0} has everything of {1} already.", base, head);
    showStatus(plainText(done), 6000);
    if (sha !== undefined) deps.repos.refreshRepo(place);
  } catch (error) {
    if (!HttpError.is(error, "conflict")) throw error;
    const gitCommands = mergeCommands(base, head);
    throw new ChoiceError(
      vscode.l10n.t(
        "{0} and {1} changed the same lines, so the server can't merge them. Merge them on your computer and push, or compare them first.",
        head,
        base,
      ),
      [
        { title: vscode.l10n.t("Compare"), run: () => showChanges(deps, place, base, head) },
        ...(gitCommands === undefined
          ? []
          : [
              {
                title: vscode.l10n.t("Copy Git Commands"),
                run: async () => {
                  await vscode.env.clipboard.writeText(gitCommands);
                  showStatus(vscode.l10n.t("Git commands copied to clipboard."), 4000);
                },
              },
            ]),
      ],
    );
  }
};
