import * as vscode from "vscode";
import { CancelledError, ChoiceError, UserError } from "../base/errors.ts";
import { pause } from "../base/clock.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { HttpError } from "../client/errors.ts";
import { Background, explained, type Handler } from "../commands/registry.ts";
import { commentCommands, type ThreadCommandId } from "../ids.ts";
import { confirm } from "../ui/prompts.ts";
import { type CommentBackend, ShownComment } from "./commentView.ts";
import { showStatus } from "../ui/showStatus.ts";
import { goneText, sentElsewhereText } from "./draftTexts.ts";
import { plainText } from "../ui/plainText.ts";
import { CommentChangedError, CommentGoneError, type DraftFacts } from "./types.ts";

const commentOf = (target: unknown): ShownComment => {
  if (!(target instanceof ShownComment)) throw new CancelledError();
  return target;
};

const firstLine = (text: string): string => {
  const line = text.trim().split(/\r?\n/)[0] ?? "";
  return Array.from(line).length > 60 ? `${Array.from(line).slice(0, 60).join("")}…` : line;
};

/** Lets the user change the text of a comment, or shows it again. */
const setEditing = (shown: ShownComment, editing: boolean): void => {
  shown.mode = editing ? vscode.CommentMode.Editing : vscode.CommentMode.Preview;
  // As plain text: what is being written is not rendered.
  if (editing) shown.body = shown.written;
  shown.base = editing ? shown.comment?.body : undefined;
  shown.draftBase = editing ? shown.draft?.body : undefined;
  shown.overDraft = undefined;
  shown.backend.render(shown.place);
};

/** The texts that are being sent, by thread. */
type SentReplies = WeakMap<vscode.CommentThread, Set<string>>;

/**
 * VS Code empties the reply box when this ends: it doesn't wait until the reply is sent, so that what is typed next stays. What
 * is sent again by then is the same reply.
 */
const reply = async (
  backends: readonly CommentBackend[],
  sentReplies: SentReplies,
  target: unknown,
): Promise<Background | undefined> => {
  const { thread, text } = target as vscode.CommentReply;
  const sent = sentReplies.get(thread) ?? new Set();
  if (text.trim() === "" || sent.has(text)) return undefined;
  for (const backend of backends) {
    const sending = backend.reply(thread, text);
    if (!sending) continue;
    sentReplies.set(thread, sent.add(text));
    return new Background(sending.finally(() => sent.delete(text)));
  }
  return undefined;
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
  // When the command ran twice, it is edited by now.
  if (shown.mode !== vscode.CommentMode.Editing) setEditing(shown, true);
};

/** Throws UserError while another window may send it: it would be there twice, or though it was discarded. */
const requireIdle = ({ comments }: CommentBackend, { localId }: DraftFacts): void => {
  if (comments.isSentElsewhere(localId)) throw new UserError(sentElsewhereText());
};

/**
 * The draft as the windows have it now. Throws UserError where it can't be sent or discarded now, or has another text than
 * the user was `asked` about.
 */
const requireDraft = async (backend: CommentBackend, localId: string, asked?: string): Promise<DraftFacts> => {
  const { comments } = backend;
  await comments.refreshDrafts();
  const draft = comments.draft(localId);
  if (!draft) throw new UserError(vscode.l10n.t("The comment was sent or discarded since."));
  if (comments.isSending(localId)) throw new UserError(vscode.l10n.t("The comment is being sent."));
  requireIdle(backend, draft);
  if (asked !== undefined && draft.body !== asked)
    throw new UserError(vscode.l10n.t("The text of this comment was changed since."));
  return draft;
};

/** Offers what can be done with a text whose comment was deleted or changed elsewhere. Throws ChoiceError and what `sent` throws. */
const orAsk = async (backend: CommentBackend, sent: Promise<void>): Promise<void> => {
  const { comments } = backend;
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof CommentChangedError || error instanceof CommentGoneError)) throw error;
    const { localId } = error;
    const asked = comments.draft(localId)?.body;
    // The message may be answered much later.
    const asAsked = (act: () => Promise<void>) => async (): Promise<void> => {
      await requireDraft(backend, localId, asked);
      await act();
    };
    if (error instanceof CommentChangedError) {
      const { theirs } = error;
      const text = vscode.l10n.t(
        "The comment was changed on the server to “{0}”. What you wrote is stored as a draft.",
        plainText(firstLine(theirs)),
      );
      const choices = [
        {
          title: vscode.l10n.t("Keep Mine"),
          run: asAsked(() => orAsk(backend, comments.replaceTheirs(localId, theirs))),
        },
        { title: vscode.l10n.t("Take Theirs"), run: asAsked(async () => comments.discard(localId)) },
      ];
      throw new ChoiceError(text, choices, { cause: error });
    }
    const run = asAsked(() => comments.sendAsNew(localId));
    throw new ChoiceError(goneText(), [{ title: vscode.l10n.t("Send as New Comment"), run }], { cause: error });
  }
};

