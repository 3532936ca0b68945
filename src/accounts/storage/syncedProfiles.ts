import type { Disposable } from "../../base/disposable.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { fieldsOf } from "../../base/fieldsOf.ts";
import type { SharedState } from "../../base/sharedState.ts";
import { withoutTokenFacts } from "../identity.ts";
import type { AccountsModel } from "../model.ts";
import type { Profile } from "../profile.ts";
import { syncedProfilesName } from "../../storage/storedAccounts.ts";
import { profilesOf } from "./storage.ts";

/** The sandbox is on each computer, and looking around is not an account. */
const isSynced = ({ id, kind, credential }: Profile): boolean =>
  /^[a-z0-9-]+$/.test(id) &&
  ["github", "enterprise", "other"].includes(kind) &&
  (credential === "token" || credential === "session");

/**
 * Keeps the accounts' profiles, which have no tokens, among what is synced, and adds those of other computers: they ask
 * for a token here. An account that is signed out there stays here, and the other way round.
 */
export const syncProfiles = (
  accounts: AccountsModel,
  state: SharedState,
  onError: (error: unknown) => void,
): Disposable => {
  const store = new DisposableStore();
  const adopt = async (): Promise<void> => {
    await accounts.load();
    const stored = (): readonly Profile[] =>
      profilesOf(Object.values(fieldsOf(state.get(syncedProfilesName)))).filter(isSynced);
    const profiles = stored();
    const ids = new Map<Profile, readonly string[]>();
    for (const profile of profiles) ids.set(profile, await accounts.idsOf(profile));
    await accounts.adopt(
      profiles,
      (profile) =>
        stored().some(({ id }) => id === profile.id) &&
        // Signed out here: a change on another computer is no reason to bring it back, whatever its id is there.
        !ids.get(profile)?.some((id) => state.forgottenAt(id) > 0),
    );
  };
  const give = async (added: readonly string[]): Promise<void> => {
    const profiles = added.flatMap((id) => accounts.get(id)?.profile ?? []).filter(isSynced);
    if (profiles.length === 0) return;
    const shared = Object.fromEntries(profiles.map((profile) => [profile.id, withoutTokenFacts(profile)]));
    await state.update(syncedProfilesName, { ...fieldsOf(state.get(syncedProfilesName)), ...shared });
  };
  const remove = async (removed: readonly string[]): Promise<void> => {
    const rest = Object.entries(fieldsOf(state.get(syncedProfilesName))).filter(([id]) => !removed.includes(id));
    await state.update(syncedProfilesName, Object.fromEntries(rest));
  };
  store.add(
    accounts.onDidChange(({ added, changed, removed }) => {
      if (added.length + changed.length > 0) give([...added, ...changed]).catch(onError);
      if (removed.length > 0) remove(removed).catch(onError);
    }),
  );
  store.add(
    state.onDidChange((names) => {
      if (names.includes(syncedProfilesName)) adopt().catch(onError);
    }),
  );
  adopt().catch(onError);
  return store;
};
