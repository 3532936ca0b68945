import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { contextKeys, gistCommands } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { editsText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import type { GistUris } from "../uri.ts";
import type { PendingEdit, PendingState } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** How many files the tooltip names. */
const maxNamed = 10;

/** Counts the edits that are not at the service in the status bar, and sets what menus know of their files. */
export class UnpublishedEdits {
  readonly #store = new DisposableStore();
  readonly #pending: PendingEdits;
  readonly #uris: GistUris;
  readonly #all = this.#store.add(new ContextKey<readonly string[]>(contextKeys.gistEdits));
  readonly #conflicts = this.#store.add(new ContextKey<readonly string[]>(contextKeys.gistConflicts));
  readonly #refusals = this.#store.add(new ContextKey<readonly string[]>(contextKeys.gistRefusals));
  readonly #item = this.#store.add(
    vscode.window.createStatusBarItem("forgeside.unpublished", vscode.StatusBarAlignment.Left, 91),
  );

  constructor(pending: PendingEdits, uris: GistUris) {
    this.#pending = pending;
    this.#uris = uris;
    this.#item.name = vscode.l10n.t("Forgeside: Unpublished Edits");
    this.#item.command = gistCommands.showUnpublished;
    this.#store.add(pending.onDidChange(() => this.#update()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(): void {
    const { all } = this.#pending;
    const inState = (state: PendingState): readonly PendingEdit[] => all.filter((edit) => edit.state === state);
    const addresses = (edits: readonly PendingEdit[]): readonly string[] => [
      ...new Set(edits.map(({ place }) => this.#uris.of(place).toString())),
    ];
    const conflicts = inState("conflict");
    this.#all.set(addresses(all));
    this.#conflicts.set(addresses(conflicts));
    this.#refusals.set(addresses(inState("refused")));
    if (all.length === 0) {
      this.#item.hide();
      return;
    }
    const needsUser = conflicts.length > 0 || inState("refused").length > 0;
    const icon = needsUser ? "warning" : "cloud-upload";
    this.#item.text = `$(${icon}) ${vscode.l10n.t("{0} unpublished", all.length)}`;
    const more = all.length > maxNamed ? ["…"] : [];
    const names = all.slice(0, maxNamed).map(({ place }) => plainText(place.fileName));
    this.#item.tooltip = [editsText(all.length), ...names, ...more].join("\n");
    this.#item.accessibilityInformation = { label: editsText(all.length), role: "button" };
    this.#item.show();
  }
}