/** Milliseconds: VS Code takes several changes of a thread within 100 as one. */
const reopenMs = 300;

/** VS Code closes the editor with each save: it is opened again with what was typed in it. */
const reopen = async (shown: ShownComment, text: string): Promise<void> => {
  const { base, draftBase, overDraft } = shown;
  shown.isReopened = true;
  setEditing(shown, false);
  await pause(reopenMs);
  setEditing(shown, true);
  Object.assign(shown, { base, draftBase, overDraft, body: text, isReopened: false });
  shown.backend.render(shown.place);
};

/**
 * Throws UserError where a text can't be sent now: its draft is sent, gone, or has a text that this editor did not show, which
 * is replaced by the next save.
 */
const requireSavable = async (shown: ShownComment, text: string): Promise<void> => {
  const { comment, draft, place, backend, draftBase, overDraft } = shown;
  const { comments } = backend;
  await comments.refreshDrafts();
  const stored = draft ? comments.draft(draft.localId) : comment && comments.draftOfEdit(place, comment.id);
  if (draft && !stored)
    throw new UserError(
      vscode.l10n.t("The comment was sent or discarded since. Copy your text, and write it as a new comment."),
    );
  if (!stored) return;
  if (comments.isSending(stored.localId))
    throw new UserError(vscode.l10n.t("The comment is being sent. Save it again after that."));
  requireIdle(backend, stored);
  if ([draftBase, overDraft, text].includes(stored.body)) return;
  shown.overDraft = stored.body;
  const changed = vscode.l10n.t(
    "“{0}” was stored for this comment since you opened its editor. Save again to replace that with your text, or cancel to leave it.",
    plainText(firstLine(stored.body)),
  );
  throw new UserError(changed);
};

const save = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  // VS Code puts the text here.
  const text = typeof shown.body === "string" ? shown.body : shown.body.value;
  try {
    if (text.trim() === "")
      throw new UserError(vscode.l10n.t("A comment can't be empty. Enter a text, or delete the comment."));
    await requireSavable(shown, text);
  } catch (error) {
    await reopen(shown, text);
    throw error;
  }
  const { comment, draft, place, backend, draftBase } = shown;
  // What was opened as a draft may be the comment's text by now.
  const base = !draft && draftBase === comment?.body ? draftBase : shown.base;
  const sent = draft
    ? backend.comments.retry(draft.localId, text, draftBase === undefined ? shown.base : undefined)
    : comment && text !== (base ?? comment.body)
      ? backend.comments.edit(place, comment.id, text, base)
      : Promise.resolve();
  setEditing(shown, false);
  await orAsk(backend, sent);
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
  const { body } = await requireDraft(backend, draft.localId);
  await confirm(
    vscode.l10n.t("Discard “{0}”?", firstLine(body)),
    vscode.l10n.t("The server does not have this text."),
    vscode.l10n.t("Discard"),
  );
  await requireDraft(backend, draft.localId, body);
  backend.comments.discard(draft.localId);
};

const copyLink = async (target: unknown): Promise<void> => {
  const shown = commentOf(target);
  await vscode.env.clipboard.writeText(await shown.backend.linkOf(shown));
  showStatus(vscode.l10n.t("Comment link copied to clipboard."), 4000);
};

/** The commands of threads and comments; each asks the conversations that it is about. */
export const threadHandlers = (backends: readonly CommentBackend[]): Record<ThreadCommandId, Handler> => {
  const sentReplies: SentReplies = new WeakMap();
  const table = {
    [commentCommands.refresh]: (target) => refresh(backends, target),
    [commentCommands.create]: (target) => reply(backends, sentReplies, target),
    [commentCommands.edit]: (target) => edit(target),
    [commentCommands.save]: (target) => save(target),
    [commentCommands.cancelEdit]: async (target) => setEditing(commentOf(target), false),
    [commentCommands.delete]: (target) => remove(target),
    [commentCommands.retry]: async (target) => {
      const { draft, backend } = commentOf(target);
      if (!draft) return;
      await requireDraft(backend, draft.localId);
      await orAsk(backend, backend.comments.retry(draft.localId));
    },
    [commentCommands.discard]: (target) => discard(target),
    [commentCommands.copyLink]: (target) => copyLink(target),
  } satisfies Record<ThreadCommandId, Handler>;
  return explained(table, (error) =>
    backends.reduce((explainedError, backend) => backend.explain(explainedError), error),
  );
};
