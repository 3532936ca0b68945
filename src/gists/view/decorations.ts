import * as vscode from "vscode";
import type { PendingEdit } from "../publishing/pendingEdit.ts";
import type { GistFiles } from "../publishing/files.ts";
import type { GistsModel } from "../model.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";

const decorationOf = (edit: PendingEdit): vscode.FileDecoration => {
  const color = (name: string): vscode.ThemeColor => new vscode.ThemeColor(name);
  switch (edit.state) {
    case "unpublished":
      return {
        badge: "U",
        tooltip: vscode.l10n.t("Not published yet"),
        color: color("gitDecoration.modifiedResourceForeground"),
      };
    case "queued":
      return {
        badge: "W",
        tooltip: vscode.l10n.t("Waits for the server"),
        color: color("gitDecoration.modifiedResourceForeground"),
      };
    case "conflict":
      return {
        badge: "!",
        tooltip: vscode.l10n.t("Changed on both sides"),
        color: color("gitDecoration.conflictingResourceForeground"),
      };
    case "refused":
      return { badge: "X", tooltip: vscode.l10n.t("Refused by the server"), color: color("list.errorForeground") };
  }
};

/** Marks the files whose edits are not at the service, in the tree and in the tabs: a letter, a colour and words. */
export class GistDecorations implements vscode.FileDecorationProvider {
  readonly #files: GistFiles;
  readonly #gists: GistsModel;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #subscription: { dispose(): void };
  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(files: GistFiles, gists: GistsModel, uris: GistUris) {
    this.#files = files;
    this.#gists = gists;
    this.#subscription = files.pending.onDidChange((places) =>
      this.#changed.fire(places.map((place) => uris.of(place))),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const place = gistPlaceOf(uri);
    if (place?.fileName === undefined) return undefined;
    const edit = this.#files.pending.known({ ...place, fileName: place.fileName });
    if (edit) return decorationOf(edit);
    const foreign = this.#gists.knownMine(place) === false;
    return foreign
      ? { badge: "R", tooltip: vscode.l10n.t("Belongs to another user: fork it to publish an edit") }
      : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
