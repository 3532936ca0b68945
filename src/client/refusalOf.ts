import { HttpError } from "./errors.ts";

/** What the server or the connection refused, also inside an error in the words of a feature. */
export const refusalOf = (error: unknown): HttpError | undefined => {
  if (HttpError.is(error)) return error;
  return error instanceof Error ? refusalOf(error.cause) : undefined;
};
