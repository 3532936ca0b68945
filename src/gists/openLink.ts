import * as vscode from "vscode";
import { linkedAccount } from "../accounts/linkedAccount.ts";
import { webHostOf } from "../accounts/serverAddress.ts";
import { appLink, readAppLink } from "../base/appLink.ts";
import { UserError } from "../base/errors.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { linkPaths } from "../manifestNames.ts";
import { plainText } from "../ui/plainText.ts";
import { showStatus } from "../ui/showStatus.ts";
import { filesOf } from "./gistFacts.ts";
import { openGist } from "./openGist.ts";
import { parseGistReference } from "./reference.ts";
import { targetGist, type TargetDeps } from "./target.ts";
import type { GistUris } from "./uri.ts";

interface LinkDeps extends TargetDeps {
  readonly uris: GistUris;
}

/** Opens the gist, or its file, that a link names. Reads only. */
export const openGistLink = async (
  { accounts, gists, uris }: LinkDeps,
  { path, query }: vscode.Uri,
): Promise<void> => {
  const values = path === linkPaths.gist ? readAppLink(query) : undefined;
  const reference = parseGistReference(values?.get("id") ?? "");
  if (!values || !reference || reference.host !== undefined)
    throw new UserError(vscode.l10n.t("The link doesn't lead to a gist. Ask for a new link."));
  const accountId = (await linkedAccount(accounts, values.get("server"))).profile.id;
  const gist = await gists.read(accountId, reference.gistId);
  const fileName = values.get("file");
  if (fileName === undefined) {
    await openGist(uris, accountId, gist);
    return;
  }
  if (!filesOf(gist).some(({ filename }) => filename === fileName))
    throw new UserError(vscode.l10n.t("The gist no longer has the file {0}.", fileName));
  await vscode.commands.executeCommand("vscode.open", uris.of({ accountId, gistId: gist.id, fileName }));
};

/** For the gist, or the file, of a row or of the active editor. */
export const copyGistAppLink = async (deps: LinkDeps, target: unknown): Promise<void> => {
  const { place } = await targetGist(deps, target, vscode.l10n.t("Select a gist to copy its link"));
  const { baseUrl } = requireAccount(deps.accounts, place.accountId).profile;
  const link = appLink(vscode.env.uriScheme, linkPaths.gist, {
    server: webHostOf(baseUrl),
    id: place.gistId,
    ...(place.fileName === undefined ? {} : { file: place.fileName }),
  });
  if (link === undefined)
    throw new UserError(
      vscode.l10n.t(
        "The name “{0}” has characters that a link can't have. Rename the file, or copy the link of the gist.",
        plainText(place.fileName ?? place.gistId),
      ),
    );
  await vscode.env.clipboard.writeText(link);
  showStatus(vscode.l10n.t("Link copied to clipboard."), 4000);
};
