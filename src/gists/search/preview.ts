import * as vscode from "vscode";
import { fileIn } from "../../ui/tabs.ts";

const uriOf = (tab: vscode.Tab): string | undefined => fileIn(tab)?.toString();

const tabInFront = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

const allTabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);

/** Shows files while the user chooses, and restores what was there before. */
export class Preview {
  readonly #column = vscode.window.activeTextEditor?.viewColumn;
  readonly #selection = vscode.window.activeTextEditor?.selection;
  // The editor itself ends when a preview takes its place.
  readonly #uri = vscode.window.activeTextEditor?.document.uri;
  readonly #wasPreview = vscode.window.tabGroups.activeTabGroup.activeTab?.isPreview ?? false;
  readonly #before = new Set(allTabs().map(uriOf));
  readonly #shown = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();
  #last: string | undefined;

  /** The focus stays where it is. */
  show(uri: vscode.Uri, selection: vscode.Range | undefined): Promise<void> {
    const key = `${uri.toString()} ${JSON.stringify(selection)}`;
    if (key === this.#last) return Promise.resolve();
    this.#last = key;
    this.#shown.add(uri.toString());
    return this.#next(async () => {
      // Unless another one was chosen in the meantime.
      if (this.#last === key) await open(uri, { preview: true, preserveFocus: true, selection });
    });
  }

  /** The choice is made: nothing is brought back. */
  end(): Promise<void> {
    this.#last = undefined;
    return this.#next(() => Promise.resolve());
  }

  /** Nothing was chosen: the editors are as before. */
  restore(): Promise<void> {
    this.#last = undefined;
    return this.#next(async () => {
      if (this.#shown.size === 0) return;
      const atFirst = tabInFront();
      const hasLeft = atFirst !== undefined && !this.#isShown(uriOf(atFirst));
      const ours = allTabs().filter((tab) => {
        const uri = uriOf(tab);
        return (
          tab.isPreview && !tab.isDirty && uri !== undefined && this.#shown.has(uri) && !this.#before.has(uri)
        );
      });
      await vscode.window.tabGroups.close(ours, true);
      // What the user opened or chose in the meantime stays in front.
      const front = tabInFront();
      if (hasLeft || (front && !this.#before.has(uriOf(front)) && !this.#isShown(uriOf(front)))) return;
      if (this.#uri)
        await vscode.window.showTextDocument(this.#uri, {
          preview: this.#wasPreview,
          ...(this.#column === undefined ? {} : { viewColumn: this.#column }),
          ...(this.#selection ? { selection: this.#selection } : {}),
        });
    });
  }

  /** Whether a file was shown here, or was in front at the beginning. */
  #isShown(uri: string | undefined): boolean {
    return uri !== undefined && (this.#shown.has(uri) || uri === this.#uri?.toString());
  }

  #next(task: () => Promise<void>): Promise<void> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

/** As text, picture or whatever editor there is for it. */
export const open = async (
  uri: vscode.Uri,
  {
    selection,
    ...options
  }: Omit<vscode.TextDocumentShowOptions, "selection"> & {
    selection: vscode.Range | undefined;
  },
): Promise<void> => {
  await vscode.commands.executeCommand("vscode.open", uri, { ...options, ...(selection ? { selection } : {}) });
};
