import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { limitEndOf } from "../client/errors.ts";
import { accountCommands, logCommands, serviceCommands } from "../ids.ts";
import { contextValue, type MessageNode, type NodeKinds, type TreeNode } from "../tree/node.ts";
import { failureState, type WelcomeState } from "../tree/welcomeState.ts";
import { errorText } from "../ui/errorText.ts";
import { breakable } from "../ui/plainText.ts";
import type { Capability } from "./capabilities.ts";
import { capabilityName } from "./capabilityName.ts";
import { grantedScopes } from "./grantedScopes.ts";
import type { Account, AccountsModel } from "./model.ts";
import { expiryDate, expiryText } from "./signIn/expiry.ts";
import { missingTokenText } from "../ui/errorText.ts";
import { otherVersionText } from "./problemText.ts";
import { hostOf, nameOf } from "./profile.ts";
import { problemNote } from "./accountRow.ts";

export interface AccountNode extends TreeNode {
  readonly kind: "account";
  readonly account: Account;
}

export const accountNode = (account: Account): AccountNode => ({
  kind: "account",
  id: account.profile.id,
  account,
});

/** Above what an account has: its row, where there are several accounts. */
export const accountAbove = (accounts: AccountsModel, account: Account | undefined): AccountNode | undefined =>
  account && accounts.accounts.length > 1 ? accountNode(account) : undefined;

/** Sets which welcome text a view shows, and what stands beside its title: why nothing could be read. */
export type ShowState = (state: WelcomeState, failure?: Failure) => void;

/** Why a view could not be read. */
interface Failure {
  readonly message: string;
  /** Milliseconds since 1970-01-01T00:00:00Z; only where the rate limit was exceeded. */
  readonly until: number | undefined;
}

export const failureOf = (error: unknown): Failure => ({
  message: errorText(error),
  until: limitEndOf(error),
});

/** What a view shows in place of rows. */
interface ShownState {
  readonly state: WelcomeState;
  readonly message?: string | undefined;
}

const actionOf = ({ state }: ShownState, refresh: string): vscode.Command => {
  if (state === "signedOut") return { command: accountCommands.signIn, title: vscode.l10n.t("Sign In...") };
  return state === "refused" || state === "noToken"
    ? { command: accountCommands.replaceToken, title: vscode.l10n.t("Replace Token...") }
    : { command: refresh, title: vscode.l10n.t("Try Again") };
};

/** In place of the welcome text of a view, which VS Code doesn't show where there are rows, such as unpublished edits. */
export const stateRows = (shown: ShownState, refresh: string): readonly MessageNode[] => {
  const text = shown.state === "signedOut" ? vscode.l10n.t("You're not signed in.") : shown.message;
  if (!text) return [];
  const command = actionOf(shown, refresh);
  // A narrow side bar cuts the reason off.
  return [{ kind: "message", id: "state", text: command.title, icon: "info", command, action: text }];
};

/**
 * Shows why nothing could be read. What no welcome text explains is the view's message, which hides the welcome text. Returns
 * what is shown beside the title.
 */
export const showReason = (
  view: Pick<vscode.TreeView<unknown>, "message">,
  state: WelcomeState,
  reason = "",
): string => {
  // VS Code breaks the message between words only, and cuts off what is wider.
  view.message = state === "error" ? breakable(reason) : "";
  return state === "error" ? "" : reason;
};

/** What can be done about the reason that is the view's message. */
export const failureRows = (state: WelcomeState): readonly MessageNode[] => {
  if (state !== "error") return [];
  const row = (text: string, icon: string, command: string): MessageNode => ({
    kind: "message",
    id: `state/${icon}`,
    text,
    icon,
    command: { command, title: text },
  });
  return [
    { kind: "message", id: "state/refresh", text: vscode.l10n.t("Try Again"), icon: "refresh", isRetryable: true },
    row(vscode.l10n.t("Check the Connection"), "pulse", serviceCommands.doctor),
    row(vscode.l10n.t("Show Log"), "output", logCommands.show),
  ];
};

/**
 * The rows of all accounts; of an only one what it has. When `below` throws, the view's welcome text says what to do, or
 * `failureRows` do.
 */
export const accountRoots = async <N>(
  deps: { readonly accounts: AccountsModel; readonly showState: ShowState },
  below: (account: Account) => readonly N[] | PromiseLike<readonly N[]>,
): Promise<readonly (N | AccountNode | MessageNode)[]> => {
  await deps.accounts.load();
  const all = deps.accounts.accounts;
  const [only] = all;
  if (!only || all.length > 1) {
    deps.showState(only ? "ready" : "signedOut");
    return all.map(accountNode);
  }
  try {
    const rows = await below(only);
    deps.showState(rows.length > 0 ? "ready" : "empty");
    return rows;
  } catch (error) {
    if (isCancelled(error)) throw error;
    const state = failureState(error);
    deps.showState(state, failureOf(error));
    return failureRows(state);
  }
};

const status = (account: Account): string => {
  if (account.problem) return problemNote(account);
  if (account.profile.credential === "anonymous") return vscode.l10n.t("without an account, read-only");
  return expiryText(account.profile, Date.now()) ?? "";
};

const tooltip = (account: Account, { isReadOnly, storageBroken }: AccountsModel): string => {
  const { profile } = account;
  const lines = [
    profile.login === "" ? hostOf(profile) : vscode.l10n.t("{0} on {1}", profile.login, hostOf(profile)),
    profile.baseUrl,
  ];
  if (profile.tokenExpiresAt !== undefined)
    lines.push(vscode.l10n.t("The token expires on {0}.", expiryDate(profile.tokenExpiresAt)));
  const scopes = grantedScopes(profile);
  if (scopes) lines.push(vscode.l10n.t("Scopes: {0}", scopes.join(", ") || vscode.l10n.t("none")));
  for (const [capability, code] of Object.entries(profile.missing ?? {}))
    lines.push(
      vscode.l10n.t(
        "{0} are hidden: the server responds with {1}.",
        capabilityName(capability as Capability),
        code,
      ),
    );
  if (account.problem === "refused")
    lines.push(vscode.l10n.t("The server no longer accepts the token. Replace the token."));
  if (account.problem === "noToken") lines.push(missingTokenText());
  if (isReadOnly) lines.push(otherVersionText());
  else if (storageBroken)
    lines.push(
      vscode.l10n.t("VS Code's secret storage doesn't work here: tokens are stored only until the window closes."),
    );
  return lines.join("\n");
};

export const accountKinds = (accounts: AccountsModel): NodeKinds<AccountNode> => ({
  account: {
    item: ({ id, account }) => {
      const active = accounts.active?.profile.id === id;
      const item = new vscode.TreeItem(nameOf(account.profile), vscode.TreeItemCollapsibleState.None);
      const notes = [active ? vscode.l10n.t("active") : "", status(account)].filter((note) => note !== "");
      item.id = id;
      item.description = notes.join(", ");
      item.iconPath = new vscode.ThemeIcon(account.problem ? "warning" : active ? "pass-filled" : "account");
      item.contextValue = contextValue("account", [
        ...(active ? ["active"] : []),
        ...(account.profile.credential === "token" ? ["token"] : []),
      ]);
      item.accessibilityInformation = {
        label: [vscode.l10n.t("Account {0}", nameOf(account.profile)), ...notes].join(", "),
      };
      return item;
    },
    tooltip: ({ account }) => tooltip(account, accounts),
  },
});
