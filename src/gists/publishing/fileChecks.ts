import { nameProblem } from "../fileName.ts";
import type { FilesOptions } from "./filesOptions.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";

type Options = Pick<FilesOptions, "gists" | "inspect">;

/** Throws GistProblem for a name that a new file can't have. */
export const checkName = (name: string): void => {
  const problem = nameProblem(name);
  if (problem) throw new GistProblem(`name:${problem}`, name);
};

/** Throws GistProblem for a file in the gist of another user. */
export const requireMine = async ({ gists }: Options, place: FilePlace): Promise<void> => {
  if (!gists.isMine(place.accountId, await gists.get(place.accountId, place.gistId)))
    throw new GistProblem("notMine", place.fileName);
};

/** The text with secrets redacted where the user wants it. Throws CancelledError when nothing may be sent. */
export const inspectedText = async (
  { gists, inspect }: Options,
  { accountId, gistId, fileName }: FilePlace,
  text: string,
  known: string | null,
  isSecret?: boolean,
): Promise<string> => {
  const files = await inspect({
    what: fileName,
    files: Object.fromEntries([[fileName, text]]),
    accountId,
    isSecret: isSecret ?? !(await gists.get(accountId, gistId)).public,
    ...(known === null ? {} : { known: [known] }),
  });
  return files[fileName] ?? text;
};
