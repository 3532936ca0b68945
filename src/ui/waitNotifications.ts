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

/** A call that waits. */
interface Waiting {
  readonly cancel: () => void;
  /** That of its task. */
  readonly signal: AbortSignal | undefined;
}

/**
 * One cancelable notification for each server that keeps calls waiting, as long as it does: because it is slow, or because it
 * accepts none. It is that of the task that waits, where one is shown.
 */
export class WaitNotifications {
  readonly #shown = new Map<string, Shown>();

  /** A call without an answer. To be disposed when it no longer waits. */
  addSlow(server: string, call: Waiting): Disposable {
    const text = pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} hasn't responded for # second.} other {{0} hasn't responded for # seconds.}}",
      ),
      slowMs / 1000,
      plainText(server),
    );
    return this.#add(`slow ${server}`, text, call);
  }

  /** A call that isn't sent for so many seconds, until `end`. To be disposed when it no longer waits. */
  addHeld(server: string, { seconds, end }: { readonly seconds: number; readonly end: number }, call: Waiting) {
    const text = pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} accepts no requests for # second.} other {{0} accepts no requests for # seconds.}}",
      ),
      seconds,
      plainText(server),
    );
    return this.#add(`until ${end} ${server}`, text, call);
  }

  #add(key: string, text: string, { cancel, signal }: Waiting): Disposable {
    const inProgress = signal && showInProgress(signal, text);
    if (inProgress) return inProgress;
    const end = (ended: Shown): void => {
      if (this.#shown.get(key) === ended) this.#shown.delete(key);
      ended.end();
    };
    const shown = this.#shown.get(key) ?? this.#show(text, end);
    this.#shown.set(key, shown);
    shown.cancels.add(cancel);
    return {
      dispose: () => {
        shown.cancels.delete(cancel);
        if (shown.cancels.size === 0) end(shown);
      },
    };
  }

  /** `onCancel` is called after all calls are canceled. */
  #show(title: string, onCancel: (shown: Shown) => void): Shown {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const shown: Shown = { cancels: new Set(), end };
    void showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => {
        for (const cancel of shown.cancels) cancel();
        onCancel(shown);
      });
      return ended;
    });
    return shown;
  }
}
