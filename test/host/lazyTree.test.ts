import assert from "node:assert/strict";
import {
  EventEmitter,
  TreeItem,
  type TreeView,
  type TreeViewOptions,
  type TreeViewSelectionChangeEvent,
  window,
} from "vscode";
import { LazyTree } from "../../src/shell/lazyTree.ts";
import { hearCommands } from "./support/heardCommands.ts";

/** What VS Code is given for the view that `create` makes; it is not shown. */
const optionsOf = (
  create: () => LazyTree,
  view: Partial<TreeView<unknown>> = {},
): { tree: LazyTree; options: TreeViewOptions<unknown> } => {
  const { createTreeView } = window;
  let options: TreeViewOptions<unknown> | undefined;
  const value = (_id: string, given: TreeViewOptions<unknown>): Partial<TreeView<unknown>> => {
    options = given;
    return Object.assign(view, { dispose: () => undefined });
  };
  Object.defineProperty(window, "createTreeView", { value, configurable: true });
  try {
    const tree = create();
    assert.ok(options);
    return { tree, options };
  } finally {
    Object.defineProperty(window, "createTreeView", { value: createTreeView, configurable: true });
  }
};

describe("A view whose feature could not be started", () => {
  it("shows that and a way on until it is started", async () => {
    let isBroken = true;
    const provider = { getChildren: () => ["a row"], getTreeItem: () => new TreeItem("a row") };
    const view: { fill?: () => void } = {};
    const load = async (): Promise<void> => {
      if (isBroken) throw new Error("unreadable");
      view.fill?.();
    };
    const { tree, options } = optionsOf(() => new LazyTree("forgeside.test", {}, load));
    view.fill = () => void tree.fill({ provider });
    const states: unknown[] = [];
    const restore = hearCommands((id, key, value) => {
      if (id === "setContext" && key === "forgeside.test.state") states.push(value);
    });
    try {
      await options.treeDataProvider.getChildren();
      assert.deepEqual(states, ["notStarted"]);
      isBroken = false;
      assert.deepEqual(await options.treeDataProvider.getChildren(), ["a row"]);
      assert.deepEqual(states, ["notStarted", undefined]);
    } finally {
      restore();
      tree.dispose();
    }
  });

  it("is empty, and its rows are asked for again once the feature is started", async () => {
    const { tree, options } = optionsOf(
      () => new LazyTree("forgeside.test", {}, () => Promise.reject(new Error("unreadable"))),
    );
    const { treeDataProvider } = options;
    const changes: unknown[] = [];
    treeDataProvider.onDidChangeTreeData?.((rows) => changes.push(rows));
    assert.equal(await treeDataProvider.getChildren(), undefined);
    const changed = new EventEmitter<unknown>();
    tree.fill({
      provider: {
        onDidChangeTreeData: changed.event,
        getChildren: () => ["a row"],
        getTreeItem: () => new TreeItem("a row"),
      },
    });
    assert.deepEqual(changes, [undefined]);
    assert.deepEqual(await treeDataProvider.getChildren(), ["a row"]);
    changed.fire("a row");
    assert.deepEqual(changes, [undefined, "a row"]);
    changed.dispose();
    tree.dispose();
  });

  it("is free of what the feature added to it when the start failed", () => {
    const selected = new EventEmitter<TreeViewSelectionChangeEvent<unknown>>();
    const view: Partial<TreeView<unknown>> = { onDidChangeSelection: selected.event };
    const load = () => Promise.reject(new Error("unreadable"));
    const { tree } = optionsOf(() => new LazyTree("forgeside.test", {}, load), view);
    const provider = { getChildren: () => [], getTreeItem: () => new TreeItem("a row") };
    const heard: string[] = [];
    const first = tree.fill<string>({ provider });
    first.onDidChangeSelection(({ selection }) => heard.push(`first ${selection.join()}`));
    first.badge = { value: 3, tooltip: "three" };
    assert.deepEqual(view.badge, { value: 3, tooltip: "three" });
    first.dispose();
    assert.equal(view.badge, undefined);
    tree
      .fill<string>({ provider })
      .onDidChangeSelection(({ selection }) => heard.push(`second ${selection.join()}`));
    selected.fire({ selection: ["a row"] });
    assert.deepEqual(heard, ["second a row"]);
    selected.dispose();
    tree.dispose();
  });
});
