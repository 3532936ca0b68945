import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { nameOf } from "../../accounts/profile.ts";
import { contextValue } from "../../tree/node.ts";
import type { GistsModel } from "../model.ts";
import type { EditNode } from "../nodeTypes.ts";
import { Drafts } from "../publishing/drafts.ts";
import type { GistFiles } from "../publishing/files.ts";
import type { PendingEdit } from "../publishing/pendingEdit.ts";
import { isForeign, isForkable } from "../publishing/isForkable.ts";
import { placeTitle } from "../placeTitle.ts";
import type { GistUris } from "../uri.ts";
import { clockText } from "../../ui/clockText.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

interface EditItemDeps {
  readonly accounts: AccountsModel;
  readonly files: GistFiles;
  readonly gists: GistsModel;
  readonly uris: GistUris;
}

const refusalText = ({ reason }: PendingEdit): string => {
  if (reason === "notFound" || reason === "gone") return vscode.l10n.t("the gist no longer exists");
  if (reason === "emptyContent") return vscode.l10n.t("not sent: empty");
  if (reason === "binary") return vscode.l10n.t("not sent: binary");
  if (reason === "tooLarge") return vscode.l10n.t("not sent: too large");
  return vscode.l10n.t("refused by the server");
};

/** `limitedUntil`: the end of the rate limit, in milliseconds since 1970-01-01T00:00:00Z; 0 for none. */
export const stateText = (edit: PendingEdit, limitedUntil = 0): string => {
  switch (edit.state) {
    case "unpublished":
      return edit.reason === "heldBack"
        ? vscode.l10n.t("not sent: possible secret")
        : vscode.l10n.t("not published yet");
    case "queued":
      if (edit.reason === "signedOut") return vscode.l10n.t("signed out");
      if (edit.reason === "unauthorized") return vscode.l10n.t("no valid token");
      if ((edit.unconfirmed ?? []).length > 0) return vscode.l10n.t("not confirmed by the server yet");
      return limitedUntil > 0 && (edit.reason === undefined || edit.reason === "rateLimited")
        ? vscode.l10n.t("rate limit exceeded, sent at {0}", clockText(limitedUntil))
        : vscode.l10n.t("waits for the server");
    case "conflict":
      return vscode.l10n.t("changed on both sides");
    case "refused":
      return refusalText(edit);
  }
};

/** As `stateText`, with what its account is now. */
const currentState = ({ accounts, gists }: EditItemDeps, edit: PendingEdit): string => {
  if (isForeign(gists, edit)) return vscode.l10n.t("belongs to another user");
  const account = accounts.get(edit.place.accountId);
  if (edit.reason === "unauthorized" && account?.problem === "noToken") return vscode.l10n.t("no token");
  const isWaiting = edit.state === "unpublished" && edit.reason !== "heldBack";
  return isWaiting && !account ? vscode.l10n.t("signed out") : stateText(edit, account?.client.blockedUntil);
};

const titleOf = (deps: EditItemDeps, { place }: PendingEdit): string =>
  Drafts.isDraftId(place.gistId) ? vscode.l10n.t("new gist") : placeTitle(deps, place);

/** What the edit has of its own among those whose file and gist have the same names; empty where there are none. */
const distinctionOf = (
  deps: EditItemDeps,
  { id, place, since }: PendingEdit,
  title: string,
): readonly string[] => {
  const alike = deps.files.pending.all.filter(
    (each) => each.id !== id && each.place.fileName === place.fileName && titleOf(deps, each) === title,
  );
  if (alike.length === 0) return [];
  const { accountId, gistId } = place;
  const account = deps.accounts.get(accountId);
  const ofAccount = alike.filter((each) => each.place.accountId === accountId);
  // Two windows saved the same file, or new gists have no other name.
  const isTimed = Drafts.isDraftId(gistId) || ofAccount.some((each) => each.place.gistId === gistId);
  return [
    ...(account && ofAccount.length < alike.length ? [nameOf(account.profile)] : []),
    ...(!Drafts.isDraftId(gistId) && ofAccount.some((each) => each.place.gistId !== gistId)
      ? [gistId.slice(0, 7)]
      : []),
    ...(isTimed ? [new Date(since).toLocaleTimeString(textLanguage())] : []),
  ];
};

export const editItem = (deps: EditItemDeps, { id, edit }: EditNode): vscode.TreeItem => {
  const { fileName } = edit.place;
  const uri = deps.uris.of(edit.place);
  const title = titleOf(deps, edit);
  const distinction = distinctionOf(deps, edit, title);
  // What distinguishes rows is first: a narrow side bar cuts the end off.
  const notes = [...distinction, currentState(deps, edit), title];
  const item = new vscode.TreeItem(uri);
  item.id = id;
  item.label = fileName;
  item.description = notes.join(" · ");
  item.contextValue = contextValue("gistEdit", [
    edit.state,
    ...(isForkable(deps.gists, edit) ? ["forkable"] : []),
  ]);
  item.accessibilityInformation = { label: [vscode.l10n.t("Edit of {0}", fileName), ...notes].join(", ") };
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
  return item;
};
