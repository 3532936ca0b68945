import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { relayTo, Slot } from "./slot.ts";
import type { ViewOptions } from "./viewsAndSchemes.ts";

interface TreeParts<N> {
  readonly provider: vscode.TreeDataProvider<N>;
  readonly dragAndDrop?: vscode.TreeDragAndDropController<N> | undefined;
}

/** What a feature sees of a view: its own listeners and texts, which go with it. The view itself stays. */
const featureView = <N>(view: vscode.TreeView<N>, store: DisposableStore): vscode.TreeView<N> => {
  const tied =
    <E>(event: vscode.Event<E>): vscode.Event<E> =>
    (listener, thisArg: unknown, disposables) => {
      const subscription = store.add(event(listener, thisArg));
      disposables?.push(subscription);
      return subscription;
    };
  store.add({
    dispose: () => {
      view.badge = undefined;
      view.description = "";
      view.message = "";
    },
  });
  const text = <K extends "badge" | "description" | "message" | "title">(name: K): PropertyDescriptor => ({
    get: () => view[name],
    set: (value: vscode.TreeView<N>[K]) => void (view[name] = value),
  });
  // The other properties are those of the view.
  return Object.create(view, {
    onDidChangeCheckboxState: { value: tied(view.onDidChangeCheckboxState) },
    onDidChangeSelection: { value: tied(view.onDidChangeSelection) },
    onDidChangeVisibility: { value: tied(view.onDidChangeVisibility) },
    onDidCollapseElement: { value: tied(view.onDidCollapseElement) },
    onDidExpandElement: { value: tied(view.onDidExpandElement) },
    badge: text("badge"),
    description: text("description"),
    message: text("message"),
    title: text("title"),
    dispose: { value: () => store.dispose() },
  }) as vscode.TreeView<N>;
};

/** A view whose rows come from a feature, which is loaded when the first rows are asked for. */
export class LazyTree implements vscode.Disposable {
  readonly #view: vscode.TreeView<unknown>;
  readonly #slot: Slot<TreeParts<unknown>>;
  readonly #store = new DisposableStore();

  constructor(id: string, options: ViewOptions, load: () => Promise<unknown>) {
    const slot = new Slot<TreeParts<unknown>>(load);
    this.#slot = slot;
    const changed = this.#store.add(new vscode.EventEmitter<unknown>());
    this.#store.add(relayTo(changed, slot, ({ provider: filled }) => filled.onDidChangeTreeData));
    let hasFailed = false;
    // The feature sets it once it is started.
    const setState = (state: "notStarted" | undefined): void =>
      void vscode.commands.executeCommand("setContext", `${id}.state`, state);
    this.#store.add({ dispose: () => hasFailed && setState(undefined) });
    const provider = async (): Promise<vscode.TreeDataProvider<unknown> | undefined> => {
      try {
        return (await slot.get()).provider;
      } catch {
        // The shell has shown why, and the view's welcome text says what to do.
        hasFailed = true;
        setState("notStarted");
        return undefined;
      }
    };
    this.#store.add(
      slot.onDidFill(() => {
        if (!hasFailed) return;
        hasFailed = false;
        setState(undefined);
        // VS Code shows no rows since then, and does not ask for them again by itself.
        changed.fire(undefined);
      }),
    );
    const { showCollapseAll = false, dragMimeTypes, dropMimeTypes } = options;
    this.#view = vscode.window.createTreeView<unknown>(id, {
      // Commands act on the rows that are selected together: `selectedItems`.
      canSelectMany: true,
      showCollapseAll,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (row) => (await provider())?.getChildren(row),
        getTreeItem: (row) => this.itemOf(row),
        getParent: async (row) => (await slot.get()).provider.getParent?.(row),
        resolveTreeItem: async (item, row, token) =>
          (await slot.get()).provider.resolveTreeItem?.(item, row, token) ?? item,
      },
      ...(dragMimeTypes || dropMimeTypes
        ? {
            dragAndDropController: {
              dragMimeTypes: dragMimeTypes ?? [],
              dropMimeTypes: dropMimeTypes ?? [],
              handleDrag: async (rows, transfer, token) =>
                (await slot.get()).dragAndDrop?.handleDrag?.(rows, transfer, token),
              handleDrop: async (row, transfer, token) =>
                (await slot.get()).dragAndDrop?.handleDrop?.(row, transfer, token),
            },
          }
        : {}),
    });
  }

  /** The view, until the feature disposes it. */
  fill<N>(parts: TreeParts<N>): vscode.TreeView<N> {
    const store = new DisposableStore();
    // The rows that VS Code hands back are those that this provider gave.
    store.add(this.#slot.fill(parts as TreeParts<unknown>));
    return featureView(this.#view as vscode.TreeView<N>, store);
  }

  get selection(): readonly unknown[] {
    return this.#view.selection;
  }

  async itemOf(row: unknown): Promise<vscode.TreeItem> {
    return (await this.#slot.get()).provider.getTreeItem(row);
  }

  dispose(): void {
    this.#store.dispose();
    this.#view.dispose();
  }
}
