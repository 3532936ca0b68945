import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { closingFiles, readObservers } from "../base/fileReads.ts";
import { relayTo, Slot } from "./slot.ts";

/** A read of a file that has begun. */
export interface FileRead {
  readonly uri: vscode.Uri;
  /** Whether the content was read, not what describes the file. */
  readonly isContent: boolean;
  readonly result: Promise<unknown>;
}

/** Registered from the start; a feature fills it. */
export interface LazyProvider<T> extends Disposable {
  fill(value: T): Disposable;
}

/** Fires what the event of the newest value fires. */
const relay = <T, E>(
  store: DisposableStore,
  slot: Slot<T>,
  eventOf: (value: T) => vscode.Event<E> | undefined,
): vscode.Event<E> => {
  const emitter = store.add(new vscode.EventEmitter<E>());
  store.add(relayTo(emitter, slot, eventOf));
  return emitter.event;
};

const lazy = <T>(
  load: () => Promise<unknown>,
  register: (slot: Slot<T>, store: DisposableStore) => vscode.Disposable,
): LazyProvider<T> => {
  const slot = new Slot<T>(load);
  const store = new DisposableStore();
  store.add(register(slot, store));
  return { fill: (value) => slot.fill(value), dispose: () => store.dispose() };
};

/** No file system of the extension watches anything: the service reports no changes. */
export const lazyFileSystem = (
  scheme: string,
  load: () => Promise<unknown>,
  onRead: (read: FileRead) => void,
): LazyProvider<vscode.FileSystemProvider> =>
  lazy(load, (slot, store) => {
    const reporting = <T>(
      uri: vscode.Uri,
      isContent: boolean,
      read: (real: vscode.FileSystemProvider) => T | Thenable<T>,
    ): Promise<T> => {
      if (closingFiles.has(uri.toString())) return Promise.reject(vscode.FileSystemError.Unavailable(uri));
      const result = slot.get().then(read);
      onRead({ uri, isContent, result });
      for (const observe of readObservers) observe(uri.toString(), { isContent, result });
      return result;
    };
    const provider: vscode.FileSystemProvider = {
      onDidChangeFile: relay(store, slot, (real) => real.onDidChangeFile),
      watch: () => new vscode.Disposable(() => undefined),
      stat: (uri) => reporting(uri, false, (real) => real.stat(uri)),
      readDirectory: async (uri) => (await slot.get()).readDirectory(uri),
      createDirectory: async (uri) => (await slot.get()).createDirectory(uri),
      readFile: (uri) => reporting(uri, true, (real) => real.readFile(uri)),
      writeFile: async (uri, content, options) => (await slot.get()).writeFile(uri, content, options),
      delete: async (uri, options) => (await slot.get()).delete(uri, options),
      rename: async (from, to, options) => (await slot.get()).rename(from, to, options),
    };
    return vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  });

export const lazyTextDocuments = (
  scheme: string,
  load: () => Promise<unknown>,
): LazyProvider<vscode.TextDocumentContentProvider> =>
  lazy(load, (slot, store) =>
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: relay(store, slot, (real) => real.onDidChange),
      provideTextDocumentContent: async (uri, token) => (await slot.get()).provideTextDocumentContent(uri, token),
    }),
  );

/** Fills the panels of webviews that VS Code gives back after a reload. */
export const lazyPanels = (
  viewType: string,
  load: () => Promise<unknown>,
): LazyProvider<vscode.WebviewPanelSerializer> =>
  lazy(load, (slot) =>
    vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) =>
        (await slot.get()).deserializeWebviewPanel(panel, state),
    }),
  );

export const lazyNotebooks = (
  notebookType: string,
  load: () => Promise<unknown>,
): LazyProvider<vscode.NotebookSerializer> =>
  lazy(load, (slot) =>
    vscode.workspace.registerNotebookSerializer(notebookType, {
      deserializeNotebook: async (content, token) => (await slot.get()).deserializeNotebook(content, token),
      serializeNotebook: async (data, token) => (await slot.get()).serializeNotebook(data, token),
    }),
  );

/** VS Code asks for the sessions once the provider is registered: without an account, that is no reason to load them. */
export const lazyAuthentication = (
  id: string,
  label: string,
  hasAccounts: () => boolean,
  load: () => Promise<unknown>,
): LazyProvider<vscode.AuthenticationProvider> =>
  lazy(load, (slot, store) =>
    vscode.authentication.registerAuthenticationProvider(
      id,
      label,
      {
        onDidChangeSessions: relay(store, slot, (real) => real.onDidChangeSessions),
        getSessions: async (scopes, options) =>
          slot.value || hasAccounts() ? (await slot.get()).getSessions(scopes, options) : [],
        createSession: async (scopes, options) => (await slot.get()).createSession(scopes, options),
        removeSession: async (sessionId) => (await slot.get()).removeSession(sessionId),
      },
      { supportsMultipleAccounts: true },
    ),
  );
