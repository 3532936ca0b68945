import type * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import type { Clock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { keyOf, type RepoPlace } from "../types.ts";
import { freshFor, RepoInsights } from "./model.ts";
import { InsightsPanel } from "./panel.ts";

interface PanelsDeps {
  readonly accounts: AccountsModel;
  readonly clock: Clock;
  readonly folder: vscode.Uri;
  readonly onError: (what: string, error: unknown) => void;
}

interface Kept {
  readonly insights: RepoInsights;
  readonly timer: Disposable;
}

/** At most one panel per repository. */
export class InsightsPanels {
  readonly #deps: PanelsDeps;
  readonly #store = new DisposableStore();
  readonly #open = new Map<string, InsightsPanel>();
  /** What was read for a panel that was closed a short while ago. */
  readonly #kept = new Map<string, Kept>();

  constructor(deps: PanelsDeps) {
    this.#deps = deps;
    this.#store.add(
      deps.accounts.onDidChange(({ removed }) => {
        for (const id of removed) this.#forget(`${id}/`);
      }),
    );
  }

  /** Opens the panel, or shows the one that is open. Throws RepoProblem when the account is signed out. */
  open(place: RepoPlace): void {
    const key = keyOf(place);
    const open = this.#open.get(key);
    if (open) {
      open.reveal();
      return;
    }
    this.#begin(place);
  }

  /** Fills the panel that VS Code has kept over a reload. Throws RepoProblem when the account is signed out. */
  revive(panel: vscode.WebviewPanel, place: RepoPlace): void {
    if (this.#open.has(keyOf(place))) panel.dispose();
    else this.#begin(place, panel);
  }

  #begin(place: RepoPlace, panel?: vscode.WebviewPanel): void {
    const key = keyOf(place);
    this.#client(place);
    const insights = this.#takeKept(key) ?? this.#insights(place);
    const { folder, onError } = this.#deps;
    const onClosed = (): void => {
      if (!this.#open.delete(key)) return;
      insights.stop();
      this.#keep(key, insights);
    };
    this.#open.set(key, new InsightsPanel({ place, insights, folder, onError, onClosed, panel }));
  }

  of(place: RepoPlace): InsightsPanel | undefined {
    return this.#open.get(keyOf(place));
  }

  dispose(): void {
    this.#store.dispose();
    this.#forget("");
  }

  #insights(place: RepoPlace): RepoInsights {
    return new RepoInsights({ place, client: () => this.#client(place), clock: this.#deps.clock });
  }

  #client({ accountId }: RepoPlace) {
    return requireAccount(this.#deps.accounts, accountId).client;
  }

  #keep(key: string, insights: RepoInsights): void {
    const timer = this.#deps.clock.setTimer(freshFor, () => this.#takeKept(key)?.dispose());
    this.#kept.set(key, { insights, timer });
  }

  #takeKept(key: string): RepoInsights | undefined {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    kept?.timer.dispose();
    return kept?.insights;
  }

  #forget(start: string): void {
    for (const [key, panel] of this.#open) if (key.startsWith(start)) panel.dispose();
    for (const key of this.#kept.keys()) if (key.startsWith(start)) this.#takeKept(key)?.dispose();
  }
}
