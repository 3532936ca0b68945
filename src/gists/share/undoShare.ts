import * as vscode from "vscode";
import { HttpError } from "../../client/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { showInformation } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm } from "../../ui/prompts.ts";
import { sentences } from "../../ui/sentences.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { hasChanged, titleOf } from "../gistFacts.ts";
import { deleteKeeping, type DeleteDeps } from "../trash/deleteGist.ts";
import { unpublishedDetail, unpublishedOf } from "../trash/unpublished.ts";
import type { LastShare } from "./lastShare.ts";
import type { Shared } from "./storedShares.ts";

/** Deletes what was shared; asks first when it was changed or commented on since. Throws CancelledError, HttpError. */
export const undoShare = async (
  deletion: DeleteDeps,
  lastShare: LastShare,
  shared: Omit<Shared, "sharedAt">,
): Promise<void> => {
  const { accountId, gist } = shared;
  let now: Gist | undefined;
  try {
    now = await deletion.gists.read(accountId, gist.id, { fresh: true });
  } catch (error) {
    if (!HttpError.is(error, "notFound", "gone")) throw error;
  }
  const { files } = gist;
  const title = files ? titleOf({ ...gist, files }) : now ? titleOf(now) : gist.id;
  const details = [
    ...(now && hasChanged(gist, now)
      ? [vscode.l10n.t("The gist was changed or commented on since it was shared.")]
      : []),
    ...unpublishedDetail(await unpublishedOf(deletion, accountId, gist.id)),
  ];
  if (now && details.length > 0)
    await confirm(vscode.l10n.t("Delete “{0}”?", title), details.join("\n\n"), vscode.l10n.t("Delete Gist"));
  if (now) await deleteKeeping(deletion, accountId, now);
  const clipboard = lastShare.remove(shared);
  // The link leads nowhere now; what the user copied since stays.
  const hasLink =
    (await vscode.env.clipboard.readText().then(
      (text) => text,
      () => "",
    )) === gist.html_url;
  if (clipboard !== undefined && hasLink) await vscode.env.clipboard.writeText(clipboard);
  const done = now
    ? vscode.l10n.t("Share undone: “{0}” was deleted.", plainText(title))
    : vscode.l10n.t("“{0}” had been deleted already.", plainText(title));
  if (clipboard !== undefined || !hasLink) {
    showStatus(done, 6000);
    return;
  }
  // What the user pastes next would be a link that leads nowhere.
  const linkText = vscode.l10n.t("The clipboard still has its link: what was there before isn't stored.");
  void showInformation(sentences(done, linkText));
};
