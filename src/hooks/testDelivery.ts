import type { Clock } from "../base/clock.ts";
import { CancelledError } from "../base/errors.ts";
import type { HooksModel } from "./model.ts";
import { HookProblem } from "./problem.ts";
import type { HookPlace } from "./types.ts";

/** What a test or ping came to. */
export interface Outcome {
  readonly isGood: boolean;
  /** The receiver's answer, in the service's words. */
  readonly text: string;
}

/** Milliseconds between two looks: growing, for the service delivers in its own time. */
const pauses = [250, 500, 750, 1000, 1500, 2000, 3000, 4000, 7000] as const;

const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = clock.setTimer(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    const stop = (): void => {
      timer.dispose();
      reject(new CancelledError());
    };
    signal.addEventListener("abort", stop, { once: true });
  });

/** Looks again and again what `send` came to. Throws HookProblem `nothingCame` after 20 seconds. */
const outcomeOf = async (
  model: HooksModel,
  clock: Clock,
  place: HookPlace,
  send: () => Promise<void>,
  signal: AbortSignal,
): Promise<Outcome> => {
  const before = await model.deliveries(place, { signal });
  const known = new Set(before?.map(({ id }) => id));
  const former = JSON.stringify((await model.get(place, { signal })).last_response);
  await send();
  for (const ms of pauses) {
    await pause(clock, ms, signal);
    if (before) {
      const fresh = (await model.deliveries(place, { signal }))?.find(({ id }) => !known.has(id));
      if (fresh) {
        model.refresh(place);
        const isGood = fresh.status_code >= 200 && fresh.status_code < 300;
        return { isGood, text: `${fresh.status_code} ${fresh.status}` };
      }
    } else {
      const { last_response: last } = await model.get(place, { signal });
      if (last && last.status !== "unused" && JSON.stringify(last) !== former) {
        model.refresh(place);
        return { isGood: last.status === "active", text: [last.code, last.message].filter(Boolean).join(" ") };
      }
    }
  }
  throw new HookProblem("nothingCame", String(place.id));
};

/** Lets the service deliver the last push again. Throws HookProblem for a hook that hears of no push. */
export const testHook = async (
  model: HooksModel,
  clock: Clock,
  place: HookPlace,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { active, events } = await model.get(place, { signal });
  if (!active) throw new HookProblem("inactive", String(place.id));
  if (!events.includes("push") && !events.includes("*")) throw new HookProblem("notForPush", String(place.id));
  return outcomeOf(model, clock, place, () => model.test(place, { signal }), signal);
};

export const pingHook = (
  model: HooksModel,
  clock: Clock,
  place: HookPlace,
  signal: AbortSignal,
): Promise<Outcome> => outcomeOf(model, clock, place, () => model.ping(place, { signal }), signal);

export const redeliver = (
  model: HooksModel,
  clock: Clock,
  place: HookPlace,
  id: number,
  signal: AbortSignal,
): Promise<Outcome> => outcomeOf(model, clock, place, () => model.redeliver(place, id, { signal }), signal);
