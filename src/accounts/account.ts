import type { Client } from "../client/client.ts";
import type { MissingPermission } from "../client/errors.ts";
import type { ClientDeps } from "./accountClient.ts";
import type { AccountPermissions } from "./permissions/permissions.ts";
import { type Candidate, isSameServer, type Profile } from "./profile.ts";
import type { AccountStorage } from "./storage/storage.ts";

/** Why an account cannot be used. */
type Problem = "refused" | "noToken";

/** What a change does on an outdated page: it fails, is made until the page is closed, or is left out. */
export type WhenOutdated = "throw" | "applyOnly" | "skip";

export interface Account {
  readonly profile: Profile;
  readonly client: Client;
  readonly problem: Problem | undefined;
  /** Organizations, by id, whose things the service left out of lists until the token is authorized for them. */
  readonly partialOrganizations: readonly string[];
  readonly permissions: Pick<AccountPermissions, "grant" | "require">;
}

export interface AccountsChange {
  readonly added: readonly string[];
  /** Signed out, here or in another window. Never because tokens could not be read. */
  readonly removed: readonly string[];
  /** Profile, credentials or problem are others than before. All three lists are empty when another account is active, or more is known of a token or its permissions. */
  readonly changed: readonly string[];
}

export interface AccountsOptions extends ClientDeps {
  readonly storage: AccountStorage;
  /** The token of an account that is not kept in SecretStorage; undefined when it no longer exists. */
  readonly tokenOf: (profile: Profile) => Promise<string | undefined>;
  /** Asks the user for another token; true when `replaceToken` was called. */
  readonly askForToken: (account: Account) => Promise<boolean>;
  /**
   * Leads the user through a sign-in where no account is signed in, to another account, or to one with a token. Answers the
   * account's id. Throws CancelledError.
   */
  readonly signIn: (kind?: "another" | "token") => Promise<string>;
  /** Asks the user for what a call needs; true when it was granted. Called for what the user began only. */
  readonly requestPermission: (account: Account, missing: MissingPermission) => Promise<boolean>;
  /** Tokens could not be read or kept; OtherVersionError when another version of Forgeside wrote them. */
  readonly onStorageProblem: (error: unknown) => void;
  /** `tokenOf` failed; the account counts as one without a token. */
  readonly onTokenProblem: (error: unknown) => void;
}

/** An account as the model has it. */
export interface Entry extends Account {
  /** As it is in the storage; `profile` has what answers said of the token in addition. */
  readonly stored: Profile;
  profile: Profile;
  readonly token: string | undefined;
  readonly permissions: AccountPermissions;
  problem: Problem | undefined;
  partialOrganizations: readonly string[];
}

/** The token that this window still has of an account that was stored without one, by a window that could not read it. */
export const heldToken = (former: Entry | undefined, profile: Profile): string | undefined =>
  former?.profile.credential === "token" && isSameServer(former.profile, profile) ? former.token : undefined;

export const isEqualBut = (ignored: keyof Profile, left: Profile, right: Profile): boolean =>
  JSON.stringify({ ...left, [ignored]: 0 }) === JSON.stringify({ ...right, [ignored]: 0 });

/** Looking around on a server ends with the sign-in there. */
export const isReplacedBy = (known: Profile, { kind, baseUrl, credential }: Candidate): boolean =>
  known.credential === "anonymous" &&
  credential !== "anonymous" &&
  known.kind === kind &&
  known.baseUrl === baseUrl;
