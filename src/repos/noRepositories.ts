import type { AccountsModel } from "../accounts/model.ts";
import { isPartial } from "../accounts/permissions/partialRows.ts";
import { hasNoneInAnyAccount, everyAccount } from "../accounts/profile.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { contextKeys } from "../ids.ts";
import { trackContextKey } from "../ui/contextKey.ts";
import type { ReposModel } from "./model.ts";
import type { RepoRoots } from "./view/roots.ts";

/** The keys that hide what takes a repository, or an added owner, while it is known that there is none. */
export const trackNoRepositories = (
  accounts: AccountsModel,
  repos: Pick<ReposModel, "hasNone" | "onDidChange" | "onDidReadList">,
  roots: RepoRoots,
  onDidChangeState: (listener: () => void) => Disposable,
): Disposable => {
  const store = new DisposableStore();
  const { onDidChange } = accounts;
  const hasNone = (): boolean =>
    everyAccount(accounts, (account) => repos.hasNone(account.profile.id) && !isPartial(account, "repos.getAll"));
  const { noRepositories, noAddedOwners } = contextKeys;
  store.add(trackContextKey(noRepositories, hasNone, onDidChange, repos.onDidReadList, repos.onDidChange));
  const addedNone = (): boolean => hasNoneInAnyAccount(accounts, (id) => roots.of(id).lists);
  store.add(trackContextKey(noAddedOwners, addedNone, onDidChange, roots.onDidChange, onDidChangeState));
  return store;
};
