import * as vscode from "vscode";
import { gistPlaceOf } from "../gists/uri.ts";
import { gistCommands, repoCommands } from "../ids.ts";
import type { OperationCall } from "./types.ts";

/** Has the views read again what a call of the account has changed at the service; what is not visible is read when it is shown. */
export const refreshViews = async (accountId: string, { operation, parameters }: OperationCall): Promise<void> => {
  const { executeCommand } = vscode.commands;
  if (operation.startsWith("repos."))
    await executeCommand(repoCommands.refresh, { kind: "account", account: { profile: { id: accountId } } });
  if (!operation.startsWith("gists.")) return;
  // The lists only: a gist whose files are open may be the one that was deleted.
  await executeCommand(gistCommands.refresh, { kind: "group", accountId });
  const { id } = parameters;
  const isOpen = vscode.workspace.textDocuments.some(({ uri }) => {
    const place = gistPlaceOf(uri);
    return place?.accountId === accountId && place.gistId === id;
  });
  if (operation === "gists.edit" && isOpen)
    await executeCommand(gistCommands.refreshGist, { kind: "gist", accountId, gist: { id } });
};
