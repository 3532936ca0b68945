import * as vscode from "vscode";
import { shownText } from "../../base/bytes.ts";
import { UserError } from "../../base/errors.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { Gist } from "../../client/types/gist.ts";
import { showInformation, showWarning } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { confirm } from "../../ui/prompts.ts";
import { sentences } from "../../ui/sentences.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { fileOf, textsOf, titleOf } from "../gistFacts.ts";
import { notMine } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { FileEdit } from "../publishing/publishEdits.ts";
import { unpublishedOf, type UnpublishedDeps } from "../trash/unpublished.ts";
import type { GistPlace } from "../types.ts";
import type { CompareDeps } from "./compare.ts";
import { dateText } from "../../ui/textLanguage.ts";
import { filesOfPlan, planRestore, type RestorePlan, type RestoreResult, sendRestore } from "./restore.ts";
import { type Revision, shortSha } from "./revision.ts";

export interface RestoreDeps extends UnpublishedDeps {
  readonly compare: CompareDeps;
  readonly publisher: GistPublisher;
  readonly inspect: Inspect;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
}

/** How many files a question names of each kind. */
const maxNamed = 10;

const named = (names: readonly string[]): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ["…"] : [])].join(", ");

/** Asks with everything that would change; what is not published first. Throws CancelledError. */
const ask = async (
  gist: Gist,
  { sha, committedAt }: Revision,
  plan: RestorePlan,
  unpublished: readonly string[],
): Promise<void> => {
  const { changed, added, deleted } = filesOfPlan(plan);
  const line = (names: readonly string[], text: string): readonly string[] => (names.length === 0 ? [] : [text]);
  const isRestored = (name: string): boolean =>
    added.includes(name) || (fileOf(gist, name) !== undefined && !deleted.includes(name));
  const restored = unpublished.filter(isRestored);
  const missing = unpublished.filter((name) => !isRestored(name));
  const detail = [
    ...line(
      restored,
      vscode.l10n.t(
        "These have changes that are not published: {0}. They stay, and are merged with what is restored when you publish them.",
        named(restored),
      ),
    ),
    ...line(
      missing,
      vscode.l10n.t(
        "These have changes that are not published, and the restored gist doesn't have these files: {0}. The changes stay here until you publish or discard them.",
        named(missing),
      ),
    ),
    ...line(changed, vscode.l10n.t("Changed: {0}", named(changed))),
    ...line(added, vscode.l10n.t("Added: {0}", named(added))),
    ...line(deleted, vscode.l10n.t("Deleted: {0}", named(deleted))),
    ...line(
      plan.left,
      vscode.l10n.t(
        "Not restored, since the server accepts neither empty files nor files that aren't text: {0}",
        named(plan.left),
      ),
    ),
    vscode.l10n.t(
      "This makes a new revision; the current one stays in the history. The description stays what it is.",
    ),
  ].join("\n");
  const at = dateText(committedAt);
  await confirm(
    at === ""
      ? vscode.l10n.t("Restore “{0}” to revision {1}?", plainText(titleOf(gist)), shortSha(sha))
      : vscode.l10n.t("Restore “{0}” to revision {1} of {2}?", plainText(titleOf(gist)), shortSha(sha), at),
    detail,
    vscode.l10n.t("Restore Revision"),
  );
};

/** The edits with secrets redacted where the user wants it. Throws CancelledError when nothing may be sent. */
const inspected = async (
  inspect: Inspect,
  accountId: string,
  gist: Gist,
  edits: readonly FileEdit[],
): Promise<readonly FileEdit[]> => {
  const texts = edits.flatMap(({ name, mine }) => (mine === null ? [] : [[name, mine] as const]));
  if (texts.length === 0) return edits;
  const files = await inspect({
    what: titleOf(gist),
    files: Object.fromEntries(texts),
    accountId,
    isSecret: !gist.public,
    known: textsOf(gist),
  });
  return edits.map((edit) => (edit.mine === null ? edit : { ...edit, mine: files[edit.name] ?? edit.mine }));
};

