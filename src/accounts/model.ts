import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import type { Client } from "../client/client.ts";
import { HttpError, toRefusal } from "../client/errors.ts";
import type { Priority } from "../client/scheduler.ts";
import {
  type Account,
  type AccountsChange,
  type AccountsOptions,
  type Entry,
  heldToken,
  isEqualBut,
  isReplacedBy,
  type WhenOutdated,
} from "./account.ts";
import { AccountsSecret } from "./storage/accountsSecret.ts";
import { createClient, credentialsOf } from "./accountClient.ts";
import { idFor, idsOf, isSame, rememberIds } from "./accountIds.ts";
import type { Missing } from "./capabilities.ts";
import { checkToken } from "./signIn/checkToken.ts";
import { isAppToken } from "./grantedScopes.ts";
import { type Identity, tokenPart, withoutTokenFacts } from "./identity.ts";
import { createAccountPermissions } from "./permissions/createAccountPermissions.ts";
import { type Candidate, isSameServer, type Profile } from "./profile.ts";
import { SharedQuestions } from "./signIn/questions.ts";
import { SignOutParticipants } from "./signOut/signOutParticipants.ts";
import { TokenRefusals } from "./signIn/tokenRefusal.ts";
import {
  type AccountsUpdate,
  keyOf,
  lacksToken,
  OtherVersionError,
  OutdatedPageError,
  type StoredAccount,
} from "./storage/storage.ts";

export type { Account, AccountsChange, AccountsOptions } from "./account.ts";

/** The accounts of all servers, one client each. */
export class AccountsModel {
  readonly #options: AccountsOptions;
  readonly #secret: AccountsSecret;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<AccountsChange>());
  readonly onDidChange = this.#changed.event;
  /** The features that are asked before an account is signed out by a command. */
  readonly signOuts = new SignOutParticipants();
  /** Leads the user through a sign-in. Throws CancelledError. */
  readonly signIn: AccountsOptions["signIn"];
  /** The ids that the account of a profile has or had on this computer. */
  readonly idsOf = (profile: Profile): Promise<readonly string[]> => idsOf(profile, this.#options.storage);
  readonly #entries = new Map<string, Entry>();
  /** The questions for another token, by account: what the user saves does not wait for their answers. */
  readonly tokenQuestions = new SharedQuestions();
  readonly #probes = new WeakMap<Client, Promise<Missing>>();
  readonly #refusals: TokenRefusals;
  #loaded: Promise<void> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #activeId: string | undefined;

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#secret = new AccountsSecret(options.storage, options.onStorageProblem);
    this.#refusals = new TokenRefusals(options);
    this.signIn = options.signIn;
    this.#store.add(options.storage.onDidChangeSecret(() => void this.#enqueue(() => this.#read())));
  }

