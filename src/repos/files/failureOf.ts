import { isCancelled, SignedOutError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import type { ChangeReason, NewChange } from "../../localChanges/model.ts";
import { commitMessageOf, RefusedByBranch, RepoConflict } from "./commitErrors.ts";

/** What is stored with a text about why it was not committed. */
export type Failure = Pick<NewChange, "reason" | "retryAt" | "message">;

const reasonOf = (error: unknown): ChangeReason => {
  if (error instanceof RepoConflict) return "conflict";
  if (error instanceof RefusedByBranch) return "protected";
  if (HttpError.is(error, "unauthorized")) return "token";
  if (error instanceof SignedOutError) return "signedOut";
  return isCancelled(error) ? "canceled" : "failed";
};

export const failureOf = (error: unknown): Failure => {
  const reason = reasonOf(error);
  if (!HttpError.is(error, "rateLimited") || error.retryAt === undefined) return { reason };
  return { reason, retryAt: error.retryAt, message: commitMessageOf(error) };
};
