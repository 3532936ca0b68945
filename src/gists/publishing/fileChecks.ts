import { isCancelled } from "../../base/errors.ts";
import { nameProblem } from "../fileName.ts";
import type { FilesOptions } from "./filesOptions.ts";
import { GistProblem, notMine } from "../problem.ts";
import { NotAskedError } from "./publishErrors.ts";
import type { FilePlace } from "../types.ts";

type Options = Pick<FilesOptions, "gists" | "inspect">;

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
