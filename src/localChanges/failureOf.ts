import { HeldBackError, isCancelled, SignedOutError } from "../base/errors.ts";
import { type ErrorKind, HttpError } from "../client/errors.ts";
import { refusalOf } from "../client/refusalOf.ts";
import type { ChangeReason, NewChange } from "./model.ts";

/** What is stored with a text about why it was not sent. */
export type Failure = Pick<NewChange, "reason" | "retryAt" | "commitMessage">;

const reasons: Partial<Readonly<Record<ErrorKind, ChangeReason>>> = {
  badRequest: "refused",
  conflict: "refused",
  forbidden: "refused",
  gone: "gone",
  network: "waiting",
  notFound: "gone",
  permission: "refused",
  server: "waiting",
  timeout: "waiting",
  unauthorized: "token",
  unprocessable: "refused",
};

const reasonOf = (error: unknown): ChangeReason => {
  const refusal = refusalOf(error);
  if (refusal) return refusal.mayHaveSucceeded ? "unconfirmed" : (reasons[refusal.kind] ?? "failed");
  if (error instanceof SignedOutError) return "signedOut";
  if (error instanceof HeldBackError) return "heldBack";
  return isCancelled(error) ? "canceled" : "failed";
};

/** Why a save that failed with this was not sent. `reason`: of an error of the feature's own. */
export const failureOf = (error: unknown, reason: ChangeReason = reasonOf(error)): Failure =>
  HttpError.is(error, "rateLimited") && error.retryAt !== undefined
    ? { reason, retryAt: error.retryAt }
    : { reason };
