/** An error whose message is written for people: what failed and what to do. Shown as it is. */
export class UserError extends Error {
  override readonly name = "UserError";
}

/** A UserError about something of which the server has a newer state than is shown: its message has a button to refresh. */
export class OutdatedError extends UserError {}

export interface Choice {
  readonly title: string;
  readonly run: () => unknown;
}

/** A UserError that is shown as a warning with buttons for what to do. */
export class ChoiceError extends UserError {
  readonly choices: readonly Choice[];

  constructor(message: string, choices: readonly Choice[], options?: ErrorOptions) {
    super(message, options);
    this.choices = choices;
  }
}

/** What was asked for belongs to an account that is signed out. Its text is made where errors are shown. */
export class SignedOutError extends UserError {
  readonly accountId: string;

  constructor(accountId: string) {
    super(`${accountId} is signed out`);
    this.accountId = accountId;
  }
}

/** The user ended it; shown only when it may have been done. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
  constructor(message = "Cancelled") {
    super(message);
  }
}

/** The user ended a change after it was sent: the server may make it all the same. */
export class CancelledAfterSendingError extends CancelledError {}

/** A possible secret was found in what was to be sent: the user did not let it be sent, or could not be asked. */
export class HeldBackError extends CancelledError {}

/** True for our own cancellation and for the platform's `AbortError`. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof CancelledError || (error instanceof Error && error.name === "AbortError");

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
