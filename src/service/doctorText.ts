import * as vscode from "vscode";
import { type Profile, hostOf } from "../accounts/profile.ts";
import { lostSecretsText } from "../accounts/problemText.ts";
import { HttpError, isTokenMissing } from "../client/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { featureName } from "../ui/permissionText.ts";
import type { Finding, Level } from "./doctor.ts";
import { capabilityName } from "../accounts/capabilityName.ts";
import { limitText } from "./texts.ts";
import type { Capability } from "../accounts/capabilities.ts";
import { pluralText } from "../ui/pluralText.ts";

const signs: Readonly<Record<Level, string>> = { good: "✓", note: "•", bad: "✗" };

const because = (error: unknown): string => (error === undefined ? "" : ` ${errorText(error)}`);

const findingText = (finding: Finding): string => {
  switch (finding.check) {
    case "server":
      if (finding.level === "note")
        return (
          vscode.l10n.t("Server: it responded in {0} ms, but refused what it was asked.", finding.ms) +
          because(finding.error)
        );
      if (HttpError.is(finding.error, "cors", "unreadable", "server"))
        return vscode.l10n.t("Server: {0}", errorText(finding.error));
      return finding.level === "good"
        ? vscode.l10n.t("Server: it responded in {0} ms.", finding.ms)
        : vscode.l10n.t("Server: it was not reached. Check the network, the URL and the proxy.") +
            because(finding.error);
    case "certificate":
      switch (finding.how) {
        case "checked":
          return vscode.l10n.t("Certificate: the server's is checked and trusted.");
        case "loopback":
          return vscode.l10n.t("Certificate: none is needed, the server is on this computer.");
        case "unreached":
          return vscode.l10n.t("Certificate: it was not checked, because the server was not reached.");
        case "browser":
          return vscode.l10n.t(
            "Certificate: a browser doesn't say whether it trusts the server's. Open the server's URL in a tab to see.",
          );
        case "off":
          return vscode.l10n.t(
            "Certificate: it is not checked, so anyone between this computer and the server can read the token. Turn on the setting http.proxyStrictSSL.",
          );
        case "refused":
          return vscode.l10n.t(
            "Certificate: this computer doesn't trust it. Add the authority to the system's certificates.",
          );
      }
    // falls through: every `how` has answered
    case "proxy":
      if (finding.source === "browser")
        return vscode.l10n.t("Proxy: the browser decides. VS Code's settings don't apply.");
      return finding.source === ""
        ? vscode.l10n.t("Proxy: none is set.")
        : vscode.l10n.t("Proxy: {0}, set by {1}.", finding.address, finding.source);
    case "clock":
      return finding.seconds === undefined
        ? vscode.l10n.t("Clock: the server did not send the time.")
        : finding.level === "good"
          ? vscode.l10n.t("Clock: it agrees with the server's.")
          : pluralText(
              vscode.l10n.t(
                "{count, plural, one {Clock: this computer's is # second off. Ages, limits and one-time passwords will be wrong: set it.} other {Clock: this computer's is # seconds off. Ages, limits and one-time passwords will be wrong: set it.}}",
              ),
              finding.seconds,
            );
    case "token":
      if (isTokenMissing(finding.error)) return vscode.l10n.t("Token:") + because(finding.error);
      if (!finding.identity && finding.level !== "bad")
        return vscode.l10n.t("Token: it could not be checked.") + because(finding.error);
      if (!finding.identity)
        return vscode.l10n.t("Token: the server doesn't accept it. Replace the token.") + because(finding.error);
      return finding.lacks === undefined
        ? vscode.l10n.t(
            "Token: it belongs to {0}; the server does not say what it may do.",
            finding.identity.login,
          )
        : finding.lacks.length === 0
          ? vscode.l10n.t("Token: it belongs to {0} and may do all that is needed.", finding.identity.login)
          : vscode.l10n.t(
              "Token: it belongs to {0}. It isn't granted everything for: {1}. Run Forgeside: Manage Permissions to grant more.",
              finding.identity.login,
              finding.lacks.map(featureName).join(", "),
            );
    case "keyring":
      if (finding.retention === "lost") return vscode.l10n.t("Secret storage: {0}", lostSecretsText());
      if (finding.retention === "retained")
        return vscode.l10n.t("Secret storage: it works, and still has what an earlier session stored.");
      return finding.retention === "unknown"
        ? vscode.l10n.t(
            "Secret storage: it works in this session. Whether it keeps secrets can't be known before the first restart: VS Code doesn't report it.",
          )
        : vscode.l10n.t(
            "Secret storage: it doesn't work, so tokens are stored only until the window closes. On Linux, install and unlock a keyring such as gnome-keyring.",
          );
    case "limit":
      return vscode.l10n.t("Rate limit: {0}.", limitText(finding.remaining, finding.limit, finding.reset));
  }
};

/** Facts about the machine that are in a report. */
export interface Surroundings {
  readonly extensionVersion: string;
  readonly date: string;
}

/** The report as text. It has no token, no password, no name of a folder. */
export const reportText = (
  profile: Profile,
  findings: readonly Finding[],
  { extensionVersion, date }: Surroundings,
): string => {
  const missing = Object.entries(profile.missing ?? {}).map(([name, status]) =>
    vscode.l10n.t("{0}: the server responds with {1}", capabilityName(name as Capability), status),
  );
  const isReached = findings.some(({ check, level }) => check === "server" && level === "good");
  return [
    `Forgeside ${extensionVersion} · VS Code ${vscode.version} (${vscode.env.appHost}${
      vscode.env.remoteName === undefined ? "" : `, ${vscode.env.remoteName}`
    }) · ${date}`,
    vscode.l10n.t(
      "Account: {0} at {1}. API version: {2}",
      profile.login || vscode.l10n.t("no account"),
      hostOf(profile),
      profile.dialect === "github"
        ? vscode.l10n.t("Current")
        : vscode.l10n.t("GitHub REST API v3 as of 2015 (legacy)"),
    ),
    "",
    ...findings.map((finding) => `${signs[finding.level]} ${findingText(finding)}`),
    "",
    ...(missing.length > 0 ? [vscode.l10n.t("The server lacks: {0}.", missing.join("; ")), ""] : []),
    // Nothing is known of a server that was not reached, or not asked.
    ...(profile.missing && missing.length === 0 && isReached
      ? [vscode.l10n.t("The server has everything that it was asked for."), ""]
      : []),
  ].join("\n");
};
