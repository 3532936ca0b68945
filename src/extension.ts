import * as vscode from "vscode";
import { FeatureLoader } from "./features/featureLoader.ts";
import type { Features } from "./features/features.ts";
import { startContextKeys } from "./manifestNames.ts";
import type { LoadPlatform } from "./features/platform.ts";

/** What tests get. */
export interface TestApi {
  /** Whether a feature is being loaded, or has been loaded. */
  readonly hasBegunLoading: () => boolean;
  readonly features: () => Promise<Features>;
}

const activateOn = (context: vscode.ExtensionContext, loadPlatform: LoadPlatform): TestApi | undefined => {
  const loader = new FeatureLoader(context, loadPlatform);
  context.subscriptions.push(loader);
  return context.extensionMode === vscode.ExtensionMode.Test
    ? { hasBegunLoading: () => loader.hasBegunLoading, features: () => loader.features() }
    : undefined;
};

/** Where there is Node. */
export const activate = (context: vscode.ExtensionContext): TestApi | undefined =>
  activateOn(context, () => import("./features/nodePlatform.ts"));

/** In VS Code for the Web. */
export const activateInBrowser = (context: vscode.ExtensionContext): TestApi | undefined => {
  void vscode.commands.executeCommand("setContext", startContextKeys.inBrowser, true);
  return activateOn(context, () => import("./features/webPlatform.ts"));
};
