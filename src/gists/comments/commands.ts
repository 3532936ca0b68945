import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { type CommentCommandId, commentCommands } from "../../ids.ts";
import { confirm } from "../../ui/prompts.ts";
import type { GistsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import { targetGist, type TargetParts } from "../target.ts";
import type { GistUris } from "../uri.ts";
import { type Conversations, ShownComment } from "./controller.ts";
import type { CommentsModel } from "./model.ts";
import { conversationPlaceOf, conversationUri } from "./place.ts";
import type { ConversationPlace } from "./types.ts";

export interface CommentCommandParts extends TargetParts {
  readonly gists: GistsModel;
  readonly comments: CommentsModel;
  readonly conversations: Conversations;
  readonly uris: GistUris;
}

const isThread = (target: unknown): target is vscode.CommentThread =>
  typeof target === "object" && target !== null && "comments" in target && "range" in target;

const commentOf = (target: unknown): ShownComment => {
  if (!(target instanceof ShownComment)) throw new CancelledError();
  return target;
};

/** The conversation that a thread, a row, a tab or the active editor stands for, or the one that the user picks. */
const placeOf = async (
  parts: CommentCommandParts,
  target: unknown,
  placeHolder: string,
): Promise<ConversationPlace> => {
  const uri = target instanceof vscode.Uri ? target : undefined;
  const active = target === undefined ? vscode.window.activeTextEditor?.document.uri : undefined;
  const given = isThread(target) ? target.uri : (uri ?? active);
  const known = given && conversationPlaceOf(given);
  if (known) return known;
  const { place } = await targetGist(parts, target, placeHolder);
  return { accountId: place.accountId, gistId: place.gistId };
};

const show = async (parts: CommentCommandParts, target: unknown): Promise<void> => {
  const place = await placeOf(parts, target, vscode.l10n.t("Whose comments?"));
  // Its title is in the document's address.
  await parts.gists.get(place.accountId, place.gistId);
  const { document } = await vscode.window.showTextDocument(conversationUri(parts.uris, place), {
    preview: false,
  });
  parts.conversations.reveal(document);
};

const create = async (parts: CommentCommandParts, target: unknown): Promise<void> => {
  const { thread, text } = target as vscode.CommentReply;
  const place = parts.conversations.placeOf(thread);
  if (place && text.trim() !== "") await parts.comments.create(place, text);
};

const edit = async ({ comments, conversations }: CommentCommandParts, target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, draft, place } = shown;
  if (comment && !draft) {
    try {
      // It may have been changed elsewhere.
      await comments.get(place, comment.id);
    } catch (error) {
      if (!HttpError.is(error, "network", "timeout", "server", "rateLimited")) throw error;
    }
  }
  conversations.setEditing(shown, true);
};

const save = async ({ comments, conversations }: CommentCommandParts, target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, draft, place } = shown;
  // VS Code puts the text here.
  const text = typeof shown.body === "string" ? shown.body : shown.body.value;
  if (text.trim() === "")
    throw new UserError(vscode.l10n.t("A comment has a text. Type something, or delete the comment."));
  const sent = draft
    ? comments.retry(draft.localId, text)
    : comment && text !== comment.body
      ? comments.edit(place, comment.id, text)
      : Promise.resolve();
  conversations.setEditing(shown, false);
  await sent;
};

const firstLine = (text: string): string => {
  const line = text.trim().split(/\r?\n/)[0] ?? "";
  return Array.from(line).length > 60 ? `${Array.from(line).slice(0, 60).join("")}…` : line;
};

const remove = async ({ comments }: CommentCommandParts, target: unknown): Promise<void> => {
  const { comment, place } = commentOf(target);
  if (!comment) return;
  await confirm(
    vscode.l10n.t("Delete the comment “{0}”?", firstLine(comment.body)),
    vscode.l10n.t("The service cannot bring it back."),
    vscode.l10n.t("Delete Comment"),
  );
  await comments.delete(place, comment.id);
};

const discard = async ({ comments }: CommentCommandParts, target: unknown): Promise<void> => {
  const { draft } = commentOf(target);
  if (!draft) return;
  await confirm(
    vscode.l10n.t("Throw away “{0}”?", firstLine(draft.body)),
    vscode.l10n.t("The service does not have this text."),
    vscode.l10n.t("Throw Away"),
  );
  comments.discard(draft.localId);
};

const copyLink = async ({ gists }: CommentCommandParts, target: unknown): Promise<void> => {
  const { comment, place } = commentOf(target);
  const gist = await gists.get(place.accountId, place.gistId);
  const anchor = comment ? `#gistcomment-${comment.id}` : "";
  await vscode.env.clipboard.writeText(gist.html_url + anchor);
  vscode.window.setStatusBarMessage(vscode.l10n.t("The link of the comment is in the clipboard."), 4000);
};

export const commentHandlers = (parts: CommentCommandParts): Record<CommentCommandId, Handler> => {
  const table = {
    [commentCommands.show]: (target) => show(parts, target),
    [commentCommands.refresh]: async (target) =>
      parts.conversations.read(await placeOf(parts, target, vscode.l10n.t("Whose comments?"))),
    [commentCommands.create]: (target) => create(parts, target),
    [commentCommands.edit]: (target) => edit(parts, target),
    [commentCommands.save]: (target) => save(parts, target),
    [commentCommands.cancelEdit]: async (target) => parts.conversations.setEditing(commentOf(target), false),
    [commentCommands.delete]: (target) => remove(parts, target),
    [commentCommands.retry]: async (target) => {
      const { draft } = commentOf(target);
      if (draft) await parts.comments.retry(draft.localId);
    },
    [commentCommands.discard]: (target) => discard(parts, target),
    [commentCommands.copyLink]: (target) => copyLink(parts, target),
  } satisfies Record<CommentCommandId, Handler>;
  return explained(table, toUserError);
};
