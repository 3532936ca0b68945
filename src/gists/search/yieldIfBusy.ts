import { type Clock, pause } from "../../base/clock.ts";

/** Milliseconds of uninterrupted work after which the event loop gets its turn. */
const maxSliceMs = 12;

/** A function for long loops: awaits the event loop when the loop has held it for too long. */
export const createYieldIfBusy = (clock: Clock): (() => Promise<void>) => {
  let since = clock.now();
  return async () => {
    if (clock.now() - since < maxSliceMs) return;
    await pause(0, clock);
    since = clock.now();
  };
};
