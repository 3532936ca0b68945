import assert from "node:assert/strict";
import { HttpError } from "../../src/client/errors.ts";

/** The HttpError that `promise` fails with. */
export const failureOf = async (promise: Promise<unknown>): Promise<HttpError> => {
  const error: unknown = await promise.then(
    () => assert.fail("it succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof HttpError, String(error));
  return error;
};
