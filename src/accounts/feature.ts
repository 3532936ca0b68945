import * as vscode from "vscode";
import { AccountContext } from "./accountContext.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { ChoiceError, UserError } from "../base/errors.ts";
import type { Transport } from "../client/transport.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { accountCommands, contextKeys, settings, views } from "../ids.ts";
import { TreeProvider } from "../tree/treeProvider.ts";
import type { WelcomeState } from "../tree/welcomeState.ts";
import { ContextKey } from "../ui/contextKey.ts";
import { offerSignInForFolders } from "./workspaceFolders.ts";
import { currentOrigin } from "../ui/callOrigin.ts";
import { showHeldCalls } from "../ui/showHeldCalls.ts";
import { WaitNotifications } from "../ui/waitNotifications.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";
import { gitHubSessions } from "./signIn/gitHubSession.ts";
import { requireAccount } from "./requireAccount.ts";
import { registerAccountsMenu } from "./accountsMenu.ts";
import { DismissedWarnings } from "../storage/dismissedWarnings.ts";
import { dayMs, ExpiryWarnings } from "./signIn/expiry.ts";
import type { Identity } from "./identity.ts";
import { type Account, AccountsModel, type AccountsOptions } from "./model.ts";
import { type AccountNode, accountKinds, accountNode } from "./nodes.ts";
import { lostSecretsText, otherVersionText, toUserError, withUserErrors } from "./problemText.ts";
import type { OrderedMemento } from "../storage/orderedMemento.ts";
import { type OpenSandbox, SandboxConnection } from "./sandboxConnection.ts";
import { checkRetention, type SecretRetention } from "./storage/secretMarker.ts";
import type { OtherPages } from "./storage/otherPages.ts";
import { sessionServer } from "./signIn/sessionServer.ts";
import { askAtServer, sessionOf } from "./sessions.ts";
import type { SignOutDeps } from "./signOut/signOut.ts";
import { OtherVersionError } from "./storage/storage.ts";
import { markerStorage, vscodeStorage } from "./storage/vscodeStorage.ts";
import type { Shell } from "../shell/shell.ts";

export interface AccountsFeature extends Disposable {
  readonly accounts: AccountsModel;
  readonly tree: TreeProvider<AccountNode>;
  /** Whether the secret storage keeps what it is given. Rejects where it does not work. */
  readonly retention: () => Promise<SecretRetention>;
  /** The service inside VS Code; it is loaded with its first use. */
  readonly openSandbox: () => Promise<OpenSandbox>;
  /** Signs in to it. */
  readonly enterSandbox: () => Promise<void>;
  /** Called when the commands of the features are there. */
  readonly registerCommands: (deps: Omit<SignOutDeps, "accounts">) => void;
}

