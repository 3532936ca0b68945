import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { isCancelled } from "../../base/errors.ts";
import { type DeploymentCommandId, deploymentCommands } from "../../ids.ts";
import { keyOf } from "../../repos/types.ts";
import { clockText } from "../../ui/clockText.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import { pagePanel } from "../../ui/pagePanel.ts";
import { sentences } from "../../ui/sentences.ts";
import { type Deployed, environmentOf } from "../board.ts";
import type { DeploymentsModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import { parsePageMessage, type RowAction, type TimelineMessage } from "./messages.ts";
import { keyOfTimeline, type TimelinePlace } from "./place.ts";
import type * as TimelineView from "./view.ts";

export interface TimelineDeps {
  readonly deployments: DeploymentsModel;
  readonly now: () => number;
  /** Does what a command does on a row of the board. */
  readonly act: (id: DeploymentCommandId, target: unknown) => Promise<unknown>;
  /** The folder of the built page. */
  readonly folder: vscode.Uri;
  readonly onError: (what: string, error: unknown) => void;
}

/** What the page shows is computed by code that is loaded with the first timeline. */
const messageOf = async (...given: Parameters<typeof TimelineView.messageOfRows>): Promise<TimelineMessage> =>
  (await import("./view.ts")).messageOfRows(...given);

const rowCommands: Readonly<Record<RowAction, DeploymentCommandId>> = {
  open: deploymentCommands.openTarget,
  status: deploymentCommands.setStatus,
  payload: deploymentCommands.showPayload,
};

interface Reading {
  readonly rows: readonly Deployed[];
  readonly hasMore: boolean;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly readAt: number;
  /** Why the rows are older than they should be. */
  readonly error: unknown;
}

/** The deployments of one environment along the time. */
export class TimelinePanel {
  readonly panel: vscode.WebviewPanel;
  readonly #deps: TimelineDeps;
  readonly #place: TimelinePlace;
  readonly #title: string;
  readonly #store = new DisposableStore();
  #rows: readonly Deployed[] = [];
  #hasMore = false;
  /** When the rows were read. Milliseconds since 1970-01-01T00:00:00Z. */
  #readAt = 0;
  #message: TimelineMessage | undefined;
  #isClosed = false;
  /** Counts the readings: a late answer is not shown. */
  #turn = 0;

  constructor(deps: TimelineDeps, place: TimelinePlace, onClosed: () => void, kept?: vscode.WebviewPanel) {
    this.#deps = deps;
    this.#place = place;
    const { owner, repo, environment } = place;
    this.#title = plainText(vscode.l10n.t("Deployments to {0}: {1}", environment, `${owner}/${repo}`));
    const { folder, deployments } = deps;
    this.panel = this.#store.add(pagePanel({ page: "timeline", title: this.#title, folder, place, panel: kept }));
    this.#store.add(
      this.panel.onDidDispose(() => {
        this.#isClosed = true;
        // What is being read is no longer shown: a disposed panel has no webview.
        this.#turn += 1;
        this.#store.dispose();
        onClosed();
      }),
    );
    this.#store.add(this.panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#store.add(
      deployments.onDidChange((changed) => {
        if (keyOf(changed) === keyOf(place)) this.#read();
      }),
    );
    this.#read();
  }

  /** The last message to the page; undefined while the first reading is under way. */
  get shown(): TimelineMessage | undefined {
    return this.#message;
  }

  #receive(given: unknown): void {
    this.#do(given).catch((error: unknown) => {
      if (!isCancelled(error)) this.#deps.onError(deploymentCommands.timeline, error);
    });
  }

  async #do(given: unknown): Promise<void> {
    const message = parsePageMessage(given);
    const { deployments, act } = this.#deps;
    const { environment } = this.#place;
    switch (message?.type) {
      case undefined:
        return;
      case "ready":
        // A page that was hidden is loaded again: it gets what is known.
        if (this.#message) this.#post(this.#message);
        return;
      case "refresh":
        deployments.refresh(this.#place);
        return;
      case "older":
        await deployments.more(this.#place);
        return;
      case "create":
        await this.#asking(() =>
          act(deploymentCommands.create, { kind: "environment", place: this.#place, environment }),
        );
        return;
      case "open":
      case "status":
      case "payload": {
        const deployed = this.#rows.find(({ deployment }) => deployment.id === message.id);
        if (!deployed) return;
        const run = () => act(rowCommands[message.type], { kind: "deployment", place: this.#place, deployed });
        await (message.type === "status" ? this.#asking(run) : run());
      }
    }
  }

  /**
   * Asks the user several things in a row. Between two questions VS Code gives the focus back to where it was: a page
   * takes it late, from the next question.
   */
  async #asking(act: () => Promise<unknown>): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.focusStatusBar");
    try {
      await act();
    } finally {
      if (!this.#isClosed) this.panel.reveal();
    }
  }

  #read(): void {
    const turn = (this.#turn += 1);
    this.#showRows(turn)
      .catch((error: unknown) => {
        if (turn === this.#turn && !isCancelled(error)) return this.#postFailure(turn, error);
      })
      .catch((failure: unknown) => this.#deps.onError(deploymentCommands.timeline, failure));
  }

  async #showRows(turn: number): Promise<void> {
    const { rows, hasMore, readAt, error } = await this.#readRows();
    // A later reading has newer rows.
    if (turn !== this.#turn) return;
    this.#rows = rows;
    this.#hasMore = hasMore;
    this.#readAt = readAt;
    const message = await this.#messageOfRows(error);
    if (turn === this.#turn) this.#post(message);
  }

  /** What was read before stays. */
  async #postFailure(turn: number, error: unknown): Promise<void> {
    const message = await this.#messageOfRows(error);
    const summary = this.#rows.length === 0 ? errorText(toUserError(error)) : message.summary;
    if (turn === this.#turn) this.#post({ ...message, summary });
  }

  /** The rows; `error` is why they are older than they should be. */
  async #messageOfRows(error?: unknown): Promise<TimelineMessage> {
    const message = await messageOf(this.#title, this.#rows, this.#deps.now(), this.#hasMore);
    if (error === undefined) return message;
    const why = errorText(toUserError(error));
    const text = vscode.l10n.t("Updated {0}. Couldn't refresh: {1}", clockText(this.#readAt), why);
    return { ...message, summary: sentences(text, message.summary) };
  }

  async #readRows(): Promise<Reading> {
    const { deployments, now } = this.#deps;
    const list = await deployments.list(this.#place);
    const { environment } = this.#place;
    const ofThis = list.items.filter((deployment) => environmentOf({ deployment }) === environment);
    const statuses = await Promise.all(
      ofThis.map(async (deployment) => deployments.statuses(this.#place, deployment.id)),
    );
    const staleness = [list, ...statuses].find((each) => each.staleness)?.staleness;
    return {
      rows: ofThis.map((deployment, index) => ({ deployment, statuses: statuses[index]?.items ?? [] })),
      hasMore: list.hasMore,
      readAt: staleness?.readAt ?? now(),
      error: staleness?.error,
    };
  }

  #post(message: TimelineMessage): void {
    this.#message = message;
    void this.panel.webview.postMessage(message);
  }
}

/** At most one panel per environment. */
export class TimelinePanels {
  readonly #deps: TimelineDeps;
  readonly #open = new Map<string, TimelinePanel>();

  constructor(deps: TimelineDeps) {
    this.#deps = deps;
  }

  open(place: TimelinePlace): TimelinePanel {
    const open = this.#open.get(keyOfTimeline(place));
    open?.panel.reveal();
    return open ?? this.#begin(place);
  }

  /** Fills the panel that VS Code has kept over a reload. */
  revive(panel: vscode.WebviewPanel, place: TimelinePlace): void {
    if (this.#open.has(keyOfTimeline(place))) panel.dispose();
    else this.#begin(place, panel);
  }

  #begin(place: TimelinePlace, kept?: vscode.WebviewPanel): TimelinePanel {
    const key = keyOfTimeline(place);
    const begun = new TimelinePanel(this.#deps, place, () => this.#open.delete(key), kept);
    this.#open.set(key, begun);
    return begun;
  }

  /** Closes what is about this account. */
  close(accountId: string): void {
    for (const [key, { panel }] of this.#open)
      if ((JSON.parse(key) as readonly string[])[0]?.startsWith(`${accountId}/`)) panel.dispose();
  }

  dispose(): void {
    for (const { panel } of this.#open.values()) panel.dispose();
  }
}