  get accounts(): readonly Account[] {
    return [...this.#entries.values()];
  }

  /** The account that commands act on when nothing else says which. */
  get active(): Account | undefined {
    return this.#entries.get(this.#activeId ?? "") ?? this.accounts[0];
  }

  get(id: string): Account | undefined {
    return this.#entries.get(id);
  }

  /** True when tokens are stored for this session only, or not all accounts are known. */
  get storageBroken(): boolean {
    return this.#secret.isBroken || this.isReadOnly;
  }

  /** True when another version of Forgeside saved the accounts: they can be used and not be changed. */
  get isReadOnly(): boolean {
    return this.#secret.isReadOnly;
  }

  /** Throws OtherVersionError and OutdatedPageError when accounts cannot be changed. */
  async requireWritable(): Promise<void> {
    await this.load();
    await this.#secret.requireWritable();
  }

  /** Reads what was kept; later calls wait for the first. */
  load(): Promise<void> {
    this.#loaded ??= this.#enqueue(async () => {
      this.#activeId = this.#options.storage.readActive();
      await this.#read();
    });
    return this.#loaded;
  }

  /** Checks a token at its server. Throws HttpError when the server does not take it. */
  check(candidate: Candidate, token: string, signal?: AbortSignal): Promise<Identity> {
    return checkToken(this.#options, candidate, token, signal);
  }

  /** A client of the account's server that does not have its token. The caller disposes it. */
  clientWithoutToken(profile: Candidate & { readonly id?: string }): Promise<Client> {
    return createClient(this.#options, profile, profile.id === undefined ? {} : { of: profile.id });
  }

  /**
   * Stores an account whose token was checked, and makes it the active one. Answers its id, which is `inPlaceOf` when it
   * takes the place of that anonymous account, for a call that continues.
   */
  async add(
    candidate: Candidate,
    identity: Identity,
    token: string | undefined,
    inPlaceOf?: string,
  ): Promise<string> {
    await this.load();
    const own = await idFor({ ...candidate, login: identity.login }, this.accounts, this.#options.storage);
    const place = this.#entries.get(inPlaceOf ?? "")?.profile;
    const id = place && isReplacedBy(place, candidate) && !this.#entries.has(own) ? place.id : own;
    const former = this.#entries.get(id)?.profile.missing;
    const profile: Profile = { ...candidate, ...identity, id, ...(former ? { missing: former } : {}) };
    await this.#update((accounts) => [
      ...accounts.filter(({ profile: known }) => known.id !== id && !isReplacedBy(known, candidate)),
      token === undefined ? { profile } : { profile, token },
    ]);
    this.#accepted(id);
    await this.setActive(id);
    return id;
  }

  /** Adds accounts of the user's other computers that are unknown, without tokens. `isWanted` is asked as each is added. */
  async adopt(profiles: readonly Profile[], isWanted: (profile: Profile) => boolean): Promise<void> {
    await this.load();
    const isNew = (known: readonly StoredAccount[], each: Profile): boolean =>
      isWanted(each) && !known.some(({ profile }) => profile.id === each.id || isSame(profile, each));
    const unknown = (known: readonly StoredAccount[]): readonly StoredAccount[] =>
      profiles.filter((each) => isNew(known, each)).map((profile) => ({ profile }));
    if (this.isReadOnly || unknown(this.#stored()).length === 0) return;
    // What another page has stored is there, with its token, when this one is loaded again.
    await this.#update((known) => [...known, ...unknown(known)], "skip");
  }

  async replaceToken(id: string, identity: Identity, token: string): Promise<void> {
    await this.#updateAccount(id, ({ profile }) => ({
      profile: { ...withoutTokenFacts(profile), ...identity, login: profile.login },
      token,
    }));
    this.#accepted(id);
  }

  /** From now on the account's session is asked for these scopes. */
  async setSessionScopes(id: string, sessionScopes: readonly string[]): Promise<void> {
    await this.#updateAccount(id, (account) =>
      account.profile.credential === "session"
        ? { profile: { ...withoutTokenFacts(account.profile), sessionScopes, scopes: sessionScopes } }
        : account,
    );
    this.#accepted(id);
    await this.refreshTokens();
  }

  /** Forgets the account and its token. An outdated page `mayKeep` the token in its storage. */
  async remove(id: string, mayKeep = false): Promise<void> {
    await this.#update(
      (accounts) => accounts.filter((account) => account.profile.id !== id),
      mayKeep ? "applyOnly" : "throw",
    );
    await this.#options.storage.forgetActive(id);
  }

  async setActive(id: string): Promise<void> {
    if (this.#activeId === id) return;
    this.#activeId = id;
    await this.#options.storage.writeActive(id);
    this.#changed.fire({ added: [], removed: [], changed: [] });
  }

  /** Finds out what the server lacks, and keeps it. Calls for one account share what is under way. */
  async probe(id: string): Promise<Missing> {
    const entry = this.#entries.get(id);
    if (!entry) return {};
    const { client } = entry;
    const open = this.#probes.get(client);
    if (open) return open;
    const probing = this.#probe(id, client).finally(() => this.#probes.delete(client));
    this.#probes.set(client, probing);
    return probing;
  }

  async #probe(id: string, client: Client): Promise<Missing> {
    const former = this.#entries.get(id);
    const missing = await (await import("./capabilities.ts")).probe(client, former?.profile.missing);
    const entry = this.#entries.get(id);
    // Not with the answers to another token.
    const isItsOwn = entry?.client === client && entry.token === former?.token && !this.isReadOnly;
    if (isItsOwn && JSON.stringify(missing) !== JSON.stringify(entry.profile.missing))
      await this.#updateAccount(id, (one) => ({ ...one, profile: { ...one.profile, missing } }), "applyOnly");
    return missing;
  }

  /** For the leak guard alone: the tokens of all accounts, which must not leave this machine. */
  async ownTokens(): Promise<readonly string[]> {
    await this.load();
    return [...this.#entries.values()].flatMap(({ token }) => token ?? []);
  }

  /** A token that does not come from SecretStorage may be another one now. */
  refreshTokens(): Promise<void> {
    return this.#enqueue(() => this.#apply(this.#stored()));
  }

  dispose(): void {
    for (const entry of this.#entries.values()) entry.client.dispose();
    this.#entries.clear();
    this.#store.dispose();
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  #stored(): readonly StoredAccount[] {
    return [...this.#entries.values()].map(({ stored, token }) =>
      stored.credential === "token" && token !== undefined ? { profile: stored, token } : { profile: stored },
    );
  }

  #updateAccount(
    id: string,
    change: (account: StoredAccount) => StoredAccount,
    whenOutdated: WhenOutdated = "throw",
  ): Promise<void> {
    return this.#update(
      (accounts) => accounts.map((account) => (account.profile.id === id ? change(account) : account)),
      whenOutdated,
    );
  }

  /** The server accepted the token just now, perhaps the one that it refused before. */
  #accepted(id: string): void {
    const entry = this.#entries.get(id);
    if (entry?.problem !== "refused") return;
    entry.problem = undefined;
    this.#changed.fire({ added: [], removed: [], changed: [id] });
  }

  /** Finds out whether the server accepts a token again that it refused: a call was answered, or the user saves. */
  async recheck(id: string): Promise<void> {
    if (this.#entries.get(id)?.problem !== "refused") return;
    await this.#refusals.turnToRecheck(id);
    const entry = this.#entries.get(id);
    if (entry?.problem !== "refused" || (await this.#refusals.isRefused(entry).catch(() => true))) return;
    if (this.#entries.get(id)?.token === entry.token) this.#accepted(id);
  }

  async #read(): Promise<boolean> {
    const { isRead, accounts } = await this.#secret.read(this.#stored());
    if (accounts) await this.#apply(accounts);
    return isRead;
  }

  /** Reads the newest state, changes it, writes it and takes it over. Throws OtherVersionError and OutdatedPageError. */
  #update(change: AccountsUpdate, whenOutdated: WhenOutdated = "throw"): Promise<void> {
    return this.#enqueue(async () => {
      const { storage, onStorageProblem } = this.#options;
      const isRead = await this.#read();
      if (this.#secret.isReadOnly) throw new OtherVersionError();
      const isOutdated = await this.#secret.isOutdated();
      if (isOutdated && whenOutdated === "throw") throw new OutdatedPageError();
      if (isOutdated && whenOutdated === "skip") return;
      const before = this.#stored();
      const next = change(before);
      await rememberIds(before, storage).catch(onStorageProblem);
      if (!isOutdated) {
        const former = new Set(before.map(keyOf));
        const isNew = (account: StoredAccount): boolean => !former.has(keyOf(account));
        const added = next.filter(isNew);
        // A missing secret may be back, with the tokens of accounts that stay: only another token takes its place.
        const mayBeBack =
          this.#secret.isMissing &&
          added.every(({ token }) => !token) &&
          next.some((account) => lacksToken(account) && !isNew(account));
        if (isRead && !mayBeBack) await this.#secret.write(next, change);
        else this.#secret.defer(change);
        if (added.length > 0) await storage.noteStored().catch(onStorageProblem);
        await storage.writeLocalProfiles(next.map(({ profile }) => profile)).catch(onStorageProblem);
      }
      await this.#apply(next);
    });
  }

  #tokenOf(profile: Profile): Promise<string | undefined> {
    return this.#options.tokenOf(profile).catch((error: unknown) => {
      this.#options.onTokenProblem(error);
      return undefined;
    });
  }

  async #apply(accounts: readonly StoredAccount[]): Promise<void> {
    const added: string[] = [];
    const changed: string[] = [];
    let isRedrawn = false;
    const removed = [...this.#entries.keys()].filter((id) => !accounts.some(({ profile }) => profile.id === id));
    for (const { profile, token: kept } of accounts) {
      const former = this.#entries.get(profile.id);
      const token =
        profile.credential === "token" ? (kept ?? heldToken(former, profile)) : await this.#tokenOf(profile);
      const isEqual =
        former && former.token === token && JSON.stringify(former.stored) === JSON.stringify(profile);
      if (isEqual) continue;
      const isSame = former !== undefined && isSameServer(former.profile, profile);
      const permissions = isSame
        ? former.permissions
        : createAccountPermissions(
            profile.id,
            () => this.#entries.get(profile.id),
            () => this.#changed.fire({ added: [], removed: [], changed: [] }),
            this.#options.requestPermission,
            () => void this.recheck(profile.id),
          );
      const client = isSame
        ? former.client
        : await createClient(this.#options, profile, {
            of: profile.id,
            permissions,
            reauthenticate: (error, priority) => this.#reauthenticate(profile.id, error, priority),
          });
      if (former && client !== former.client) former.client.dispose();
      const isAnonymous = profile.credential === "anonymous";
      const hasSameToken = former?.token === token;
      const problem = token === undefined && !isAnonymous ? "noToken" : hasSameToken ? former?.problem : undefined;
      const partialOrganizations = hasSameToken ? (former?.partialOrganizations ?? []) : [];
      // The stored state of the token counts only when it was written again.
      const isStoredAgain = JSON.stringify(tokenPart(former?.stored)) !== JSON.stringify(tokenPart(profile));
      const known = hasSameToken && !isStoredAgain ? tokenPart(former?.profile) : {};
      this.#entries.set(profile.id, {
        stored: profile,
        profile: { ...profile, ...known, ...(isAppToken(token) ? { isAppToken: true } : {}) },
        token,
        client,
        permissions,
        problem,
        partialOrganizations,
      });
      if (!hasSameToken || former?.client !== client || isAnonymous) {
        permissions.reset();
        client.authenticate(credentialsOf(profile, token));
      }
      // When the token expires makes no difference to what was read with it.
      const isOther = !former || !hasSameToken || !isEqualBut("tokenExpiresAt", former.stored, profile);
      if (isOther) (former ? changed : added).push(profile.id);
      else isRedrawn = true;
    }
    for (const id of removed) {
      const client = this.#entries.get(id)?.client;
      client?.dispose();
      client?.authenticate(null);
      this.#entries.delete(id);
    }
    if (isRedrawn || added.length + removed.length + changed.length > 0)
      this.#changed.fire({ added, removed, changed });
  }

  /** One question per account; of what only shows something one per token. Saves and what runs by itself do not wait for it. */
  async #reauthenticate(id: string, error: HttpError, priority: Priority): Promise<boolean> {
    const refused = this.#entries.get(id);
    if (!refused || refused.profile.credential === "anonymous" || !HttpError.is(error, "unauthorized"))
      return false;
    const isNew = refused.token !== undefined && refused.problem === undefined;
    if (isNew && !(await this.#refusals.isRefused(refused))) throw toRefusal(error);
    const entry = this.#entries.get(id);
    // Signed out, or with another token since.
    if (!entry || entry.token !== refused.token) return entry?.token !== undefined;
    if (entry.problem === undefined) {
      entry.problem = "refused";
      this.#changed.fire({ added: [], removed: [], changed: [id] });
    }
    const wasAlreadyAsked = priority !== "user" && this.tokenQuestions.wasAsked(id, entry.token);
    if (wasAlreadyAsked || priority === "background") return false;
    const asking = this.tokenQuestions.ask(id, () => this.#options.askForToken(entry), entry.token);
    if (priority === "user" && this.tokenQuestions.mayWait(id)) return asking;
    asking.catch(() => undefined);
    return false;
  }
}
