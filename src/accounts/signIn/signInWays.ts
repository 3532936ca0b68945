import * as vscode from "vscode";
import { CancelledError } from "../../base/errors.ts";
import { pickOne } from "../../ui/prompts.ts";
import { gitHubSessions } from "./gitHubSession.ts";
import type { AccountsModel } from "../model.ts";
import type { ServerKind, SessionProvider } from "../profile.ts";
import type { SessionAccount } from "../sessions.ts";
import { sessionServer } from "./sessionServer.ts";

/** A way to sign in. */
export type Way =
  | { readonly kind: "session"; readonly provider: SessionProvider; readonly account: SessionAccount | undefined }
  | { readonly kind: "token"; readonly server: "github" | "enterprise" | "other" }
  | { readonly kind: "anonymous" }
  | { readonly kind: "sandbox" };

interface WayItem extends vscode.QuickPickItem {
  readonly way?: Way;
}

/** VS Code's accounts of a provider that are not signed in here yet. */
const newAccounts = async (
  accounts: AccountsModel,
  provider: SessionProvider,
): Promise<readonly SessionAccount[]> => {
  // Without the provider there are none.
  const all = await Promise.resolve(gitHubSessions.getAccounts(provider)).catch(() => []);
  return all.filter(
    ({ id }) =>
      !accounts.accounts.some(
        ({ profile }) =>
          profile.credential === "session" &&
          profile.sessionAccountId === id &&
          profile.baseUrl === sessionServer(provider),
      ),
  );
};

const separator = (label: string): WayItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

const sessionItems = async (
  accounts: AccountsModel,
  provider: SessionProvider,
  host: string,
): Promise<readonly WayItem[]> => {
  const known = await newAccounts(accounts, provider);
  const detail = vscode.l10n.t("Asks for gists first, and for more when a feature needs it.");
  return [
    ...known.map((account) => ({
      label: `$(account) ${account.label}`,
      description: vscode.l10n.t("VS Code's account on {0}", host),
      detail,
      way: { kind: "session", provider, account } as const,
    })),
    {
      label: `$(github) ${
        known.length > 0
          ? vscode.l10n.t("Another account on {0}...", host)
          : vscode.l10n.t("Sign in to {0}...", host)
      }`,
      description: vscode.l10n.t("in the browser"),
      detail,
      way: { kind: "session", provider, account: undefined },
    },
  ];
};

const tokenItems = (): readonly WayItem[] => [
  {
    label: `$(key) ${vscode.l10n.t("GitHub.com with a token")}`,
    detail: vscode.l10n.t("A personal access token, classic or fine-grained."),
    way: { kind: "token", server: "github" },
  },
  {
    label: `$(organization) ${vscode.l10n.t("GitHub Enterprise with a token")}`,
    detail: vscode.l10n.t("GitHub Enterprise Server, or a server below ghe.com."),
    way: { kind: "token", server: "enterprise" },
  },
  {
    label: `$(server) ${vscode.l10n.t("Another server with a token")}`,
    detail: vscode.l10n.t("Any GitHub-compatible server."),
    way: { kind: "token", server: "other" },
  },
];

const otherItems = (accounts: AccountsModel): readonly WayItem[] => [
  // An account at GitHub.com sees what is public, too.
  ...(accounts.accounts.some(({ profile }) => profile.kind === "github")
    ? []
    : [
        {
          label: `$(eye) ${vscode.l10n.t("Browse GitHub.com without an account")}`,
          detail: vscode.l10n.t("What is public, read-only, with 60 requests an hour."),
          way: { kind: "anonymous" } as const,
        },
      ]),
  {
    label: `$(beaker) ${vscode.l10n.t("Try the sandbox")}`,
    detail: vscode.l10n.t("A service inside VS Code with demo data: no account, no network."),
    way: { kind: "sandbox" },
  },
];

interface WayFilter {
  readonly server?: ServerKind | undefined;
  readonly credential?: "token" | undefined;
}

/** Asks how to sign in; the filter leaves out the ways to other servers, or without a token. Throws CancelledError. */
export const askWay = async (accounts: AccountsModel, { server, credential }: WayFilter = {}): Promise<Way> => {
  const enterprise = sessionServer("github-enterprise");
  const items: WayItem[] = [
    separator(vscode.l10n.t("VS Code's GitHub sign-in")),
    ...(await sessionItems(accounts, "github", "GitHub.com")),
    ...(enterprise ? await sessionItems(accounts, "github-enterprise", new URL(enterprise).host) : []),
    separator(vscode.l10n.t("Tokens")),
    ...tokenItems(),
    ...(server ? [] : [separator(vscode.l10n.t("No account")), ...otherItems(accounts)]),
  ];
  const isFitting = ({ way }: WayItem): boolean => {
    if (credential && way?.kind !== credential) return false;
    if (!server || !way) return true;
    if (way.kind === "session") return server === (way.provider === "github" ? "github" : "enterprise");
    return way.kind === "token" && way.server === server;
  };
  const { way } = await pickOne(items.filter(isFitting), {
    title: vscode.l10n.t("Forgeside: Sign In"),
    placeHolder: vscode.l10n.t("Select a server to sign in to"),
    ignoreFocusOut: true,
  });
  if (!way) throw new CancelledError();
  return way;
};
