import * as vscode from "vscode";
import type { Features } from "./features/features.ts";
import { FeatureLoader } from "./features/featureLoader.ts";

/** What tests get. */
export interface TestApi {
  /** Whether a feature is being loaded, or has been loaded. */
  readonly hasBegunLoading: () => boolean;
  readonly features: () => Promise<Features>;
}

export const activate = (context: vscode.ExtensionContext): TestApi | undefined => {
  const loader = new FeatureLoader(context);
  context.subscriptions.push(loader);
  return context.extensionMode === vscode.ExtensionMode.Test
    ? { hasBegunLoading: () => loader.hasBegunLoading, features: () => loader.features() }
    : undefined;
};
