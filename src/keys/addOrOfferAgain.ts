import { CancelledError, ChoiceError, isCancelled, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { UnconfirmedError } from "../ui/createOrAsk.ts";
import { KeyProblem, type KeyProblemKind } from "./problem.ts";

interface Offer {
  /** The title of the button. */
  readonly again: string;
  /** What a failure says. */
  readonly textOf: (error: unknown) => string;
  readonly onDidCancel?: () => void;
}

/** Sending the same key again would fail: it is at the server by now, or what it was to replace is gone. */
const finalKinds: ReadonlySet<KeyProblemKind> = new Set(["bothLeft", "gone", "inUse"]);

/** Asks for what the account lacked. Throws CancelledError when the user says no. */
const requireGrant = async (error: unknown): Promise<void> => {
  const refusal = error instanceof KeyProblem ? error.cause : error;
  if (HttpError.is(refusal) && refusal.missing && (await refusal.grant?.()) === false) throw new CancelledError();
};

/**
 * Runs what adds a key. A failure throws ChoiceError, whose button adds the same key again, so that no other one is generated
 * for it; the buttons of a ChoiceError are kept. Throws UserError where adding it again can't help, and CancelledError.
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
    if (error instanceof KeyProblem && finalKinds.has(error.kind)) throw new UserError(text, { cause: error });
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
