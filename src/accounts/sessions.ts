import type { Profile } from "./profile.ts";

/** As `vscode.AuthenticationSessionAccountInformation`. */
export interface SessionAccount {
  readonly id: string;
  /** The login at GitHub. */
  readonly label: string;
}

export interface Session {
  readonly accessToken: string;
  readonly account: SessionAccount;
}

/** VS Code's sign-in to GitHub.com. */
export interface SessionSource {
  getAccounts(): PromiseLike<readonly SessionAccount[]>;
  /** Without `ask` nothing is shown. */
  getSession(options: {
    readonly ask: boolean;
    readonly account?: SessionAccount | undefined;
  }): PromiseLike<Session | undefined>;
}

type Owner = Pick<Profile, "login" | "sessionAccountId">;

/** Whether a session is this account's; accounts of version 0.1 have a login only. */
const belongsTo = ({ id, label }: SessionAccount, { login, sessionAccountId }: Owner): boolean =>
  sessionAccountId === undefined ? label.toLowerCase() === login.toLowerCase() : id === sessionAccountId;

/** The session of the account itself, never that of another one. Nothing is shown. */
export const sessionOf = async (source: SessionSource, owner: Owner): Promise<Session | undefined> => {
  const account = (await source.getAccounts()).find((each) => belongsTo(each, owner));
  if (!account) return undefined;
  const session = await source.getSession({ ask: false, account });
  return session && belongsTo(session.account, owner) ? session : undefined;
};

/** Asks the user to sign in to the account. Answers the account that VS Code is signed in to when it is another one. */
export const askForSession = async (source: SessionSource, owner: Owner): Promise<SessionAccount | undefined> => {
  const known = (await source.getAccounts()).find((each) => belongsTo(each, owner));
  // The name is a hint on the sign-in page, and keeps VS Code from answering with the session of another account.
  const account = known ?? { id: owner.sessionAccountId ?? "", label: owner.login };
  const session = await source.getSession({ ask: true, account });
  return session && !belongsTo(session.account, owner) ? session.account : undefined;
};
