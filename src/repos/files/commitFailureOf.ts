import { type Failure, failureOf } from "../../localChanges/failureOf.ts";
import type { ChangeReason } from "../../localChanges/model.ts";
import { commitMessageOf, NeedsOtherBranch, RepoConflict } from "./commitErrors.ts";

const reasonOf = (error: unknown): ChangeReason | undefined => {
  if (error instanceof RepoConflict) return "conflict";
  return error instanceof NeedsOtherBranch ? "protected" : undefined;
};

/** Whether the same commit can be sent later: the rate limit or the connection held it up. */
export const isHeldUp = ({ reason, retryAt }: Failure): boolean =>
  retryAt !== undefined || reason === "unreachable";

/** Why a commit failed; with the message that was entered for it, with which it is sent by itself later or asked for again. */
export const commitFailureOf = (error: unknown): Failure => {
  const failure = failureOf(error, reasonOf(error));
  const message = error instanceof NeedsOtherBranch ? error.commitMessage : commitMessageOf(error);
  if (isHeldUp(failure)) return { ...failure, commitMessage: message };
  return message === undefined ? failure : { ...failure, proposedMessage: message };
};
