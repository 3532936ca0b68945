import { HttpError } from "../../client/errors.ts";
import type { GistsModel } from "../model.ts";
import type { GistPlace } from "../types.ts";

const isNotFound = (error: unknown): boolean => HttpError.is(error, "notFound", "gone");

/** Whether a call failed because the service no longer has the gist. A token that may not change it gets the same status. */
export const isGistGone = async (
  gists: Pick<GistsModel, "read">,
  { accountId, gistId }: GistPlace,
  error: unknown,
): Promise<boolean> =>
  isNotFound(error) &&
  gists.read(accountId, gistId).then(
    () => false,
    (reason: unknown) => isNotFound(reason),
  );
