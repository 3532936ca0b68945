// What the buttons of errors do: loaded when the first one is pressed.
import * as vscode from "vscode";
import {
  accountCommands,
  activityCommands,
  commentCommands,
  deploymentCommands,
  gistCommands,
  hookCommands,
  keyCommands,
  repoCommands,
  serviceCommands,
} from "../ids.ts";

const both: readonly string[] = [gistCommands.refresh, repoCommands.refresh];

/** By the second part of a command's id; gists are meant by all others. */
const refreshCommands: Readonly<Record<string, string | readonly string[]>> = {
  change: repoCommands.refresh,
  comment: commentCommands.refresh,
  commit: repoCommands.refresh,
  deployment: deploymentCommands.refresh,
  event: activityCommands.refresh,
  feed: activityCommands.refresh,
  hook: hookCommands.refresh,
  key: keyCommands.refresh,
  operation: both,
  repo: repoCommands.refresh,
  repoFile: repoCommands.refresh,
  authorization: serviceCommands.refresh,
  service: serviceCommands.refresh,
};

/** These are about one repository or conversation: that of what the command was about, or one that the user selects. */
const withTarget: readonly string[] = [
  commentCommands.refresh,
  hookCommands.refresh,
  keyCommands.refresh,
  deploymentCommands.refresh,
];

/** Reads again what a command is about; gists and repositories where its name does not say which. */
export const refreshFor = async (what: string, target: unknown): Promise<void> => {
  const [prefix, group = ""] = what.split(".");
  const known = prefix === "forgeside" ? (refreshCommands[group] ?? gistCommands.refresh) : both;
  for (const command of [known].flat())
    await vscode.commands.executeCommand(command, ...(withTarget.includes(command) ? [target] : []));
};

/** Asks the user to sign in. Whether they did. */
export const signIn = async (): Promise<boolean> =>
  (await vscode.commands.executeCommand<unknown>(accountCommands.signIn)) !== undefined;

/** Runs a command of ours for a target. */
export const runCommand = (command: `forgeside.${string}`, target: unknown): Thenable<unknown> =>
  vscode.commands.executeCommand(command, target);
