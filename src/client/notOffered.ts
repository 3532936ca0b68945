import type { Client } from "./client.ts";
import { HttpError } from "./errors.ts";
import { isEmptyRepositoryMessage } from "./knownMessages.ts";

/**
 * The server has no such route: a 404 that can't be explained by a missing repository, missing rights or a bad token.
 */
export class NotOfferedError extends Error {
  override readonly name = "NotOfferedError";

  constructor(cause: HttpError) {
    super("The server has no such route.", { cause });
  }
}

/** Whether the server has the route and hides from this account what is there. */
interface Rights {
  readonly needsAdmin: boolean;
  /** What is read is of this branch: another one than the default branch may be missing. */
  readonly branch?: string;
}

/**
 * What is read of a part of a repository. Throws NotOfferedError in place of a 404 that has no other reason: the
 * repository is asked for then, and its permissions where the part is for administrators only.
 */
export const unlessNotOffered = async <T>(
  client: Pick<Client, "call">,
  { owner, repo }: { readonly owner: string; readonly repo: string },
  { needsAdmin, branch }: Rights,
  reading: Promise<T>,
): Promise<T> => {
  try {
    return await reading;
  } catch (error) {
    const isPlain = HttpError.is(error, "notFound") && !error.missing && !isEmptyRepositoryMessage(error.message);
    if (!isPlain) throw error;
    const repository = await client.call("repos.get", { user: owner, repo }).catch(() => undefined);
    const maySee = repository && (!needsAdmin || repository.permissions?.["admin"] === true);
    const isThere = branch === undefined || branch === repository?.default_branch;
    throw maySee && isThere ? new NotOfferedError(error) : error;
  }
};
