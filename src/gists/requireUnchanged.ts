import type { Gist } from "../client/types/gist.ts";
import { fileOf } from "./gistFacts.ts";
import type { GistsModel } from "./model.ts";
import { GistProblem } from "./problem.ts";
import type { FilePlace } from "./types.ts";

/**
 * Before a file is deleted: whether it is still what it was when the user was asked. Of a large one only the size is compared.
 * Throws GistProblem `changedSince` when it isn't, and HttpError.
 */
export const requireUnchanged = async (
  gists: Pick<GistsModel, "read">,
  { accountId, gistId, fileName }: FilePlace,
  asked: Gist,
): Promise<void> => {
  const before = fileOf(asked, fileName);
  const now = fileOf(await gists.read(accountId, gistId, { fresh: true }), fileName);
  // What is gone is for who deletes it to say.
  if (!before || !now) return;
  const isSame =
    before.truncated || now.truncated || before.content === undefined || now.content === undefined
      ? before.size === now.size
      : before.content === now.content;
  if (!isSame) throw new GistProblem("changedSince", fileName);
};
