import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { Hook } from "../client/types/hook.ts";
import { hookCommands, hookScheme } from "../ids.ts";
import { replaceEditor } from "../ui/replaceEditor.ts";
import { closeSavedTabsOf, countTabs } from "../ui/tabs.ts";
import { hasUnsavedText } from "../ui/unsavedText.ts";
import type { HookBases } from "./hookBases.ts";

/** What documents of new hooks have become, by address. */
export class CreatedHooks {
  readonly #bases: HookBases;
  readonly #onError: (what: string, error: unknown) => void;
  readonly #store = new DisposableStore();
  readonly #created = new Map<string, vscode.Uri>();
  readonly #replacing = new Set<string>();
  readonly #generations = new Map<string, number>();
  /** The documents that were read since: reverted, they show no longer what the hook was created with. */
  readonly #read = new Set<string>();

  constructor(bases: HookBases, onError: (what: string, error: unknown) => void) {
    this.#bases = bases;
    this.#onError = onError;
    this.#store.add(
      vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
        // A save may still be under way when a tab is closed; one that is opened is of another new hook.
        for (const { input } of opened)
          if (
            input instanceof vscode.TabInputText &&
            input.uri.scheme === hookScheme &&
            countTabs(input.uri) === 1
          ) {
            const key = input.uri.toString();
            this.#generations.set(key, this.generationOf(key) + 1);
            if (this.#created.delete(key)) this.#bases.noteSaved(key).catch(() => undefined);
          }
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#created.clear();
  }

  /** Another number once the address is that of another new hook. */
  generationOf(key: string): number {
    return this.#generations.get(key) ?? 0;
  }

  of(key: string): vscode.Uri | undefined {
    return this.#created.get(key);
  }

  /** `generation`: as `generationOf` answered when the document was saved. */
  async add(key: string, created: vscode.Uri, hook: Hook, generation: number): Promise<void> {
    if (this.generationOf(key) !== generation) return;
    this.#read.delete(key);
    this.#created.set(key, created);
    // If it can't be stored, what is typed on after a reload becomes a hook of its own.
    await this.#bases.storeBase(key, { hook, change: undefined }).catch(() => undefined);
  }

  /** As `add`, of a hook whose document was typed on in before the window was reloaded. */
  restore(key: string, created: vscode.Uri, hook: Hook): void {
    const change = this.#bases.changeOf(key);
    this.#bases.forget(key);
    this.#bases.setChange(key, undefined);
    this.#bases.keep(created.toString(), hook);
    this.#bases.keepChange(created.toString(), change);
    this.#created.set(key, created);
  }

  noteRead(key: string): void {
    if (this.#created.has(key)) this.#read.add(key);
  }

  /** The document has nothing unsaved. */
  noteShown(document: vscode.TextDocument, created: vscode.Uri): void {
    if (this.#read.delete(document.uri.toString())) this.replaceEditor(document, created);
  }

  /** Shows the hook in place of the document, which is closed in the background. It stays while more is typed in it. */
  replaceEditor(document: vscode.TextDocument, created: vscode.Uri): void {
    const key = document.uri.toString();
    // One without a tab may be about to be shown for another new hook.
    const isReplaced = this.#created.get(key) === created && countTabs(document.uri) > 0;
    if (!isReplaced || this.#replacing.has(key)) return;
    this.#replacing.add(key);
    const replace = async (): Promise<void> => {
      if (!(await replaceEditor(document, created))) {
        const isVisible = vscode.window.visibleTextEditors.some((editor) => editor.document === document);
        if (isVisible || hasUnsavedText(document)) return;
        await closeSavedTabsOf(document.uri);
      }
      await this.#bases.noteSaved(key);
    };
    replace()
      .catch((error: unknown) => this.#onError(hookCommands.edit, error))
      .finally(() => this.#replacing.delete(key));
  }
}
