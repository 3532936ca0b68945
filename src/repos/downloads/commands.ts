import * as vscode from "vscode";
import type { Account } from "../../accounts/model.ts";
import { UserError } from "../../base/errors.ts";
import { encodeName } from "../../base/safeName.ts";
import { explained, type Handler } from "../../commands/registry.ts";
import { type DownloadCommandId, downloadCommands } from "../../ids.ts";
import { filesText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import { askSaveFile, confirm, pickFolder, pickOne } from "../../ui/prompts.ts";
import { sizeText } from "../../ui/sizeText.ts";
import { withCountedProgress } from "../../ui/countedProgress.ts";
import { nodeOf, type LeafNode } from "../nodeTypes.ts";
import { givenRef, pickRef } from "../pickRef.ts";
import { toUserError } from "../problemText.ts";
import { accountOf, targetPlace, type TargetDeps } from "../target.ts";
import { keyOf, type RepoPlace } from "../types.ts";
import type { extractTarball, Pieces, saveFile } from "./archiver.ts";

import { showInformation } from "../../ui/messages.ts";
import { offerDownload } from "../../ui/download/panel.ts";

/** The code that writes to the disk what is downloaded. */
export type LoadArchiver = () => Promise<{
  readonly saveFile: typeof saveFile;
  readonly extractTarball: typeof extractTarball;
}>;

export interface DownloadDeps extends TargetDeps {
  /** Undefined where there is no disk. */
  readonly loadArchiver: LoadArchiver | undefined;
  /** Opens a page of the account's server. */
  readonly openPage: (accountId: string, url: string) => Promise<void>;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
}

type Format = "tarball" | "zipball";

/** With a slash, as the interface wants it, and so that a branch and a tag of one name stay apart. */
const fullRef = (target: unknown, ref: string): string => {
  const node = nodeOf(target);
  if (node.kind === "ref") return `refs/${node.isTag ? "tags" : "heads"}/${ref}`;
  return ref;
};

const diskPath = (uri: vscode.Uri): string => {
  if (uri.scheme !== "file")
    throw new UserError(
      vscode.l10n.t("Select a folder on this computer: what is downloaded is written to its disk."),
    );
  return uri.fsPath;
};

/** The address of an archive. It is for one download, and no token goes with it unless it is the service's own. */
const archiveAddress = async (
  { client }: Account,
  { owner, repo }: RepoPlace,
  format: Format,
  ref: string,
  signal: AbortSignal,
): Promise<string> => {
  const message = { user: owner, repo, archive_format: format, ref };
  const { meta } = await client.call("repos.getArchiveLink", message, { signal });
  if (meta.location === undefined || !URL.canParse(meta.location, client.baseUrl))
    throw new UserError(vscode.l10n.t("The server provided no URL for an archive of {0}.", ref));
  return new URL(meta.location, client.baseUrl).href;
};

/** Downloads what `address` names, with a notification that counts and cancels. Nothing half-done stays. */
const fetched = async <T>(
  title: string,
  { client }: Account,
  address: (signal: AbortSignal) => Promise<string>,
  take: (pieces: Pieces, onBytes: (bytes: number) => void) => Promise<T>,
): Promise<T> =>
  withCountedProgress(
    title,
    async ({ signal, onProgress }) => {
      let taking: Promise<unknown> = Promise.resolve();
      try {
        return await client.downloadPieces(
          await address(signal),
          async (pieces, length) => {
            // What a former try has begun is cleaned up before the next one begins.
            await taking.catch(() => undefined);
            const next = take(pieces, (bytes) => onProgress(bytes, length));
            taking = next;
            return next;
          },
          { signal },
        );
      } finally {
        await taking.catch(() => undefined);
      }
    },
    sizeText,
  );

const offer = (
  { onError }: DownloadDeps,
  text: string,
  actions: Readonly<Record<string, () => Thenable<unknown>>>,
): void => {
  // The toast stays; the command is over.
  void showInformation(text, ...Object.keys(actions)).then((answer) =>
    answer === undefined
      ? undefined
      : actions[answer]?.().then(undefined, (error: unknown) => onError(answer, error)),
  );
};

const revealed = (uri: vscode.Uri) => ({
  [vscode.l10n.t("Show in Folder")]: () => vscode.commands.executeCommand("revealFileInOS", uri),
});

/** The repository and what of it is to be downloaded. */
const source = async (
  deps: DownloadDeps,
  target: unknown,
): Promise<{ readonly place: RepoPlace; readonly account: Account; readonly ref: string }> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to download"), "any");
  const ref = givenRef(target) ?? (await pickRef(deps, place, vscode.l10n.t("Select a branch or tag")));
  return { place, account: accountOf(deps, place), ref };
};

