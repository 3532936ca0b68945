import * as vscode from "vscode";
import { explained, type Handler } from "../../commands/registry.ts";
import { type CommentCommandId, commentCommands, type ThreadCommandId } from "../../ids.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { TargetParts } from "../target.ts";
import type { GistUris } from "../uri.ts";
import type { Conversations } from "./controller.ts";
import { conversationUri, targetConversation } from "./place.ts";

export interface CommentCommandParts extends TargetParts {
  readonly gists: GistsModel;
  readonly conversations: Conversations;
  readonly uris: GistUris;
}

const show = async (parts: CommentCommandParts, target: unknown): Promise<void> => {
  const place = await targetConversation(parts, target);
  // Its title is in the document's address.
  await parts.gists.get(place.accountId, place.gistId);
  const { document } = await vscode.window.showTextDocument(conversationUri(parts.uris, place), {
    preview: false,
  });
  parts.conversations.reveal(document);
};

export const commentHandlers = (
  parts: CommentCommandParts,
): Record<Exclude<CommentCommandId, ThreadCommandId>, Handler> =>
  explained({ [commentCommands.show]: (target) => show(parts, target) }, toUserError);
