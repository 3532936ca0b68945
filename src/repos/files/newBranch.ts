import { requireStored } from "../../localChanges/requireStored.ts";
import * as vscode from "vscode";
import { decodeBase64, shownText } from "../../base/bytes.ts";
import { editorText } from "../../base/editorText.ts";
import { ChoiceError, isCancelled, UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import type { LocalChange, LocalChanges } from "../../localChanges/model.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText } from "../../ui/prompts.ts";
import { sentences } from "../../ui/sentences.ts";
import { isBranchName } from "./branchName.ts";
import { type AskAboutConflict, type FileChange, NeedsOtherBranch, RepoConflict } from "./commitErrors.ts";
import { decodeBase, isMerging } from "./fileBases.ts";
import type { RepoFiles } from "./files.ts";
import { toUserError } from "../problemText.ts";
import { accountOf, type TargetDeps } from "../target.ts";
import type { ContentPlace, RepoPlace } from "../types.ts";
import { contentUri } from "../uri.ts";
import { showWarning } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { checkFile } from "./checkFile.ts";
import { discardInEditors, editorVersions } from "../../ui/discardInEditors.ts";
import { hasUnsavedNotebook, openDocument, whenSaved } from "../../ui/openDocument.ts";

const existsText = (name: string): string =>
  vscode.l10n.t("The branch {0} already exists. Enter another name.", plainText(name));

/** `taken`: the branches that are known; the server decides about the others. Throws CancelledError. */
export const askBranchName = async (title: string, value: string, taken: ReadonlySet<string>): Promise<string> =>
  askText({
    title,
    prompt: vscode.l10n.t("Enter the name of the new branch."),
    value,
    ignoreFocusOut: true,
    validateInput: (name) => {
      if (taken.has(name)) return existsText(name);
      return isBranchName(name)
        ? undefined
        : vscode.l10n.t("Enter a valid branch name, without spaces, .., ~, ^, :, ?, *, [ or \\.");
    },
  });

/** The names of the branches, as far as they were read. Throws HttpError. */
export const branchNames = async (repos: TargetDeps["repos"], place: RepoPlace): Promise<ReadonlySet<string>> =>
  new Set((await repos.section(place, "branches")).items.map(({ name }) => name));

/** Makes a branch at the newest commit of another branch, a tag or a commit. Throws HttpError and UserError. */
export const makeBranch = async (
  deps: TargetDeps,
  place: RepoPlace,
  name: string,
  from: string,
): Promise<void> => {
  const { client } = accountOf(deps, place);
  await withProgress(vscode.l10n.t("Creating the branch…"), async (signal) => {
    const [commit] = await client.call(
      "repos.getCommits",
      { user: place.owner, repo: place.repo, sha: from, per_page: 1 },
      { signal },
    );
    if (!commit) throw new UserError(vscode.l10n.t("{0} has no commits yet.", from));
    try {
      await deps.repos.writes.createBranch(place, name, commit.sha, signal);
    } catch (error) {
      const message = { user: place.owner, repo: place.repo, branch: name };
      const isTaken =
        HttpError.is(error, "unprocessable") && (await client.check("repos.getBranch", message, { signal }));
      if (!isTaken) throw error;
      throw new UserError(existsText(name));
    }
  });
  deps.repos.refreshRepo(place);
};

export interface RefusalDeps extends TargetDeps {
  readonly files: RepoFiles;
  /** Throws CancelledError when nothing is to be sent. */
  readonly askMessage: (changes: readonly FileChange[]) => Promise<string>;
  readonly changes: LocalChanges;
  readonly askAboutConflict: AskAboutConflict;
}

const firstFree = (taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number++) {
    const name = `patch-${number}`;
    if (!taken.has(name)) return name;
  }
};

/** Asks for the name of a branch that takes a commit in place of a protected one. Throws CancelledError and HttpError. */
export const askNewBranch = async (repos: TargetDeps["repos"], place: RepoPlace): Promise<string> => {
  const taken = await branchNames(repos, place);
  return askBranchName(vscode.l10n.t("Commit to a New Branch"), firstFree(taken), taken);
};

