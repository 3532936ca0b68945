/** What cannot be done with a hook, found before anything was sent, or why it is only half done. */
type HookProblemKind =
  | "nameIsFixed"
  | "hidden"
  | "halfDone"
  | "inactive"
  | "notForPush"
  | "nothingCame"
  | "unsaved";

/** The texts for people are made where they are shown. */
export class HookProblem extends Error {
  override readonly name = "HookProblem";
  readonly kind: HookProblemKind;
  readonly subject: string;

  constructor(kind: HookProblemKind, subject: string, cause?: unknown) {
    super(`${kind}: ${subject}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.subject = subject;
  }
}
