import {
  type AccountStorage,
  type AccountsUpdate,
  decodeSecret,
  encodeAccounts,
  idOf,
  OtherVersionError,
  OutdatedPageError,
  type StoredAccount,
} from "./storage.ts";

interface ReadAccounts {
  /** False when it is not known what is stored: then nothing may be written in its place. */
  readonly isRead: boolean;
  /** Undefined when they are those that the window has. */
  readonly accounts?: readonly StoredAccount[];
}

/** The accounts in the secret storage, with what this session could not write there. */
export class AccountsSecret {
  readonly #storage: AccountStorage;
  readonly #onProblem: (error: unknown) => void;
  /** The secret's text as we know it, to distinguish our own writes from those of other windows. */
  #known: string | undefined;
  /** What this session changed and could not write; made again on top of what is read. */
  #pending: readonly AccountsUpdate[] = [];
  /** Stored entries that this version does not understand. */
  #others: readonly unknown[] = [];
  #isBroken = false;
  #isReadOnly = false;
  #isMissing = false;

  constructor(storage: AccountStorage, onProblem: (error: unknown) => void) {
    this.#storage = storage;
    this.#onProblem = onProblem;
  }

  /** True when what this session stores is kept until its end. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** True when another version of Forgeside saved the accounts. */
  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** True when the storage answered nothing or damaged text: it may answer with the accounts later. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** Throws OtherVersionError and OutdatedPageError when the accounts cannot be written. */
  async requireWritable(): Promise<void> {
    if (this.#isReadOnly) throw new OtherVersionError();
    if (await this.isOutdated()) throw new OutdatedPageError();
  }

  /** Whether a write would remove what another page has stored. Rather false than an error: it is known in browsers only. */
  isOutdated(): Promise<boolean> {
    return this.#storage.hasUnknownAccounts().catch((error: unknown) => {
      this.#onProblem(error);
      return false;
    });
  }

  /** Reads what is stored, for a window that has the `known` accounts. */
  async read(known: readonly StoredAccount[]): Promise<ReadAccounts> {
    let text: string | undefined;
    try {
      text = await this.#storage.readSecret();
    } catch (error) {
      this.#isBroken = true;
      this.#onProblem(error);
      return { isRead: false, accounts: this.#withoutSecret(known) };
    }
    if (this.#pending.length === 0) this.#isBroken = false;
    if (text !== undefined && text === this.#known) return { isRead: !this.#isReadOnly };
    this.#known = text;
    const secret = decodeSecret(text);
    this.#isReadOnly = secret.kind === "otherVersion";
    this.#isMissing = secret.kind === "nothing";
    this.#others = secret.kind === "accounts" ? secret.others : [];
    // Accounts that are not read are not signed out: those that are known stay as they are.
    if (secret.kind !== "accounts") {
      if (this.#isReadOnly) this.#onProblem(new OtherVersionError());
      return { isRead: !this.#isReadOnly, accounts: this.#withoutSecret(known) };
    }
    const others = new Set(this.#others.map(idOf));
    const read = new Set(secret.accounts.map(({ profile }) => profile.id));
    // An entry without an id may be that of any account.
    const kept = known.filter(({ profile: { id } }) => others.has(id) || (others.has(undefined) && !read.has(id)));
    return { isRead: true, accounts: this.#replay([...secret.accounts, ...kept]) };
  }

  /** Writes what `change` made; where that fails, it is pending. */
  async write(accounts: readonly StoredAccount[], change: AccountsUpdate): Promise<void> {
    const known = this.#known;
    const ids = new Set<string | undefined>(accounts.map(({ profile }) => profile.id));
    const others = this.#others.filter((entry) => !ids.has(idOf(entry)));
    this.#known = encodeAccounts(accounts, others);
    try {
      await this.#storage.writeSecret(this.#known);
      this.#isBroken = false;
      this.#isMissing = false;
      this.#pending = [];
      this.#others = others;
    } catch (error) {
      this.#known = known;
      this.#isBroken = true;
      this.defer(change);
      this.#onProblem(error);
    }
  }

  /** Keeps a change that is not written. */
  defer(change: AccountsUpdate): void {
    this.#pending = [...this.#pending, change];
  }

  /** The accounts that are known without the secret. */
  #withoutSecret(known: readonly StoredAccount[]): readonly StoredAccount[] {
    if (known.length > 0) return known;
    return this.#replay(this.#storage.readLocalProfiles().map((profile) => ({ profile })));
  }

  #replay(accounts: readonly StoredAccount[]): readonly StoredAccount[] {
    return this.#pending.reduce((all, change) => change(all), accounts);
  }
}
