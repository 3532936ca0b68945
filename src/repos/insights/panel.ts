import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { insightsCommands } from "../../ids.ts";
import type { RepoPlace } from "../types.ts";
import { toCsv } from "./csv.ts";
import { pagePanel } from "../../ui/pagePanel.ts";
import { type ChartMessage, type PanelMessage, parsePageMessage } from "./messages.ts";
import type { RepoInsights } from "./model.ts";
import { type ChartKey, chartKeys } from "./types.ts";
import { describe, viewOf } from "./views.ts";
import { heading, pageWords, panelTitle, stateText } from "./words.ts";
import { showStatus } from "../../ui/showStatus.ts";

interface PanelDeps {
  readonly place: RepoPlace;
  readonly insights: RepoInsights;
  /** The folder of the built page. */
  readonly folder: vscode.Uri;
  readonly onError: (what: string, error: unknown) => void;
  readonly onClosed: () => void;
  /** The panel that VS Code has kept over a reload. */
  readonly panel?: vscode.WebviewPanel | undefined;
}

/** Gives the page its words and data, and does what it asks for. */
export class InsightsPanel {
  readonly panel: vscode.WebviewPanel;
  readonly #deps: PanelDeps;
  readonly #store = new DisposableStore();
  /** What is to be said as soon as the page is there; undefined from then on. */
  #unsaid: string[] | undefined = [];

  constructor(deps: PanelDeps) {
    this.#deps = deps;
    const { place, insights, folder } = deps;
    const title = panelTitle(place);
    this.panel = this.#store.add(pagePanel({ page: "insights", title, folder, place, panel: deps.panel }));
    this.#store.add(this.panel.onDidDispose(() => this.dispose()));
    this.#store.add(this.panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#store.add(
      insights.onDidChange((key) => {
        const { kind } = insights.state(key);
        const message = this.#chart(key);
        this.#post(message);
        if (kind !== "loading") this.#say(`${heading(key)}: ${message.text}`);
      }),
    );
    insights.read();
  }

  get insights(): RepoInsights {
    return this.#deps.insights;
  }

  /** Shows it, and reads what is old. */
  reveal(): void {
    this.panel.reveal();
    this.#deps.insights.read();
  }

  dispose(): void {
    this.#store.dispose();
    this.#deps.onClosed();
  }

  #receive(given: unknown): void {
    const { insights, place, onError } = this.#deps;
    const message = parsePageMessage(given);
    switch (message?.type) {
      case undefined:
        return;
      case "ready":
        // A page that was hidden is loaded again: it gets what is known.
        this.#post(pageWords(place));
        for (const key of chartKeys) this.#post(this.#chart(key));
        for (const text of this.#unsaid?.splice(0) ?? []) this.#post({ type: "say", text });
        this.#unsaid = undefined;
        return;
      case "refresh":
        if (insights.read() === 0) this.#say(vscode.l10n.t("This was read less than a minute ago."));
        return;
      case "retry":
        insights.retry(message.key);
        return;
      case "copy":
        this.#copy(message.key).catch((error: unknown) => onError(insightsCommands.show, error));
    }
  }

  async #copy(key: ChartKey): Promise<void> {
    const state = this.#deps.insights.state(key);
    if (state.kind !== "ready") return;
    await vscode.env.clipboard.writeText(toCsv(describe(key, state.data).table));
    const text = vscode.l10n.t("{0} copied to clipboard as CSV.", heading(key));
    showStatus(text, 4000);
    this.#say(text);
  }

  #chart(key: ChartKey): ChartMessage {
    const state = this.#deps.insights.state(key);
    const message = { type: "chart", key, state: state.kind } as const;
    if (state.kind !== "ready") return { ...message, text: stateText(key, state) };
    const described = describe(key, state.data);
    const view = viewOf(key, described);
    return { ...message, text: described.summary, ...(view && { view }) };
  }

  #say(text: string): void {
    if (this.#unsaid) this.#unsaid.push(text);
    else this.#post({ type: "say", text });
  }

  #post(message: PanelMessage): void {
    this.panel.webview.postMessage(message).then(undefined, () => undefined);
  }
}
