import * as vscode from "vscode";
import type { Features } from "./features/features.ts";
import { featureOf } from "./features/featureTable.ts";
import { Shell } from "./shell/shell.ts";
import { hasStoredAccounts } from "./storage/storedAccounts.ts";
import { showErrorMessage } from "./ui/messages.ts";

/** What tests get. */
export interface Loader {
  /** Whether a feature was loaded, or is being loaded. */
  readonly isLoading: () => boolean;
  readonly features: () => Promise<Features>;
}

const showLoadError = async (error: unknown): Promise<void> => {
  console.error(error);
  // Node.js adds the files that required the missing one.
  const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const reload = vscode.l10n.t("Reload Window");
  const answer = await showErrorMessage(vscode.l10n.t("Forgeside couldn't start: {0}", reason), reload);
  if (answer === reload) await vscode.commands.executeCommand("workbench.action.reloadWindow");
};

/** Registers what VS Code may ask for. Each feature is loaded with its first use. */
export const activate = (context: vscode.ExtensionContext): Loader | undefined => {
  let loaded: Features | undefined;
  const features = async (): Promise<Features> => {
    const code = await import("./features/features.ts");
    if (!loaded) context.subscriptions.push((loaded = new code.Features(context, shell)));
    return loaded;
  };
  const shell = new Shell({
    context,
    load: async (use) => {
      const id = featureOf(use);
      if (!id) throw new Error(`No feature has ${use}.`);
      return (await features()).start(id);
    },
    onError: showLoadError,
    hasAccounts: () => hasStoredAccounts(context.globalState),
  });
  context.subscriptions.push(shell);
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { isLoading: () => shell.hasBegunLoading, features } : undefined;
};
