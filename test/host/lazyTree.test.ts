import assert from "node:assert/strict";
import { EventEmitter, TreeItem, type TreeView, type TreeViewOptions, window } from "vscode";
import { LazyTree } from "../../src/shell/lazyTree.ts";

/** What VS Code is given for the view that `create` makes; it is not shown. */
const optionsOf = (create: () => LazyTree): { tree: LazyTree; options: TreeViewOptions<unknown> } => {
  const { createTreeView } = window;
  let options: TreeViewOptions<unknown> | undefined;
  const value = (_id: string, given: TreeViewOptions<unknown>): Partial<TreeView<unknown>> => {
    options = given;
    return { dispose: () => undefined };
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

describe("A view whose app could not be loaded", () => {
  it("is empty, and its rows are asked for again once the app is loaded", async () => {
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
});
