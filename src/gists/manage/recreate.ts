import * as vscode from "vscode";
import { CancelledError, isCancelled, UserError } from "../../base/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { commentsText, daysText } from "../../ui/counts.ts";
import { withProgress } from "../../ui/progress.ts";
import { fileOf, titleOf } from "../gistFacts.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import { textOf } from "../content.ts";
import { GistProblem, notMine } from "../problem.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import { targetGist } from "../target.ts";
import { readWhole, type WholeGist } from "../wholeGist.ts";
import type { DeleteDeps } from "../trash/deleteGist.ts";
import { unpublishedOf } from "../trash/unpublished.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";
import { announce, deleteReplaced } from "./deleteReplaced.ts";
import { showWarning } from "../../ui/messages.ts";

export interface RecreateDeps extends DeleteDeps {
  readonly inspect: Inspect;
}

interface Contents {
  readonly files: Readonly<Record<string, string>>;
  /** Files that are no text, which is all that the service takes. */
  readonly lost: readonly string[];
}

const contentsOf = ({ files }: WholeGist): Contents => {
  const texts: (readonly [string, string])[] = [];
  const lost: string[] = [];
  for (const { name, bytes } of files) {
    try {
      texts.push([name, textOf(name, bytes, Number.POSITIVE_INFINITY)]);
    } catch (error) {
      if (!(error instanceof GistProblem)) throw error;
      lost.push(name);
    }
  }
  return { files: Object.fromEntries(texts), lost };
};

/** Asks with everything that gets lost; answers whether to delete the old gist. */
const ask = async (
  gist: Gist,
  lost: readonly string[],
  keepDays: number,
  unpublished: readonly string[],
): Promise<boolean> => {
  const title = titleOf(gist);
  const replace = gist.public
    ? vscode.l10n.t("Make Secret, Delete Old")
    : vscode.l10n.t("Make Public, Delete Old");
  const both = gist.public ? vscode.l10n.t("Make Secret, Keep Both") : vscode.l10n.t("Make Public, Keep Both");
  const detail = [
    vscode.l10n.t(
      "The server can't change the visibility of a gist, so a new one is created with the same description and files.",
    ),
    gist.comments === 0
      ? vscode.l10n.t("The new one has another ID and link and none of this: the stars, the forks, the history.")
      : vscode.l10n.t(
          "The new one has another ID and link and none of this: {0}, the stars, the forks, the history.",
          commentsText(gist.comments),
        ),
    ...(lost.length > 0
      ? [vscode.l10n.t("These files aren't text and are lost, too: {0}.", lost.join(", "))]
      : []),
    gist.public
      ? vscode.l10n.t("What was public may have been seen and copied.")
      : vscode.l10n.t("Everyone can find and read the new one."),
    ...(unpublished.length > 0
      ? [
          vscode.l10n.t(
            "These have changes that are not published, and the new one does not get them: {0}.",
            unpublished.join(", "),
          ),
        ]
      : []),
    ...(keepDays > 0
      ? [vscode.l10n.t("A deleted one is stored on this computer for {0}.", daysText(keepDays))]
      : []),
  ].join("\n");
  const message = gist.public
    ? vscode.l10n.t("Make “{0}” secret?", title)
    : vscode.l10n.t("Make “{0}” public?", title);
  const answer = await showWarning(message, { modal: true, detail }, both, replace);
  if (answer !== both && answer !== replace) throw new CancelledError();
  return answer === replace;
};

/** The old gist goes only when the new one has all of it. */
const requireSame = (gist: Gist, files: Readonly<Record<string, string>>): void => {
  const differs = Object.entries(files).some(([name, text]) => {
    const file = fileOf(gist, name);
    return !file || (!file.truncated && file.content !== undefined && file.content !== text);
  });
  if (differs)
    throw new UserError(
      vscode.l10n.t("The new gist “{0}” isn't the same as the old one. Both exist: compare them.", titleOf(gist)),
    );
};

/** Whether the user left what was begun. Throws what else it throws. */
const isLeft = (task: Promise<void>): Promise<boolean> =>
  task.then(
    () => false,
    (error: unknown) => {
      if (isCancelled(error)) return true;
      throw error;
    },
  );

/**
 * Creates a gist again with the other visibility. Throws UserError, UnconfirmedError, HttpError, CancelledError, and what
 * `deleteReplaced` throws.
 */
export const recreate = async (deps: RecreateDeps, target: unknown): Promise<void> => {
  const { gists, trash } = deps;
  const question = vscode.l10n.t("Select a gist to make public or secret");
  const { place } = await targetGist(deps, target, question, "mine");
  const { accountId, gistId } = place;
  const { client } = requireAccount(deps.accounts, accountId);
  const whole = await withProgress(vscode.l10n.t("Reading the gist…"), (signal) =>
    readWhole(client, gistId, { signal }),
  );
  const { gist } = whole;
  if (!gists.isMine(accountId, gist)) throw notMine(gist);
  const { files, lost } = contentsOf(whole);
  if (Object.keys(files).length === 0)
    throw new UserError(vscode.l10n.t("“{0}” has no text, and the server accepts text only.", titleOf(gist)));
  const leftBehind = await unpublishedOf(deps, accountId, gistId);
  const replaces = await ask(gist, lost, trash.keepDays, leftBehind);
  const isPublic = !gist.public;
  const upload = { accountId, isSecret: !isPublic };
  const inspected = await deps.inspect({ ...upload, what: titleOf(gist), files });
  const description = await inspectText(deps.inspect, {
    ...upload,
    what: vscode.l10n.t("the description"),
    text: gist.description ?? "",
  });
  await createOrAsk(
    vscode.l10n.t("The gist"),
    () => gists.refresh(accountId),
    async () => {
      const created = await withProgress(vscode.l10n.t("Creating the new gist…"), (signal) =>
        gists.create(accountId, { description, public: isPublic, files: inspected }, signal),
      );
      requireSame(created, inspected);
      const replacement = { accountId, old: gist, created, leftBehind };
      const isCancelled = replaces && (await isLeft(deleteReplaced(deps, replacement)));
      announce(deps, replacement, isCancelled);
    },
  );
};
