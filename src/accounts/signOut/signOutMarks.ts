import { type Clock, systemClock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { DisposableStore } from "../../base/disposable.ts";
import type { SharedState } from "../../base/sharedState.ts";
import type { AccountsModel } from "../model.ts";

/**
 * Marks accounts that are signed out as forgotten in the shared state. With `isFollowing` an account that another page
 * has marked since it was added here is signed out here, too: in browsers VS Code reads secrets once per page, and does
 * not say that another page has changed them.
 */
export const markSignOuts = (
  accounts: Pick<AccountsModel, "accounts" | "onDidChange" | "remove">,
  state: Pick<SharedState, "forget" | "forgottenAt" | "onDidChange">,
  {
    isFollowing,
    onError,
    clock = systemClock,
  }: {
    readonly isFollowing: boolean;
    readonly onError: (error: unknown) => void;
    readonly clock?: Clock;
  },
): Disposable => {
  const store = new DisposableStore();
  /** When this page got the accounts, by id. Milliseconds since 1970-01-01T00:00:00Z. */
  const since = new Map<string, number>();
  const isMarked = (id: string): boolean => state.forgottenAt(id) > (since.get(id) ?? Number.POSITIVE_INFINITY);
  const note = (ids: readonly string[]): void => ids.forEach((id) => since.set(id, clock.now()));
  note(accounts.accounts.map(({ profile }) => profile.id));
  store.add(
    accounts.onDidChange(({ added, removed }) => {
      note(added);
      for (const id of removed) {
        // A mark of now would sign out the page in which the user has signed in again.
        if (!isFollowing || !isMarked(id)) state.forget(id).catch(onError);
        since.delete(id);
      }
    }),
  );
  if (isFollowing)
    store.add(
      state.onDidChange(() => {
        for (const { profile } of accounts.accounts)
          if (isMarked(profile.id)) accounts.remove(profile.id, true).catch(onError);
      }),
    );
  return store;
};
