import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { accountCommands, type AccountCommandId, fromWalkthrough } from "../ids.ts";
import { actInTime } from "../ui/answerInTime.ts";
import { confirmAll, pickOne } from "../ui/prompts.ts";
import { pluralText } from "../ui/pluralText.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { askToken } from "./signIn/askToken.ts";
import type { Account, AccountsModel } from "./model.ts";
import { openPage } from "./openPage.ts";
import { requireAccount } from "./requireAccount.ts";
import { hostOf, nameOf, profilePageOf } from "./profile.ts";
import { toUserError } from "./problemText.ts";
import { changeSession } from "./signIn/changeSession.ts";
import { createToken } from "./signIn/createToken.ts";
import { managePermissions } from "./permissions/managePermissions.ts";
import { missingPermissionOf } from "./permissions/missingPermission.ts";
import { sessionScopesOf } from "./sessions.ts";
import { signOut, type SignOutDeps } from "./signOut/signOut.ts";
import { signIn, type SignInDeps } from "./signIn/signIn.ts";
import { showWarning } from "../ui/messages.ts";
import { showStatus } from "../ui/showStatus.ts";

const notSignedIn = (): UserError => new UserError(vscode.l10n.t("You're not signed in."));

const pickAccount = async (accounts: AccountsModel, placeHolder: string): Promise<Account> => {
  await accounts.load();
  if (accounts.accounts.length === 0) return requireAccount(accounts, await accounts.signIn());
  const [only] = accounts.accounts;
  if (only && accounts.accounts.length === 1) return only;
  const items = accounts.accounts.map((account) => ({
    label: nameOf(account.profile),
    description: account === accounts.active ? vscode.l10n.t("active") : "",
    account,
  }));
  return (await pickOne(items, { placeHolder })).account;
};

/** The account of the given tree node, or the one that the user picks. */
const targetAccount = async (accounts: AccountsModel, target: unknown, placeHolder: string): Promise<Account> => {
  const id: unknown = typeof target === "object" && target !== null ? Reflect.get(target, "id") : undefined;
  const given = typeof id === "string" ? accounts.get(id) : undefined;
  return given ?? pickAccount(accounts, placeHolder);
};

/** The accounts of the rows that are selected together, each once. */
const selectedAccounts = (accounts: AccountsModel, rows: unknown): readonly Account[] =>
  selectedItems(
    rows,
    (row) => {
      const { id } = fieldsOf(row);
      return typeof id === "string" ? accounts.get(id) : undefined;
    },
    ({ profile }) => profile.id,
  );

/** Asks once for all, and again for each that has something that is not at the server. */
const signOutSeveral = async (deps: SignOutDeps, selected: readonly Account[]): Promise<void> => {
  await confirmAll(
    pluralText(
      vscode.l10n.t("{count, plural, one {Sign out # account?} other {Sign out # accounts?}}"),
      selected.length,
    ),
    selected.map(({ profile }) => nameOf(profile)),
    vscode.l10n.t(
      "Their tokens and everything that is stored of them are deleted from this computer. Nothing changes on the server.",
    ),
    vscode.l10n.t("Sign Out"),
  );
  // One may be signed out by now.
  for (const account of selected) if (deps.accounts.get(account.profile.id)) await signOut(deps, account, true);
};

const selectAccount = (): string => vscode.l10n.t("Select an account");

/** Asks for another token and keeps it. */
const replaceToken = async (accounts: AccountsModel, account: Account): Promise<void> => {
  const { profile } = account;
  await accounts.requireWritable();
  if (profile.credential === "anonymous") throw notSignedIn();
  if (profile.credential === "sandbox") throw new UserError(vscode.l10n.t("The sandbox needs no token."));
  if (profile.credential === "session") {
    if (!(await changeSession(accounts, account, sessionScopesOf(profile)))) throw new CancelledError();
    return;
  }
  const { identity, token } = await askToken(accounts, profile, { expected: profile.login });
  if (accounts.get(profile.id)?.profile.credential !== "token")
    throw new UserError(vscode.l10n.t("{0} was signed out since you were asked.", nameOf(profile)));
  await accounts.replaceToken(profile.id, identity, token);
  showStatus(vscode.l10n.t("The token of {0} was replaced.", nameOf(profile)), 6000);
};

