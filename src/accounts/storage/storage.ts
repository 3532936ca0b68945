import type { Event } from "../../base/event.ts";
import { parseBaseUrl } from "../../client/baseUrl.ts";
import type { Profile } from "../profile.ts";

export interface StoredAccount {
  readonly profile: Profile;
  /** Absent where the token does not come from SecretStorage. */
  readonly token?: string;
}

/** What would be lost with an entry of the secret. */
export const keyOf = ({ profile, token }: StoredAccount): string => JSON.stringify([profile.id, token]);

export const lacksToken = ({ profile, token }: StoredAccount): boolean =>
  profile.credential === "token" && token === undefined;

/** A change of the stored accounts, which can be made again on top of others. */
export type AccountsUpdate = (accounts: readonly StoredAccount[]) => readonly StoredAccount[];

/** Where accounts are kept. Tokens are in the secret only. */
export interface AccountStorage {
  /** The secret's text. Rejects where there is no working keyring. */
  readSecret(): Promise<string | undefined>;
  writeSecret(text: string): Promise<void>;
  /** The secret was changed, here or in another window. */
  readonly onDidChangeSecret: Event<void>;
  /** Whether another page has stored an account since this one read the secret, so that a write here would remove it. */
  hasUnknownAccounts(): Promise<boolean>;
  /** An account or a token was stored that the secret did not have before. */
  noteStored(): Promise<void>;
  /** The profiles without tokens: what is known when the secret cannot be read. */
  readLocalProfiles(): readonly Profile[];
  writeLocalProfiles(profiles: readonly Profile[]): Promise<void>;
  /** The ids that version 0.1 gave, by those that their accounts would get now. */
  readFormerIds(): Readonly<Record<string, string>>;
  writeFormerIds(ids: Readonly<Record<string, string>>): Promise<void>;
  /** The id of the account that is active in this folder, or that was made active last. */
  readActive(): string | undefined;
  writeActive(id: string): Promise<void>;
  /** Removes the id wherever it is stored as the active account's. */
  forgetActive(id: string): Promise<void>;
}

/** `others`: entries that were read and not understood; they are written back as they are. */
export const encodeAccounts = (accounts: readonly StoredAccount[], others: readonly unknown[] = []): string =>
  JSON.stringify({ version: 1, accounts: [...accounts, ...others] });

const isUsable = (baseUrl: string): boolean => {
  try {
    return parseBaseUrl(baseUrl) === baseUrl;
  } catch {
    return false;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isOneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === "string" && words.includes(value);
const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const required: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isText,
  kind: isOneOf("github", "enterprise", "sandbox", "other"),
  baseUrl: (value) => typeof value === "string" && isUsable(value),
  dialect: isOneOf("interface", "github"),
  login: isText,
  credential: isOneOf("token", "session", "sandbox", "anonymous"),
};

const optional: Readonly<Record<string, (value: unknown) => boolean>> = {
  scopes: isTexts,
  sessionProvider: isOneOf("github", "github-enterprise"),
  sessionScopes: isTexts,
  authScheme: isOneOf("Bearer", "token"),
  tokenExpiresAt: (value) => typeof value === "number",
  sessionAccountId: isText,
  missing: isRecord,
};

const isProfile = (value: unknown): value is Profile =>
  isRecord(value) &&
  Object.entries(required).every(([key, isMeant]) => isMeant(value[key])) &&
  Object.entries(optional).every(([key, isMeant]) => value[key] === undefined || isMeant(value[key]));

const isAccount = (value: unknown): value is StoredAccount => {
  if (typeof value !== "object" || value === null) return false;
  const { profile, token } = value as Readonly<Record<string, unknown>>;
  return (
    isProfile(profile) && (token === undefined || (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)))
  );
};

/** What the secret's text means. Only `accounts` says which accounts there are, and so which are signed out. */
export type StoredSecret =
  | {
      readonly kind: "accounts";
      readonly accounts: readonly StoredAccount[];
      /** Entries that cannot be understood: never used. */
      readonly others: readonly unknown[];
    }
  /** Written by another version of Forgeside: not to be overwritten. */
  | { readonly kind: "otherVersion" }
  /** Nothing was stored, or nothing that any version wrote. */
  | { readonly kind: "nothing" };

/** The id of an entry, whether or not the rest of it can be understood. */
export const idOf = (entry: unknown): string | undefined => {
  const profile = isRecord(entry) ? entry["profile"] : undefined;
  const id = isRecord(profile) ? profile["id"] : undefined;
  return typeof id === "string" ? id : undefined;
};

export const decodeSecret = (text: string | undefined): StoredSecret => {
  let data: unknown;
  try {
    data = JSON.parse(text ?? "");
  } catch {
    return { kind: "nothing" };
  }
  if (!isRecord(data) || data["version"] === undefined) return { kind: "nothing" };
  const { version, accounts } = data;
  if (version !== 1) return { kind: "otherVersion" };
  if (!Array.isArray(accounts)) return { kind: "nothing" };
  return {
    kind: "accounts",
    accounts: accounts.filter(isAccount),
    others: accounts.filter((entry) => !isAccount(entry)),
  };
};

/** Thrown by what would have to overwrite accounts that another version of Forgeside wrote. */
export class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";
  constructor() {
    super("The accounts were saved by another version of Forgeside.");
  }
}

/** Thrown by what would remove accounts that another page of the browser has stored. */
export class OutdatedPageError extends Error {
  override readonly name = "OutdatedPageError";
  constructor() {
    super("Another page has stored an account.");
  }
}

export const formerIdsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    isRecord(value)
      ? Object.entries(value).flatMap(([own, id]) => (typeof id === "string" ? [[own, id] as const] : []))
      : [],
  );

export const profilesOf = (value: unknown): readonly Profile[] =>
  Array.isArray(value) ? value.filter(isProfile) : [];
