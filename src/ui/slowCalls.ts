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
export class SlowCalls {
  readonly #slow = new Map<string, Shown>();
  readonly #held = new Map<string, Shown>();

  /** A call without an answer. To be disposed when it no longer waits. */
  addSlow(server: string, call: Waiting): Disposable {
    const text = pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} hasn't responded for # second.} other {{0} hasn't responded for # seconds.}}",
      ),
      slowMs / 1000,
      plainText(server),
    );
    return this.#add(this.#slow, server, text, call);
  }

  /** A call that isn't sent for so many seconds. To be disposed when it no longer waits. */
  addHeld(server: string, seconds: number, call: Waiting): Disposable {
    const text = pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} accepts no requests for # second.} other {{0} accepts no requests for # seconds.}}",
      ),
      seconds,
      plainText(server),
    );
    return this.#add(this.#held, server, text, call);
  }

  #add(all: Map<string, Shown>, server: string, text: string, { cancel, signal }: Waiting): Disposable {
    const inProgress = signal && showInProgress(signal, text);
    if (inProgress) return inProgress;
    const shown = all.get(server) ?? this.#show(text, (ended) => this.#end(all, server, ended));
    all.set(server, shown);
    shown.cancels.add(cancel);
    return {
      dispose: () => {
        shown.cancels.delete(cancel);
        if (shown.cancels.size === 0) this.#end(all, server, shown);
      },
    };
  }

  #show(title: string, endIt: (shown: Shown) => void): Shown {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const shown: Shown = { cancels: new Set(), end };
    void showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => {
        for (const cancel of shown.cancels) cancel();
        endIt(shown);
      });
      return ended;
    });
    return shown;
  }

  #end(all: Map<string, Shown>, server: string, shown: Shown): void {
    if (all.get(server) === shown) all.delete(server);
    shown.end();
  }
}
