import * as vscode from "vscode";

/** An AbortSignal that follows a VS Code cancellation token. */
export const signalOf = (token: vscode.CancellationToken): AbortSignal => {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
};

/** Shows a cancellable notification while a task that the user began goes on. */
export const withProgress = async <T>(
  title: string,
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, token) => task(signalOf(token), (message) => progress.report({ message })),
  );
