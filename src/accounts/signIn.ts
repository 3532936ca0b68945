import * as vscode from "vscode";
import { CancelledError, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import type { Dialect } from "../client/request.ts";
import { errorText } from "../ui/errorText.ts";
import { askChecked, BackError } from "../ui/inputBox.ts";
import { pickOne } from "../ui/prompts.ts";
import { gitHubSessions } from "./gitHubSession.ts";
import type { Identity } from "./identity.ts";
import type { AccountsModel } from "./model.ts";
import { type Candidate, hostOf, type Profile, type ServerKind } from "./profile.ts";
import { apiUrlOf } from "./serverAddress.ts";
import { showInformation } from "../ui/messages.ts";

type Way = "session" | "token" | "enterprise" | "other" | "sandbox";

const askWay = async (): Promise<Way> => {
  const items: readonly (vscode.QuickPickItem & { way: Way })[] = [
    {
      way: "session",
      label: `$(github) ${vscode.l10n.t("GitHub.com with VS Code's GitHub account")}`,
      detail: vscode.l10n.t("VS Code keeps the sign-in; Forgeside asks it for gists only."),
    },
    {
      way: "token",
      label: `$(key) ${vscode.l10n.t("GitHub.com with a token")}`,
      detail: vscode.l10n.t("A personal access token with the scope gist."),
    },
    {
      way: "enterprise",
      label: `$(organization) ${vscode.l10n.t("GitHub Enterprise with a token")}`,
      detail: vscode.l10n.t("GitHub Enterprise Server, or a server below ghe.com."),
    },
    {
      way: "other",
      label: `$(server) ${vscode.l10n.t("Another server with a token")}`,
      detail: vscode.l10n.t("Any server that speaks the same interface."),
    },
    {
      way: "sandbox",
      label: `$(beaker) ${vscode.l10n.t("Try the sandbox")}`,
      detail: vscode.l10n.t("A service inside VS Code with demo data: no account, no network."),
    },
  ];
  const picked = await pickOne(items, {
    title: vscode.l10n.t("Forgeside: Sign In"),
    placeHolder: vscode.l10n.t("Where are your gists?"),
    ignoreFocusOut: true,
  });
  return picked.way;
};

/** Why the server did not take the token; in the words that help at this point. */
const explain = (error: unknown): string => {
  if (HttpError.is(error, "unauthorized"))
    return vscode.l10n.t("The server does not accept this token. Check it and paste it again.");
  if (HttpError.is(error, "unreadable", "notFound", "gone"))
    return vscode.l10n.t("There is no such service at this address. Give the address of the server's API.");
  return errorText(error);
};

const askAddress = (kind: ServerKind): Promise<string> =>
  askChecked({
    title: vscode.l10n.t("Forgeside: Sign In"),
    prompt:
      kind === "enterprise"
        ? vscode.l10n.t("The address of the server. The address of its API is derived from it.")
        : vscode.l10n.t("The address of the server's API."),
    placeholder: kind === "enterprise" ? "github.example.com" : "https://forge.example.com/api",
    step: 2,
    totalSteps: 3,
    accept: async (value) => {
      if (value.trim() === "") throw new UserError(vscode.l10n.t("Type the address of the server."));
      return apiUrlOf(kind, value);
    },
  });

const askDialect = async (): Promise<Dialect> => {
  const items: readonly (vscode.QuickPickItem & { dialect: Dialect })[] = [
    {
      dialect: "github",
      label: vscode.l10n.t("Today's routes"),
      detail: vscode.l10n.t("As GitHub.com has them now."),
    },
    {
      dialect: "interface",
      label: vscode.l10n.t("The routes of 2015"),
      detail: vscode.l10n.t("For servers that follow the first interface."),
    },
  ];
  const title = vscode.l10n.t("Forgeside: Sign In");
  return (
    await pickOne(items, {
      title,
      placeHolder: vscode.l10n.t("Which routes does the server have?"),
      ignoreFocusOut: true,
    })
  ).dialect;
};

/** Asks for a token until the server takes one. */
export const askToken = (
  accounts: AccountsModel,
  candidate: Candidate,
  step?: { readonly step: number; readonly totalSteps: number },
  expected?: string,
): Promise<{ identity: Identity; token: string }> =>
  askChecked({
    title: vscode.l10n.t("Forgeside: Token for {0}", hostOf(candidate)),
    prompt: vscode.l10n.t(
      "Paste a token with the scope gist. It is kept in VS Code's secret storage and sent to {0} only.",
      hostOf(candidate),
    ),
    password: true,
    ...step,
    explain,
    accept: async (value, signal) => {
      const token = value.trim();
      if (token === "") throw new UserError(vscode.l10n.t("Paste the token."));
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new UserError(
          vscode.l10n.t("This is no token: it has spaces or other characters that no token has."),
        );
      const identity = await accounts.check(candidate, token, signal);
      if (expected !== undefined && identity.login.toLowerCase() !== expected.toLowerCase())
        throw new UserError(
          vscode.l10n.t(
            "This token belongs to {0}, not to {1}. Sign in to add another account.",
            identity.login,
            expected,
          ),
        );
      return { identity, token };
    },
  });

const signInWithToken = async (accounts: AccountsModel, kind: ServerKind): Promise<string> => {
  for (;;) {
    const baseUrl = kind === "github" ? apiUrlOf(kind, "") : await askAddress(kind);
    const dialect = kind === "other" ? await askDialect() : "github";
    const candidate: Candidate = { kind, baseUrl, dialect, credential: "token" };
    try {
      const step = kind === "github" ? { step: 2, totalSteps: 2 } : { step: 3, totalSteps: 3 };
      const { identity, token } = await askToken(accounts, candidate, step);
      return await accounts.add(candidate, identity, token);
    } catch (error) {
      if (!(error instanceof BackError) || kind === "github") throw error;
    }
  }
};

const signInWithSession = async (accounts: AccountsModel): Promise<string> => {
  const session = await gitHubSessions.getSession({ ask: true });
  if (!session) throw new CancelledError();
  const candidate: Candidate = {
    kind: "github",
    baseUrl: apiUrlOf("github", ""),
    dialect: "github",
    credential: "session",
    sessionAccountId: session.account.id,
  };
  const identity = await accounts.check(candidate, session.accessToken);
  return accounts.add(candidate, identity, undefined);
};

export const signInToSandbox = (accounts: AccountsModel, login: string): Promise<string> => {
  const candidate: Candidate = {
    kind: "sandbox",
    baseUrl: apiUrlOf("sandbox", ""),
    dialect: "github",
    credential: "sandbox",
  };
  return accounts.add(candidate, { login, scopes: ["gist", "repo"] }, undefined);
};

/** Tells whose account it is now and what it may do. */
const announce = (profile: Profile): void => {
  const scopes = profile.scopes?.join(", ");
  const text =
    scopes === undefined
      ? vscode.l10n.t("Signed in to {0} as {1}.", hostOf(profile), profile.login)
      : scopes === ""
        ? vscode.l10n.t(
            "Signed in to {0} as {1}. The token has no scopes: it can only read.",
            hostOf(profile),
            profile.login,
          )
        : vscode.l10n.t("Signed in to {0} as {1}. Scopes: {2}.", hostOf(profile), profile.login, scopes);
  void showInformation(text);
};

export interface SignInParts {
  readonly accounts: AccountsModel;
  readonly sandboxLogin: () => Promise<string>;
}

/** Leads through the sign-in. Throws CancelledError when the user leaves. */
export const signIn = async ({ accounts, sandboxLogin }: SignInParts, given?: Way): Promise<void> => {
  await accounts.requireWritable();
  for (;;) {
    const way = given ?? (await askWay());
    try {
      const id = await sign(way, accounts, sandboxLogin);
      const account = accounts.get(id);
      if (account) announce(account.profile);
      void accounts.probe(id).catch(() => undefined);
      return;
    } catch (error) {
      if (!(error instanceof BackError)) throw error;
      if (given) throw new CancelledError();
    }
  }
};

const sign = async (way: Way, accounts: AccountsModel, sandboxLogin: () => Promise<string>): Promise<string> => {
  switch (way) {
    case "session":
      return signInWithSession(accounts);
    case "token":
      return signInWithToken(accounts, "github");
    case "enterprise":
    case "other":
      return signInWithToken(accounts, way);
    case "sandbox":
      return signInToSandbox(accounts, await sandboxLogin());
  }
};
