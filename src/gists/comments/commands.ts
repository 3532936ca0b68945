import * as vscode from "vscode";
import { explained, type Handler } from "../../commands/registry.ts";
import { type CommentCommandId, commentCommands, type ThreadCommandId } from "../../ids.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { TargetDeps } from "../target.ts";
import type { GistUris } from "../uri.ts";
import type { Conversations } from "./controller.ts";
import { conversationUri, targetConversation } from "./place.ts";

export interface CommentCommandDeps extends TargetDeps {
  readonly gists: GistsModel;
  readonly conversations: Conversations;
  readonly uris: GistUris;
}

const show = async (deps: CommentCommandDeps, target: unknown): Promise<void> => {
  const place = await targetConversation(deps, target);
  // Its title is in the document's address.
  await deps.gists.get(place.accountId, place.gistId);
  const uri = conversationUri(deps.uris, place);
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  deps.conversations.reveal(document);
};

export const commentHandlers = (
  deps: CommentCommandDeps,
): Record<Exclude<CommentCommandId, ThreadCommandId>, Handler> =>
  explained({ [commentCommands.show]: (target) => show(deps, target) }, toUserError);