const archiveName = ({ repo }: RepoPlace, ref: string): string =>
  encodeName(`${repo}-${ref}`.replaceAll("/", "-"));

interface Download {
  readonly account: Account;
  /** The proposed name of the file. */
  readonly name: string;
  /** What is downloaded, for the notification. */
  readonly what: string;
  /** The title of the dialog. */
  readonly title: string;
  readonly address: (signal: AbortSignal) => Promise<string>;
  /** The address that a browser downloads, with the user's session in it. */
  readonly page: () => Promise<string>;
}

/**
 * Where there is no disk, the browser saves it: from the server's page, whose archives no other page may read, or out of the
 * sandbox, which has no pages.
 */
const saveInBrowser = async (
  deps: DownloadDeps,
  { account, name, what, address, page }: Download,
): Promise<void> => {
  if (account.profile.kind !== "sandbox") {
    await deps.openPage(account.profile.id, await page());
    return;
  }
  const pieces = await fetched(
    vscode.l10n.t("Downloading {0}", plainText(what)),
    account,
    address,
    async (each, onBytes) => {
      const taken: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      for await (const piece of each) {
        taken.push(new Uint8Array(piece));
        onBytes((bytes += piece.length));
      }
      return taken;
    },
  );
  await offerDownload({
    title: vscode.l10n.t("Download {0}", plainText(what)),
    name,
    content: await new Blob(pieces).arrayBuffer(),
  });
};

const save = async (deps: DownloadDeps, download: Download): Promise<void> => {
  if (!deps.loadArchiver) {
    await saveInBrowser(deps, download);
    return;
  }
  const { account, name, what, title, address } = download;
  const uri = await askSaveFile(name, title);
  const path = diskPath(uri);
  const { saveFile } = await deps.loadArchiver();
  await fetched(vscode.l10n.t("Downloading {0}", plainText(what)), account, address, (pieces, onBytes) =>
    saveFile(path, pieces, onBytes),
  );
  offer(deps, vscode.l10n.t("“{0}” is saved.", path), revealed(uri));
};

const saveArchive = async (deps: DownloadDeps, target: unknown): Promise<void> => {
  const { place, account, ref } = await source(deps, target);
  const { format, ending } = await pickOne(
    [
      { label: "zip", detail: vscode.l10n.t("Every system opens it."), format: "zipball", ending: ".zip" },
      {
        label: "tar.gz",
        detail: vscode.l10n.t("Keeps links and what is executable."),
        format: "tarball",
        ending: ".tar.gz",
      },
    ] as const,
    { title: vscode.l10n.t("Download {0}", place.repo), placeHolder: vscode.l10n.t("Select a format") },
  );
  const full = fullRef(target, ref);
  await save(deps, {
    account,
    name: `${archiveName(place, ref)}${ending}`,
    what: place.repo,
    title: vscode.l10n.t("Download Archive"),
    address: (signal) => archiveAddress(account, place, format, full, signal),
    page: async () => {
      const { html_url: page } = await deps.repos.read(place);
      return `${page}/archive/${full.split("/").map(encodeURIComponent).join("/")}${ending}`;
    },
  });
};

