import { systemClock } from "../base/clock.ts";
import { HttpError } from "../client/errors.ts";
import { CommentChangedError, type DraftFacts } from "./types.ts";

/** A draft is sent within this time, or its window is closed. Milliseconds. */
const maxSendMs = 60_000;

/** Whether a window sends it now, or began to before it was closed. */
export const isTriedNow = ({ triedAt }: DraftFacts): boolean =>
  triedAt !== undefined && Math.abs(systemClock.now() - triedAt) < maxSendMs;

/** The answer was lost, not the request: the service may have taken the comment. */
export const mayHaveArrived = ({ error }: DraftFacts): boolean =>
  error === undefined ||
  ["network", "cors", "timeout", "server", "unreadable", "redirect", "http", "unexpected"].includes(error);

export const errorOf = (error: unknown): DraftFacts["error"] => {
  if (error instanceof CommentChangedError) return "conflict";
  return HttpError.is(error) ? error.kind : "unexpected";
};

export const sameText = (left: string, right: string): boolean =>
  left.replaceAll("\r\n", "\n").trim() === right.replaceAll("\r\n", "\n").trim();

/** The text that the service may have of it. */
export const sentTextOf = ({ sentBody, body }: DraftFacts): string => sentBody ?? body;