/** Builds and registers everything about accounts. Asks no server; with `signInAtStart` it signs in to the sandbox. */
export const registerAccounts = (
  context: vscode.ExtensionContext,
  globalState: OrderedMemento,
  otherPages: OtherPages,
  shell: Shell,
  serverTransport: Transport,
  inspectWrite: AccountsOptions["inspectWrite"],
  log: Log,
): AccountsFeature => {
  const store = new DisposableStore();
  const sandbox = new SandboxConnection(context.globalStorageUri, (error) => log.error("sandbox", error));
  const sandboxIdentity = async (): Promise<Identity> => (await sandbox.open()).identity;
  const notifications = new WaitNotifications();
  const accountContext = store.add(new AccountContext());
  const updateContext = (): void => accountContext.update(accounts.accounts.map(({ profile }) => profile));
  const reported = new Set<string>();
  const dismissed = new DismissedWarnings(globalState);
  /** Shows a problem once in each session; `warning` names one that the user can dismiss for good. */
  const report = (text: string, warning?: string): void => {
    if (reported.has(text) || (warning !== undefined && dismissed.has(warning))) return;
    reported.add(text);
    const error =
      warning === undefined
        ? new UserError(text)
        : new ChoiceError(text, [{ title: vscode.l10n.t("Don't Show Again"), run: () => dismissed.add(warning) }]);
    void showError("secret storage", error, log);
  };
  let started: Promise<unknown> = Promise.resolve();
  let signOutOf = ({ profile }: Account, _isConfirmed?: boolean): Promise<void> => accounts.remove(profile.id);
  const accounts: AccountsModel = store.add(
    new AccountsModel({
      storage: store.add(vscodeStorage(context, globalState, otherPages)),
      currentOrigin,
      onSlow: (server, cancel, signal) => notifications.addSlow(server, { cancel, signal }),
      // Ends with the client.
      withClient: (client, server) => void showHeldCalls(client, server, notifications),
      inspectWrite,
      transportFor: async ({ kind }) => (kind === "sandbox" ? (await sandbox.open()).transport : serverTransport),
      tokenOf: async (profile) => {
        if (profile.credential === "anonymous") return undefined;
        if (profile.credential === "sandbox") return (await sandbox.open()).token;
        // The token of a sign-in goes to the server of that sign-in only.
        const session = await askAtServer(
          profile.baseUrl,
          () => sessionServer(profile.sessionProvider ?? "github"),
          () => sessionOf(gitHubSessions, profile),
        );
        return session === "otherServer" ? undefined : session?.accessToken;
      },
      // Whatever command waits for these shows their errors.
      signIn: (kind) =>
        withUserErrors(async () => {
          // The setting `signInAtStart` may be signing in to the sandbox.
          await started;
          const active = kind === undefined ? accounts.active : undefined;
          const credential = kind === "token" ? kind : undefined;
          if (active) return active.profile.id;
          return (await import("./signIn/signIn.ts")).signIn({ accounts, sandboxIdentity }, { credential });
        }),
      requestPermission: (account, missing) =>
        withUserErrors(async () =>
          (await import("./permissions/requestPermission.ts")).requestPermission(
            { accounts, sandboxIdentity },
            account,
            missing,
          ),
        ),
      askForToken: (account) =>
        withUserErrors(async () =>
          (await import("./commands.ts")).askAfterRefusal(
            accounts,
            account,
            signOutOf,
            (error) => void showError(vscode.l10n.t("Replace Token"), toUserError(error), log),
          ),
        ),
      onTokenProblem: (error) => log.error("token", error),
      onStorageProblem: (error) => {
        log.error("secret storage", error);
        if (error instanceof OtherVersionError) report(otherVersionText());
        else
          report(
            vscode.l10n.t(
              "VS Code's secret storage doesn't work here, so tokens are stored only until this window closes. On Linux, install and unlock a keyring such as gnome-keyring.",
            ),
            "secretStorage",
          );
      },
    }),
  );

  store.add(
    offerSignInForFolders(
      accounts,
      async () => (await import("./signIn/signIn.ts")).signIn({ accounts, sandboxIdentity }),
      (error) => void showError(vscode.l10n.t("Sign In"), toUserError(error), log),
    ),
  );

  const state = store.add(new ContextKey<WelcomeState>(contextKeys.accountsState));
  const tree: TreeProvider<AccountNode> = store.add(
    new TreeProvider<AccountNode>({
      viewId: views.accounts,
      kinds: accountKinds(accounts),
      roots: async () => {
        await accounts.load();
        state.set(accounts.accounts.length > 0 ? "ready" : "signedOut");
        return accounts.accounts.map(accountNode);
      },
      retry: () => ({ command: accountCommands.refresh, title: vscode.l10n.t("Try Again") }),
      log,
      clock: systemClock,
    }),
  );
  store.add(
    registerAccountsMenu(shell, accounts, async (accountId) => {
      const account = accounts.get(accountId);
      // VS Code has asked.
      if (account) await withUserErrors(() => signOutOf(account, true));
    }),
  );
  store.add(tree.createView(shell));
  const expiry = new ExpiryWarnings(
    accounts,
    dismissed,
    () => systemClock.now(),
    async (accountId, isNew) => {
      try {
        const { renewToken } = await import("./commands.ts");
        await renewToken(accounts, requireAccount(accounts, accountId), isNew);
      } catch (error) {
        await showError(vscode.l10n.t("Replace Token"), toUserError(error), log);
      }
    },
  );
  let daily: Disposable | undefined;
  const warnDaily = (): void => {
    expiry.update();
    daily = systemClock.setTimer(dayMs, warnDaily);
  };
  warnDaily();
  store.add({ dispose: () => daily?.dispose() });
  store.add(
    accounts.onDidChange(() => {
      updateContext();
      expiry.update();
      tree.refresh();
    }),
  );
  store.add(
    vscode.authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === "github" || provider.id === "github-enterprise")
        accounts.refreshTokens().catch((error: unknown) => log.error("session", error));
    }),
  );

  store.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("github-enterprise"))
        accounts.refreshTokens().catch((error: unknown) => log.error("session", error));
    }),
  );

  let checking: Promise<SecretRetention> | undefined;
  const retention = (): Promise<SecretRetention> =>
    (checking ??= checkRetention(markerStorage(context, globalState)));
  const warnIfLost = async (): Promise<void> => {
    // A missing token has a message of its own, after which another one is entered.
    const isAffected = accounts.accounts.some(
      ({ profile, problem }) => profile.credential === "token" && problem !== "noToken",
    );
    // Where it does not work at all, that is reported already.
    if (isAffected && (await retention().catch(() => "unknown")) === "lost")
      report(lostSecretsText(), "lostSecrets");
  };

  const enterSandbox = async (): Promise<void> => {
    const { signInToSandbox } = await import("./signIn/signIn.ts");
    await accounts.probe(await signInToSandbox(accounts, await sandboxIdentity()));
  };
  const start = async (): Promise<void> => {
    await accounts.load();
    updateContext();
    await retention().catch(() => undefined);
    await warnIfLost();
    store.add(
      accounts.onDidChange(({ added, changed }) => void ([...added, ...changed].length > 0 && warnIfLost())),
    );
    const wanted = vscode.workspace.getConfiguration().get<boolean>(settings.signInAtStart) ?? false;
    if (!wanted || accounts.accounts.length > 0 || accounts.isReadOnly) return;
    await enterSandbox();
  };
  started = start().catch((error: unknown) => log.error("accounts", error));

  return {
    accounts,
    tree,
    retention,
    openSandbox: () => sandbox.open(),
    enterSandbox,
    registerCommands: (deps) => {
      signOutOf = async (account, isConfirmed) =>
        (await import("./signOut/signOut.ts")).signOut({ ...deps, accounts }, account, isConfirmed);
      const handlers = loadOnUse(accountCommands, async () =>
        (await import("./commands.ts")).accountHandlers({ ...deps, accounts, sandboxIdentity }),
      );
      store.add(registerCommands(shell, handlers, log));
    },
    dispose: () => store.dispose(),
  };
};
