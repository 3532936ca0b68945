import { hasScope } from "../client/permissions.ts";
import type { Profile, SessionProvider } from "./profile.ts";

/** As `vscode.AuthenticationSessionAccountInformation`. */
export interface SessionAccount {
  readonly id: string;
  /** The login at the server. */
  readonly label: string;
}

export interface Session {
  readonly accessToken: string;
  readonly account: SessionAccount;
}

export interface SessionRequest {
  readonly provider: SessionProvider;
  /** A session has these scopes and no others. */
  readonly scopes: readonly string[];
  /** When false, nothing is shown. `another`: the user chooses an account that may not be signed in to yet. */
  readonly ask: boolean | "another";
  readonly account?: SessionAccount | undefined;
}

/** VS Code's sign-in to GitHub.com and to a GitHub Enterprise server. */
export interface SessionSource {
  getAccounts(provider: SessionProvider): PromiseLike<readonly SessionAccount[]>;
  getSession(request: SessionRequest): PromiseLike<Session | undefined>;
}

/** What a first sign-in asks for. */
export const firstScopes: readonly string[] = ["gist"];

/** What version 0.1 asked each session for, without storing it. */
const version01Scopes: readonly string[] = ["gist"];

/** The scopes that the session of an account is asked for. */
export const sessionScopesOf = ({ sessionScopes }: Pick<Profile, "sessionScopes">): readonly string[] =>
  sessionScopes ?? version01Scopes;

type Owner = Pick<Profile, "login" | "sessionAccountId" | "sessionProvider" | "sessionScopes">;

const requestOf = (owner: Owner): Pick<SessionRequest, "provider" | "scopes"> => ({
  provider: owner.sessionProvider ?? "github",
  scopes: sessionScopesOf(owner),
});

/** Whether a session is this account's; accounts of version 0.1 have a login only. */
const belongsTo = ({ id, label }: SessionAccount, { login, sessionAccountId }: Owner): boolean =>
  sessionAccountId === undefined ? label.toLowerCase() === login.toLowerCase() : id === sessionAccountId;

/** The session of the account itself, never that of another one. Nothing is shown. */
export const sessionOf = async (source: SessionSource, owner: Owner): Promise<Session | undefined> => {
  const { provider, scopes } = requestOf(owner);
  const account = (await source.getAccounts(provider)).find((each) => belongsTo(each, owner));
  if (!account) return undefined;
  const session = await source.getSession({ provider, scopes, ask: false, account });
  return session && belongsTo(session.account, owner) ? session : undefined;
};

/**
 * Asks the user to sign in to the account, or to grant the scopes that it does not have yet. Answers the account that
 * VS Code is signed in to when it is another one, and `declined`.
 */
export const askForSession = async (
  source: SessionSource,
  owner: Owner,
): Promise<SessionAccount | "granted" | "declined"> => {
  const { provider, scopes } = requestOf(owner);
  const known = (await source.getAccounts(provider)).find((each) => belongsTo(each, owner));
  // The name is a hint on the sign-in page, and keeps VS Code from answering with the session of another account.
  const account = known ?? { id: owner.sessionAccountId ?? "", label: owner.login };
  const session = await source.getSession({ provider, scopes, ask: true, account });
  if (!session) return "declined";
  return belongsTo(session.account, owner) ? "granted" : session.account;
};

/** `scopes` without those that another one of them includes. */
export const withoutIncluded = (scopes: readonly string[]): readonly string[] =>
  [...new Set(scopes)].filter(
    (scope, _, all) =>
      !hasScope(
        all.filter((other) => other !== scope),
        [scope],
      ),
  );

/**
 * What `ask` answers, where VS Code's sign-in is to this server before it is asked and still is afterwards: the setting may
 * change while a page of the browser is open, and a token must not go to another server than the one that it is for.
 */
export const askAtServer = async <T>(
  baseUrl: string,
  currentServer: () => string | undefined,
  ask: () => PromiseLike<T>,
): Promise<T | "otherServer"> => {
  if (currentServer() !== baseUrl) return "otherServer";
  const answer = await ask();
  return currentServer() === baseUrl ? answer : "otherServer";
};
