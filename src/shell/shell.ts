import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { fieldsOf } from "../base/fieldsOf.ts";
import {
  authenticationId,
  startContextKeys,
  type LinkPath,
  linkPaths,
  notebookType,
  rowKeyIds,
  type ViewId,
  views,
} from "../manifestNames.ts";
import {
  type FileRead,
  lazyAuthentication,
  lazyFileSystem,
  lazyNotebooks,
  lazyPanels,
  lazyTextDocuments,
  type LazyProvider,
} from "./lazyProviders.ts";
import { AnnouncedSaves } from "./announcedSaves.ts";
import { LazyTree } from "./lazyTree.ts";
import { Slot } from "./slot.ts";
import {
  type DocumentScheme,
  documentSchemes,
  type FileSystemScheme,
  fileSystemSchemes,
  type PanelType,
  panelTypes,
  viewOptions,
} from "./viewsAndSchemes.ts";

type CommandHandler = (...args: readonly unknown[]) => unknown;
type LinkHandler = (uri: vscode.Uri) => unknown;

export interface ShellOptions {
  readonly context: vscode.ExtensionContext;
  /**
   * Starts the feature that a command, a view, a scheme, or a type of panels or notebooks belongs to. Rejects when that
   * fails; the next use calls it again.
   */
  readonly load: (use: string) => Promise<unknown>;
  /** Shows why a feature could not be started. A command is a use by the user, others may come from VS Code alone. */
  readonly onError: (error: unknown, use: string, isByUser: boolean) => void;
  /** Whether an account is stored: without one, nothing is to be done before the user begins. */
  readonly hasAccounts: () => boolean;
}

const tableOf = <K extends string, T>(keys: readonly K[], make: (key: K) => T): Readonly<Record<K, T>> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, T>;

/**
 * Registers at activation all that VS Code may ask for, and loads a feature with its first use: a command, the rows of a
 * visible view, a document. Where accounts are stored, it loads these right after activation.
 */
export class Shell implements vscode.Disposable {
  readonly #options: ShellOptions;
  readonly #store = new DisposableStore();
  readonly #commands = new Map<string, Slot<CommandHandler>>();
  readonly #trees: Readonly<Record<ViewId, LazyTree>>;
  readonly #fileSystems: Readonly<Record<FileSystemScheme, LazyProvider<vscode.FileSystemProvider>>>;
  readonly #documents: Readonly<Record<DocumentScheme, LazyProvider<vscode.TextDocumentContentProvider>>>;
  readonly #panels: Readonly<Record<PanelType, LazyProvider<vscode.WebviewPanelSerializer>>>;
  readonly #links: Readonly<Record<LinkPath, Slot<LinkHandler>>>;
  readonly #notebooks: LazyProvider<vscode.NotebookSerializer>;
  readonly #authentication: LazyProvider<vscode.AuthenticationProvider>;
  readonly saves: AnnouncedSaves;
  readonly #reads = this.#store.add(new vscode.EventEmitter<FileRead>());
  /** Fired for each read of a file of the extension's file systems. */
  readonly onWillRead = this.#reads.event;
  readonly #loading = new Map<string, Promise<unknown>>();
  #isDisposed = false;

