import { type Clock, systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { onAbort } from "../base/onAbort.ts";
import type { Client } from "../client/client.ts";
import type { WaitingCall } from "../client/scheduler.ts";
import { views } from "../manifestNames.ts";
import type { WaitNotifications } from "./waitNotifications.ts";

const viewIds = new Set<string>(Object.values(views));

/** Milliseconds that are too short to be read about. */
const minShownMs = 1500;

/** Milliseconds: the notification of a task, which names it, is shown by then. */
const delayMs = 500;

/** Whether a command of the user's waits for it. */
const isOfCommand = ({ reason, priority, callOrigin, longestWait }: WaitingCall): boolean =>
  reason === "limit" &&
  priority !== "background" &&
  callOrigin !== undefined &&
  !viewIds.has(callOrigin) &&
  longestWait === undefined;

/** Shows that a server accepts no requests, as long as that holds back calls of commands. */
export const showHeldCalls = (
  client: Pick<Client, "waiting" | "onDidChangeWaiting">,
  server: string,
  notifications: Pick<WaitNotifications, "addHeld">,
  clock: Clock = systemClock,
): Disposable => {
  const shown = new Map<number, { readonly until: number; readonly notification: Disposable }>();
  const show = (call: WaitingCall, until: number): Disposable => {
    const notification = new DisposableStore();
    // Cancel of its task ends the wait, too: nothing is sent yet.
    notification.add(onAbort(call.signal, () => call.cancel()));
    const timer = clock.setTimer(delayMs, () => {
      const seconds = Math.ceil((until - clock.now()) / 1000);
      const time = { seconds, end: until };
      notification.add(notifications.addHeld(server, time, { cancel: () => call.cancel(), signal: call.signal }));
    });
    notification.add(timer);
    return notification;
  };
  return client.onDidChangeWaiting(() => {
    const held = new Map(client.waiting.filter(isOfCommand).map((call) => [call.id, call]));
    for (const [id, { until, notification }] of shown)
      if (held.get(id)?.until !== until) {
        shown.delete(id);
        notification.dispose();
      }
    for (const [id, call] of held) {
      const { until = 0 } = call;
      if (shown.has(id)) continue;
      if (call.signal?.aborted) call.cancel();
      else if (until - clock.now() >= minShownMs) shown.set(id, { until, notification: show(call, until) });
    }
  });
};
