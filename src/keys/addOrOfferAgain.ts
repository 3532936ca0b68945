import { CancelledError, ChoiceError, isCancelled } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { UnconfirmedError } from "../ui/createOrAsk.ts";
import { KeyProblem } from "./problem.ts";

interface Offer {
  /** The title of the button. */
  readonly again: string;
  /** What a failure says. */
  readonly textOf: (error: unknown) => string;
  readonly onDidCancel?: () => void;
}

/** Asks for what the account lacked. Throws CancelledError when the user says no. */
const requireGrant = async (error: unknown): Promise<void> => {
  const refusal = error instanceof KeyProblem ? error.cause : error;
  if (HttpError.is(refusal) && refusal.missing && (await refusal.grant?.()) === false) throw new CancelledError();
};

/**
 * Runs what adds a key. A failure throws ChoiceError, whose button adds the same key again: no other one is made for it.
 * A failure that has buttons keeps these. Cancellation stays one.
 */
export const addOrOfferAgain = async (offer: Offer, add: () => Promise<unknown>): Promise<void> => {
  try {
    await add();
  } catch (error) {
    if (isCancelled(error)) {
      offer.onDidCancel?.();
      throw error;
    }
    const text = offer.textOf(error);
    if (error instanceof UnconfirmedError) {
      const choices = error.choices.map(({ title, run }) => ({
        title,
        run: () => addOrOfferAgain(offer, async () => run()),
      }));
      throw new UnconfirmedError(text, choices, { cause: error });
    }
    const run = async (): Promise<void> =>
      addOrOfferAgain(offer, async () => {
        await requireGrant(error);
        await add();
      });
    throw new ChoiceError(text, error instanceof ChoiceError ? error.choices : [{ title: offer.again, run }], {
      cause: error,
    });
  }
};
