import { CancelledError, isCancelled } from "../../base/errors.ts";
import { type ErrorKind, HttpError } from "../../client/errors.ts";
import { type ContentProblem, isContentProblem } from "../problem.ts";
import { EditConflict } from "./editConflict.ts";
import type { UnconfirmedWrite } from "./pendingEdit.ts";

/** The service does not take it as it is, and will not later. */
export const isFinal = (error: unknown): error is HttpError | ContentProblem =>
  isContentProblem(error) ||
  HttpError.is(error, "notFound", "gone", "forbidden", "permission", "unprocessable", "badRequest", "validation");

/** Nothing is sent again before the account has another token. */
export const isAboutToken = (error: unknown): boolean => HttpError.is(error, "unauthorized");

/** A possible secret is in what is published by itself: nothing was asked, and nothing sent. */
export class NotAskedError extends CancelledError {}

/** The write may have been made: its answer was lost, or could not be checked. */
export class UnconfirmedError extends Error {
  override readonly name = "UnconfirmedError";
  readonly writes: readonly UnconfirmedWrite[];
  constructor(error: unknown, writes: readonly UnconfirmedWrite[]) {
    super("It is not known whether the edit is at the service", { cause: error });
    this.writes = writes;
  }
}

export const reasonOf = (error: unknown): ErrorKind | undefined => (HttpError.is(error) ? error.kind : undefined);

/** The service may take it later: nothing is wrong with the edit. */
export const isRequestError = (error: unknown): boolean =>
  HttpError.is(error) || error instanceof UnconfirmedError;

/** It says what became of the edit. */
export const isAboutEdit = (error: unknown): boolean =>
  error instanceof EditConflict || isRequestError(error) || isContentProblem(error) || isCancelled(error);
