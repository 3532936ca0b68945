import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { views } from "../../ids.ts";
import { showWarning } from "../../ui/messages.ts";
import { plainText } from "../../ui/plainText.ts";
import type { GistsModel } from "../model.ts";
import type { BegunShares } from "./begunShares.ts";

interface InterruptedDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly begun: BegunShares;
}

/** Says once which shares the reload of the window has interrupted. */
export const reportInterrupted = async ({ accounts, gists, begun }: InterruptedDeps): Promise<void> => {
  await accounts.load();
  const { interrupted } = begun;
  begun.forgetInterrupted();
  const show = vscode.l10n.t("Show Gists");
  const reports = interrupted.map(async ({ accountId, what }) => {
    // Of an account that is signed out, nothing can be looked at.
    if (!accounts.get(accountId)) return;
    const text = vscode.l10n.t(
      "“{0}” may have been shared: the window was reloaded before the server answered. Look for it in your gists before you share it again.",
      plainText(what || vscode.l10n.t("The gist")),
    );
    if ((await showWarning(text, show)) !== show) return;
    gists.refresh(accountId);
    await vscode.commands.executeCommand(`${views.gists}.focus`);
  });
  await Promise.all(reports);
};
