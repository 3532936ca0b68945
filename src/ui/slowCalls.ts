import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import { slowMs } from "../client/exchange.ts";
import { showProgress } from "./messages.ts";
import { plainText } from "./plainText.ts";
import { pluralText } from "./pluralText.ts";

interface Shown {
  readonly cancels: Set<() => void>;
  /** Ends the notification. */
  readonly end: () => void;
}

/** One cancelable notification for each server that keeps calls waiting, as long as it does. */
export class SlowCalls {
  readonly #shown = new Map<string, Shown>();

  /** A call that waits. To be disposed when it no longer does. */
  add(server: string, cancel: () => void): Disposable {
    const shown = this.#shown.get(server) ?? this.#show(server);
    shown.cancels.add(cancel);
    return {
      dispose: () => {
        shown.cancels.delete(cancel);
        if (shown.cancels.size === 0) this.#end(server, shown);
      },
    };
  }

  #show(server: string): Shown {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const shown: Shown = { cancels: new Set(), end };
    this.#shown.set(server, shown);
    const title = pluralText(
      vscode.l10n.t(
        "{count, plural, one {{0} hasn't responded for # second.} other {{0} hasn't responded for # seconds.}}",
      ),
      slowMs / 1000,
      plainText(server),
    );
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
