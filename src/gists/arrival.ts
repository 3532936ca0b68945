import { HttpError } from "../client/errors.ts";
import { GistProblem } from "./problem.ts";

/** The service may have done it although no answer was received. */
export const mayHaveArrived = (error: unknown): boolean =>
  HttpError.is(error) ? error.mayHaveSucceeded : !(error instanceof GistProblem);
