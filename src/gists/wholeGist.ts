import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import type { Gist, GistComment, GistFile } from "../client/types/gist.ts";
import { bytesOf, decodeBase64 } from "../base/bytes.ts";
import { filesOf, titleOf } from "./gistFacts.ts";
import { GistProblem } from "./problem.ts";

export interface WholeFile {
  readonly name: string;
  readonly language: string | null;
  readonly bytes: Uint8Array;
}

export interface WholeGist {
  readonly gist: Gist;
  /** In the service's order. */
  readonly files: readonly WholeFile[];
}

/** The largest file that is fetched apart, in bytes. */
const maxReadBytes = 100_000_000;

const inlineBytes = (file: GistFile): Uint8Array | undefined => {
  if (file.truncated || file.content === undefined) return undefined;
  const bytes = file.encoding === "base64" ? decodeBase64(file.content) : bytesOf(file.content);
  // What is no text came through as something else: its own address has the bytes.
  return file.size === undefined || file.size === bytes.length || !file.raw_url ? bytes : undefined;
};

/** All bytes of a file, whatever it is. Throws HttpError. */
export const readWholeFile = async (client: Client, file: GistFile, options: CallOptions): Promise<Uint8Array> =>
  inlineBytes(file) ??
  client.download(file.raw_url ?? "", { ...options, maxBytes: maxReadBytes, size: file.size });

/** A gist with all bytes of all its files. Throws HttpError; GistProblem when the service does not list all files. */
export const readWhole = async (client: Client, gistId: string, options: CallOptions): Promise<WholeGist> => {
  const gist = await client.call("gists.get", { id: gistId }, options);
  if (gist.truncated) throw new GistProblem("tooManyFiles", titleOf(gist));
  const files: WholeFile[] = [];
  for (const file of filesOf(gist)) {
    const bytes = await readWholeFile(client, file, options);
    files.push({ name: file.filename, language: file.language ?? null, bytes });
  }
  return { gist, files };
};

/** All comments, oldest first. Throws HttpError. */
export const readComments = async (
  client: Client,
  gistId: string,
  options: CallOptions,
): Promise<readonly GistComment[]> => {
  const comments: GistComment[] = [];
  const asked = { gist_id: gistId, per_page: 100 };
  for await (const page of client.pages("gists.getComments", asked, { ...options, ahead: true }))
    comments.push(...page);
  return comments;
};
