import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { errorText } from "../../ui/errorText.ts";
import { sentence } from "../../ui/sentences.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { confirm, pickOne } from "../../ui/prompts.ts";
import { textOf } from "../content.ts";
import { toUserError } from "../problemText.ts";
import { filesOf } from "../gistFacts.ts";
import type { ShareSourceDeps } from "../share/shareSource.ts";
import { fromFiles } from "../share/source.ts";
import { targetFile, type TargetDeps } from "../target.ts";
import type { FilePlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import type { ConfirmedLinks } from "./confirmedLinks.ts";
import { linkTitle } from "./confirmLinks.ts";
import type { LinksModel } from "./model.ts";
import { plainOf } from "./textShape.ts";
import { nameOf, type Link } from "./types.ts";
import { readSpot, spotOf, spotProblem } from "./workspaceFiles.ts";

export interface CreateLinkDeps extends TargetDeps {
  readonly uris: GistUris;
  readonly links: LinksModel;
  readonly confirmed: ConfirmedLinks;
  /** Loads what makes a gist of the file. */
  readonly loadShare: () => Promise<Pick<ShareSourceDeps, "sharing">>;
  /** Bytes of the largest file that is sent. */
  readonly maxFileBytes: () => number;
}

/** The given file, or that of the active editor. */
export const targetUri = (target: unknown): vscode.Uri | undefined =>
  target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;

const pickPartner = async (deps: CreateLinkDeps, uri: vscode.Uri): Promise<FilePlace> => {
  const { choice } = await pickOne(
    [
      { label: `$(file) ${vscode.l10n.t("A file of one of your gists...")}`, choice: "existing" },
      { label: `$(lock) ${vscode.l10n.t("A new secret gist with this file")}`, choice: "secret" },
      { label: `$(globe) ${vscode.l10n.t("A new public gist with this file")}`, choice: "public" },
    ] as const,
    { placeHolder: vscode.l10n.t("Select what to link {0} to", uri.path.split("/").at(-1) ?? "") },
  );
  if (choice === "existing") {
    const nowhere = vscode.Uri.from({ scheme: "forgeside-none", path: "/" });
    const { place } = await targetFile(
      deps,
      nowhere,
      vscode.l10n.t("Select the gist of the file"),
      vscode.l10n.t("Select a file"),
    );
    return place;
  }
  const { sharing } = await deps.loadShare();
  const { accountId, gist } = await sharing.share((largest) => fromFiles([uri], largest), {
    isPublic: choice === "public",
  });
  return { accountId, gistId: gist.id, fileName: filesOf(gist)[0]?.filename ?? "" };
};

/** Links the given file, or that of the active editor, to a file of a gist that the user picks. Throws UserError, CancelledError. */
export const createLink = async (deps: CreateLinkDeps, target: unknown): Promise<void> => {
  await deps.accounts.load();
  const uri = targetUri(target);
  const spot = uri && spotOf(uri);
  if (!uri || !spot)
    throw new UserError(
      vscode.l10n.t("Only a file of the workspace can be linked. Open one, or its folder, first."),
    );
  const bytes = (await spotProblem(spot)) === undefined ? await readSpot(spot) : undefined;
  if (!bytes) throw new UserError(vscode.l10n.t("{0} isn't a file on disk. Save it first.", nameOf(spot)));
  // What is no text has nothing to be paired with.
  if (bytes.length > 0) textOf(nameOf(spot), bytes, deps.maxFileBytes());
  const clashing = deps.links.clashing(spot.folder, spot.path);
  // A file of links has only one of them: the other one would be gone with the next start.
  if (clashing)
    throw new UserError(
      vscode.l10n.t(
        "{0} can't be linked: some disks take it for the same file as {1}, which is linked. Unlink that one, or rename a file.",
        spot.path,
        clashing.path,
      ),
    );
  const former = deps.links.at(spot.folder, spot.path);
  if (former)
    await confirm(
      vscode.l10n.t("{0} is linked already. Link it to another file?", nameOf(spot)),
      vscode.l10n.t(
        "It is linked to {0} in the gist {1}. Neither file is changed.",
        former.fileName,
        linkTitle(deps, former),
      ),
      vscode.l10n.t("Link Again"),
    );
  const { accountId, gistId, fileName } = await pickPartner(deps, uri);
  const server = deps.accounts.get(accountId)?.profile.baseUrl ?? "";
  const link: Link = { ...spot, server, accountId, gistId, fileName, base: null };
  await deps.confirmed.add([link]);
  await deps.links.put(link);
  // Pickers show it before the gist is read again.
  if (deps.gists.knownTitle(accountId, gistId) !== undefined) deps.uris.keep(deps.uris.of({ accountId, gistId }));
  const { text } = await deps.links.readRemote(link).catch((error: unknown) => {
    const reason = errorText(toUserError(error));
    throw new UserError(
      vscode.l10n.t("{0} is linked, but the gist couldn't be read: {1}", nameOf(spot), sentence(reason)),
      { cause: error },
    );
  });
  if (
    former === undefined &&
    text !== null &&
    text !== undefined &&
    plainOf(text) !== plainOf(new TextDecoder().decode(bytes))
  )
    showStatus(vscode.l10n.t("Linked. The gist has other contents: compare, pull or push."), 8000);
};
