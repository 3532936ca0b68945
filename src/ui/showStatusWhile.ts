import { systemClock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import type { Event } from "../base/event.ts";
import { showStatus } from "./showStatus.ts";

/** Shows a text in the status bar for that many milliseconds, and no longer than it is true. */
export const showStatusWhile = (
  text: string,
  milliseconds: number,
  onDidChange: Event<unknown>,
  isTrue: () => boolean,
): void => {
  const shown = new DisposableStore();
  shown.add(showStatus(text, milliseconds));
  shown.add(systemClock.setTimer(milliseconds, () => shown.dispose()));
  shown.add(
    onDidChange(() => {
      if (!isTrue()) shown.dispose();
    }),
  );
};
