import type { Clock } from "../../base/clock.ts";
import { CancelledError } from "../../base/errors.ts";
import type { Meta } from "../../client/types/result.ts";

/** Milliseconds. */
const minPauseMs = 1000;
const maxPauseMs = 10_000;
const growth = 1.5;
/** Milliseconds after which waiting ends. */
const maxWaitMs = 90_000;

export type Computed<T> =
  | { readonly kind: "ready"; readonly answer: T }
  | { readonly kind: "empty" }
  | { readonly kind: "late" };

const pauseFor = (ms: number, clock: Clock, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const cancel = (): void => {
      timer.dispose();
      reject(new CancelledError());
    };
    const timer = clock.setTimer(ms, () => {
      signal.removeEventListener("abort", cancel);
      resolve();
    });
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });

/** Asks again, with growing pauses, while the service answers 202. Throws as `ask`; CancelledError when aborted. */
export const untilComputed = async <T extends { readonly meta: Meta }>(
  ask: () => Promise<T>,
  {
    clock,
    signal,
    onComputing,
  }: { readonly clock: Clock; readonly signal: AbortSignal; readonly onComputing: () => void },
): Promise<Computed<T>> => {
  const end = clock.now() + maxWaitMs;
  for (let pause = minPauseMs; ; pause = Math.min(pause * growth, maxPauseMs)) {
    const answer = await ask();
    const status = Number.parseInt(answer.meta.status ?? "", 10);
    if (status === 204) return { kind: "empty" };
    if (status !== 202) return { kind: "ready", answer };
    if (clock.now() + pause > end) return { kind: "late" };
    onComputing();
    await pauseFor(pause, clock, signal);
  }
};
