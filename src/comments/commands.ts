import * as vscode from "vscode";
import { CancelledError, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { commentCommands, type ThreadCommandId } from "../ids.ts";
import { confirm } from "../ui/prompts.ts";
import { type CommentHome, ShownComment } from "./shown.ts";
import { showStatus } from "../ui/messages.ts";

const commentOf = (target: unknown): ShownComment => {
  if (!(target instanceof ShownComment)) throw new CancelledError();
  return target;
};

/** Lets the user change the text of a comment, or shows it again. */
const setEditing = (shown: ShownComment, editing: boolean): void => {
  shown.mode = editing ? vscode.CommentMode.Editing : vscode.CommentMode.Preview;
  // As plain text: what is being written is not rendered.
  if (editing) shown.body = shown.written;
  shown.home.render(shown.place);
};

const reply = async (homes: readonly CommentHome[], target: unknown): Promise<void> => {
  const { thread, text } = target as vscode.CommentReply;
  if (text.trim() === "") return;
  for (const home of homes) if (await home.reply(thread, text)) return;
};

const refresh = async (homes: readonly CommentHome[], target: unknown): Promise<void> => {
  for (const home of homes) if (await home.refresh(target)) return;
};

const edit = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, draft, place, home } = shown;
  if (comment && !draft) {
    try {
      // It may have been changed elsewhere.
      await home.comments.get(place, comment.id);
    } catch (error) {
      if (!HttpError.is(error, "network", "timeout", "server", "rateLimited")) throw error;
    }
  }
  setEditing(shown, true);
};

const save = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  const { comment, draft, place, home } = shown;
  // VS Code puts the text here.
  const text = typeof shown.body === "string" ? shown.body : shown.body.value;
  if (text.trim() === "")
    throw new UserError(vscode.l10n.t("A comment has a text. Type something, or delete the comment."));
  const sent = draft
    ? home.comments.retry(draft.localId, text)
    : comment && text !== comment.body
      ? home.comments.edit(place, comment.id, text)
      : Promise.resolve();
  setEditing(shown, false);
  await sent;
};

const firstLine = (text: string): string => {
  const line = text.trim().split(/\r?\n/)[0] ?? "";
  return Array.from(line).length > 60 ? `${Array.from(line).slice(0, 60).join("")}…` : line;
};

const remove = async (target: unknown): Promise<void> => {
  const { comment, place, home } = commentOf(target);
  if (!comment) return;
  await confirm(
    vscode.l10n.t("Delete the comment “{0}”?", firstLine(comment.body)),
    vscode.l10n.t("The service cannot bring it back."),
    vscode.l10n.t("Delete Comment"),
  );
  await home.comments.delete(place, comment.id);
};

const discard = async (target: unknown): Promise<void> => {
  const { draft, home } = commentOf(target);
  if (!draft) return;
  await confirm(
    vscode.l10n.t("Throw away “{0}”?", firstLine(draft.body)),
    vscode.l10n.t("The service does not have this text."),
    vscode.l10n.t("Throw Away"),
  );
  home.comments.discard(draft.localId);
};

const copyLink = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  await vscode.env.clipboard.writeText(await shown.home.linkOf(shown));
  showStatus(vscode.l10n.t("The link of the comment is in the clipboard."), 4000);
};

/** The commands of threads and comments; each asks the conversations that it is about. */
export const threadHandlers = (homes: readonly CommentHome[]): Record<ThreadCommandId, Handler> => {
  const table = {
    [commentCommands.refresh]: (target) => refresh(homes, target),
    [commentCommands.create]: (target) => reply(homes, target),
    [commentCommands.edit]: (target) => edit(target),
    [commentCommands.save]: (target) => save(target),
    [commentCommands.cancelEdit]: async (target) => setEditing(commentOf(target), false),
    [commentCommands.delete]: (target) => remove(target),
    [commentCommands.retry]: async (target) => {
      const { draft, home } = commentOf(target);
      if (draft) await home.comments.retry(draft.localId);
    },
    [commentCommands.discard]: (target) => discard(target),
    [commentCommands.copyLink]: (target) => copyLink(target),
  } satisfies Record<ThreadCommandId, Handler>;
  return explained(table, (error) => homes.reduce((told, home) => home.explain(told), error));
};
