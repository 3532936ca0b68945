import * as vscode from "vscode";
import { systemClock } from "../base/clock.ts";
import { currentOrigin } from "./callOrigin.ts";
import { showProgress } from "./messages.ts";

/** Milliseconds before a task is worth a notification. */
const shortTask = 700;

/** What shows a text in the notification of a task that can be canceled; by the command or view that it runs for. */
const reports = new Map<string, (text: string) => void>();

/**
 * Shows a text in the notification of the cancelable task that the calling code is part of, until it is disposed. Undefined
 * when there is none.
 */
export const showInProgress = (text: string): vscode.Disposable | undefined => {
  const report = reports.get(currentOrigin() ?? "");
  if (!report) return undefined;
  report(text);
  return { dispose: () => report("") };
};

/**
 * Shows a notification while a task that the user began goes on; a short one goes without. Only a task that takes the signal
 * can be canceled: another one would go on.
 */
export const withProgress = async <T>(title: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const running = task(controller.signal);
  const origin = currentOrigin();
  const timer = systemClock.setTimer(shortTask, () => {
    void showProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: task.length > 0 },
      async (progress, token) => {
        const report = (message: string): void => progress.report({ message });
        if (origin !== undefined && task.length > 0) reports.set(origin, report);
        token.onCancellationRequested(() => controller.abort());
        await running.catch(() => undefined);
        if (origin !== undefined && reports.get(origin) === report) reports.delete(origin);
      },
    );
  });
  try {
    return await running;
  } finally {
    timer.dispose();
  }
};
