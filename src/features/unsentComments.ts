import * as vscode from "vscode";
import type { UnsentSource } from "../accounts/signOut/signOutParticipants.ts";
import { UserError } from "../base/errors.ts";
import { changedText, goneText, sentElsewhereText } from "../comments/draftTexts.ts";
import { CommentChangedError, CommentGoneError } from "../comments/types.ts";

interface Threads {
  refreshDrafts(): Promise<void>;
  unsentOf(accountId: string): readonly string[];
  draft(id: string): { readonly body: string } | undefined;
  isSending(id: string): boolean;
  isSentElsewhere(id: string): boolean;
  idle(id: string): Promise<void>;
  retry(id: string): Promise<unknown>;
  discard(id: string): void;
}

const throwAsText = (error: unknown): never => {
  if (error instanceof CommentGoneError) throw new UserError(goneText(), { cause: error });
  if (error instanceof CommentChangedError) throw new UserError(changedText(), { cause: error });
  throw error;
};

/** Whether it still has the text that was asked about. Throws UserError while another window may send it. */
const isLeft = async (threads: Threads, id: string, asked: string | undefined): Promise<boolean> => {
  await threads.idle(id);
  await threads.refreshDrafts();
  if (threads.isSentElsewhere(id)) throw new UserError(sentElsewhereText());
  return threads.draft(id)?.body === asked;
};

/** The comments that are stored here and not at the server, for a sign-out. */
export const unsentComments = (threads: Threads): UnsentSource => ({
  kind: "comments",
  list: async (accountId) => {
    await threads.refreshDrafts();
    return threads.unsentOf(accountId).map((id) => {
      const asked = threads.draft(id)?.body;
      return {
        version: JSON.stringify([id, asked]),
        publish: async () => {
          if (await isLeft(threads, id, asked)) await threads.retry(id).catch(throwAsText);
        },
        discard: async () => {
          const isSending = threads.isSending(id);
          if (await isLeft(threads, id, asked)) threads.discard(id);
          else if (isSending && !threads.draft(id))
            throw new UserError(
              vscode.l10n.t("A comment was sent before it could be discarded. You're still signed in."),
            );
        },
      };
    });
  },
});
