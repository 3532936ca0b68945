import { Emitter } from "../../base/event.ts";
import { entriesOf, fieldsOf } from "../../base/fieldsOf.ts";

export interface FollowedUsersStorage {
  /** Account id → logins. */
  read(): Readonly<Record<string, readonly string[]>>;
  write(followed: Readonly<Record<string, readonly string[]>>): void;
}

/** The people whose gists the user wants to see beside the own ones. */
export class FollowedUsers {
  readonly #storage: FollowedUsersStorage;
  readonly #changed = new Emitter<{ readonly accountId: string }>();
  readonly onDidChange = this.#changed.event;

  constructor(storage: FollowedUsersStorage) {
    this.#storage = storage;
  }

  of(accountId: string): readonly string[] {
    return entriesOf(fieldsOf(this.#storage.read())[accountId]).filter((login) => typeof login === "string");
  }

  has(accountId: string, login: string): boolean {
    return this.of(accountId).some((each) => each.toLowerCase() === login.toLowerCase());
  }

  add(accountId: string, login: string): void {
    if (!this.has(accountId, login)) this.#write(accountId, [...this.of(accountId), login]);
  }

  remove(accountId: string, login: string): void {
    const others = this.of(accountId).filter((each) => each.toLowerCase() !== login.toLowerCase());
    if (others.length < this.of(accountId).length) this.#write(accountId, others);
  }

  /** Nothing of the account is kept. */
  forget(accountId: string): void {
    if (this.of(accountId).length > 0) this.#write(accountId, []);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #write(accountId: string, logins: readonly string[]): void {
    const others = Object.entries(this.#storage.read()).filter(([id]) => id !== accountId);
    this.#storage.write(Object.fromEntries(logins.length === 0 ? others : [...others, [accountId, logins]]));
    this.#changed.fire({ accountId });
  }
}