/** What is committed to another branch. */
type Refused = Pick<NeedsOtherBranch, "write" | "commitMessage" | "elsewhere" | "stored"> & {
  readonly place: ContentPlace;
  /** The name of the branch; it is asked for where there is none. */
  readonly branch?: string | undefined;
  readonly isDeletion?: boolean;
};

/** What failed says where the text is, and can be tried again, unless there is more to choose. Throws CancelledError, too. */
const orTryAgain = async (
  { changes }: RefusalDeps,
  { stored }: Refused,
  act: () => Promise<void>,
  again = act,
): Promise<void> => {
  try {
    await act();
  } catch (error) {
    const isDecided = error instanceof RepoConflict || error instanceof NeedsOtherBranch || isCancelled(error);
    const shown = isDecided ? error : toUserError(error);
    const isExplained = HttpError.is(shown) && (shown.missing !== undefined || shown.kind === "unauthorized");
    const isGone = stored !== undefined && !changes.latestOf(stored);
    if (isDecided || isExplained || isGone || shown instanceof ChoiceError) throw shown;
    const text = sentences(
      errorText(shown),
      stored ? vscode.l10n.t("Your changes are stored on this computer.") : "",
    );
    const tryAgain = { title: vscode.l10n.t("Try Again"), run: again };
    throw new ChoiceError(text, [tryAgain], { cause: error });
  }
};

const commitTo = async (deps: RefusalDeps, name: string, { place, ...refused }: Refused): Promise<void> => {
  const { write } = refused;
  if (refused.elsewhere) {
    await refused.elsewhere(name);
    const text = refused.isDeletion
      ? vscode.l10n.t("Deleted on {0}.", plainText(name))
      : vscode.l10n.t("Renamed on {0}.", plainText(name));
    showStatus(text, 6000);
    return;
  }
  if (!write) return;
  await deps.files.writeAs({ ...place, ref: name }, write.bytes, refused.commitMessage, write.base);
};

/** Shows what was committed in place of the text that it was. */
const showCommitted = async (
  deps: RefusalDeps,
  name: string,
  { place, write, elsewhere, stored }: Refused,
): Promise<void> => {
  if (elsewhere || !write) return;
  await leave(deps, place, write.bytes, stored);
  await vscode.window.showTextDocument(contentUri({ ...place, ref: name }), { preview: false });
};

/** The edit goes to another branch; the editor of the protected one then shows that again. */
const commitElsewhere = async (deps: RefusalDeps, refused: Refused): Promise<void> => {
  const { place, write, branch, stored } = refused;
  const make = async (): Promise<string> => {
    if (stored) await requireStored(deps.changes, stored);
    if (write) await deps.files.requireMergeable(place, write);
    const name = branch ?? (await askNewBranch(deps.repos, place));
    // Before there is a branch: it would be left without the commit.
    if (stored) await requireStored(deps.changes, stored);
    await makeBranch(deps, place, name, place.ref);
    return name;
  };
  let made = "";
  const withoutCommit = (cause: unknown): Error => {
    const text = vscode.l10n.t("The branch {0} was created, without your commit.", plainText(made));
    return new UserError(sentences(errorText(cause), text), { cause });
  };
  // Its name may be the reason: it is asked for again.
  const again = (): Promise<void> => commitOrAsk(deps, { ...refused, branch: undefined });
  await orTryAgain(deps, refused, async () => void (made = await make()), again);
  let isCommitted = false;
  const commit = async (): Promise<void> => {
    if (!isCommitted) await commitTo(deps, made, refused);
    isCommitted = true;
    await showCommitted(deps, made, refused);
  };
  const finish = async (): Promise<void> => {
    // Messages stay for as long as the user likes.
    if (stored && !isCommitted)
      await requireStored(deps.changes, stored).catch((error: unknown) => {
        throw withoutCommit(error);
      });
    try {
      await orTryAgain(deps, refused, commit, finish);
    } catch (error) {
      if (!isCancelled(error) || isCommitted) throw error;
      const goOn = vscode.l10n.t("Commit to {0}", plainText(made));
      const text = vscode.l10n.t("Canceled. The branch {0} was created, without your commit.", plainText(made));
      throw new ChoiceError(text, [{ title: goOn, run: finish }]);
    }
  };
  await finish();
};

