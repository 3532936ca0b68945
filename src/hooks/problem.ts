import type { Hook } from "../client/types/hook.ts";

/** What cannot be done with a hook, found before anything was sent, or why it is only half done. */
type HookProblemKind =
  | "nameIsFixed"
  | "hidden"
  | "halfDone"
  | "inactive"
  | "notForPush"
  | "nothingCame"
  | "unsaved"
  | "outdated"
  | "elsewhere";

/** The hook was changed or deleted at the service since its document was read: nothing was sent, and the user decides. */
export class HookConflict extends Error {
  override readonly name = "HookConflict";
  /** What the service has; undefined when it was deleted. */
  readonly now: Hook | undefined;

  constructor(now: Hook | undefined) {
    super(now ? `The hook ${now.id} was changed on both sides.` : "The hook was changed here and deleted there.");
    this.now = now;
  }
}

/** The texts for people are made where they are shown. */
export class HookProblem extends Error {
  override readonly name = "HookProblem";
  readonly kind: HookProblemKind;
  readonly subject: string;
  /** What the hook is now, of `halfDone`. */
  readonly now: Hook | undefined;

  constructor(kind: HookProblemKind, subject: string, cause?: unknown, now?: Hook) {
    super(`${kind}: ${subject}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.subject = subject;
    this.now = now;
  }
}
