// Loaded with the first error that has something to do about it.
import * as vscode from "vscode";
import type { HttpError } from "../client/errors.ts";
import {
  activityCommands,
  deploymentCommands,
  gistCommands,
  hookCommands,
  keyCommands,
  repoCommands,
  serviceCommands,
} from "../ids.ts";

export interface FailedAction {
  /** The command's id, or a name for the log. */
  readonly what: string;
  /** Does it again. */
  readonly again?: (() => Promise<void>) | undefined;
  /** What the command was called with. */
  readonly target?: unknown;
}

interface ErrorAction {
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

/** By the second part of a command's id; gists are meant by all others. */
const refreshCommands: Readonly<Record<string, string>> = {
  commit: repoCommands.refresh,
  deployment: deploymentCommands.refresh,
  feed: activityCommands.refresh,
  hook: hookCommands.refresh,
  key: keyCommands.refresh,
  repo: repoCommands.refresh,
  repoFile: repoCommands.refresh,
  authorization: serviceCommands.refresh,
  service: serviceCommands.refresh,
};

/** These are about the repository of the row that the command was about, or one that the user selects. */
const ofOneRepository: readonly string[] = [hookCommands.refresh, keyCommands.refresh, deploymentCommands.refresh];

/** Reads again what a command is about; gists and repositories where its name does not say which. */
const refresh = async (what: string, target: unknown): Promise<void> => {
  const [prefix, group = ""] = what.split(".");
  const known = prefix === "forgeside" ? (refreshCommands[group] ?? gistCommands.refresh) : undefined;
  for (const command of known === undefined ? [gistCommands.refresh, repoCommands.refresh] : [known])
    await vscode.commands.executeCommand(command, ...(ofOneRepository.includes(command) ? [target] : []));
};

/** What can be done about an error that says so: nothing is sent again that may have been done. */
export const actionOf = (error: HttpError, { what, again, target }: FailedAction): ErrorAction | undefined => {
  if (error.mayHaveSucceeded || error.kind === "conflict")
    return { title: vscode.l10n.t("Refresh"), run: () => refresh(what, target) };
  const isPassing = ["network", "timeout", "server", "unreadable"].includes(error.kind);
  return isPassing && again ? { title: vscode.l10n.t("Try Again"), run: again } : undefined;
};