const send = (deps: RestoreDeps, place: GistPlace, edits: readonly FileEdit[]): Promise<RestoreResult> =>
  withProgress(vscode.l10n.t("Restoring the revision…"), () => sendRestore(deps.publisher, place, edits));

const hasConflicts = ({ changed, deleted }: Conflicts): boolean => changed.length + deleted.length > 0;

type Conflicts = Pick<RestoreResult, "changed" | "deleted">;

const conflictsText = ({ changed, deleted }: Conflicts): string =>
  sentences(
    changed.length === 0
      ? ""
      : vscode.l10n.t(
          "These were changed after you confirmed, and were not restored: {0}.",
          plainText(named(changed)),
        ),
    deleted.length === 0
      ? ""
      : vscode.l10n.t(
          "These were deleted after you confirmed, and were not restored: {0}.",
          plainText(named(deleted)),
        ),
  );

/** The message stays: its button asks again with what differs now. */
const reportConflicts = (
  conflicts: Conflicts,
  again: () => Promise<void>,
  onError: RestoreDeps["onError"],
): void => {
  const restore = vscode.l10n.t("Restore Again...");
  showWarning(conflictsText(conflicts), restore)
    .then((answer) => (answer === restore ? again() : undefined))
    .then(undefined, (error: unknown) => onError(vscode.l10n.t("Restore Revision"), toUserError(error)));
};

const undoRestore = async (deps: RestoreDeps, place: GistPlace, edits: readonly FileEdit[]): Promise<void> => {
  const result = await send(deps, place, edits);
  if (hasConflicts(result)) throw new UserError(conflictsText(result));
};

/**
 * Makes a gist what it was, by an edit like any other: on top of what the service has, past the leak guard, and never over
 * another user's change. What is unsaved or not published here stays.
 */
export const restoreRevision = async (
  deps: RestoreDeps,
  { accountId, gistId }: GistPlace,
  revision: Revision,
): Promise<void> => {
  const { gists, history } = deps.compare;
  const place = { accountId, gistId };
  const model = await history.get();
  const { current, plan } = await withProgress(vscode.l10n.t("Reading the gist…"), async (signal) => {
    const now = await gists.read(accountId, gistId, { fresh: true, signal });
    if (!gists.isMine(accountId, now)) throw notMine(now);
    const former = await model.revision(place, revision.sha, { signal });
    const found = await planRestore(now, former, {
      read: (file) => model.bytesOf(place, file, { signal }),
      shown: async (file) => shownText(await gists.wholeFile({ ...place, fileName: file.filename }, file)),
    });
    return { current: now, plan: found };
  });
  const title = plainText(titleOf(current));
  const sha = shortSha(revision.sha);
  if (plan.edits.length === 0) {
    if (plan.left.length > 0)
      throw new UserError(
        vscode.l10n.t(
          "Nothing of “{0}” can be restored: the server accepts neither empty files nor files that aren't text ({1}).",
          title,
          plainText(named(plan.left)),
        ),
      );
    showStatus(vscode.l10n.t("“{0}” is the same as revision {1} already.", title, sha), 6000);
    return;
  }
  await ask(current, revision, plan, await unpublishedOf(deps, accountId, gistId));
  const edits = await inspected(deps.inspect, accountId, current, plan.edits);
  const result = await send(deps, place, edits);
  const { undo, changed, deleted, isMerged } = result;
  if (hasConflicts(result)) reportConflicts(result, () => restoreRevision(deps, place, revision), deps.onError);
  if (changed.length + deleted.length === edits.length) return;
  const text = isMerged
    ? vscode.l10n.t("Restored “{0}” to revision {1}, merged with changes made elsewhere.", title, sha)
    : vscode.l10n.t("Restored “{0}” to revision {1}.", title, sha);
  const action = vscode.l10n.t("Undo");
  if (!plan.canBeUndone || undo.length === 0) {
    showStatus(text, 6000);
    return;
  }
  // The toast stays; the command is over.
  showInformation(text, action)
    .then((answer) => (answer === action ? undoRestore(deps, place, undo) : undefined))
    .then(undefined, (error: unknown) => deps.onError(action, toUserError(error)));
};
