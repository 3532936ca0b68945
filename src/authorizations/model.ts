import type { Account, AccountsModel } from "../accounts/model.ts";
import type { Profile } from "../accounts/profile.ts";
import { DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import type { Client } from "../client/client.ts";
import { LostWrites } from "../client/lostWrites.ts";
import type { RequestHeaders } from "../client/operation.ts";
import type { Authorization } from "../client/types/authorization.ts";
import type { WithMeta } from "../client/types/result.ts";
import { changeOf, scopeFields } from "./scopes.ts";

/** Calls with the user's password, which it asks for. Throws CancelledError and UserError. */
type WithPassword = <T>(
  profile: Profile,
  title: string,
  call: (client: Client, headers: RequestHeaders) => Promise<T>,
) => Promise<T>;

export interface AuthorizationDraft {
  readonly scopes: readonly string[];
  /** Empty for none. */
  readonly note: string;
  readonly noteUrl: string;
}

interface Options {
  readonly accounts: AccountsModel;
  readonly withPassword: WithPassword;
}

const textOr = (text: string | null | undefined): string => text ?? "";

export const withoutToken = (authorization: Authorization): Authorization => {
  const { token: _, ...rest } = authorization;
  return rest;
};

/** As it is at the service. */
export const draftOf = ({ scopes, note, note_url: noteUrl }: Authorization): AuthorizationDraft => ({
  scopes: scopes ?? [],
  note: textOr(note),
  noteUrl: textOr(noteUrl),
});

/** The token grants of accounts. Nothing of a token is kept here. */
export class AuthorizationsModel {
  readonly #options: Options;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<string>());
  /** What is known of this account's authorizations is another now. */
  readonly onDidChange = this.#changed.event;
  readonly #lost = new LostWrites();
  readonly #lists = new Map<string, readonly Authorization[]>();

  constructor(options: Options) {
    this.#options = options;
    this.#store.add(
      options.accounts.onDidChange(({ removed, changed }) => {
        for (const id of [...removed, ...changed]) this.forget(id);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#lists.clear();
  }

  /** What was read last; undefined before the user gave the password. */
  known(accountId: string): readonly Authorization[] | undefined {
    return this.#lists.get(accountId);
  }

  forget(accountId: string): void {
    if (this.#lists.delete(accountId)) this.#changed.fire(accountId);
  }

  /** All of them, as the service has them now. */
  async read({ profile }: Account, title: string): Promise<readonly Authorization[]> {
    const list = await this.#options.withPassword(profile, title, async (client, headers) => {
      const found: Authorization[] = [];
      for await (const page of client.pages("authorization.getAll", { per_page: 100, headers }))
        found.push(...page);
      return found;
    });
    this.#keep(profile.id, list);
    return list;
  }

  async get({ profile }: Account, id: number, title: string): Promise<Authorization> {
    const found = await this.#options.withPassword(profile, title, (client, headers) =>
      client.call("authorization.get", { id: String(id), headers }),
    );
    this.#replace(profile.id, found);
    return found;
  }

  /** The answer has the token, this once. */
  async create({ profile }: Account, draft: AuthorizationDraft, title: string): Promise<Authorization> {
    const { scopes, note, noteUrl } = draft;
    const made = await this.#options.withPassword(profile, title, (client, headers) =>
      client.call("authorization.create", {
        scopes: [...scopes],
        ...(note !== "" && { note }),
        ...(noteUrl !== "" && { note_url: noteUrl }),
        headers,
      }),
    );
    const known = this.#lists.get(profile.id);
    if (known) this.#keep(profile.id, [...known, made]);
    return made;
  }

  /** Sends only what changed; undefined when that is nothing. */
  async update(
    { profile }: Account,
    former: Authorization,
    next: AuthorizationDraft,
    title: string,
  ): Promise<Authorization | undefined> {
    const before = draftOf(former);
    const fields = {
      ...scopeFields(changeOf(before.scopes, next.scopes)),
      ...(next.note === before.note ? {} : { note: next.note }),
      ...(next.noteUrl === before.noteUrl ? {} : { note_url: next.noteUrl }),
    };
    if (Object.keys(fields).length === 0) return undefined;
    const changed = await this.#options.withPassword(profile, title, (client, headers) =>
      this.#lost.call({ client, profile }, "authorization.update", { id: String(former.id), ...fields, headers }),
    );
    this.#replace(profile.id, changed);
    return changed;
  }

  async delete({ profile }: Account, id: number, title: string): Promise<void> {
    await this.#options.withPassword(profile, title, (client, headers) =>
      this.#lost.call({ client, profile }, "authorization.delete", { id: String(id), headers }),
    );
    this.#keep(
      profile.id,
      (this.#lists.get(profile.id) ?? []).filter((each) => each.id !== id),
    );
  }

  #replace(accountId: string, changed: Authorization): void {
    const known = this.#lists.get(accountId);
    if (known)
      this.#keep(
        accountId,
        known.map((each) => (each.id === changed.id ? changed : each)),
      );
  }

  #keep(accountId: string, list: readonly (Authorization | WithMeta<Authorization>)[]): void {
    this.#lists.set(accountId, list.map(withoutToken));
    this.#changed.fire(accountId);
  }
}
