import type * as vscode from "vscode";
import { pathIn, repositoryOf } from "../../localGit/git.ts";
import { remotePlace } from "../../localGit/remote.ts";
import type { Account } from "../../accounts/account.ts";
import { type Lines, permalink } from "./permalink.ts";
import { repositoryLink } from "./repositoryLink.ts";

/** In which gists the address of the shared lines is written. */
export type PermalinkUse = "secret" | "always" | "never";

/** What is known of the user's accounts. */
export interface LinkAccounts {
  readonly get: (id: string) => Account | undefined;
  /** Whether the user has an account on the server that shows repositories under this host. */
  readonly isKnown: (host: string) => boolean;
}

const localLink = async (
  document: vscode.TextDocument,
  lines: Lines,
  isKnown: LinkAccounts["isKnown"],
): Promise<string | undefined> => {
  const repository = await repositoryOf(document.uri);
  const path = repository && pathIn(repository, document.uri);
  const head = repository?.state.HEAD;
  if (!repository || path === undefined || head?.commit === undefined) return undefined;
  // A commit that is here only would lead nowhere.
  if (head.upstream === undefined || head.ahead !== 0) return undefined;
  const remotes = repository.state.remotes.toSorted(
    (left, right) => Number(right.name === "origin") - Number(left.name === "origin"),
  );
  const place = remotes
    .flatMap(({ fetchUrl }) => remotePlace(fetchUrl ?? "") ?? [])
    .find(({ host }) => isKnown(host));
  if (!place) return undefined;
  const text = (await repository.show(head.commit, path)).replaceAll("\r\n", "\n");
  return text === document.getText().replaceAll("\r\n", "\n")
    ? permalink(place, head.commit, path, lines)
    : undefined;
};

/**
 * Where the shared lines are on the web, when that is certain: the repository is at a server that the user has an
 * account on, its commit was pushed, and the file is as the commit has it. Undefined otherwise.
 */
export const sourceLink = async (
  document: vscode.TextDocument,
  lines: Lines,
  { get, isKnown }: LinkAccounts,
): Promise<string | undefined> =>
  (await repositoryLink(document, lines, get)) ?? localLink(document, lines, isKnown);
