import * as vscode from "vscode";
import { showInformation, showWarning } from "./messages.ts";
import { showStatus } from "./showStatus.ts";
import { plainText } from "./plainText.ts";
import { confirmAll } from "./prompts.ts";
import type { ReadonlyDocuments } from "./readonlyDocuments.ts";
import { lineOf, runBatch } from "./runBatch.ts";

interface BatchTexts<T> {
  /** What is done, such as “Delete gists”. */
  readonly title: string;
  /** Shown when everything was done. */
  readonly allDone: string;
  readonly labelOf: (item: T) => string;
  /** Puts an error into the words of the feature. */
  readonly explain?: (error: unknown) => unknown;
}

interface Question {
  readonly question: string;
  /** What it means for all of them. */
  readonly detail: string;
  /** The button. */
  readonly button: string;
}

/** Shows the results of tasks on many items. */
export class Reports {
  readonly #texts: ReadonlyDocuments;

  constructor(texts: ReadonlyDocuments) {
    this.#texts = texts;
  }

  /**
   * Does the same with each item and reports the result, item by item where something was not done. Where something failed,
   * what was not done can be tried again.
   */
  async runEach<T>(
    items: readonly T[],
    texts: BatchTexts<T>,
    action: (item: T, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const { title, allDone, labelOf, explain } = texts;
    const results = await runBatch(
      title,
      items,
      (item) => plainText(labelOf(item)),
      async (each, signal) => {
        try {
          await action(each, signal);
        } catch (error) {
          throw explain ? explain(error) : error;
        }
      },
    );
    const done = results.filter(({ state }) => state === "done").length;
    if (done === results.length) {
      showStatus(allDone, 4000);
      return;
    }
    const summary = vscode.l10n.t("{0}: {1} of {2} done.", title, done, results.length);
    const lines = results.map(lineOf);
    if (results.every(({ state }) => state !== "failed")) {
      await this.notify(summary, title, lines);
      return;
    }
    const [again, show] = [vscode.l10n.t("Try Again"), vscode.l10n.t("Show Report")];
    const answer = await showWarning(summary, again, show);
    const undone = items.filter((_, index) => results[index]?.state !== "done");
    if (answer === again) await this.runEach(undone, texts, action);
    if (answer === show) await this.show(title, lines);
  }

  /** Asks once for all items, and then does the same as `runEach`. Throws CancelledError. */
  async runConfirmed<T>(
    items: readonly T[],
    { question, detail, button, ...texts }: BatchTexts<T> & Question,
    action: (item: T, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    await confirmAll(question, items.map(texts.labelOf), detail, button);
    await this.runEach(items, texts, action);
  }

  /** Shows the summary in a message, and the lines when the user asks for them. */
  async notify(summary: string, title: string, lines: readonly string[]): Promise<void> {
    const show = vscode.l10n.t("Show Report");
    if ((await showInformation(summary, show)) === show) await this.show(title, lines);
  }

  async show(title: string, lines: readonly string[]): Promise<void> {
    await this.#texts.show(title, `${lines.join("\n")}\n`, { preview: false });
  }
}
