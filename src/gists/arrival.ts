import { HttpError } from "../client/errors.ts";
import { GistProblem } from "./problem.ts";

/** The service may have done it although we heard nothing of it. */
export const mayHaveArrived = (error: unknown): boolean =>
  (!HttpError.is(error) && !(error instanceof GistProblem)) ||
  HttpError.is(error, "network", "timeout", "server", "unreadable", "redirect", "http");
