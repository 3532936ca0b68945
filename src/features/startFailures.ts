import * as vscode from "vscode";
import { isCancelled, messageOf } from "../base/errors.ts";
import { showErrorMessage } from "../ui/messages.ts";
import type { FeatureId } from "./featureTable.ts";

/** A feature could not be started: its message is the reason in one line. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly feature: FeatureId;

  constructor(feature: FeatureId, cause: unknown) {
    // Node.js adds the files that required a missing one.
    const [reason = ""] = messageOf(cause).split("\n");
    super(reason, { cause });
    this.feature = feature;
  }
}

/** The feature's name in messages. */
export const featureName = (id: FeatureId): string => {
  const names: Readonly<Record<FeatureId, string>> = {
    core: vscode.l10n.t("Accounts"),
    comments: vscode.l10n.t("Comments"),
    gists: vscode.l10n.t("Gists"),
    links: vscode.l10n.t("Linked Files"),
    search: vscode.l10n.t("Search in Gists"),
    repos: vscode.l10n.t("Repositories"),
    service: vscode.l10n.t("Service"),
    activity: vscode.l10n.t("Activity"),
  };
  return names[id];
};

const reloadWindow = async (): Promise<void> => vscode.commands.executeCommand("workbench.action.reloadWindow");

interface Failure {
  readonly error: unknown;
  /** Starts again what failed. */
  readonly retry: () => Promise<unknown>;
  /** Whether the user did something that needed the feature, such as running a command. */
  readonly isByUser?: boolean;
  /** What does not happen before the feature starts. */
  readonly consequence?: string | undefined;
}

/**
 * Shows why features could not be started: once for each feature, and again when the user has tried again. What has a
 * consequence that was not shown yet is shown, too.
 */
export class StartFailures {
  readonly #shown = new Map<FeatureId, { isOpen: boolean; readonly hasConsequence: boolean }>();

  async show({ error, retry, isByUser = false, consequence }: Failure): Promise<void> {
    if (isCancelled(error)) return;
    console.error(error);
    const { feature, message } = error instanceof StartError ? error : new StartError("core", error);
    const before = this.#shown.get(feature);
    const isNewTry = isByUser && before?.isOpen === false;
    const isNewConsequence = consequence !== undefined && before?.hasConsequence === false;
    if (before && !isNewTry && !isNewConsequence) return;
    const shown = { isOpen: true, hasConsequence: consequence !== undefined || before?.hasConsequence === true };
    this.#shown.set(feature, shown);
    const text =
      feature === "core"
        ? vscode.l10n.t("Forgeside couldn't start: {0}", message)
        : vscode.l10n.t("Forgeside couldn't start “{0}”: {1}", featureName(feature), message);
    // As `sentence`, which the start loads no module for.
    const ended = /[.。]$/.test(text) ? text : vscode.l10n.t("{0}.", text);
    const again = vscode.l10n.t("Try Again");
    const reload = vscode.l10n.t("Reload Window");
    const answer = await showErrorMessage(
      consequence === undefined ? text : vscode.l10n.t("{0} {1}", ended, consequence),
      again,
      reload,
    );
    shown.isOpen = false;
    if (answer === reload) await reloadWindow();
    if (answer !== again) return;
    this.#shown.delete(feature);
    await retry().catch(() => undefined);
  }
}
