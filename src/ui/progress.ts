import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { showProgress } from "./messages.ts";

/** Milliseconds before a task is worth a notification. */
const shortTask = 700;

/**
 * Shows a notification while a task that the user began goes on; a short one goes without. Only a task that takes the signal
 * can be canceled: another one would go on.
 */
export const withProgress = async <T>(title: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const running = task(controller.signal);
  const timer = systemClock.setTimer(shortTask, () => {
    void showProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: task.length > 0 },
      async (_, token) => {
        token.onCancellationRequested(() => controller.abort());
        await running.catch(() => undefined);
      },
    );
  });
  try {
    return await running;
  } finally {
    timer.dispose();
  }
};
