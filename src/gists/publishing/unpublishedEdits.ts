import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { contextKeys, gistCommands } from "../../ids.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { editsText } from "../../ui/counts.ts";
import { UnpublishedItem } from "../../ui/unpublishedItem.ts";
import type { GistsModel } from "../model.ts";
import type { GistUris } from "../uri.ts";
import { isForkable } from "./isForkable.ts";
import type { PendingEdit, PendingState } from "./pendingEdit.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** Counts the edits that are not at the service in the status bar, and sets what menus know of their files. */
export class UnpublishedEdits {
  readonly #store = new DisposableStore();
  readonly #pending: PendingEdits;
  readonly #uris: GistUris;
  readonly #gists: GistsModel;
  readonly #all = this.#store.add(new ContextKey<readonly string[]>(contextKeys.gistEdits));
  readonly #conflicts = this.#store.add(new ContextKey<readonly string[]>(contextKeys.gistConflicts));
  readonly #forkable = this.#store.add(new ContextKey<readonly string[]>(contextKeys.forkableEdits));
  readonly #item = this.#store.add(
    new UnpublishedItem("forgeside.unpublished", {
      name: vscode.l10n.t("Forgeside: Unpublished Edits"),
      command: gistCommands.showUnpublished,
      icon: "cloud-upload",
    }),
  );

  constructor(pending: PendingEdits, gists: GistsModel, uris: GistUris) {
    this.#pending = pending;
    this.#gists = gists;
    this.#uris = uris;
    this.#store.add(pending.onDidChange(() => this.#update()));
    // Whose a gist is may be known only then.
    this.#store.add(gists.onDidChangeLists(() => this.#updateForkable()));
    this.#store.add(gists.onDidChangeGist(() => this.#updateForkable()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(): void {
    const { all } = this.#pending;
    const inState = (state: PendingState): readonly PendingEdit[] => all.filter((edit) => edit.state === state);
    const conflicts = inState("conflict");
    this.#all.set(this.#addresses(all));
    this.#conflicts.set(this.#addresses(conflicts));
    this.#updateForkable();
    this.#item.update({
      label: editsText(all.length),
      names: all.map(({ place }) => place.fileName),
      needsUser: conflicts.length > 0 || inState("refused").length > 0,
    });
  }

  #updateForkable(): void {
    this.#forkable.set(this.#addresses(this.#pending.all.filter((edit) => isForkable(this.#gists, edit))));
  }

  #addresses(edits: readonly PendingEdit[]): readonly string[] {
    return [...new Set(edits.map(({ place }) => this.#uris.of(place).toString()))];
  }
}
