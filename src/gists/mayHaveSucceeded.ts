import { CancelledAfterSendingError, isCancelled } from "../base/errors.ts";
import { isUnmade } from "../client/beforeWrite.ts";
import { HttpError } from "../client/errors.ts";
import { GistProblem } from "./problem.ts";

/** Whether the service may have applied a write although no answer was received. */
export const mayHaveSucceeded = (error: unknown): boolean => {
  if (HttpError.is(error)) return error.mayHaveSucceeded;
  if (isCancelled(error)) return error instanceof CancelledAfterSendingError;
  return !(error instanceof GistProblem || isUnmade(error));
};
