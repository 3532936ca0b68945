import * as vscode from "vscode";
import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { showProgress } from "../../ui/messages.ts";
import { progressText } from "./hitText.ts";
import type { SearchModel } from "./model.ts";

/** Milliseconds before a reading is worth a word. */
const shortReading = 700;

/** Shows in the status bar how far the index is while it is updated. */
export class SearchStatus {
  readonly #search: SearchModel;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  #waiting: Disposable | undefined;
  #report: ((message: string) => void) | undefined;
  #end: (() => void) | undefined;

  constructor(search: SearchModel, clock: Clock) {
    this.#search = search;
    this.#clock = clock;
    this.#store.add(search.onDidChange(() => this.#update()));
  }

  dispose(): void {
    this.#store.dispose();
    this.#waiting?.dispose();
    this.#end?.();
  }

  get #isReading(): boolean {
    return ["listing", "reading"].includes(this.#search.progress.state);
  }

  #update(): void {
    if (!this.#isReading) {
      this.#waiting?.dispose();
      this.#waiting = undefined;
      this.#end?.();
      return;
    }
    this.#report?.(progressText(this.#search.progress));
    if (this.#report) return;
    this.#waiting ??= this.#clock.setTimer(shortReading, () => {
      this.#waiting = undefined;
      if (this.#isReading) this.#show();
    });
  }

  #show(): void {
    if (this.#report) return;
    void showProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Search in Gists") },
      (progress) => {
        this.#report = (message) => progress.report({ message });
        this.#report(progressText(this.#search.progress));
        return new Promise<void>((resolve) => {
          this.#end = () => {
            this.#end = undefined;
            this.#report = undefined;
            resolve();
          };
        });
      },
    );
  }
}
