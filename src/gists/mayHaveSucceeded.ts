import { isUnmade } from "../client/beforeWrite.ts";
import { HttpError } from "../client/errors.ts";
import { GistProblem } from "./problem.ts";

/** Whether the service may have applied a write although no answer was received. */
export const mayHaveSucceeded = (error: unknown): boolean =>
  HttpError.is(error) ? error.mayHaveSucceeded : !(error instanceof GistProblem || isUnmade(error));
