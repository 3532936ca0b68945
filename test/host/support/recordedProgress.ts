import { EventEmitter, type ProgressOptions, window } from "vscode";

interface Progress {
  readonly titles: string[];
  /** What was said in them, in order. */
  readonly messages: string[];
  /** Those of notifications with a Cancel button. */
  readonly cancellable: string[];
  /** How many notifications are shown. */
  readonly shown: () => number;
  readonly cancel: () => void;
}

/** Runs `act` while notifications of progress are recorded, and canceled by the test. */
export const withRecordedProgress = async (act: (progress: Progress) => Promise<void>): Promise<void> => {
  const former = Object.getOwnPropertyDescriptor(window, "withProgress");
  const titles: string[] = [];
  const messages: string[] = [];
  const cancellable: string[] = [];
  const canceled = new EventEmitter<void>();
  let shown = 0;
  const withProgress = async (
    options: ProgressOptions,
    task: (progress: object, token: object) => Promise<unknown>,
  ) => {
    const { title = "" } = options;
    titles.push(title);
    if (options.cancellable === true) cancellable.push(title);
    shown += 1;
    // VS Code shows no text after a step without one.
    const report = ({ message = "" }: { readonly message?: string }): void => void messages.push(message);
    await task({ report }, { onCancellationRequested: canceled.event });
    shown -= 1;
  };
  Object.defineProperty(window, "withProgress", { value: withProgress, configurable: true, writable: true });
  try {
    await act({ titles, messages, cancellable, shown: () => shown, cancel: () => canceled.fire() });
  } finally {
    canceled.dispose();
    if (former) Object.defineProperty(window, "withProgress", former);
  }
};