/** What is on the other branch is no longer a change of this one, unless more was typed since. */
const leave = async (
  deps: RefusalDeps,
  place: ContentPlace,
  bytes: Uint8Array,
  stored: LocalChange | undefined,
): Promise<void> => {
  const uri = contentUri(place);
  const versions = editorVersions(uri);
  const shown = await deps.files.shownChange(place);
  const current = stored && deps.changes.currentOf(stored, shown?.id);
  if (stored && current !== "shown") {
    if (current?.id === stored.id) await deps.changes.remove(stored.id);
    return;
  }
  const document = openDocument(uri);
  // What was typed since then is nowhere else.
  if (document && editorText(document.getText()) !== editorText(shownText(bytes))) return;
  if (hasUnsavedNotebook(uri) || !(await whenSaved(uri))) return;
  await discardInEditors(uri, {
    versions,
    check: (signal) => checkFile(deps.accounts, place, signal),
    discard: async () => {
      // What was saved since is another change.
      if ((await deps.files.shownChange(place))?.id !== shown?.id) return false;
      await deps.files.revert(place, bytes);
      return true;
    },
    reload: () => deps.files.reload(place),
  });
};

/** As `commitElsewhere`; where others changed the same lines, the user decides about that first. */
const commitOrAsk = async (deps: RefusalDeps, refused: Refused): Promise<void> => {
  try {
    await commitElsewhere(deps, refused);
  } catch (error) {
    if (!(error instanceof RepoConflict) || error.place.ref !== refused.place.ref) throw error;
    deps.askAboutConflict(new RepoConflict(error.place, error.mine, error.remote, refused.stored));
  }
};

/** `reason`: the service's words. */
export const refusedText = ({ ref, path }: ContentPlace, reason: string): string =>
  vscode.l10n.t(
    "{0} is protected, so “{1}” was not committed. Nothing was sent. ({2})",
    plainText(ref),
    plainText(path),
    plainText(reason),
  );

/** Commits to another branch what a protected one did not take, which is asked unless it is chosen already. Throws what that leads to. */
export const askAboutRefusal = async (deps: RefusalDeps, refused: NeedsOtherBranch): Promise<void> => {
  const { change, why } = refused;
  const { place } = change;
  if (why.kind === "refused") {
    const take = vscode.l10n.t("Commit to a New Branch");
    if ((await showWarning(refusedText(place, why.reason), take)) !== take) return;
  }
  const { write, commitMessage, elsewhere, stored } = refused;
  const branch = why.kind === "chosen" ? why.branch : undefined;
  const isDeletion = change.kind === "delete";
  try {
    await commitOrAsk(deps, { place, branch, isDeletion, write, commitMessage, elsewhere, stored });
  } catch (error) {
    // A rule of the server may protect the new one, too.
    if (!(error instanceof NeedsOtherBranch)) throw error;
    await askAboutRefusal(deps, refused.with({ why: error.why }));
  }
};

/** Commits a local change of a file to a branch that is made for it. Throws CancelledError, HttpError and UserError. */
export const commitChangeElsewhere = async (
  deps: RefusalDeps,
  place: ContentPlace,
  change: LocalChange,
): Promise<void> => {
  const bytes = decodeBase64(change.content);
  const base = (change.base === null ? undefined : decodeBase(change.base)) ?? {
    sha: null,
    bytes: new Uint8Array(),
  };
  // A merge that is not done is not sent, wherever to.
  if (isMerging(base, shownText(bytes))) {
    deps.askAboutConflict(new RepoConflict(place, bytes, base, change));
    return;
  }
  const commitMessage = await deps.askMessage([{ place, kind: "write" }]);
  await commitOrAsk(deps, { place, write: { bytes, base }, commitMessage, elsewhere: undefined, stored: change });
};
