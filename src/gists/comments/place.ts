import * as vscode from "vscode";
import { conversationScheme, gistScheme } from "../../ids.ts";
import { Drafts } from "../publishing/drafts.ts";
import { targetGist, type TargetDeps } from "../target.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";
import type { ConversationPlace } from "./types.ts";

/**
 * The document that shows a gist's conversation; its name is what the tab shows. Of a gist whose address is that of a former
 * version, it has no title.
 */
export const conversationUri = (uris: GistUris, place: ConversationPlace, title?: string): vscode.Uri => {
  const gist = uris.of({ accountId: place.accountId, gistId: place.gistId }, title);
  const isFormer = gist.authority === place.accountId;
  const path = isFormer ? `${gist.path}/Comments` : `/${vscode.l10n.t("Comments: {0}", gist.path.slice(1))}`;
  return gist.with({ scheme: conversationScheme, path });
};

/** The gist whose conversation belongs to the document, be it the conversation itself or a file of the gist. */
export const conversationPlaceOf = (uri: vscode.Uri): ConversationPlace | undefined => {
  const place = gistPlaceOf(uri.scheme === conversationScheme ? uri.with({ scheme: gistScheme }) : uri);
  return place && !Drafts.isDraftId(place.gistId)
    ? { accountId: place.accountId, gistId: place.gistId }
    : undefined;
};

const isThread = (target: unknown): target is vscode.CommentThread =>
  typeof target === "object" && target !== null && "comments" in target && "range" in target;

/** The conversation that a thread, a tab or the active editor stands for. */
export const knownConversation = (target: unknown): ConversationPlace | undefined => {
  const uri = target instanceof vscode.Uri ? target : undefined;
  const active = target === undefined ? vscode.window.activeTextEditor?.document.uri : undefined;
  const given = isThread(target) ? target.uri : (uri ?? active);
  return given && conversationPlaceOf(given);
};

/** The conversation that a thread, a row, a tab or the active editor stands for, or the one that the user picks. */
export const targetConversation = async (deps: TargetDeps, target: unknown): Promise<ConversationPlace> => {
  const known = knownConversation(target);
  if (known) return known;
  const { place } = await targetGist(deps, target, vscode.l10n.t("Select a gist to show its comments"));
  return { accountId: place.accountId, gistId: place.gistId };
};
