// Loaded when the first refresh after an error is wanted.
import * as vscode from "vscode";
import {
  activityCommands,
  deploymentCommands,
  gistCommands,
  hookCommands,
  keyCommands,
  repoCommands,
  serviceCommands,
} from "../ids.ts";

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
export const refreshFor = async (what: string, target: unknown): Promise<void> => {
  const [prefix, group = ""] = what.split(".");
  const known = prefix === "forgeside" ? (refreshCommands[group] ?? gistCommands.refresh) : undefined;
  for (const command of known === undefined ? [gistCommands.refresh, repoCommands.refresh] : [known])
    await vscode.commands.executeCommand(command, ...(ofOneRepository.includes(command) ? [target] : []));
};
