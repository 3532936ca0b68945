import * as vscode from "vscode";
import { isSame } from "../accountIds.ts";
import { CancelledError, SignedOutError, UserError } from "../../base/errors.ts";
import type { Dialect } from "../../client/request.ts";
import { views } from "../../ids.ts";
import { extensionId, walkthroughId } from "../../manifestNames.ts";
import { askChecked, BackError } from "../../ui/inputBox.ts";
import { showInformation, showWarning } from "../../ui/messages.ts";
import { pickOne } from "../../ui/prompts.ts";
import { askToken } from "./askToken.ts";
import { otherAccountError, otherServerError } from "./changeSession.ts";
import { findDialect } from "./findDialect.ts";
import { gitHubSessions } from "./gitHubSession.ts";
import { grantedScopes } from "../grantedScopes.ts";
import type { Identity } from "../identity.ts";
import type { AccountsModel } from "../model.ts";
import { showPermissionsIfMissing } from "../permissionTable.ts";
import { type Candidate, hasGists, hostOf, nameOf, type Profile, type ServerKind } from "../profile.ts";
import { apiUrlOf } from "../serverAddress.ts";
import { sessionServer } from "./sessionServer.ts";
import { askAtServer, firstScopes } from "../sessions.ts";
import { askWay, type Way } from "./signInWays.ts";
import { errorText } from "../../ui/errorText.ts";

const askAddress = (kind: ServerKind): Promise<string> =>
  askChecked({
    title: vscode.l10n.t("Forgeside: Sign In"),
    prompt:
      kind === "enterprise"
        ? vscode.l10n.t("Enter the URL of the server. The URL of its API is derived from it.")
        : vscode.l10n.t("Enter the URL of the server's API."),
    placeholder: kind === "enterprise" ? "github.example.com" : "https://forge.example.com/api",
    canGoBack: true,
    accept: async (value) => {
      if (value.trim() === "") throw new UserError(vscode.l10n.t("Enter the URL of the server."));
      return apiUrlOf(kind, value);
    },
  });

/** For a server whose API its answers don't show. */
const askDialect = async (): Promise<Dialect> => {
  const items: readonly (vscode.QuickPickItem & { dialect: Dialect })[] = [
    {
      dialect: "github",
      label: vscode.l10n.t("Current"),
      detail: vscode.l10n.t("The API that GitHub.com has now."),
    },
    {
      dialect: "interface",
      label: vscode.l10n.t("GitHub REST API v3 as of 2015 (legacy)"),
      detail: vscode.l10n.t("For servers that implement the legacy API."),
    },
  ];
  const title = vscode.l10n.t("Forgeside: Sign In");
  const placeHolder = vscode.l10n.t("Select the API version of the server");
  return (await pickOne(items, { title, placeHolder, ignoreFocusOut: true })).dialect;
};

const signInWithToken = async (
  accounts: AccountsModel,
  kind: "github" | "enterprise" | "other",
  inPlaceOf: string | undefined,
): Promise<string> => {
  for (;;) {
    const baseUrl = kind === "github" ? apiUrlOf(kind, "") : await askAddress(kind);
    const candidate: Candidate = { kind, baseUrl, dialect: "github", credential: "token" };
    try {
      const { identity, token } = await askToken(accounts, candidate, { canGoBack: true });
      const dialect =
        kind === "other"
          ? ((await findDialect(accounts, { ...candidate, ...identity }, token)) ?? (await askDialect()))
          : "github";
      return await accounts.add({ ...candidate, dialect }, identity, token, inPlaceOf);
    } catch (error) {
      if (!(error instanceof BackError) || kind === "github") throw error;
    }
  }
};

/** Asks before VS Code's sign-in takes the place of the token of the same user. Throws CancelledError. */
const confirmReplacement = async (
  { accounts }: AccountsModel,
  candidate: Candidate,
  { login }: Identity,
): Promise<void> => {
  const former = accounts.find(
    ({ profile }) => profile.credential === "token" && isSame(profile, { ...candidate, login }),
  );
  if (!former) return;
  const replace = vscode.l10n.t("Replace Token");
  const answer = await showWarning(
    vscode.l10n.t("Replace the token of {0} with VS Code's sign-in?", nameOf(former.profile)),
    {
      modal: true,
      detail: vscode.l10n.t(
        "The token is removed from this computer. The sign-in is granted gists only, until a feature needs more.",
      ),
    },
    replace,
  );
  if (answer !== replace) throw new CancelledError();
};

const signInWithSession = async (
  accounts: AccountsModel,
  { provider, account }: Way & { kind: "session" },
  inPlaceOf: string | undefined,
): Promise<string> => {
  const baseUrl = sessionServer(provider);
  if (baseUrl === undefined)
    throw new UserError(
      vscode.l10n.t("VS Code has no GitHub Enterprise server: set github-enterprise.uri first."),
    );
  const session = await askAtServer(
    baseUrl,
    () => sessionServer(provider),
    () =>
      gitHubSessions.getSession({
        provider,
        scopes: firstScopes,
        ask: account ? true : "another",
        account,
      }),
  );
  if (session === "otherServer") throw otherServerError(baseUrl);
  if (!session) throw new CancelledError();
  if (account && account.id !== session.account.id)
    throw otherAccountError(accounts, session.account, account.label);
  const candidate: Candidate = {
    kind: provider === "github" ? "github" : "enterprise",
    baseUrl,
    dialect: "github",
    credential: "session",
    sessionAccountId: session.account.id,
    sessionScopes: firstScopes,
    ...(provider === "github" ? {} : { sessionProvider: provider }),
  };
  const identity = await accounts.check(candidate, session.accessToken);
  // Granted scopes stay as they are.
  const known = accounts.accounts.find(
    ({ profile, problem }) =>
      profile.credential === "session" && !problem && isSame(profile, { ...candidate, login: identity.login }),
  );
  if (known) {
    await accounts.setActive(known.profile.id);
    return known.profile.id;
  }
  await confirmReplacement(accounts, candidate, identity);
  return accounts.add(candidate, identity, undefined, inPlaceOf);
};

