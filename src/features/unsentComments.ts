import type { UnsentSource } from "../accounts/signOut/signOutParticipants.ts";
import type { SharedState } from "../base/sharedState.ts";

interface Threads {
  unsentOf(accountId: string): readonly string[];
  retry(id: string): Promise<unknown>;
  discard(id: string): Promise<void> | void;
}

/** The comments that are stored here and not at the server, for a sign-out. */
export const unsentComments = (threads: Threads, state: SharedState): UnsentSource => ({
  kind: "comments",
  list: async (accountId) => {
    await state.refresh();
    return threads
      .unsentOf(accountId)
      .map((id) => ({ publish: () => threads.retry(id), discard: () => threads.discard(id) }));
  },
});