  constructor(options: ShellOptions) {
    this.#options = options;
    const loaderOf = (use: string) => (): Promise<unknown> => this.load(use);
    for (const id of commandIds(options.context)) this.#commands.set(id, this.#command(id));
    this.#trees = tableOf(Object.values(views), (id) =>
      this.#store.add(new LazyTree(id, viewOptions[id], loaderOf(id))),
    );
    this.saves = this.#store.add(new AnnouncedSaves(fileSystemSchemes));
    this.#fileSystems = tableOf(fileSystemSchemes, (scheme) =>
      this.#store.add(lazyFileSystem(scheme, loaderOf(scheme), (read) => this.#reads.fire(read))),
    );
    this.#documents = tableOf(documentSchemes, (scheme) =>
      this.#store.add(lazyTextDocuments(scheme, loaderOf(scheme))),
    );
    this.#panels = tableOf(panelTypes, (type) => this.#store.add(lazyPanels(type, loaderOf(type))));
    this.commands(
      Object.fromEntries(
        rowKeyIds.map((id) => [id, (target: unknown) => this.#runRowKey(id, target as readonly unknown[])]),
      ),
    );
    this.#links = tableOf(Object.values(linkPaths), (path) => new Slot<LinkHandler>(loaderOf(path)));
    this.#store.add(vscode.window.registerUriHandler({ handleUri: (uri) => this.#open(uri) }));
    this.#notebooks = this.#store.add(lazyNotebooks(notebookType, loaderOf(notebookType)));
    this.#authentication = this.#store.add(
      lazyAuthentication(authenticationId, "Forgeside", options.hasAccounts, loaderOf(authenticationId)),
    );
    if (!options.hasAccounts()) return;
    // What is for users with an account is there before the accounts are loaded.
    void vscode.commands.executeCommand("setContext", startContextKeys.signedIn, true);
    this.#loadLater();
  }

  /** Whether a feature is being loaded, or has been loaded. */
  get hasBegunLoading(): boolean {
    return this.#loading.size > 0;
  }

  /** Loads the feature of a command, a view, a scheme or a type, once. Rejects when that fails; the next call tries again. */
  load(use: string): Promise<unknown> {
    if (this.#isDisposed) return Promise.reject(new Error("The extension has ended."));
    const loading =
      this.#loading.get(use) ??
      this.#options.load(use).catch((error: unknown) => {
        this.#loading.delete(use);
        this.#options.onError(error, use, this.#commands.has(use));
        throw error;
      });
    this.#loading.set(use, loading);
    return loading;
  }

  /** Gives commands of package.json their handlers. */
  commands(handlers: Readonly<Record<string, CommandHandler>>): Disposable {
    const store = new DisposableStore();
    for (const [id, handler] of Object.entries(handlers)) {
      const slot = this.#commands.get(id);
      if (!slot) throw new Error(`package.json has no command ${id}.`);
      store.add(slot.fill(handler));
    }
    return store;
  }

  treeView<N>(
    id: ViewId,
    provider: vscode.TreeDataProvider<N>,
    dragAndDrop?: vscode.TreeDragAndDropController<N>,
  ): vscode.TreeView<N> & Disposable {
    return this.#trees[id].fill({ provider, dragAndDrop });
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

  /** Opens links that begin with the path. */
  links(path: LinkPath, handler: LinkHandler): Disposable {
    return this.#links[path].fill(handler);
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

  #command(id: string): Slot<CommandHandler> {
    const slot = new Slot<CommandHandler>(() => this.load(id));
    this.#store.add(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        // Where the feature cannot be started, `onError` has shown why.
        const handler = await slot.get().catch(() => undefined);
        return handler?.(...args);
      }),
    );
    return slot;
  }

  async #runRowKey(key: string, [row, view, commands]: readonly unknown[]): Promise<void> {
    // Without a focus, VS Code gives no row.
    if (row === undefined || row === null) return;
    const { runRowKey } = await import("./rowKeys.ts");
    const menus = fieldsOf(contributionsOf(this.#options.context)["menus"]);
    await runRowKey(this.#trees[view as ViewId], menus, { key, row, commands: commands as readonly string[] });
  }

  /** Those of gists report links that lead nowhere. */
  async #open(uri: vscode.Uri): Promise<void> {
    const slot = uri.path === linkPaths.repository ? this.#links[uri.path] : this.#links[linkPaths.gist];
    const handler = await slot.get().catch(() => undefined);
    await handler?.(uri);
  }

  /** Loads the accounts once `activate` has returned: edits that wait are published without a first use. */
  #loadLater(): void {
    const timer = setTimeout(() => void this.load(authenticationId).catch(() => undefined), 0);
    this.#store.add({ dispose: () => clearTimeout(timer) });
  }
}

/** `contributes` of package.json. */
const contributionsOf = ({ extension }: vscode.ExtensionContext) =>
  fieldsOf(fieldsOf(extension.packageJSON)["contributes"]);

/** As package.json declares them. */
const commandIds = (context: vscode.ExtensionContext): readonly string[] => {
  const { commands } = contributionsOf(context);
  return Array.isArray(commands)
    ? commands.flatMap((each: unknown) => {
        const { command } = fieldsOf(each);
        return typeof command === "string" ? [command] : [];
      })
    : [];
};
