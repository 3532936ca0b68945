import * as vscode from "vscode";
import { hasStoredAccounts } from "./storage/storedAccounts.ts";
import type { Parts } from "./app.ts";
import { Shell } from "./shell/shell.ts";
import { showErrorMessage } from "./ui/messages.ts";

/** What tests get. */
export interface Loader {
  /** Whether the app was loaded, or is being loaded. */
  readonly isLoading: () => boolean;
  readonly load: () => Promise<Parts>;
}

/** Registers what VS Code may ask for. Everything else is loaded with the first use. */
export const activate = (context: vscode.ExtensionContext): Loader | undefined => {
  let parts: Promise<Parts> | undefined;
  const shell = new Shell({
    context,
    load: async (lazy) => {
      const { openApp } = await import("./app.ts");
      // What it has registered before it failed is there still: only loading its code can be tried again.
      parts ??= openApp(context, lazy);
      return parts;
    },
    onError: async (error) => {
      console.error(error);
      // Node.js adds the files that required the missing one.
      const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      const reload = vscode.l10n.t("Reload Window");
      const answer = await showErrorMessage(vscode.l10n.t("Forgeside couldn't start: {0}", reason), reload);
      if (answer === reload) await vscode.commands.executeCommand("workbench.action.reloadWindow");
    },
    hasAccounts: () => hasStoredAccounts(context.globalState),
  });
  context.subscriptions.push(shell);
  if (context.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return {
    isLoading: () => shell.isLoading,
    load: async () => {
      await shell.load();
      if (!parts) throw new Error("The app was loaded and has no parts.");
      return parts;
    },
  };
};
