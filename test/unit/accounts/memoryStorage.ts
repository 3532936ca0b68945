import { Emitter } from "../../../src/base/event.ts";
import { type AccountStorage, decodeSecret, type StoredAccount } from "../../../src/accounts/storage/storage.ts";
import type { Profile } from "../../../src/accounts/profile.ts";

/** The accounts in a secret's text; none where it has none. */
export const decodeAccounts = (text: string | undefined): readonly StoredAccount[] => {
  const secret = decodeSecret(text);
  return secret.kind === "accounts" ? secret.accounts : [];
};

/** Where accounts are kept, in memory; several windows may share one. As in VS Code, a writer hears of its own writes. */
export class MemoryStorage implements AccountStorage {
  secret: string | undefined;
  profiles: readonly Profile[] = [];
  formerIds: Readonly<Record<string, string>> = {};
  active: string | undefined;
  /** What every reading and writing of the secret fails with: there is no working keyring. */
  failure: Error | undefined;
  /** What every reading of the secret fails with, though it can be written. */
  readFailure: Error | undefined;
  writes = 0;
  readonly changed = new Emitter<void>();
  readonly onDidChangeSecret = this.changed.event;

  /** Another page has stored an account that this one doesn't know. */
  isOutdated = false;
  /** How often an account or a token was stored that was not there before. */
  stored = 0;

  async hasUnknownAccounts(): Promise<boolean> {
    return this.isOutdated;
  }

  async noteStored(): Promise<void> {
    this.stored++;
  }

  async readSecret(): Promise<string | undefined> {
    const failure = this.failure ?? this.readFailure;
    if (failure) throw failure;
    return this.secret;
  }

  async writeSecret(text: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.writes++;
    this.secret = text;
    this.changed.fire();
  }

  readLocalProfiles(): readonly Profile[] {
    return this.profiles;
  }

  async writeLocalProfiles(profiles: readonly Profile[]): Promise<void> {
    this.profiles = profiles;
  }

  readFormerIds(): Readonly<Record<string, string>> {
    return this.formerIds;
  }

  async writeFormerIds(ids: Readonly<Record<string, string>>): Promise<void> {
    this.formerIds = ids;
  }

  readActive(): string | undefined {
    return this.active;
  }

  async writeActive(id: string): Promise<void> {
    this.active = id;
  }

  async forgetActive(id: string): Promise<void> {
    if (this.active === id) this.active = undefined;
  }
}
