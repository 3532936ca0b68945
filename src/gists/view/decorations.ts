import * as vscode from "vscode";
import type { PendingEdit, PendingState } from "../publishing/pendingEdit.ts";
import type { GistFiles } from "../publishing/files.ts";
import { isForeign } from "../publishing/isForkable.ts";
import type { GistsModel } from "../model.ts";
import { isContentProblemKind } from "../problem.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";

/** Of a file that its account may not change. */
const foreign = (color?: vscode.ThemeColor): vscode.FileDecoration =>
  new vscode.FileDecoration("R", vscode.l10n.t("Belongs to another user: fork it to publish an edit"), color);

const decorationOf = ({ state, reason }: PendingEdit): vscode.FileDecoration => {
  const modified = "gitDecoration.modifiedResourceForeground";
  const looks: Readonly<Record<PendingState, readonly [badge: string, tooltip: string, color: string]>> = {
    unpublished:
      reason === "heldBack"
        ? ["!", vscode.l10n.t("Not sent: possible secret"), "list.warningForeground"]
        : ["U", vscode.l10n.t("Not published yet"), modified],
    queued: ["W", vscode.l10n.t("Waits for the server"), modified],
    conflict: ["!", vscode.l10n.t("Changed on both sides"), "gitDecoration.conflictingResourceForeground"],
    refused: [
      "X",
      isContentProblemKind(reason)
        ? vscode.l10n.t("Not sent: see Unpublished")
        : vscode.l10n.t("Refused by the server"),
      "list.errorForeground",
    ],
  };
  const [badge, tooltip, color] = looks[state];
  return { badge, tooltip, color: new vscode.ThemeColor(color) };
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
    if (edit) {
      const decoration = isForeign(this.#gists, edit)
        ? foreign(new vscode.ThemeColor("list.errorForeground"))
        : decorationOf(edit);
      if (this.#files.pending.isOfOtherWindow(edit))
        decoration.tooltip = vscode.l10n.t("{0}: an edit of another window", decoration.tooltip ?? "");
      return decoration;
    }
    return this.#gists.knownMine(place) === false ? foreign() : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
