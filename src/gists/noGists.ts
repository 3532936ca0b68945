import type { AccountsModel } from "../accounts/model.ts";
import { isPartial } from "../accounts/permissions/partialRows.ts";
import { hasNoneInAnyAccount, everyAccount } from "../accounts/profile.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { contextKeys } from "../ids.ts";
import { trackContextKey } from "../ui/contextKey.ts";
import type { GistsModel } from "./model.ts";
import type { FollowedUsers } from "./arrange/followedUsers.ts";

/** The keys that hide what takes a gist, or a followed user, while it is known that there is none. */
export const trackNoGists = (
  accounts: AccountsModel,
  { lists, onDidChangeLists }: Pick<GistsModel, "lists" | "onDidChangeLists">,
  followed: FollowedUsers,
  onDidChangeState: (listener: () => void) => Disposable,
): Disposable => {
  const store = new DisposableStore();
  const { onDidChange } = accounts;
  const keys = [
    [contextKeys.noOwnGists, "own"],
    [contextKeys.noStarredGists, "starred"],
  ] as const;
  for (const [key, kind] of keys) {
    const isEmpty = (): boolean =>
      everyAccount(
        accounts,
        (account) => lists.isEmpty(account.profile.id, kind) && !isPartial(account, "gists.getAll"),
      );
    store.add(trackContextKey(key, isEmpty, onDidChange, lists.onDidRead, onDidChangeLists));
  }
  const followsNone = (): boolean => hasNoneInAnyAccount(accounts, (id) => followed.of(id));
  store.add(
    trackContextKey(contextKeys.noFollowedUsers, followsNone, onDidChange, followed.onDidChange, onDidChangeState),
  );
  return store;
};
