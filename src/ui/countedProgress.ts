import * as vscode from "vscode";
import { asTask } from "./callOrigin.ts";
import { showProgress } from "./messages.ts";
import { noteProgress } from "./progress.ts";

export interface CountedProgress {
  readonly signal: AbortSignal;
  /** Without a total while it is unknown. */
  readonly onProgress: (done: number, total?: number) => void;
}

/** Shows a cancellable notification that counts, such as “12 of 340”, or “1.2 MB of 3 MB” with another `textOf`. */
export const withCountedProgress = async <T>(
  title: string,
  task: (progress: CountedProgress) => Promise<T>,
  textOf: (count: number) => string = String,
): Promise<T> =>
  showProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const shown = noteProgress(controller.signal, (step) => progress.report(step));
      let reported = 0;
      const onProgress = (done: number, total?: number): void => {
        if (total === undefined) {
          shown.setText(textOf(done));
          return;
        }
        const percent = total === 0 ? 100 : (done / total) * 100;
        const increment = Math.max(0, percent - reported);
        shown.setText(vscode.l10n.t("{0} of {1}", textOf(done), textOf(total)), increment);
        reported = Math.max(reported, percent);
      };
      try {
        return await asTask(controller.signal, () => task({ signal: controller.signal, onProgress }));
      } finally {
        shown.dispose();
      }
    },
  );
