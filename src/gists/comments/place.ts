import type * as vscode from "vscode";
import { conversationScheme, gistScheme } from "../../ids.ts";
import { Drafts } from "../drafts.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";
import type { ConversationPlace } from "./types.ts";

/** The document that shows a gist's conversation; its name is what the tab shows. */
export const conversationUri = (uris: GistUris, place: ConversationPlace, title?: string): vscode.Uri => {
  const gist = uris.of({ accountId: place.accountId, gistId: place.gistId }, title);
  return gist.with({ scheme: conversationScheme, path: `${gist.path}/Conversation` });
};

/** The gist whose conversation belongs to the document, be it the conversation itself or a file of the gist. */
export const conversationPlaceOf = (uri: vscode.Uri): ConversationPlace | undefined => {
  const place = gistPlaceOf(uri.scheme === conversationScheme ? uri.with({ scheme: gistScheme }) : uri);
  return place && !Drafts.isDraftId(place.gistId)
    ? { accountId: place.accountId, gistId: place.gistId }
    : undefined;
};
