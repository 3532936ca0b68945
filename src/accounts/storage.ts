import type { Event } from "../base/event.ts";
import { parseBaseUrl } from "../client/baseUrl.ts";
import type { Profile } from "./profile.ts";

export interface StoredAccount {
  readonly profile: Profile;
  /** Absent where the token does not come from SecretStorage. */
  readonly token?: string;
}

/** Where accounts are kept. Tokens are in the secret only. */
export interface AccountStorage {
  /** The secret's text. Rejects where there is no working keyring. */
  readSecret(): Promise<string | undefined>;
  writeSecret(text: string): Promise<void>;
  /** The secret was changed, here or in another window. */
  readonly onDidChangeSecret: Event<void>;
  /** The profiles without tokens: what is known when the secret cannot be read. */
  readProfiles(): readonly Profile[];
  writeProfiles(profiles: readonly Profile[]): Promise<void>;
  readActive(): string | undefined;
  writeActive(id: string | undefined): Promise<void>;
}

export const encodeAccounts = (accounts: readonly StoredAccount[]): string =>
  JSON.stringify({ version: 1, accounts });

const isUsable = (baseUrl: string): boolean => {
  try {
    return parseBaseUrl(baseUrl) === baseUrl;
  } catch {
    return false;
  }
};

const isProfile = (value: unknown): value is Profile => {
  if (typeof value !== "object" || value === null) return false;
  const profile = value as Readonly<Record<string, unknown>>;
  const texts = ["id", "kind", "baseUrl", "dialect", "login", "credential"];
  return texts.every((key) => typeof profile[key] === "string") && isUsable(profile["baseUrl"] as string);
};

const isAccount = (value: unknown): value is StoredAccount => {
  if (typeof value !== "object" || value === null) return false;
  const { profile, token } = value as Readonly<Record<string, unknown>>;
  return (
    isProfile(profile) && (token === undefined || (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)))
  );
};

/** What cannot be understood is left out rather than trusted. */
export const decodeAccounts = (text: string | undefined): readonly StoredAccount[] => {
  if (text === undefined) return [];
  try {
    const data = JSON.parse(text) as { version?: unknown; accounts?: unknown };
    if (data.version !== 1 || !Array.isArray(data.accounts)) return [];
    return data.accounts.filter(isAccount);
  } catch {
    return [];
  }
};

export const profilesOf = (value: unknown): readonly Profile[] =>
  Array.isArray(value) ? value.filter(isProfile) : [];
