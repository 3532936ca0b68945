// Stands in for VS Code's own GitHub sign-in, which needs the network: the same provider ids, accounts from the setting
// `testAuth.accounts`, and sessions that are made when they are asked for.
import * as vscode from "vscode";

/** An account that the "browser page" of the sign-in offers. */
export interface TestAccount {
  readonly id: string;
  readonly label: string;
  /** Sorted scopes, joined by blanks → the token that the page grants for them. The page refuses others. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Sessions that are there from the beginning: keys of `tokens`. */
  readonly sessions?: readonly string[];
}

export type TestAccounts = Readonly<Record<string, readonly TestAccount[]>>;

const scopesKey = (scopes: readonly string[]): string => scopes.toSorted().join(" ");

class TestProvider implements vscode.AuthenticationProvider {
  readonly #id: string;
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;
  #sessions: readonly vscode.AuthenticationSession[] = [];

  constructor(id: string) {
    this.#id = id;
    this.#restore();
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("testAuth")) this.#restore();
    });
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    return this.#sessions.filter(
      (session) =>
        (scopes === undefined || scopesKey(session.scopes) === scopesKey(scopes)) &&
        (account === undefined || session.account.id === account.id),
    );
  }

  async createSession(
    scopes: readonly string[],
    { account }: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession> {
    const all = this.#accounts();
    const chosen = account
      ? all.find(({ id, label }) => id === account.id || label === account.label)
      : all.at(-1);
    const session = chosen && this.#sessionOf(chosen, scopesKey(scopes));
    if (!session) throw new Error("Cancelled");
    this.#sessions = [...this.#sessions.filter(({ id }) => id !== session.id), session];
    this.#changed.fire({ added: [session], removed: [], changed: [] });
    return session;
  }

  async removeSession(id: string): Promise<void> {
    const removed = this.#sessions.filter((session) => session.id === id);
    this.#sessions = this.#sessions.filter((session) => session.id !== id);
    this.#changed.fire({ added: [], removed, changed: [] });
  }

  #accounts(): readonly TestAccount[] {
    return vscode.workspace.getConfiguration("testAuth").get<TestAccounts>("accounts", {})[this.#id] ?? [];
  }

  #sessionOf({ id, label, tokens }: TestAccount, scopes: string): vscode.AuthenticationSession | undefined {
    const accessToken = tokens[scopes];
    if (accessToken === undefined) return undefined;
    return {
      id: `${this.#id} ${id} ${scopes}`,
      accessToken,
      account: { id, label },
      scopes: scopes.split(" "),
    };
  }

  /** The sessions of the setting, in place of all that were made. */
  #restore(): void {
    const removed = this.#sessions;
    this.#sessions = this.#accounts().flatMap((account) =>
      (account.sessions ?? []).flatMap((scopes) => this.#sessionOf(account, scopes) ?? []),
    );
    this.#changed.fire({ added: [...this.#sessions], removed: [...removed], changed: [] });
  }
}

/** What tests have of the extension: the sign-in page, for hosts that show no dialogs. */
export interface TestSignIn {
  /** As when the user signs in on the page. Rejects when the page refuses. */
  readonly signIn: (
    provider: string,
    scopes: readonly string[],
    account?: { id: string; label: string },
  ) => Promise<unknown>;
}

export const activate = (context: vscode.ExtensionContext): TestSignIn => {
  const labels = { github: "GitHub", "github-enterprise": "GitHub Enterprise Server" };
  const providers = new Map(Object.keys(labels).map((id) => [id, new TestProvider(id)] as const));
  for (const [id, label] of Object.entries(labels)) {
    const provider = providers.get(id);
    if (provider)
      context.subscriptions.push(
        vscode.authentication.registerAuthenticationProvider(id, label, provider, {
          supportsMultipleAccounts: true,
        }),
      );
  }
  return {
    signIn: async (provider, scopes, account) =>
      providers.get(provider)?.createSession(scopes, account ? { account } : {}),
  };
};
