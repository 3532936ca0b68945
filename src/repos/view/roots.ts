import { Emitter } from "../../base/event.ts";
import { entriesOf, fieldsOf } from "../../base/fieldsOf.ts";
import { keyOf, type OwnOptions, type RepoListKind, type RepoPlace } from "../types.ts";

/** What the user wants to see in the view, of one account. */
export interface AccountRoots {
  /** Organizations and users, in the order in which they were added. */
  readonly lists: readonly RepoListKind[];
  /** Repositories that were opened by name or number. */
  readonly opened: readonly Omit<RepoPlace, "accountId">[];
}

export interface RootsStorage {
  readRoots(): Readonly<Record<string, AccountRoots>>;
  writeRoots(roots: Readonly<Record<string, AccountRoots>>): void;
  readOwnOptions(): unknown;
  writeOwnOptions(options: OwnOptions): void;
}

const nothing: AccountRoots = { lists: [], opened: [] };

const isList = (value: unknown): value is RepoListKind =>
  typeof value === "string" && /^(?:(?:own|starred|watched)$|(?:org|user|starredBy|watchedBy):.)/.test(value);

const isOpened = (value: unknown): value is AccountRoots["opened"][number] => {
  const { owner, repo } = fieldsOf(value);
  return typeof owner === "string" && typeof repo === "string";
};

export const ownTypes = ["all", "owner", "public", "private", "member"] as const;
export const ownSorts = ["pushed", "updated", "created", "full_name"] as const;

const validOptions = (stored: unknown): OwnOptions => {
  const { type, sort, direction } = (stored ?? {}) as Partial<Record<keyof OwnOptions, unknown>>;
  return {
    type: ownTypes.find((each) => each === type) ?? "all",
    sort: ownSorts.find((each) => each === sort) ?? "pushed",
    direction: direction === "asc" ? "asc" : "desc",
  };
};

/** What the view of repositories has at its top, also after a restart. */
export class RepoRoots {
  readonly #storage: RootsStorage;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(storage: RootsStorage) {
    this.#storage = storage;
  }

  of(accountId: string): AccountRoots {
    const stored = fieldsOf(fieldsOf(this.#storage.readRoots())[accountId]);
    const lists = entriesOf(stored["lists"]).filter(isList);
    const opened = entriesOf(stored["opened"]).filter(isOpened);
    return lists.length + opened.length === 0 ? nothing : { lists, opened };
  }

  get ownOptions(): OwnOptions {
    return validOptions(this.#storage.readOwnOptions());
  }

  set ownOptions(options: OwnOptions) {
    this.#storage.writeOwnOptions(options);
    this.#changed.fire();
  }

  addList(accountId: string, list: RepoListKind): void {
    const { lists, ...others } = this.of(accountId);
    if (lists.some((each) => each.toLowerCase() === list.toLowerCase())) return;
    this.#write(accountId, { ...others, lists: [...lists, list] });
  }

  removeList(accountId: string, list: RepoListKind): void {
    const { lists, ...others } = this.of(accountId);
    this.#write(accountId, { ...others, lists: lists.filter((each) => each !== list) });
  }

  open({ accountId, owner, repo }: RepoPlace): void {
    const { opened, ...others } = this.of(accountId);
    const key = keyOf({ accountId, owner, repo });
    const rest = opened.filter((each) => keyOf({ accountId, ...each }) !== key);
    this.#write(accountId, { ...others, opened: [{ owner, repo }, ...rest] });
  }

  close(place: RepoPlace): void {
    const { opened, ...others } = this.of(place.accountId);
    const rest = opened.filter((each) => keyOf({ accountId: place.accountId, ...each }) !== keyOf(place));
    this.#write(place.accountId, { ...others, opened: rest });
  }

  /** Nothing of the account is kept. */
  forget(accountId: string): void {
    if (this.of(accountId) !== nothing) this.#write(accountId, nothing);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #write(accountId: string, roots: AccountRoots): void {
    const others = Object.entries(this.#storage.readRoots()).filter(([id]) => id !== accountId);
    const isEmpty = roots.lists.length === 0 && roots.opened.length === 0;
    this.#storage.writeRoots(Object.fromEntries(isEmpty ? others : [...others, [accountId, roots]]));
    this.#changed.fire();
  }
}
