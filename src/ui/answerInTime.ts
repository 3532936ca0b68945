import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";

/** Milliseconds. VS Code hides a message after about 15 seconds and goes on waiting for its answer. */
export const answerTimeoutMs = 20_000;

/**
 * Acts on the answer to a message. What failed does not wait for a message that is no longer on screen: then it gets
 * `otherwise`, and an answer from the notification center is still acted on. `onError` gets what that throws.
 */
export const actInTime = async <Answer, Result>(
  clock: Clock,
  shown: PromiseLike<Answer>,
  act: (answer: Answer) => Promise<Result>,
  otherwise: Result,
  onError: (error: unknown) => void,
): Promise<Result> => {
  const answered = shown.then((answer) => ({ answer }));
  let timer: Disposable | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = clock.setTimer(answerTimeoutMs, () => resolve(undefined));
  });
  const inTime = await Promise.race([answered, timeout]).finally(() => timer?.dispose());
  if (inTime) return act(inTime.answer);
  answered.then(({ answer }) => act(answer)).then(undefined, onError);
  return otherwise;
};
