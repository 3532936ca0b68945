import * as vscode from "vscode";
import type { Account } from "../../accounts/account.ts";
import { webHostOf } from "../../accounts/serverAddress.ts";
import { contentPlaceOf, contentUri } from "../../repos/uri.ts";
import { type Lines, permalink } from "./permalink.ts";

const withoutReturns = (text: string): string => text.replaceAll("\r\n", "\n");

/**
 * Where the lines of a file are on the web that was opened from a repository through the service. Undefined for other
 * files, and where the last commit has other lines. Throws HttpError.
 */
export const repositoryLink = async (
  document: vscode.TextDocument,
  lines: Lines,
  accountOf: (id: string) => Account | undefined,
): Promise<string | undefined> => {
  const place = contentPlaceOf(document.uri);
  const account = place && accountOf(place.accountId);
  if (!account) return undefined;
  const { owner, repo, path, ref } = place;
  const { sha } = await account.client.call("repos.getCommit", { user: owner, repo, sha: ref });
  if (!/^[\da-f]{40,64}$/.test(sha)) return undefined;
  const committed = await vscode.workspace.fs.readFile(contentUri({ ...place, ref: sha }));
  if (withoutReturns(new TextDecoder().decode(committed)) !== withoutReturns(document.getText())) return undefined;
  return permalink({ host: webHostOf(account.profile.baseUrl), owner, repo }, sha, path, lines);
};
