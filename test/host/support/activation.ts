import { commands, extensions } from "vscode";
import type { TestApi } from "../../../src/extension.ts";
import type { FeatureId } from "../../../src/features/featureTable.ts";
import { extensionId, views } from "../../../src/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { listenToGuard } from "./inspected.ts";
import { type Parts, startParts } from "./parts.ts";
import { listenToPrompts, type Prompt } from "./prompts.ts";
import { listenToRequests } from "./requests.ts";

export interface Activation {
  readonly parts: Parts;
  /** Whether activation has loaded a feature, which only a use should. */
  readonly wasLoaded: boolean;
  /** The features that the view of gists has started, before anything else was used. */
  readonly startedByGists: readonly FeatureId[];
  /** The addresses that the extension asked until its accounts were read. */
  readonly requests: readonly string[];
  /** What the extension showed until then. */
  readonly prompts: readonly Prompt[];
  /** The addresses that it has asked since it was activated. */
  readonly laterRequests: readonly string[];
  /** All prompts since then; a test empties it. */
  readonly laterPrompts: Prompt[];
}

const activate = async (): Promise<Activation> => {
  const extension = extensions.getExtension<TestApi | undefined>(extensionId);
  if (!extension) throw new Error(`${extensionId} is not among the extensions.`);
  const requests = listenToRequests();
  const prompts = listenToPrompts();
  await eventually(() => extension.isActive, "VS Code has activated the extension by itself");
  const loader = extension.exports;
  if (!loader) throw new Error("The extension does not know that it is tested.");
  const wasLoaded = loader.hasBegunLoading();
  await commands.executeCommand(`${views.gists}.focus`);
  const features = await loader.features();
  await eventually(() => features.started.includes("gists"), "the view of gists has started its feature");
  const startedByGists = features.started;
  const parts = await startParts(features);
  listenToGuard(parts.guard);
  await parts.accounts.load();
  return {
    parts,
    wasLoaded,
    startedByGists,
    requests: [...requests],
    prompts: [...prompts],
    laterRequests: requests,
    laterPrompts: prompts as Prompt[],
  };
};

let activation: Promise<Activation> | undefined;

/** The extension, activated by whichever test comes first. */
export const activated = (): Promise<Activation> => (activation ??= activate());
