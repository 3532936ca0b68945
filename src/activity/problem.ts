import type { Feed } from "./types.ts";

/**
 * Why a feed cannot be read. `gone`: its owner no longer exists, or not for this account. `notYours`: events of
 * an organization as another user gets them, which the service answers with 404.
 */
export type ActivityProblemKind = "gone" | "notYours";

/** Decided by `kind`; `problemText.ts` has the words. */
export class ActivityProblem extends Error {
  override readonly name = "ActivityProblem";
  readonly kind: ActivityProblemKind;
  readonly feed: Feed;

  constructor(kind: ActivityProblemKind, feed: Feed, options: ErrorOptions = {}) {
    super(`${kind}: ${feed.kind} ${feed.target}`, options);
    this.kind = kind;
    this.feed = feed;
  }
}
