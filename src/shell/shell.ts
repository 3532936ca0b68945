import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import { authenticationId, notebookType, type ViewId, views } from "../ids.ts";
import {
  lazyAuthentication,
  lazyFileSystem,
  lazyNotebooks,
  lazyPanels,
  lazyTextDocuments,
  type LazyProvider,
} from "./lazyProviders.ts";
import { LazyTree } from "./lazyTree.ts";
import {
  type DocumentScheme,
  documentSchemes,
  type FileSystemScheme,
  fileSystemSchemes,
  type PanelType,
  panelTypes,
  viewOptions,
} from "./table.ts";

interface ShellOptions {
  readonly context: vscode.ExtensionContext;
  /** Loads and starts the app. Rejects when that fails; the next use calls it again. */
  readonly load: (shell: Shell) => Promise<unknown>;
  /** Shows why the app could not be loaded. */
  readonly onError: (error: unknown) => Promise<void>;
  /** Whether an account is stored: without one, nothing is to be done before the user begins. */
  readonly hasAccounts: () => boolean;
}

const tableOf = <K extends string, T>(keys: readonly K[], make: (key: K) => T): Readonly<Record<K, T>> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>;

/**
 * Registers at activation all that VS Code may ask for, and loads the app with the first use: a command, the rows of a
 * visible view, a document. Where accounts are stored, it loads the app right after activation.
 */
export class Shell implements vscode.Disposable {
  readonly #options: ShellOptions;
  readonly #store = new DisposableStore();
  readonly #commands = new DisposableStore();
  readonly #trees: Readonly<Record<ViewId, LazyTree>>;
  readonly #fileSystems: Readonly<Record<FileSystemScheme, LazyProvider<vscode.FileSystemProvider>>>;
  readonly #documents: Readonly<Record<DocumentScheme, LazyProvider<vscode.TextDocumentContentProvider>>>;
  readonly #panels: Readonly<Record<PanelType, LazyProvider<vscode.WebviewPanelSerializer>>>;
  readonly #notebooks: LazyProvider<vscode.NotebookSerializer>;
  readonly #authentication: LazyProvider<vscode.AuthenticationProvider>;
  #loading: Promise<unknown> | undefined;
  #isDisposed = false;

  constructor(options: ShellOptions) {
    this.#options = options;
    const load = (): Promise<unknown> => this.load();
    this.#store.add(this.#commands);
    for (const id of commandIds(options.context)) this.#commands.add(this.#command(id));
    this.#trees = tableOf(Object.values(views), (id) => this.#store.add(new LazyTree(id, viewOptions[id], load)));
    this.#fileSystems = tableOf(fileSystemSchemes, (scheme) => this.#store.add(lazyFileSystem(scheme, load)));
    this.#documents = tableOf(documentSchemes, (scheme) => this.#store.add(lazyTextDocuments(scheme, load)));
    this.#panels = tableOf(panelTypes, (type) => this.#store.add(lazyPanels(type, load)));
    this.#notebooks = this.#store.add(lazyNotebooks(notebookType, load));
    this.#authentication = this.#store.add(
      lazyAuthentication(authenticationId, "Forgeside", options.hasAccounts, load),
    );
    if (options.hasAccounts()) this.#loadLater();
  }

  /** Whether the app was loaded, or is being loaded. */
  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /** Loads the app once. Rejects when that fails. */
  load(): Promise<unknown> {
    if (this.#isDisposed) return Promise.reject(new Error("The extension has ended."));
    this.#loading ??= this.#options.load(this).catch((error: unknown) => {
      this.#loading = undefined;
      void this.#options.onError(error);
      throw error;
    });
    return this.#loading;
  }

  /** From now on the app registers the commands itself: called right before it does. */
  handOverCommands(): void {
    this.#commands.dispose();
  }

  treeView<N>(
    id: ViewId,
    provider: vscode.TreeDataProvider<N>,
    dragAndDrop?: vscode.TreeDragAndDropController<N>,
  ): vscode.TreeView<N> & Disposable {
    const tree = this.#trees[id];
    this.#store.add(tree.fill({ provider, dragAndDrop }));
    return tree.view as vscode.TreeView<N>;
  }

  fileSystem(scheme: FileSystemScheme, provider: vscode.FileSystemProvider): Disposable {
    return this.#fileSystems[scheme].fill(provider);
  }

  textDocuments(scheme: DocumentScheme, provider: vscode.TextDocumentContentProvider): Disposable {
    return this.#documents[scheme].fill(provider);
  }

  panels(type: PanelType, serializer: vscode.WebviewPanelSerializer): Disposable {
    return this.#panels[type].fill(serializer);
  }

  notebooks(serializer: vscode.NotebookSerializer): Disposable {
    return this.#notebooks.fill(serializer);
  }

  authentication(provider: vscode.AuthenticationProvider): Disposable {
    return this.#authentication.fill(provider);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#store.dispose();
  }

  /** Runs the command that the app has registered in the place of this one. */
  #command(id: string): Disposable {
    return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
      // Why it could not be loaded was shown.
      const isLoaded = await this.load().then(
        () => true,
        () => false,
      );
      return isLoaded ? vscode.commands.executeCommand<unknown>(id, ...args) : undefined;
    });
  }

  /** Loads the app once `activate` has returned: edits that wait are published without a first use. */
  #loadLater(): void {
    const timer = setTimeout(() => void this.load().catch(() => undefined), 0);
    this.#store.add({ dispose: () => clearTimeout(timer) });
  }
}

/** As package.json declares them. */
const commandIds = ({ extension }: vscode.ExtensionContext): readonly string[] => {
  const { commands } = fieldsOf(fieldsOf(extension.packageJSON)["contributes"]);
  return Array.isArray(commands)
    ? commands.flatMap((each: unknown) => {
        const { command } = fieldsOf(each);
        return typeof command === "string" ? [command] : [];
      })
    : [];
};
