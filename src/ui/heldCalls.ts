import { type Clock, systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Client } from "../client/client.ts";
import type { WaitingCall } from "../client/scheduler.ts";
import type { SlowCalls } from "./slowCalls.ts";

/** Milliseconds that are too short to be read about. */
const shortHold = 1500;

/** Milliseconds: the notification of a task, which names it, is shown by then. */
const showAfter = 500;

/** Whether the user waits for it, and not only for a moment. */
const isWaitedFor = ({ reason, priority, isHurried }: WaitingCall): boolean =>
  reason === "limit" && priority === "user" && !isHurried;

/** Shows that a server accepts no requests, as long as that holds back a call that the user waits for. */
export const showHeldCalls = (
  client: Pick<Client, "waiting" | "onDidChangeWaiting">,
  server: string,
  slowCalls: Pick<SlowCalls, "addHeld">,
  clock: Clock = systemClock,
): Disposable => {
  const shown = new Map<number, { readonly until: number; readonly notification: Disposable }>();
  const show = (call: WaitingCall, until: number): Disposable => {
    const notification = new DisposableStore();
    const timer = clock.setTimer(showAfter, () => {
      const seconds = Math.ceil((until - clock.now()) / 1000);
      notification.add(slowCalls.addHeld(server, seconds, { cancel: () => call.cancel(), signal: call.signal }));
    });
    notification.add(timer);
    return notification;
  };
  return client.onDidChangeWaiting(() => {
    const held = new Map(client.waiting.filter(isWaitedFor).map((call) => [call.id, call]));
    for (const [id, { until, notification }] of shown)
      if (held.get(id)?.until !== until) {
        shown.delete(id);
        notification.dispose();
      }
    for (const [id, call] of held) {
      const { until = 0 } = call;
      if (!shown.has(id) && until - clock.now() >= shortHold)
        shown.set(id, { until, notification: show(call, until) });
    }
  });
};
