import { digestedId, plainId, type Profile } from "./profile.ts";
import type { AccountStorage } from "./storage/storage.ts";

type Owner = Pick<Profile, "kind" | "baseUrl" | "login">;

export const isSame = (left: Owner, right: Owner): boolean =>
  left.baseUrl === right.baseUrl &&
  (left.kind === "sandbox") === (right.kind === "sandbox") &&
  left.login.toLowerCase() === right.login.toLowerCase();

/**
 * The id of an account that is signed in to: the one that it has or had, so that everything stored under it is found
 * again; otherwise one that no other server can have.
 */
export const idFor = async (
  owner: Owner,
  accounts: readonly { readonly profile: Profile }[],
  storage: Pick<AccountStorage, "readFormerIds">,
): Promise<string> => {
  const known = accounts.find(({ profile }) => isSame(profile, owner));
  if (known) return known.profile.id;
  const own = await digestedId(owner);
  const former = storage.readFormerIds();
  const plain = plainId(owner);
  const isTaken =
    accounts.some(({ profile }) => profile.id === plain) || Object.values(former).includes(plain ?? "");
  return former[own] ?? (plain !== undefined && !isTaken ? plain : own);
};

/** The ids that the account of a profile has or had here; on the computer that the profile comes from it may have another. */
export const idsOf = async (
  profile: Profile,
  storage: Pick<AccountStorage, "readFormerIds">,
): Promise<readonly string[]> => {
  const own = await digestedId(profile);
  return [profile.id, own, plainId(profile) ?? own, storage.readFormerIds()[own] ?? own];
};

/** Remembers ids of version 0.1, which cannot be derived, for when their accounts are signed in to again. */
export const rememberIds = async (
  accounts: readonly { readonly profile: Profile }[],
  storage: AccountStorage,
): Promise<void> => {
  const former = storage.readFormerIds();
  const added: Record<string, string> = {};
  for (const { profile } of accounts) {
    const own = await digestedId(profile);
    if (profile.id !== own && profile.id !== plainId(profile) && former[own] !== profile.id)
      added[own] = profile.id;
  }
  if (Object.keys(added).length > 0) await storage.writeFormerIds({ ...former, ...added });
};
