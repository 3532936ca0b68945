import * as vscode from "vscode";
import type { HttpError } from "../client/errors.ts";
import { pluralText } from "./pluralText.ts";

/** Why there was no answer, or one that leads where nothing is sent, in the language of VS Code; what the error says, where it names no failure. */
export const connectionText = ({ failure, message }: HttpError): string => {
  if (failure === undefined) return message;
  const { why, host, code } = failure;
  const suffix = code === undefined ? "" : ` (${code})`;
  switch (why) {
    case "unreachable":
      return vscode.l10n.t("{0} can't be reached{1}.", host, suffix);
    case "lost":
      return vscode.l10n.t("The connection to {0} was lost before the answer arrived{1}.", host, suffix);
    case "untrusted":
      return vscode.l10n.t("The certificate of {0} isn't trusted{1}.", host, suffix);
    case "unreachableOrLost":
      return vscode.l10n.t("{0} can't be reached, or the connection to it was lost.", host);
    case "blocked":
      return vscode.l10n.t("{0} can't be reached, or the browser or one of its extensions blocks it.", host);
    case "offline":
      return vscode.l10n.t("{0} can't be reached: the browser is offline.", host);
    case "unreadable":
      return vscode.l10n.t("{0} answers, but lets no page of {1} read its answers (CORS).", host, code ?? "");
    case "otherServer":
      return vscode.l10n.t("The server referred to another server ({0}). Nothing was sent there.", host);
    case "unprotected":
      return vscode.l10n.t("The server referred to an address that isn't encrypted ({0}).", host);
    case "withUser":
      return vscode.l10n.t("The server referred to an address with a user name or a password ({0}).", host);
    case "unreadableAddress":
      return vscode.l10n.t("{0} referred to an address that can't be read.", host);
    case "tooManyRedirects":
      return vscode.l10n.t("{0} redirected more than {1} times.", host, code ?? "");
    case "redirectInBrowser":
      return vscode.l10n.t("{0} redirects this request, which a browser can't follow.", host);
    case "silent":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {{0} didn't answer within # second.} other {{0} didn't answer within # seconds.}}",
        ),
        Number(code),
        host,
      );
  }
};
