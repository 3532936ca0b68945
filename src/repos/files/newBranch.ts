import * as vscode from "vscode";
import { decodeBase64, shownText } from "../../base/bytes.ts";
import { editorText } from "../../base/editorText.ts";
import { UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText } from "../../ui/prompts.ts";
import { isBranchName } from "./branchName.ts";
import type { FileChange, RefusedByBranch } from "./commitErrors.ts";
import { decodeBase } from "./fileBases.ts";
import type { RepoFiles } from "./files.ts";
import { givenRef, pickRef } from "../pickRef.ts";
import { accountOf, targetPlace, type TargetParts } from "../target.ts";
import type { ContentPlace, RepoPlace } from "../types.ts";
import { contentUri } from "../uri.ts";
import { showStatus, showWarning } from "../../ui/messages.ts";

const askName = async (title: string, value: string): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t("Enter the name of the new branch."),
    value,
    ignoreFocusOut: true,
    validateInput: (name) =>
      isBranchName(name) ? undefined : vscode.l10n.t("Git takes no such name for a branch."),
  });

/** Makes a branch at the newest commit of another branch, a tag or a commit. Throws HttpError and UserError. */
const makeBranch = async (parts: TargetParts, place: RepoPlace, name: string, from: string): Promise<void> => {
  const { client } = accountOf(parts, place);
  await withProgress(vscode.l10n.t("Creating the branch…"), async (signal) => {
    const [commit] = await client.call(
      "repos.getCommits",
      { user: place.owner, repo: place.repo, sha: from, per_page: 1 },
      { signal },
    );
    if (!commit) throw new UserError(vscode.l10n.t("{0} has no commits yet.", from));
    try {
      await parts.repos.writes.createBranch(place, name, commit.sha, signal);
    } catch (error) {
      const message = { user: place.owner, repo: place.repo, branch: name };
      const isTaken =
        HttpError.is(error, "unprocessable") && (await client.check("repos.getBranch", message, { signal }));
      if (!isTaken) throw error;
      throw new UserError(vscode.l10n.t("There is a branch {0} already. Take another name.", name));
    }
  });
  parts.repos.refreshRepo(place);
};

export const newBranch = async (parts: TargetParts, target: unknown): Promise<void> => {
  const place = await targetPlace(parts, target, vscode.l10n.t("Select a repository"));
  const from = givenRef(target) ?? (await pickRef(parts, place, vscode.l10n.t("Select where the branch begins")));
  const name = await askName(vscode.l10n.t("New Branch from {0}", from), "");
  await makeBranch(parts, place, name, from);
  showStatus(vscode.l10n.t("{0} is there.", plainText(name)), 4000);
};

export interface RefusalParts extends TargetParts {
  readonly files: RepoFiles;
  /** Throws CancelledError when nothing is to be sent. */
  readonly askMessage: (changes: readonly FileChange[]) => Promise<string>;
}

const firstFree = async ({ repos }: TargetParts, place: ContentPlace): Promise<string> => {
  const { items } = await repos.section(place, "branches");
  for (let number = 1; ; number++) {
    const name = `patch-${number}`;
    if (!items.some((branch) => branch.name === name)) return name;
  }
};

/** What a branch took no commit of. */
type Refused = Pick<RefusedByBranch, "write" | "commitMessage" | "elsewhere"> & { readonly place: ContentPlace };

/** The edit goes to another branch; the editor of the protected one then shows that again. */
const commitElsewhere = async (parts: RefusalParts, { place, ...refused }: Refused): Promise<void> => {
  const title = vscode.l10n.t("Commit to a New Branch");
  const name = await askName(title, await firstFree(parts, place));
  await makeBranch(parts, place, name, place.ref);
  const next = { ...place, ref: name };
  if (refused.elsewhere) {
    await refused.elsewhere(name);
    const text =
      refused.write === undefined
        ? vscode.l10n.t("Deleted on {0}.", plainText(name))
        : vscode.l10n.t("Renamed on {0}.", plainText(name));
    showStatus(text, 6000);
    return;
  }
  if (refused.write === undefined) return;
  const { bytes, base } = refused.write;
  await parts.files.writeAs(next, bytes, refused.commitMessage, base);
  const uri = contentUri(place);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  // What was typed since then is nowhere else.
  const isSame = (text: string): boolean => editorText(text) === editorText(shownText(bytes));
  if (!document || isSame(document.getText())) {
    await parts.files.revert(place, bytes);
    if (document?.isDirty) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }
  }
  await vscode.window.showTextDocument(contentUri(next), { preview: false });
};

/** Offers another branch for what a protected one did not take. Throws what that leads to. */
export const askAboutRefusal = async (
  parts: RefusalParts,
  { change: { place }, write, commitMessage, elsewhere, reason }: RefusedByBranch,
): Promise<void> => {
  const take = vscode.l10n.t("Commit to a New Branch");
  const text = vscode.l10n.t(
    "{0} is protected, so “{1}” was not committed. Nothing was sent. ({2})",
    plainText(place.ref),
    plainText(place.path),
    plainText(reason),
  );
  if ((await showWarning(text, take)) === take)
    await commitElsewhere(parts, { place, write, commitMessage, elsewhere });
};

/** Commits the local change of a file to a branch that is made for it. Throws CancelledError, HttpError and UserError. */
export const commitChangeElsewhere = async (parts: RefusalParts, place: ContentPlace): Promise<void> => {
  const change = await parts.files.changeOf(place);
  if (!change) throw new UserError(vscode.l10n.t("There are no unpublished changes."));
  const base = (change.base === null ? undefined : decodeBase(change.base)) ?? {
    sha: null,
    bytes: new Uint8Array(),
  };
  const commitMessage = await parts.askMessage([{ place, kind: "write" }]);
  const write = { bytes: decodeBase64(change.content), base };
  await commitElsewhere(parts, { place, write, commitMessage, elsewhere: undefined });
};