const isThere = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

const extractArchive = async (deps: DownloadDeps, target: unknown): Promise<void> => {
  const { place, account, ref } = await source(deps, target);
  if (!deps.loadArchiver)
    throw new UserError(
      vscode.l10n.t(
        "VS Code for the Web has no folder to extract to. Use Download Repository Archive... instead.",
      ),
    );
  const parent = await pickFolder(vscode.l10n.t("Extract Here"), vscode.l10n.t("Download and Extract"));
  const { extractTarball } = await deps.loadArchiver();
  const name = archiveName(place, ref);
  for (let number = 1; ; number++) {
    const uri = vscode.Uri.joinPath(parent, number === 1 ? name : `${name}-${number}`);
    const path = diskPath(uri);
    try {
      const { files, leftOut } = await fetched(
        vscode.l10n.t("Downloading {0}", plainText(place.repo)),
        account,
        (signal) => archiveAddress(account, place, "tarball", fullRef(target, ref), signal),
        (pieces, onBytes) => extractTarball(path, pieces, onBytes),
      );
      const said =
        leftOut.length === 0
          ? vscode.l10n.t("“{0}” has {1} now.", path, filesText(files))
          : vscode.l10n.t(
              "“{0}” has {1} now. Left out, as they lead out of the folder or aren't files: {2}.",
              path,
              filesText(files),
              leftOut.map(plainText).join(", "),
            );
      offer(deps, said, {
        [vscode.l10n.t("Open in New Window")]: () =>
          vscode.commands.executeCommand("vscode.openFolder", uri, { forceNewWindow: true }),
        ...revealed(uri),
      });
      return;
    } catch (error) {
      if (!isThere(error)) throw error;
    }
  }
};

const givenDownload = (target: unknown): Extract<LeafNode, { section: "downloads" }> => {
  const node = nodeOf(target);
  if (node.kind !== "leaf" || node.section !== "downloads")
    throw new UserError(vscode.l10n.t("Select a file below Downloads in the Repositories view."));
  return node as Extract<LeafNode, { section: "downloads" }>;
};

const saveDownload = async (deps: DownloadDeps, target: unknown): Promise<void> => {
  const { place, item } = givenDownload(target);
  const account = accountOf(deps, place);
  const page = async (signal?: AbortSignal): Promise<string> => {
    const message = { user: place.owner, repo: place.repo, id: item.id };
    const { html_url: url } = await account.client.call("repos.getDownload", message, signal ? { signal } : {});
    if (url === undefined || !URL.canParse(url, account.client.baseUrl))
      throw new UserError(vscode.l10n.t("The server provided no URL for {0}.", item.name));
    return new URL(url, account.client.baseUrl).href;
  };
  const title = vscode.l10n.t("Save Download");
  await save(deps, { account, name: encodeName(item.name), what: item.name, title, address: page, page });
};

const deleteDownload = async (deps: DownloadDeps, target: unknown): Promise<void> => {
  const { place, item } = givenDownload(target);
  await confirm(
    vscode.l10n.t("Delete “{0}” from {1}/{2}?", item.name, place.owner, place.repo),
    vscode.l10n.t("It can no longer be downloaded then."),
    vscode.l10n.t("Delete"),
  );
  await deps.repos.writes.deleteDownload(place, item.id);
  deps.repos.removeItem(`${keyOf(place)}/downloads`, { id: item.id });
  deps.repos.refreshRepo(place);
};

export const downloadHandlers = (deps: DownloadDeps): Record<DownloadCommandId, Handler> =>
  explained(
    {
      [downloadCommands.archive]: (target) => saveArchive(deps, target),
      [downloadCommands.extract]: (target) => extractArchive(deps, target),
      [downloadCommands.save]: (target) => saveDownload(deps, target),
      [downloadCommands.delete]: (target) => deleteDownload(deps, target),
    },
    toUserError,
  );
