import { HttpError, isTokenMissing } from "../client/errors.ts";

/** Why nothing could be read. */
export type FailureState = "error" | "forbidden" | "limited" | "noToken" | "offline" | "refused" | "unreadable";

/** What a view shows: its rows (`ready`), or the welcome text of this name. The shell sets `notStarted`. */
export type WelcomeState =
  | FailureState
  | "empty"
  | "loading"
  | "notOffered"
  | "notStarted"
  | "ready"
  | "signedOut";

export const failureState = (error: unknown): FailureState => {
  if (HttpError.is(error, "network", "timeout", "certificate")) return "offline";
  if (HttpError.is(error, "rateLimited")) return "limited";
  if (isTokenMissing(error)) return "noToken";
  if (HttpError.is(error, "unauthorized")) return "refused";
  if (HttpError.is(error, "unreadable")) return "unreadable";
  return HttpError.is(error, "forbidden") ? "forbidden" : "error";
};
