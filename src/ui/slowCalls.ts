import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { slowMs } from "../client/exchange.ts";
import { showProgress } from "./messages.ts";
import { showInProgress } from "./progress.ts";
import { plainText } from "./plainText.ts";
import { pluralText } from "./pluralText.ts";

interface Shown {
  readonly cancels: Set<() => void>;
  /** Ends the notification. */
  readonly end: () => void;
}

/**
 * One cancelable notification for each server that keeps calls waiting, as long as it does. It is that of the task that waits,
 * where one is shown.
 */
export class SlowCalls {
  readonly #shown = new Map<string, Shown>();

  /** A call that waits; `signal` is that of its task. To be disposed when it no longer does. */
  add(server: string, cancel: () => void, signal: AbortSignal | undefined): Disposable {
    const text = pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} hasn't responded for # second.} other {{0} hasn't responded for # seconds.}}",
      ),
      slowMs / 1000,
      plainText(server),
    );
    const inProgress = signal && showInProgress(signal, text);
    if (inProgress) return inProgress;
    const shown = this.#shown.get(server) ?? this.#show(server, text);
    shown.cancels.add(cancel);
    return {
      dispose: () => {
        shown.cancels.delete(cancel);
        if (shown.cancels.size === 0) this.#end(server, shown);
      },
    };
  }

  #show(server: string, title: string): Shown {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const shown: Shown = { cancels: new Set(), end };
    this.#shown.set(server, shown);
    void showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => {
        for (const cancel of shown.cancels) cancel();
        this.#end(server, shown);
      });
      return ended;
    });
    return shown;
  }

  #end(server: string, shown: Shown): void {
    if (this.#shown.get(server) === shown) this.#shown.delete(server);
    shown.end();
  }
}
