import * as vscode from "vscode";
import { linkedAccount } from "../accounts/linkedAccount.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { readAppLink } from "../base/appLink.ts";
import { UserError } from "../base/errors.ts";
import { plainText } from "../ui/plainText.ts";
import type { ReposModel } from "./model.ts";
import { parseRepoReference } from "./reference.ts";
import type { RepoPlace } from "./types.ts";
import { laterSideUri } from "./uri.ts";

interface LinkDeps {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
  readonly open: (place: RepoPlace) => Promise<void>;
}

const isPath = (path: string): boolean => !path.split("/").some((part) => ["", ".", ".."].includes(part));

/** Shows the repository, or opens the file, that a link names. Reads only. */
export const openRepositoryLink = async (
  { accounts, repos, open }: LinkDeps,
  { query }: vscode.Uri,
): Promise<void> => {
  const values = readAppLink(query);
  const name = values?.get("name") ?? "";
  const reference = /^[^/:]+\/[^/:]+$/.test(name) ? parseRepoReference(name) : undefined;
  const path = values?.get("path");
  if (!values || !reference || !("owner" in reference) || (path !== undefined && !isPath(path)))
    throw new UserError(vscode.l10n.t("The link doesn't lead to a repository. Ask for a new link."));
  const { profile } = await linkedAccount(accounts, values.get("server"));
  const repository = await repos.read({ accountId: profile.id, owner: reference.owner, repo: reference.repo });
  // Under the name that it has now: it may have been renamed.
  const place = { accountId: profile.id, owner: repository.owner.login, repo: repository.name };
  await open(place);
  if (path === undefined) return;
  const ref = values.get("ref") ?? repository.default_branch ?? "main";
  // The id of a commit is shortened where people read it.
  const uri = laterSideUri({ ...place, ref, path });
  const { type } = await Promise.resolve(vscode.workspace.fs.stat(uri)).catch((error: unknown) => {
    if (!(error instanceof vscode.FileSystemError && error.code === "FileNotFound")) throw error;
    throw new UserError(
      vscode.l10n.t(
        "{0} has no {1} at {2}. It may have been deleted, or this account may not have access.",
        ...[repository.full_name, path, ref].map(plainText),
      ),
    );
  });
  if (type !== vscode.FileType.Directory) await vscode.commands.executeCommand("vscode.open", uri);
};
