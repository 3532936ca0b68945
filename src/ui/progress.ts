import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { showProgress } from "./messages.ts";

/** Milliseconds before a task is worth a notification. */
const shortTaskMs = 700;

type Report = (step: { readonly message: string; readonly increment?: number }) => void;

/** The notification of a task. VS Code shows the last step's text: none without one. */
interface Notification {
  readonly report: Report;
  /** Those of calls of the task that wait; the last one is shown. */
  readonly waits: { readonly text: string }[];
  /** What it shows without those. */
  ownText: string;
}

/** Those that are shown, by the signal that their task got. */
const notifications = new WeakMap<AbortSignal, Notification>();

/** Shows a text in the notification of the task that got the signal, until it is disposed; undefined when there is none. */
export const showInProgress = (signal: AbortSignal, text: string): vscode.Disposable | undefined => {
  const notification = notifications.get(signal);
  if (!notification) return undefined;
  const wait = { text };
  notification.waits.push(wait);
  notification.report({ message: text });
  return {
    dispose: () => {
      const index = notification.waits.indexOf(wait);
      if (index < 0) return;
      notification.waits.splice(index, 1);
      notification.report({ message: notification.waits.at(-1)?.text ?? notification.ownText });
    },
  };
};

/** The notification of the task with the signal is shown, until that is disposed. `increment` in percent. */
export const noteProgress = (
  signal: AbortSignal,
  report: Report,
): vscode.Disposable & { readonly setText: (text: string, increment?: number) => void } => {
  const notification: Notification = { report, waits: [], ownText: "" };
  notifications.set(signal, notification);
  return {
    setText: (text, increment = 0) => {
      notification.ownText = text;
      report({ message: notification.waits.at(-1)?.text ?? text, increment });
    },
    dispose: () => void notifications.delete(signal),
  };
};

/**
 * Shows a notification while a task that the user began goes on; a short one goes without. Only a task that takes the signal
 * can be canceled: another one would go on.
 */
export const withProgress = async <T>(title: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const running = task(controller.signal);
  const timer = systemClock.setTimer(shortTaskMs, () => {
    void showProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: task.length > 0 },
      async (progress, token) => {
        token.onCancellationRequested(() => controller.abort());
        const shown = noteProgress(controller.signal, (step) => progress.report(step));
        await running.catch(() => undefined);
        shown.dispose();
      },
    );
  });
  try {
    return await running;
  } finally {
    timer.dispose();
  }
};
