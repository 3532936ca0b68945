import { utf8Text } from "../../base/bytes.ts";
import { isCancelled } from "../../base/errors.ts";
import { textOf } from "../content.ts";
import { nameProblem } from "../fileName.ts";
import type { FilesOptions } from "./filesOptions.ts";
import { type ContentProblem, GistProblem, isContentProblem, notMine } from "../problem.ts";
import { NotAskedError } from "./publishErrors.ts";
import type { FilePlace } from "../types.ts";

type Options = Pick<FilesOptions, "gists" | "inspect">;

/** What can't be sent is stored on this computer up to this size. Bytes. */
const maxStoredBytes = 32_000_000;

/** The text of a file, and why it can't be sent. Throws GistProblem for what can't be stored on this computer either. */
export const checkedText = (
  name: string,
  bytes: Uint8Array,
  limit: number,
): { readonly text: string; readonly problem?: ContentProblem } => {
  try {
    return { text: textOf(name, bytes, limit) };
  } catch (error) {
    if (!isContentProblem(error)) throw error;
    if (bytes.length > maxStoredBytes) throw new GistProblem("tooLargeToStore", name, maxStoredBytes);
    const text = utf8Text(bytes);
    if (text === undefined) throw error;
    return { text, problem: error };
  }
};

/** Throws GistProblem for a name that a new file can't have. */
export const checkName = (name: string): void => {
  const problem = nameProblem(name);
  if (problem) throw new GistProblem(`name:${problem}`, name);
};

/** Throws GistProblem for a file in the gist of another user. */
export const requireMine = async ({ gists }: Options, place: FilePlace): Promise<void> => {
  const gist = await gists.get(place.accountId, place.gistId);
  if (!gists.isMine(place.accountId, gist)) throw notMine(gist);
};

/**
 * The text with secrets redacted where the user wants it. Throws CancelledError when nothing may be sent, and NotAskedError
 * where a question would be necessary that it may not ask.
 */
export const inspectedText = async (
  { gists, inspect }: Options,
  { accountId, gistId, fileName }: FilePlace,
  text: string,
  known: string | null,
  { isSecret, mayAsk = true }: { readonly isSecret?: boolean | undefined; readonly mayAsk?: boolean } = {},
): Promise<string> => {
  const upload = {
    what: fileName,
    files: Object.fromEntries([[fileName, text]]),
    accountId,
    isSecret: isSecret ?? !(await gists.get(accountId, gistId)).public,
    ...(known === null ? {} : { known: [known] }),
    mayAsk,
  };
  try {
    return (await inspect(upload))[fileName] ?? text;
  } catch (error) {
    throw !mayAsk && isCancelled(error) ? new NotAskedError() : error;
  }
};
