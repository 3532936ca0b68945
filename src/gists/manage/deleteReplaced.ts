import * as vscode from "vscode";
import { type Choice, ChoiceError, isCancelled } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { gistCommands } from "../../ids.ts";
import { errorText } from "../../ui/errorText.ts";
import { showInformation } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm } from "../../ui/prompts.ts";
import { hasChanged, titleOf } from "../gistFacts.ts";
import { openGist } from "../openGist.ts";
import { toUserError } from "../problemText.ts";
import { deleteKeeping, type DeleteDeps } from "../trash/deleteGist.ts";
import { unpublishedDetail, unpublishedOf } from "../trash/unpublished.ts";

/** A gist, and the one with the other visibility that was made of it. */
export interface Replacement {
  readonly accountId: string;
  /** As it was when the new one was made of it. */
  readonly old: Gist;
  readonly created: Gist;
  /** Files whose unpublished changes the user leaves behind. */
  readonly leftBehind: readonly string[];
}

/** What can be done with the new gist. */
const choicesFor = (
  { uris }: Pick<DeleteDeps, "uris">,
  { accountId, created }: Pick<Replacement, "accountId" | "created">,
): readonly [open: Choice, copy: Choice] => [
  { title: vscode.l10n.t("Open"), run: () => openGist(uris, accountId, created) },
  { title: vscode.l10n.t("Copy Link"), run: async () => vscode.env.clipboard.writeText(created.html_url) },
];

/** `hasBoth`: the user left the deletion of the old one. */
const doneText = (created: Gist, hasBoth: boolean): string => {
  const title = plainText(titleOf(created));
  if (hasBoth)
    return created.public
      ? vscode.l10n.t("The public gist “{0}” was created. The secret one is still there.", title)
      : vscode.l10n.t("The secret gist “{0}” was created. The public one is still there.", title);
  return created.public
    ? vscode.l10n.t("“{0}” is a public gist now, with a new link.", title)
    : vscode.l10n.t("“{0}” is a secret gist now, with a new link.", title);
};

/** Says that there is the new one, or that there are both, with what can be done with the new one. */
export const announce = (deps: DeleteDeps, replacement: Replacement, hasBoth: boolean): void => {
  const choices = choicesFor(deps, replacement);
  // The toast stays; the command is over.
  showInformation(doneText(replacement.created, hasBoth), ...choices.map(({ title }) => title))
    .then((answer) => choices.find(({ title }) => title === answer)?.run())
    .then(undefined, (error: unknown) => deps.onError(gistCommands.recreate, error));
};

const changedText = (created: Gist, isOwnEdit: boolean): string => {
  const title = plainText(titleOf(created));
  if (isOwnEdit)
    return created.public
      ? vscode.l10n.t(
          "The public gist “{0}” was created. You edited the secret one since it was read, so it was not deleted.",
          title,
        )
      : vscode.l10n.t(
          "The secret gist “{0}” was created. You edited the public one since it was read, so it was not deleted.",
          title,
        );
  return created.public
    ? vscode.l10n.t(
        "The public gist “{0}” was created. The secret one was changed since it was read, so it was not deleted.",
        title,
      )
    : vscode.l10n.t(
        "The secret gist “{0}” was created. The public one was changed since it was read, so it was not deleted.",
        title,
      );
};

/** `edited` are the files with edits that neither gist has. */
const changedError = (
  deps: DeleteDeps,
  replacement: Replacement,
  now: Gist,
  edited: readonly string[],
): ChoiceError => {
  const isChanged = hasChanged(replacement.old, now);
  const remove = async (): Promise<void> => {
    await confirm(
      vscode.l10n.t("Delete the gist “{0}”?", plainText(titleOf(now))),
      [
        ...(isChanged ? [vscode.l10n.t("It was changed after the new one was made of it.")] : []),
        ...unpublishedDetail(edited),
      ].join("\n\n"),
      vscode.l10n.t("Delete Gist"),
    );
    await deleteOrSay(deps, replacement, () => deleteKeeping(deps, replacement.accountId, now));
    announce(deps, replacement, false);
  };
  return new ChoiceError(changedText(replacement.created, !isChanged), [
    { title: vscode.l10n.t("Delete Old Gist..."), run: remove },
    ...choicesFor(deps, replacement),
  ]);
};

/** Says what there is now when the deletion fails. Throws ChoiceError, CancelledError. */
const deleteOrSay = async (
  deps: DeleteDeps,
  replacement: Replacement,
  remove: () => Promise<unknown>,
): Promise<void> => {
  const { created } = replacement;
  try {
    await remove();
  } catch (error) {
    if (isCancelled(error) || error instanceof ChoiceError) throw error;
    const [title, reason] = [plainText(titleOf(created)), errorText(toUserError(error))];
    const text = created.public
      ? vscode.l10n.t("The public gist “{0}” was created, but the secret one was not deleted: {1}", title, reason)
      : vscode.l10n.t("The secret gist “{0}” was created, but the public one was not deleted: {1}", title, reason);
    const tryAgain = async (): Promise<void> => {
      await deleteReplaced(deps, replacement);
      announce(deps, replacement, false);
    };
    const again = { title: vscode.l10n.t("Try Again"), run: tryAgain };
    throw new ChoiceError(text, [again, ...choicesFor(deps, replacement)], { cause: error });
  }
};

/**
 * Deletes the old gist, unless it was changed since the new one was made of it. Throws ChoiceError with what to do
 * when it is still there, and CancelledError.
 */
export const deleteReplaced = (deps: DeleteDeps, replacement: Replacement): Promise<void> =>
  deleteOrSay(deps, replacement, async () => {
    const { accountId, old, leftBehind } = replacement;
    let now: Gist;
    try {
      now = await deps.gists.read(accountId, old.id, { fresh: true });
    } catch (error) {
      // It was deleted already: by someone else, or by a deletion whose answer was lost.
      if (HttpError.is(error, "notFound", "gone")) return;
      throw error;
    }
    const unpublished = await unpublishedOf(deps, accountId, old.id);
    if (hasChanged(old, now) || unpublished.some((name) => !leftBehind.includes(name)))
      throw changedError(deps, replacement, now, unpublished);
    await deleteKeeping(deps, accountId, now);
  });
