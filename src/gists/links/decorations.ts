import * as vscode from "vscode";
import type { LinksModel } from "./model.ts";
import { stateText } from "./stateText.ts";
import type { LinkState } from "./types.ts";
import { spotOf, uriOf } from "./workspaceFiles.ts";

const looks: Readonly<Record<LinkState, { readonly badge: string; readonly color?: string }>> = {
  synced: { badge: "=" },
  ahead: { badge: "↑", color: "gitDecoration.modifiedResourceForeground" },
  behind: { badge: "↓", color: "gitDecoration.submoduleResourceForeground" },
  diverged: { badge: "⇅", color: "gitDecoration.conflictingResourceForeground" },
  missing: { badge: "✗", color: "gitDecoration.deletedResourceForeground" },
  localMissing: { badge: "✗", color: "gitDecoration.deletedResourceForeground" },
  unknown: { badge: "?" },
};

/** Marks the linked files of the workspace: a sign, a colour and words. */
export class LinkDecorations implements vscode.FileDecorationProvider {
  readonly #links: LinksModel;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #subscription: { dispose(): void };
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(links: LinksModel) {
    this.#links = links;
    this.#subscription = links.onDidChange((changed) => this.#changed.fire(changed.map(uriOf)));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const spot = spotOf(uri);
    const link = spot && this.#links.at(spot.folder, spot.path);
    if (!link) return undefined;
    const state = this.#links.state(link);
    const { badge, color } = looks[state];
    return { badge, tooltip: stateText(state), ...(color ? { color: new vscode.ThemeColor(color) } : {}) };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