/** Asks for another token in place of one that expires; with `isNew` after the page that makes one. */
export const renewToken = async (accounts: AccountsModel, account: Account, isNew: boolean): Promise<void> => {
  if (isNew) await createToken(account.profile);
  await replaceToken(accounts, account);
};

/**
 * What `AccountsModel` asks when a server refuses a token. False when it is not answered while the message is on screen: a
 * later answer is still acted on, and `onError` gets what fails then.
 */
export const askAfterRefusal = (
  accounts: AccountsModel,
  account: Account,
  signOutOf: (account: Account) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<boolean> => {
  const replace = vscode.l10n.t("Replace Token...");
  const leave = vscode.l10n.t("Sign Out");
  const shown = showWarning(
    account.problem === "noToken"
      ? vscode.l10n.t("There's no token for {0} on this computer.", nameOf(account.profile))
      : vscode.l10n.t("{0} no longer accepts the token of {1}.", hostOf(account.profile), account.profile.login),
    replace,
    leave,
  );
  const act = async (answer: string | undefined): Promise<boolean> => {
    if (answer === leave) await signOutOf(account);
    if (answer !== replace) return false;
    await replaceToken(accounts, account);
    return true;
  };
  return actInTime(systemClock, shown, act, false, onError);
};

export type AccountCommandDeps = SignInDeps & SignOutDeps;

export const accountHandlers = (deps: AccountCommandDeps): Record<AccountCommandId, Handler> => {
  const { accounts } = deps;
  const handlers = {
    [accountCommands.signIn]: () => signIn(deps, { isOnlySignIn: true }),
    // The walkthrough, whose button this is, is open already.
    [accountCommands.trySandbox]: (from) =>
      signIn(deps, { way: { kind: "sandbox" }, isOnlySignIn: from !== fromWalkthrough }),
    [accountCommands.switch]: async (target) => {
      const account = await targetAccount(accounts, target, vscode.l10n.t("Select the account that commands use"));
      await accounts.setActive(account.profile.id);
    },
    [accountCommands.replaceToken]: async (target) => {
      await accounts.load();
      if (accounts.accounts.length === 0) {
        await accounts.signIn("token");
        return;
      }
      const account = await targetAccount(
        accounts,
        target,
        vscode.l10n.t("Select the account whose token to replace"),
      );
      await replaceToken(accounts, account);
    },
    [accountCommands.grantAccess]: async (target) => {
      // A click on the row gives what is missing, its menu the row.
      const missing = missingPermissionOf(target) ?? missingPermissionOf(fieldsOf(target)["missing"]);
      const account = missing ? accounts.get(missing.account) : undefined;
      if (missing && account) return account.permissions.grant(missing);
      return managePermissions(deps, await targetAccount(accounts, target, selectAccount()));
    },
    [accountCommands.managePermissions]: async (target) =>
      managePermissions(deps, await targetAccount(accounts, target, selectAccount())),
    [accountCommands.openPage]: async (target) => {
      const { profile } = await targetAccount(accounts, target, selectAccount());
      await openPage(accounts, profile.id, profilePageOf(profile));
    },
    [accountCommands.createToken]: async (target) => {
      const account = await targetAccount(accounts, target, selectAccount());
      await createToken(account.profile);
    },
    [accountCommands.lookAround]: () => signIn(deps, { way: { kind: "anonymous" }, isOnlySignIn: true }),
    [accountCommands.signOut]: async (target, rows) => {
      await accounts.requireWritable();
      await accounts.load();
      const selected = selectedAccounts(accounts, rows);
      if (selected.length > 0) {
        await signOutSeveral(deps, selected);
        return;
      }
      if (accounts.accounts.length === 0) throw notSignedIn();
      const account = await targetAccount(accounts, target, vscode.l10n.t("Select an account to sign out"));
      await signOut(deps, account);
    },
    [accountCommands.refresh]: async (target, rows) => {
      const selected = selectedAccounts(accounts, rows);
      if (selected.length > 0) {
        await Promise.all(selected.map(({ profile }) => accounts.probe(profile.id)));
        return;
      }
      const account = await targetAccount(
        accounts,
        target,
        vscode.l10n.t("Select a server to refresh its capabilities"),
      );
      await accounts.probe(account.profile.id);
    },
  } satisfies Record<AccountCommandId, Handler>;
  return explained(handlers, toUserError);
};
