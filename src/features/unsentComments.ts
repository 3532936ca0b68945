import type { UnsentSource } from "../accounts/signOut/signOutParticipants.ts";
import { UserError } from "../base/errors.ts";
import type { SharedState } from "../base/sharedState.ts";
import { goneText } from "../comments/goneText.ts";
import { CommentGoneError } from "../comments/types.ts";

interface Threads {
  unsentOf(accountId: string): readonly string[];
  draft(id: string): { readonly body: string } | undefined;
  retry(id: string): Promise<unknown>;
  discard(id: string): Promise<void> | void;
}

const throwAsText = (error: unknown): never => {
  throw error instanceof CommentGoneError ? new UserError(goneText(), { cause: error }) : error;
};

/** The comments that are stored here and not at the server, for a sign-out. */
export const unsentComments = (threads: Threads, state: SharedState): UnsentSource => ({
  kind: "comments",
  list: async (accountId) => {
    await state.refresh();
    return threads.unsentOf(accountId).map((id) => ({
      version: JSON.stringify([id, threads.draft(id)?.body]),
      publish: () => threads.retry(id).catch(throwAsText),
      discard: () => threads.discard(id),
    }));
  },
});
