import type { Clock } from "../../base/clock.ts";
import { CancelledError, isCancelled } from "../../base/errors.ts";
import type { Client } from "../../client/client.ts";
import type { Gist, GistComment } from "../../client/types/gist.ts";
import { bytesOf } from "../../base/bytes.ts";
import { titleOf } from "../gistFacts.ts";
import { GistProblem } from "../problem.ts";
import { readComments, readWhole } from "../wholeGist.ts";
import { isEmptyFolder, type TransferFolder } from "./folder.ts";
import { filesIn, GistWriter, matches, type WantedFile } from "./gistWriter.ts";
import {
  commentsName,
  decodeManifest,
  encodeManifest,
  type Manifest,
  type ManifestGist,
  manifestName,
} from "./manifest.ts";
import { clashKey, encodeName, freeName } from "../../base/safeName.ts";
import { folderName } from "./folderName.ts";

export interface ExportSource {
  readonly client: Client;
  /** The server's base address and the account's login, as in the manifest. */
  readonly server: string;
  readonly login: string;
}

export interface ExportOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

interface ExportFailure {
  readonly title: string;
  readonly gistId: string;
  readonly error: unknown;
}

export interface ExportReport {
  readonly written: readonly string[];
  /** The folder has them already as they are. */
  readonly unchanged: readonly string[];
  readonly failed: readonly ExportFailure[];
  /** Files that were changed in the folder and now stand beside the exported ones: path → where it is kept. */
  readonly kept: Readonly<Record<string, string>>;
  readonly isCancelled: boolean;
}

/** Milliseconds between two writings of the manifest while the export goes on. */
const manifestPause = 2000;

/** All gists of the account. Throws HttpError. */
export const listAll = async (client: Client, signal: AbortSignal): Promise<readonly Gist[]> => {
  const gists = new Map<string, Gist>();
  const options = { signal, priority: "background", ahead: true } as const;
  for await (const page of client.pages("gists.getAll", { per_page: 100 }, options))
    for (const gist of page) gists.set(gist.id, gist);
  return [...gists.values()];
};

const readManifest = async (folder: TransferFolder): Promise<Manifest | undefined> =>
  (await folder.kindOf(manifestName)) === "file"
    ? decodeManifest(await folder.read(manifestName)).manifest
    : undefined;

/** The picked folder, or one below it when it holds something else. Resumes where an export of the account began. */
export const exportFolder = async (
  picked: TransferFolder,
  { server, login }: ExportSource,
): Promise<{ readonly folder: TransferFolder; readonly path: string }> => {
  const fits = async (folder: TransferFolder): Promise<boolean> => {
    const manifest = await readManifest(folder);
    return manifest ? manifest.server === server && manifest.login === login : isEmptyFolder(folder);
  };
  if (await fits(picked)) return { folder: picked, path: "" };
  const name = encodeName(`gists-of-${login}`);
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${name}-${number}`;
    const kind = await picked.kindOf(path);
    if (kind === undefined || (kind === "folder" && (await fits(picked.below(path)))))
      return { folder: picked.below(path), path };
  }
};

const isUnchanged = async (folder: TransferFolder, former: ManifestGist, gist: Gist): Promise<boolean> => {
  if (former.updated !== gist.updated_at || former.comments !== gist.comments) return false;
  for (const file of filesIn(former)) if (!(await matches(folder, file))) return false;
  return true;
};

const commentsFileOf = (comments: readonly GistComment[]): WantedFile => {
  const plain = comments.map(({ id, user, body, created_at, updated_at }) => ({
    id,
    login: user?.login ?? null,
    created: created_at,
    updated: updated_at,
    body,
  }));
  const bytes = bytesOf(`${JSON.stringify(plain, null, 2)}\n`);
  return { name: commentsName, language: null, bytes, isComments: true };
};

/**
 * Writes gists into a folder, one after the other, each as a whole; what is there already as it is costs no request.
 * Ends early when the signal is aborted; the manifest always lists what the folder has.
 */
export const exportGists = async (
  source: ExportSource,
  gists: readonly Gist[],
  folder: TransferFolder,
  { clock, signal, onProgress }: ExportOptions,
): Promise<ExportReport> => {
  const { client, server, login } = source;
  const entries = new Map((await readManifest(folder))?.gists.map((gist) => [gist.id, gist]));
  const written: string[] = [];
  const unchanged: string[] = [];
  const failed: ExportFailure[] = [];
  const kept: Record<string, string> = {};
  let saved = clock.now();
  const save = async (): Promise<void> => {
    const exported = new Date(clock.now()).toISOString();
    await folder.write(
      manifestName,
      encodeManifest({ version: 1, server, login, exported, gists: [...entries.values()] }),
    );
    saved = clock.now();
  };
  const one = async (listed: Gist): Promise<void> => {
    const former = entries.get(listed.id);
    if (former && (await isUnchanged(folder, former, listed))) {
      unchanged.push(listed.id);
      return;
    }
    const options = { signal, priority: "background" } as const;
    const { gist, files } = await readWhole(client, listed.id, options);
    const comments = gist.comments > 0 ? await readComments(client, gist.id, options) : [];
    if (signal.aborted) throw new CancelledError();
    const directories = new Set([...entries.values()].map(({ directory }) => clashKey(directory)));
    const directory =
      former?.directory ?? freeName(folderName(titleOf(gist), gist.id), (name) => directories.has(clashKey(name)));
    // Nothing is written through a link.
    if (["link", "file", "other"].includes((await folder.kindOf(directory)) ?? "folder"))
      throw new GistProblem("inTheWay", directory);
    const writer = new GistWriter(folder, former, directory);
    const all = await writer.write([...files, ...(comments.length > 0 ? [commentsFileOf(comments)] : [])]);
    Object.assign(kept, writer.kept);
    entries.set(gist.id, {
      id: gist.id,
      description: gist.description,
      public: gist.public,
      created: gist.created_at,
      updated: gist.updated_at,
      url: gist.html_url,
      directory,
      comments: gist.comments,
      ...all,
    });
    written.push(gist.id);
  };
  let done = 0;
  try {
    for (const gist of gists) {
      if (signal.aborted) break;
      onProgress?.(done, gists.length);
      try {
        await one(gist);
      } catch (error) {
        if (signal.aborted || isCancelled(error)) break;
        failed.push({ title: titleOf(gist), gistId: gist.id, error });
      }
      done++;
      if (clock.now() - saved >= manifestPause) await save();
    }
    onProgress?.(done, gists.length);
  } finally {
    await save();
  }
  return { written, unchanged, failed, kept, isCancelled: signal.aborted };
};
