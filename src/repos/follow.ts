import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { linkTarget, submoduleAddress } from "./linkTarget.ts";
import { nodeOf } from "./nodeTypes.ts";
import type { TargetDeps } from "./target.ts";
import { contentUri } from "./uri.ts";

export interface FollowDeps extends TargetDeps {
  /** Opens a repository by its address in the view; of several accounts there this one is taken. */
  readonly openByAddress: (address: string, accountId: string) => Promise<void>;
}

/** Opens what a link of a repository leads to, or the repository of a submodule. */
export const follow = async ({ repos, openByAddress }: FollowDeps, target: unknown): Promise<void> => {
  const node = nodeOf(target);
  if (node.kind !== "content" || !node.place)
    throw new UserError(vscode.l10n.t("Select a link or a submodule in the Repositories view."));
  const { place } = node;
  const link = await repos.linkAt(place);
  if (link.type === "submodule") {
    if (!link.submodule_git_url)
      throw new UserError(vscode.l10n.t("The server doesn't say where the submodule {0} is.", place.path));
    await openByAddress(submoduleAddress(place, link.submodule_git_url), place.accountId);
    return;
  }
  if (link.target === undefined) {
    // The service has followed it already.
    await vscode.window.showTextDocument(contentUri(place));
    return;
  }
  const path = linkTarget(place.path, link.target);
  if (path === undefined)
    throw new UserError(vscode.l10n.t("{0} points outside the repository: {1}.", place.path, link.target));
  const next = { ...place, path };
  const entry = await repos.entry(next);
  if (!entry)
    throw new UserError(vscode.l10n.t("{0} leads to {1}, which doesn't exist.", place.path, link.target));
  if (entry === "root" || entry.type === "dir")
    throw new UserError(
      vscode.l10n.t("{0} leads to the folder {1}: open that one in the view.", place.path, path || "/"),
    );
  await vscode.window.showTextDocument(contentUri(next));
};