export const signInToSandbox = (accounts: AccountsModel, identity: Identity): Promise<string> => {
  const candidate: Candidate = {
    kind: "sandbox",
    baseUrl: apiUrlOf("sandbox", ""),
    dialect: "github",
    credential: "sandbox",
  };
  return accounts.add(candidate, identity, undefined);
};

const lookAround = async (accounts: AccountsModel): Promise<string> => {
  const baseUrl = apiUrlOf("github", "");
  if (accounts.accounts.some(({ profile }) => profile.baseUrl === baseUrl && profile.login !== ""))
    throw new UserError(
      vscode.l10n.t("You already have an account on GitHub.com. It can see everything that is public."),
    );
  return accounts.add(
    { kind: "github", baseUrl, dialect: "github", credential: "anonymous" },
    { login: "" },
    undefined,
  );
};

const welcomeText = (profile: Profile): string => {
  const { credential, login } = profile;
  const host = hostOf(profile);
  if (credential === "anonymous")
    return vscode.l10n.t("You see what is public on {0}. Sign in to see and change what is yours.", host);
  if (credential === "sandbox")
    return vscode.l10n.t(
      "Signed in to the sandbox as {0}. Its data is made up, and nothing leaves this computer.",
      login,
    );
  const scopes = grantedScopes(profile)?.join(", ");
  if (scopes === undefined) return vscode.l10n.t("Signed in to {0} as {1}.", host, login);
  return scopes === ""
    ? vscode.l10n.t("Signed in to {0} as {1}. The token has no scopes: it can only read.", host, login)
    : vscode.l10n.t("Signed in to {0} as {1}. Scopes: {2}.", host, login, scopes);
};

/** What to do next in a new account; back to the one that was active, from one without an account. */
const nextOf = (
  accounts: AccountsModel,
  profile: Profile,
  former: Profile | undefined,
): { readonly title: string; readonly run: () => Thenable<unknown> } | undefined => {
  if (profile.credential === "sandbox")
    return {
      title: vscode.l10n.t("Get Started"),
      run: () =>
        vscode.commands.executeCommand(
          "workbench.action.openWalkthrough",
          `${extensionId}#${walkthroughId}`,
          false,
        ),
    };
  if (profile.credential === "anonymous" && former)
    return {
      title: vscode.l10n.t("Switch to {0}", nameOf(former)),
      run: async () => {
        if (!accounts.get(former.id)) throw new SignedOutError(former.id);
        await accounts.setActive(former.id);
      },
    };
  if (!hasGists(profile)) return undefined;
  return {
    title: vscode.l10n.t("Show Gists"),
    run: () => vscode.commands.executeCommand(`${views.gists}.focus`),
  };
};

/** Says whose account it is and what it is granted; where nothing goes on by itself, what to do next. */
const announce = async (
  accounts: AccountsModel,
  profile: Profile,
  former: Profile | undefined,
  isOnlySignIn: boolean,
): Promise<void> => {
  const next = isOnlySignIn ? nextOf(accounts, profile, former) : undefined;
  const answer = await showInformation(welcomeText(profile), ...(next ? [next.title] : []));
  if (!next || answer !== next.title) return;
  try {
    await next.run();
  } catch (error) {
    void showWarning(errorText(error));
  }
};

export interface SignInDeps {
  readonly accounts: AccountsModel;
  /** The user of the sandbox. */
  readonly sandboxIdentity: () => Promise<Identity>;
}

interface SignInOptions {
  readonly way?: Way;
  /** Offers the ways to this kind of server only. */
  readonly server?: ServerKind;
  /** Offers tokens only. */
  readonly credential?: "token" | undefined;
  /** The anonymous account whose place the new one takes. */
  readonly inPlaceOf?: string;
  /** True where the user asked for nothing else, so that no command goes on after it. */
  readonly isOnlySignIn?: boolean;
}

const sign = (
  way: Way,
  { accounts, sandboxIdentity }: SignInDeps,
  inPlaceOf: string | undefined,
): Promise<string> => {
  switch (way.kind) {
    case "session":
      return signInWithSession(accounts, way, inPlaceOf);
    case "token":
      return signInWithToken(accounts, way.server, inPlaceOf);
    case "anonymous":
      return lookAround(accounts);
    case "sandbox":
      return sandboxIdentity().then((identity) => signInToSandbox(accounts, identity));
  }
};

/** Leads through the sign-in. Answers the id of the account. Throws CancelledError when the user leaves. */
export const signIn = async (
  deps: SignInDeps,
  { way: given, server, credential, inPlaceOf, isOnlySignIn = false }: SignInOptions = {},
): Promise<string> => {
  const { accounts } = deps;
  await accounts.requireWritable();
  for (;;) {
    const way = given ?? (await askWay(accounts, { server, credential }));
    const former = accounts.active?.profile;
    try {
      const id = await sign(way, deps, inPlaceOf);
      const profile = accounts.get(id)?.profile;
      if (profile) void announce(accounts, profile, former?.id === id ? undefined : former, isOnlySignIn);
      if (profile && way.kind === "token") showPermissionsIfMissing(profile, nameOf(profile));
      if (way.kind !== "anonymous") void accounts.probe(id).catch(() => undefined);
      return id;
    } catch (error) {
      if (!(error instanceof BackError)) throw error;
      if (given) throw new CancelledError();
    }
  }
};
