import * as vscode from "vscode";
import { CancelledError, ChoiceError, UserError } from "../base/errors.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { HttpError } from "../client/errors.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { commentCommands, type ThreadCommandId } from "../ids.ts";
import { confirm } from "../ui/prompts.ts";
import { type CommentBackend, ShownComment } from "./commentView.ts";
import { showStatus } from "../ui/showStatus.ts";
import { goneText } from "./goneText.ts";
import { CommentGoneError } from "./types.ts";

const commentOf = (target: unknown): ShownComment => {
  if (!(target instanceof ShownComment)) throw new CancelledError();
  return target;
};

/** Lets the user change the text of a comment, or shows it again. */
const setEditing = (shown: ShownComment, editing: boolean): void => {
  shown.mode = editing ? vscode.CommentMode.Editing : vscode.CommentMode.Preview;
  // As plain text: what is being written is not rendered.
  if (editing) shown.body = shown.written;
  shown.backend.render(shown.place);
};

const reply = async (backends: readonly CommentBackend[], target: unknown): Promise<void> => {
  const { thread, text } = target as vscode.CommentReply;
  if (text.trim() === "") return;
  for (const backend of backends) if (await backend.reply(thread, text)) return;
};

const refresh = async (backends: readonly CommentBackend[], target: unknown): Promise<void> => {
  // After an error, the target is the comment or the reply that the command was about.
  if (target instanceof ShownComment) {
    await target.backend.read(target.place, "user");
    return;
  }
  const { thread = target } = fieldsOf(target);
  for (const backend of backends) if (await backend.refresh(thread)) return;
  // Instead of a thread or document that no backend knows, the user picks no other one.
  if (thread !== undefined && !("kind" in fieldsOf(thread))) return;
  for (const backend of backends) await backend.refreshPicked?.(thread);
};

const edit = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, draft, place, backend } = shown;
  if (comment && !draft) {
    try {
      // It may have been changed elsewhere.
      await backend.comments.get(place, comment.id);
    } catch (error) {
      if (!HttpError.is(error, "network", "cors", "timeout", "server", "rateLimited")) throw error;
    }
  }
  setEditing(shown, true);
};

/** Offers a new comment for a text whose comment was deleted. Throws ChoiceError and what `sent` throws. */
const orSendAsNew = async ({ comments }: CommentBackend, sent: Promise<void>): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof CommentGoneError)) throw error;
    const run = (): Promise<void> => comments.sendAsNew(error.localId);
    throw new ChoiceError(goneText(), [{ title: vscode.l10n.t("Send as New Comment"), run }], { cause: error });
  }
};

const save = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, draft, place, backend } = shown;
  // VS Code puts the text here.
  const text = typeof shown.body === "string" ? shown.body : shown.body.value;
  if (text.trim() === "")
    throw new UserError(vscode.l10n.t("A comment can't be empty. Enter a text, or delete the comment."));
  const sent = draft
    ? backend.comments.retry(draft.localId, text)
    : comment && text !== comment.body
      ? backend.comments.edit(place, comment.id, text)
      : Promise.resolve();
  setEditing(shown, false);
  await orSendAsNew(backend, sent);
};

const firstLine = (text: string): string => {
  const line = text.trim().split(/\r?\n/)[0] ?? "";
  return Array.from(line).length > 60 ? `${Array.from(line).slice(0, 60).join("")}…` : line;
};

const remove = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, place, backend } = shown;
  if (!comment) return;
  await confirm(
    vscode.l10n.t("Delete the comment “{0}”?", firstLine(comment.body)),
    vscode.l10n.t("This can't be undone."),
    vscode.l10n.t("Delete Comment"),
  );
  shown.isDeletedHere = true;
  try {
    await backend.comments.delete(place, comment.id);
  } catch (error) {
    shown.isDeletedHere = false;
    throw error;
  }
};

const discard = async (target: unknown): Promise<void> => {
  const { draft, backend } = commentOf(target);
  if (!draft) return;
  await confirm(
    vscode.l10n.t("Discard “{0}”?", firstLine(draft.body)),
    vscode.l10n.t("The server does not have this text."),
    vscode.l10n.t("Discard"),
  );
  backend.comments.discard(draft.localId);
};

const copyLink = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  await vscode.env.clipboard.writeText(await shown.backend.linkOf(shown));
  showStatus(vscode.l10n.t("Comment link copied to clipboard."), 4000);
};

/** The commands of threads and comments; each asks the conversations that it is about. */
export const threadHandlers = (backends: readonly CommentBackend[]): Record<ThreadCommandId, Handler> => {
  const table = {
    [commentCommands.refresh]: (target) => refresh(backends, target),
    [commentCommands.create]: (target) => reply(backends, target),
    [commentCommands.edit]: (target) => edit(target),
    [commentCommands.save]: (target) => save(target),
    [commentCommands.cancelEdit]: async (target) => setEditing(commentOf(target), false),
    [commentCommands.delete]: (target) => remove(target),
    [commentCommands.retry]: async (target) => {
      const { draft, backend } = commentOf(target);
      if (draft) await orSendAsNew(backend, backend.comments.retry(draft.localId));
    },
    [commentCommands.discard]: (target) => discard(target),
    [commentCommands.copyLink]: (target) => copyLink(target),
  } satisfies Record<ThreadCommandId, Handler>;
  return explained(table, (error) =>
    backends.reduce((explainedError, backend) => backend.explain(explainedError), error),
  );
};
