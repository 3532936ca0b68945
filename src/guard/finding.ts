/** How sure a detector is: `certain` is the account's own token, `high` a form that only secrets have. */
type Confidence = "certain" | "high" | "medium";

/** What a detector found; offsets are UTF-16. */
export interface Match {
  /** Names the rule, in the settings too. */
  readonly kind: string;
  /** The service whose credential it is, where the form is specific to one. */
  readonly service?: string;
  /** Of the secret itself, without quotes or names. */
  readonly start: number;
  readonly end: number;
  readonly confidence: Confidence;
}

export interface Finding extends Match {
  /** Counted from 1. */
  readonly line: number;
  /** The first characters, at most four and never more than a third of the secret. */
  readonly preview: string;
}

export interface ScanOptions {
  readonly fileName: string;
  /** Tokens that are known to be secret, found in every form. */
  readonly ownTokens: readonly string[];
  /** Milliseconds after which the whole text counts as unchecked, looked at after each detector. 10,000 when absent. */
  readonly timeLimit?: number;
  /** The time in milliseconds; `performance.now` when absent. */
  readonly now?: () => number;
}

export const ownTokenKind = "own-token";
/** The text could not be checked in time, so that all of it counts as a finding. */
export const uncheckedKind = "unchecked";

export const previewOf = (secret: string): string =>
  `${secret.slice(0, Math.min(4, Math.floor(secret.length / 3)))}…`;
