import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import type { MissingPermission } from "../../client/errors.ts";
import { type FeatureId, featureOf } from "../../client/features.ts";
import { hasScope } from "../../client/permissions.ts";
import { showWarning } from "../../ui/messages.ts";
import { sentence } from "../../ui/sentences.ts";
import { grantTitle, missingPermissionText } from "../../ui/permissionText.ts";
import { askToken } from "../signIn/askToken.ts";
import { changeSession } from "../signIn/changeSession.ts";
import { createToken } from "../signIn/createToken.ts";
import { permissionsOfFeature, scopesOfFeature } from "../featureAccess.ts";
import { grantedScopes, type KnownScopes } from "../grantedScopes.ts";
import type { Account, AccountsModel } from "../model.ts";
import { hostOf, nameOf, type Profile } from "../profile.ts";
import { fineGrainedPermissionText, scopeText } from "../scopeText.ts";
import { sessionScopesOf, withoutIncluded } from "../sessions.ts";
import { signIn, type SignInDeps } from "../signIn/signIn.ts";

/** The account as it is now. Throws UserError when it was signed out, or signs in otherwise, since a question was asked. */
const stillThere = (accounts: AccountsModel, { profile }: Account): Account => {
  const now = accounts.get(profile.id);
  if (now?.profile.credential !== profile.credential)
    throw new UserError(vscode.l10n.t("{0} was signed out or changed since you were asked.", nameOf(profile)));
  return now;
};

/** The sets of scopes that the user may choose from: for public repositories only, where that will do, and for all. */
const choicesOf = (feature: FeatureId | undefined, needed: readonly string[]): readonly (readonly string[])[] => {
  if (feature === undefined) return [[needed.at(-1) ?? "repo"]];
  const [open, all] = [scopesOfFeature(feature, false), scopesOfFeature(feature, true)];
  const fitting = [open, all].filter((scopes) => hasScope(scopes, needed));
  // The service may name scopes that the table does not have.
  if (fitting.length === 0) return [withoutIncluded([...all, ...needed.slice(-1)])];
  return fitting.length === 2 && open.join() === all.join() ? [all] : fitting;
};

const grantScopes = async (
  accounts: AccountsModel,
  account: Account,
  missing: MissingPermission & { kind: "scopes" },
): Promise<boolean> => {
  const { profile } = account;
  const choices = choicesOf(featureOf(missing.operation), missing.scopes);
  const buttons = choices.map((scopes) => ({
    scopes,
    title:
      choices.length === 1
        ? grantTitle(missing)
        : scopes.includes("repo")
          ? vscode.l10n.t("Grant for All Repositories...")
          : vscode.l10n.t("Grant for Public Repositories..."),
  }));
  const detail = [
    vscode.l10n.t("VS Code will ask {0} for:", hostOf(profile)),
    ...choices.map((scopes) => scopes.map(scopeText).join("\n")),
    "",
    vscode.l10n.t(
      "{0} has granted: {1}",
      nameOf(profile),
      grantedScopes(profile)?.join(", ") || vscode.l10n.t("none"),
    ),
  ].join("\n");
  const text = sentence(missingPermissionText(missing));
  const answer = await showWarning(text, { modal: true, detail }, ...buttons.map(({ title }) => title));
  const chosen = buttons.find(({ title }) => title === answer);
  if (!chosen) return false;
  // Another question may have been answered in between.
  const sessionScopes = sessionScopesOf(stillThere(accounts, account).profile);
  return changeSession(accounts, account, withoutIncluded([...sessionScopes, ...chosen.scopes]));
};

interface Needed {
  /** What the token lacks, explained. */
  readonly missing: readonly string[];
  /** All that its replacement needs to open what the token opens, too. */
  readonly all: readonly string[];
}

/** By the words of the token's kind. */
const neededOf = (known: KnownScopes, missing: MissingPermission & { kind: "scopes" | "permissions" }): Needed => {
  const feature = featureOf(missing.operation);
  if (missing.kind === "permissions") {
    const permissions = (feature ? permissionsOfFeature(feature) : missing.permissions).map(
      fineGrainedPermissionText,
    );
    return { missing: permissions, all: permissions };
  }
  const scopes = choicesOf(feature, missing.scopes).at(-1) ?? missing.scopes;
  return { missing: scopes.map(scopeText), all: withoutIncluded([...(grantedScopes(known) ?? []), ...scopes]) };
};

