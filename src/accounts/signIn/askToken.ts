import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { featureOperations } from "../../client/features.ts";
import { scopesFor } from "../../client/requiredPermissions.ts";
import { hasScope } from "../../client/permissions.ts";
import { errorText } from "../../ui/errorText.ts";
import { askChecked } from "../../ui/inputBox.ts";
import { grantedScopes, isAppToken } from "../grantedScopes.ts";
import type { Identity } from "../identity.ts";
import type { AccountsModel } from "../model.ts";
import { type Candidate, hostOf } from "../profile.ts";
import { sentences } from "../../ui/sentences.ts";

/** Why the server did not take the token; in the words that help at this point. */
const explain = (error: unknown): string => {
  if (HttpError.is(error, "unauthorized"))
    return vscode.l10n.t("The server does not accept this token. Check it and paste it again.");
  if (HttpError.is(error, "unreadable", "notFound", "gone"))
    return vscode.l10n.t("No service was found at this URL. Enter the URL of the server's API.");
  return errorText(error);
};

const promptFor = (candidate: Candidate, needed: readonly string[] | undefined): string => {
  const stored = vscode.l10n.t(
    "It is stored in VS Code's secret storage and sent to {0} only.",
    hostOf(candidate),
  );
  const scopes = needed
    ? vscode.l10n.t("Paste a token that has: {0}.", needed.join(", "))
    : vscode.l10n.t(
        "Paste a token: {0} for gists, {1} for repositories and deployments, {2} for webhooks.",
        scopesFor(featureOperations.gists, { isPrivate: true }).join(", "),
        scopesFor([...featureOperations.repositoryChanges, ...featureOperations.deployments], {
          isPrivate: true,
        }).join(", "),
        scopesFor(featureOperations.hooks, { isPrivate: true }).join(", "),
      );
  return sentences(scopes, stored);
};

interface TokenQuestion {
  readonly canGoBack?: boolean;
  /** The login that the token must belong to. */
  readonly expected?: string;
  /** What the token needs, for people; absent where the user decides. */
  readonly needed?: readonly string[];
  /** Of each list one scope, or one that includes it, is needed. */
  readonly acceptedScopes?: readonly (readonly string[])[];
}

/** Asks for a token until the server accepts one. Throws CancelledError and BackError. */
export const askToken = (
  accounts: AccountsModel,
  candidate: Candidate,
  { expected, needed, acceptedScopes, ...steps }: TokenQuestion = {},
): Promise<{ identity: Identity; token: string }> =>
  askChecked({
    title: vscode.l10n.t("Forgeside: Token for {0}", hostOf(candidate)),
    prompt: promptFor(candidate, needed),
    password: true,
    ...steps,
    explain,
    accept: async (value, signal) => {
      const token = value.trim();
      if (token === "") throw new UserError(vscode.l10n.t("Paste the token."));
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new UserError(
          vscode.l10n.t("This isn't a token: it has spaces or other characters that no token has."),
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
      const granted = grantedScopes({
        kind: candidate.kind,
        ...(identity.scopes && { scopes: identity.scopes }),
        ...(isAppToken(token) && { isAppToken: true as const }),
      });
      if (acceptedScopes && granted && !acceptedScopes.every((accepted) => hasScope(granted, accepted)))
        throw new UserError(
          vscode.l10n.t(
            "This token isn't enough. It has: {0}. Needed: {1}.",
            granted.join(", ") || vscode.l10n.t("none"),
            (needed ?? []).join(", "),
          ),
        );
      return { identity, token };
    },
  });
