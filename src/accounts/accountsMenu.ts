import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { CancelledError } from "../base/errors.ts";
import type { AccountsModel } from "./model.ts";
import { nameOf } from "./profile.ts";
import type { Shell } from "../shell/shell.ts";

type Session = vscode.AuthenticationSession;
type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/**
 * Forgeside's token accounts in VS Code's Accounts menu, with their sign-out. A session of this provider has no token:
 * other extensions that ask for one get the account's name and nothing to act with.
 */
export class AccountsMenu implements vscode.AuthenticationProvider, Disposable {
  readonly #accounts: AccountsModel;
  readonly #changed = new vscode.EventEmitter<Changes>();
  readonly onDidChangeSessions = this.#changed.event;
  readonly #listener: Disposable;
  #shown: readonly Session[] = [];

  readonly #signOut: (accountId: string) => Promise<void>;

  constructor(accounts: AccountsModel, signOut: (accountId: string) => Promise<void>) {
    this.#accounts = accounts;
    this.#signOut = signOut;
    this.#listener = accounts.onDidChange(() => this.#update());
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: vscode.AuthenticationProviderSessionOptions,
  ): Promise<Session[]> {
    await this.#accounts.load();
    // Without scopes VS Code asks what to show; with scopes an extension asks for a token, which there is not.
    if (scopes !== undefined && scopes.length > 0) return [];
    return this.#sessions().filter(({ account: { id } }) => account === undefined || id === account.id);
  }

  async createSession(): Promise<Session> {
    const id = await this.#accounts.signIn("token");
    const session = this.#sessions().find((each) => each.id === id);
    // Signed out since.
    if (!session) throw new CancelledError();
    return session;
  }

  async removeSession(id: string): Promise<void> {
    await this.#signOut(id);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #sessions(): readonly Session[] {
    return this.#accounts.accounts
      .filter(({ profile }) => profile.credential === "token")
      .map(({ profile }) => ({
        id: profile.id,
        accessToken: "",
        account: { id: profile.id, label: nameOf(profile) },
        scopes: [],
      }));
  }

  #update(): void {
    const next = this.#sessions();
    const added = next.filter(({ id }) => !this.#shown.some((each) => each.id === id));
    const removed = this.#shown.filter(({ id }) => !next.some((each) => each.id === id));
    this.#shown = next;
    if (added.length + removed.length > 0) this.#changed.fire({ added, removed, changed: [] });
  }
}

/** Shows the accounts that have a token in VS Code's Accounts menu. */
export const registerAccountsMenu = (
  shell: Shell,
  accounts: AccountsModel,
  signOut: (accountId: string) => Promise<void>,
): Disposable => {
  const menu = new AccountsMenu(accounts, signOut);
  const registered = shell.authentication(menu);
  return {
    dispose: () => {
      registered.dispose();
      menu.dispose();
    },
  };
};
