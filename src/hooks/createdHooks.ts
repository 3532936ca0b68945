import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { Hook } from "../client/types/hook.ts";
import { hookCommands } from "../ids.ts";
import type { RepoPlace } from "../repos/types.ts";
import { replaceEditor } from "../ui/replaceEditor.ts";
import { showStatus } from "../ui/showStatus.ts";
import { countTabs } from "../ui/tabs.ts";
import type { HookBases } from "./hookBases.ts";
import { hookUri } from "./uri.ts";

/** What documents of new hooks have become, by address. */
export class CreatedHooks {
  readonly #bases: HookBases;
  readonly #onError: (what: string, error: unknown) => void;
  readonly #store = new DisposableStore();
  readonly #created = new Map<string, vscode.Uri>();

  constructor(bases: HookBases, onError: (what: string, error: unknown) => void) {
    this.#bases = bases;
    this.#onError = onError;
    this.#store.add(
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        // A save may still be under way when a tab is closed; one that is opened is of another new hook.
        for (const { input } of opened)
          if (input instanceof vscode.TabInputText && countTabs(input.uri) === 1) {
            const key = input.uri.toString();
            if (this.#created.delete(key)) this.#bases.noteSaved(key).catch(() => undefined);
          }
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#created.clear();
  }

  of(key: string): vscode.Uri | undefined {
    return this.#created.get(key);
  }

  async add(key: string, place: RepoPlace, hook: Hook): Promise<vscode.Uri> {
    showStatus(vscode.l10n.t("The webhook is created, without a secret."), 6000);
    const created = hookUri({ ...place, id: hook.id }, hook.name);
    this.#created.set(key, created);
    // If it can't be stored, what is typed on after a reload becomes a hook of its own.
    await this.#bases.storeCreated(key, hook).catch(() => undefined);
    return created;
  }

  /** As `add`, of a hook whose document was typed on in before the window was reloaded. */
  restore(key: string, place: RepoPlace, hook: Hook): vscode.Uri {
    this.#bases.forget(key);
    const target = hookUri({ ...place, id: hook.id }, hook.name);
    this.#bases.keep(target.toString(), hook);
    this.#created.set(key, target);
    return target;
  }

  /** More may have been typed during the save that made the hook: then the document stays, and counts as saved. */
  replaceEditor(document: vscode.TextDocument, created: vscode.Uri): void {
    replaceEditor(document, created)
      .then((isReplaced) => (isReplaced ? this.#bases.noteSaved(document.uri.toString()) : undefined))
      .catch((error: unknown) => this.#onError(hookCommands.edit, error));
  }
}