const replaceToken = async (
  accounts: AccountsModel,
  account: Account,
  missing: MissingPermission & { kind: "scopes" | "permissions" },
): Promise<boolean> => {
  const { profile } = account;
  await accounts.requireWritable();
  const replace = vscode.l10n.t("Replace Token...");
  const create = vscode.l10n.t("Create Token...");
  const canCreate = profile.kind === "github" || profile.kind === "enterprise";
  const needed = neededOf(profile, missing);
  const granted = grantedScopes(profile);
  const detail = [
    vscode.l10n.t("The token of {0} also needs:", nameOf(profile)),
    ...needed.missing,
    ...(granted ? ["", vscode.l10n.t("It has: {0}", granted.join(", ") || vscode.l10n.t("none"))] : []),
  ].join("\n");
  const text = sentence(missingPermissionText(missing));
  const answer = await showWarning(text, { modal: true, detail }, replace, ...(canCreate ? [create] : []));
  if (answer === undefined) return false;
  const feature = featureOf(missing.operation);
  if (answer === create) await createToken(profile, feature ? [feature] : undefined);
  const { identity, token } = await askToken(accounts, profile, {
    expected: profile.login,
    needed: needed.all,
    // A token that opens less doesn't replace one that works.
    ...(missing.kind === "scopes"
      ? { acceptedScopes: [missing.scopes, ...(granted ?? []).map((scope) => [scope])] }
      : {}),
  });
  stillThere(accounts, account);
  await accounts.replaceToken(profile.id, identity, token);
  return true;
};

/** The page of the server itself, and of no other. */
const isPageOf = (profile: Profile, url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  if (username !== "" || password !== "" || url.includes("\\")) return false;
  const { host: apiHost, protocol: apiProtocol } = new URL(profile.baseUrl);
  return (protocol === "https:" || protocol === apiProtocol) && (host === hostOf(profile) || host === apiHost);
};

const authorizeForOrganization = async ({ profile }: Account, url: string): Promise<boolean> => {
  if (!isPageOf(profile, url))
    throw new UserError(
      vscode.l10n.t("{0} named a page of another server for single sign-on. It was not opened.", hostOf(profile)),
    );
  const authorize = vscode.l10n.t("Authorize for Organization...");
  const answer = await showWarning(
    vscode.l10n.t("The organization requires single sign-on."),
    {
      modal: true,
      detail: vscode.l10n.t("Authorize the token of {0} on the page that opens in your browser.", nameOf(profile)),
    },
    authorize,
  );
  if (answer !== authorize) return false;
  await vscode.env.openExternal(vscode.Uri.parse(new URL(url).href, true));
  const again = vscode.l10n.t("Try Again");
  const text = vscode.l10n.t("Try again when the token is authorized.");
  return (await showWarning(text, { modal: true }, again)) === again;
};

const signInInPlace = async (deps: SignInDeps, account: Account, missing: MissingPermission): Promise<boolean> => {
  const { accounts } = deps;
  const { profile } = account;
  const button = grantTitle(missing);
  const detail = vscode.l10n.t(
    "You're browsing {0} without an account. After you sign in, Forgeside continues what you started.",
    hostOf(profile),
  );
  // A row of an account that isn't active keeps its account.
  const isActive = accounts.active?.profile.id === profile.id;
  const others = (isActive ? accounts.accounts : [])
    .filter((each) => each.profile.credential !== "anonymous" && !each.problem)
    .map((other) => ({ other, title: vscode.l10n.t("Switch to {0}", nameOf(other.profile)) }));
  const text = sentence(missingPermissionText(missing));
  const answer = await showWarning(text, { modal: true, detail }, button, ...others.map(({ title }) => title));
  const chosen = others.find(({ title }) => title === answer)?.other;
  if (chosen) {
    await accounts.setActive(stillThere(accounts, chosen).profile.id);
    throw new UserError(vscode.l10n.t("Switched to {0}. Run the command again there.", nameOf(chosen.profile)));
  }
  if (answer !== button) return false;
  const id = await signIn(deps, { server: profile.kind, inPlaceOf: stillThere(accounts, account).profile.id });
  if (id === profile.id) return true;
  throw new UserError(vscode.l10n.t("You're signed in. Run the command again for this account."));
};

/** Asks the user for what a call needs. True when it was granted. Throws CancelledError and UserError. */
export const requestPermission = async (
  deps: SignInDeps,
  account: Account,
  missing: MissingPermission,
): Promise<boolean> => {
  const { accounts } = deps;
  switch (missing.kind) {
    case "signIn":
      return signInInPlace(deps, account, missing);
    case "sso":
      return authorizeForOrganization(account, missing.url);
    case "permissions":
      if (account.profile.credential !== "token")
        throw new UserError(
          vscode.l10n.t(
            "Forgeside can't get this permission for the sign-in of {0}. Sign in with a token instead.",
            nameOf(account.profile),
          ),
        );
      return replaceToken(accounts, account, missing);
    case "scopes":
      if (account.profile.credential === "sandbox") throw new CancelledError();
      return account.profile.credential === "session"
        ? grantScopes(accounts, account, missing)
        : replaceToken(accounts, account, missing);
  }
};
