import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import type { AccountsModel } from "./model.ts";

/** Opens a web page that a server named, or says why there is none. */
export const openPage = async (accounts: AccountsModel, accountId: string, url: string): Promise<void> => {
  if (accounts.get(accountId)?.profile.kind === "sandbox")
    throw new UserError(vscode.l10n.t("The sandbox has no web pages."));
  const target = vscode.Uri.parse(url, true);
  if (target.scheme !== "https" && target.scheme !== "http")
    throw new UserError(vscode.l10n.t("The URL that the server provided isn't a web page. It wasn't opened."));
  await vscode.env.openExternal(target);
};
