import { HeldBackError, isCancelled, SignedOutError } from "../base/errors.ts";
import { type ErrorKind, type HttpError, limitEndOf } from "../client/errors.ts";
import { refusalOf } from "../client/refusalOf.ts";
import type { ChangeReason, NewChange } from "./model.ts";

/** What is stored with a text about why it was not sent. */
export type Failure = Pick<NewChange, "reason" | "retryAt" | "commitMessage" | "proposedMessage">;

const reasons: Partial<Readonly<Record<ErrorKind, ChangeReason>>> = {
  badRequest: "refused",
  conflict: "refused",
  forbidden: "refused",
  gone: "gone",
  network: "unreachable",
  notFound: "gone",
  permission: "refused",
  server: "unreachable",
  timeout: "unreachable",
  unauthorized: "token",
  unprocessable: "refused",
};

const reasonOf = (error: unknown, refusal: HttpError | undefined): ChangeReason => {
  if (refusal) return refusal.mayHaveSucceeded ? "unconfirmed" : (reasons[refusal.kind] ?? "failed");
  if (error instanceof SignedOutError) return "signedOut";
  if (error instanceof HeldBackError) return "heldBack";
  return isCancelled(error) ? "canceled" : "failed";
};

/** Why a save that failed with this was not sent. `own`: the reason of an error of the feature's own. */
export const failureOf = (error: unknown, own?: ChangeReason): Failure => {
  const refusal = refusalOf(error);
  const reason = own ?? reasonOf(error, refusal);
  const retryAt = reason === "failed" || reason === "unreachable" ? limitEndOf(refusal) : undefined;
  return retryAt === undefined ? { reason } : { reason, retryAt };
};
