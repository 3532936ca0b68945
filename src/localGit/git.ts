import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";

/** What is used of the API of VS Code's own Git extension, version 1. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: { readonly commit?: string; readonly upstream?: unknown; readonly ahead?: number } | undefined;
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[];
  };
  /** A patch of all changes, of the staged ones with `cached`. */
  diff(cached?: boolean): Promise<string>;
  diffWithHEAD(path: string): Promise<string>;
  show(ref: string, path: string): Promise<string>;
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

/** Undefined where VS Code has no Git, or it is switched off. */
const gitApi = async (): Promise<GitApi | undefined> => {
  const extension = vscode.extensions.getExtension<{ readonly enabled: boolean; getAPI(version: 1): GitApi }>(
    "vscode.git",
  );
  if (!extension) return undefined;
  const git = await extension.activate();
  return git.enabled ? git.getAPI(1) : undefined;
};

/** The repository that has the file; undefined when none has. */
export const repositoryOf = async (uri: vscode.Uri): Promise<GitRepository | undefined> =>
  (await gitApi())?.getRepository(uri) ?? undefined;

/** All repositories that are open in this window; none where VS Code has no Git. */
export const openRepositories = async (): Promise<readonly GitRepository[]> =>
  (await gitApi())?.repositories ?? [];

/** The only repository, that of the active editor, or the one that the user picks. Throws UserError when there is none. */
export const chosenRepository = async (
  pick: (repositories: readonly GitRepository[]) => Promise<GitRepository>,
): Promise<GitRepository> => {
  const git = await gitApi();
  const [only, ...others] = git?.repositories ?? [];
  if (!git || !only) throw new UserError(vscode.l10n.t("No Git repository is open in this window."));
  if (others.length === 0) return only;
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri && git.getRepository(uri)) ?? pick(git.repositories);
};

/** The file's path in its repository, with slashes; undefined when it is elsewhere. */
export const pathIn = ({ rootUri }: GitRepository, { path }: vscode.Uri): string | undefined => {
  const root = rootUri.path.endsWith("/") ? rootUri.path : `${rootUri.path}/`;
  return path.startsWith(root) ? path.slice(root.length) : undefined;
};
