import assert from "node:assert/strict";
import { TreeItem, TreeItemCollapsibleState } from "vscode";
import { views } from "../../src/ids.ts";
import type { TreeNode } from "../../src/tree/node.ts";
import { TreeProvider } from "../../src/tree/treeProvider.ts";
import { Log } from "../../src/ui/log.ts";
import { ManualClock } from "../support/manualClock.ts";

interface Shelf extends TreeNode {
  readonly kind: "shelf";
}
const shelf = (id: string): Shelf => ({ kind: "shelf", id });

describe("A tree whose refreshes cross", () => {
  const clock = new ManualClock();
  // Not disposed: VS Code gives all of this name the extension's own channel.
  const log = new Log();
  let tree: TreeProvider<Shelf>;
  let answers: (() => void)[];
  let fired: (string | undefined)[];
  let failure: Error | undefined;

  beforeEach(() => {
    failure = undefined;
    answers = [];
    fired = [];
    tree = new TreeProvider<Shelf>({
      viewId: views.gists,
      clock,
      log,
      retry: () => ({ command: "none", title: "none" }),
      roots: () =>
        new Promise((resolve) => {
          answers.push(() => resolve([shelf("open"), shelf("closed")]));
        }),
      kinds: {
        shelf: {
          item: ({ id }) =>
            new TreeItem(
              id,
              id === "open" ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
            ),
          children: async () => {
            if (failure !== undefined) throw failure;
            return [];
          },
        },
      },
    });
    tree.onDidChangeTreeData((node) => fired.push(node?.id));
  });
  afterEach(() => tree.dispose());

  const roots = async (): Promise<readonly TreeNode[]> => {
    const asked = tree.getChildren();
    answers.shift()?.();
    return asked;
  };

  it("offers an expanded node again when its children were not requested, then the whole tree, once", async () => {
    await roots();
    clock.advance(1000);
    assert.deepEqual(fired, ["open"]);
    clock.advance(1000);
    assert.deepEqual(fired, ["open", undefined]);
    await roots();
    clock.advance(10_000);
    assert.deepEqual(fired, ["open", undefined, "open"]);
  });

  it("does not offer the whole tree when the node is asked for in time", async () => {
    const [open] = await roots();
    clock.advance(1000);
    await tree.getChildren(open as Shelf);
    clock.advance(10_000);
    assert.deepEqual(fired, ["open"]);
  });

  it("offers nothing again when the children were asked for", async () => {
    const [open] = await roots();
    await tree.getChildren(open as Shelf);
    clock.advance(1000);
    assert.deepEqual(fired, []);
  });

  it("offers again what was asked for before, and after the last answer only", async () => {
    const [, closed] = await roots();
    await tree.getChildren(closed as Shelf);
    await roots();
    await roots();
    clock.advance(1000);
    assert.deepEqual(fired, ["open", "closed"]);
  });

  it("offers nothing that the user has collapsed, before or after the answer", async () => {
    const [open, closed] = await roots();
    tree.noteCollapsed(open as Shelf, true);
    await tree.getChildren(closed as Shelf);
    tree.noteCollapsed(closed as Shelf, true);
    await roots();
    clock.advance(10_000);
    assert.deepEqual(fired, []);
    tree.noteCollapsed(closed as Shelf, false);
    await roots();
    clock.advance(1000);
    assert.deepEqual(fired, ["closed"]);
  });

  it("asks again below a row that could not be read when it is collapsed and expanded, and below no other", async () => {
    const [open, closed] = (await roots()) as readonly Shelf[];
    assert.ok(open && closed);
    const again = (node: Shelf): void => {
      tree.noteCollapsed(node, true);
      tree.noteCollapsed(node, false);
    };
    await tree.getChildren(open);
    failure = new Error("offline");
    assert.equal((await tree.getChildren(closed)).length, 1);
    tree.noteCollapsed(closed, false);
    again(open);
    assert.deepEqual(fired, []);
    again(closed);
    assert.deepEqual(fired, ["closed"]);
    failure = undefined;
    await tree.getChildren(closed);
    again(closed);
    assert.deepEqual(fired, ["closed"]);
  });

  it("knows the nodes of the question that was asked last, in whatever order the answers come", async () => {
    const first = tree.getChildren();
    const second = tree.getChildren();
    answers[1]?.();
    const [shown] = await second;
    answers[0]?.();
    await first;
    let offered: unknown;
    tree.onDidChangeTreeData((node) => (offered = node));
    tree.refresh("open");
    assert.equal(offered, shown);
  });
});

describe("Ages in the rows of a tree", () => {
  const clock = new ManualClock();
  const log = new Log();
  let tree: TreeProvider<Shelf>;
  let asked: number;
  let fired: (string | undefined)[];
  const minuteMs = 60_000;

  beforeEach(async () => {
    asked = 0;
    fired = [];
    const start = clock.now();
    const item = ({ id }: Shelf): TreeItem => {
      const result = new TreeItem(id, TreeItemCollapsibleState.Collapsed);
      result.description =
        id === "old" ? "5 years ago" : `${Math.floor((clock.now() - start) / minuteMs)} min. ago`;
      return result;
    };
    tree = new TreeProvider<Shelf>({
      viewId: views.gists,
      clock,
      log,
      retry: () => ({ command: "none", title: "none" }),
      roots: async () => [shelf("old"), shelf("new")],
      kinds: {
        shelf: {
          item,
          children: async () => {
            asked++;
            return [];
          },
        },
      },
    });
    const shown = await tree.getChildren();
    for (const node of shown) tree.getTreeItem(node);
    tree.onDidChangeTreeData((node) => {
      fired.push(node?.id);
      if (node) tree.getTreeItem(node);
    });
    clock.advance(2000);
    fired.length = 0;
  });
  afterEach(() => tree.dispose());

  it("are drawn again while the view is visible, where they changed, and nothing is requested", async () => {
    tree.setVisible(true);
    clock.advance(minuteMs);
    assert.deepEqual(fired, ["new"]);
    clock.advance(2 * minuteMs);
    assert.deepEqual(fired, ["new", "new", "new"]);
    assert.equal(asked, 0);
  });

  it("are left alone where the row is expanded, whose children would be requested, until it is collapsed", async () => {
    await tree.getChildren(shelf("new"));
    tree.setVisible(true);
    clock.advance(minuteMs);
    assert.deepEqual(fired, []);
    tree.noteCollapsed(shelf("new"), true);
    clock.advance(minuteMs);
    assert.deepEqual(fired, ["new"]);
  });

  it("are left alone while the view is hidden, and are right as soon as it is visible", () => {
    tree.setVisible(true);
    tree.setVisible(false);
    clock.advance(10 * minuteMs);
    assert.deepEqual(fired, []);
    assert.equal(clock.pending, 0);
    tree.setVisible(true);
    assert.deepEqual(fired, ["new"]);
  });
});

describe("The rows of every tree", () => {
  const log = new Log();

  it("have no characters that turn the direction of the text or break the line, in any of their texts", () => {
    const hostile = "a\u202Efdp.exe\u2066\u200F\n\u0007\u2028b";
    const tree = new TreeProvider<Shelf>({
      viewId: views.gists,
      clock: new ManualClock(),
      log,
      retry: () => ({ command: "none", title: "none" }),
      roots: () => Promise.resolve([]),
      kinds: {
        shelf: {
          item: () => {
            const item = new TreeItem(hostile);
            item.description = hostile;
            item.accessibilityInformation = { label: hostile };
            return item;
          },
          tooltip: () => hostile,
        },
      },
    });
    const row = tree.getTreeItem(shelf("x"));
    const resolved = tree.resolveTreeItem(row, shelf("x"));
    assert.deepEqual(
      [row.label, row.description, row.accessibilityInformation?.label, resolved.tooltip],
      ["afdp.exe b", "afdp.exe b", "afdp.exe b", "afdp.exe\n b"],
    );
    const message = tree.getTreeItem({ kind: "message", id: "m", text: hostile, icon: "info", action: hostile });
    assert.deepEqual(
      [message.label, message.description, message.tooltip],
      ["afdp.exe b", "afdp.exe b", "afdp.exe\n b\nafdp.exe\n b"],
    );
    const command = { command: "none", title: "none" };
    assert.equal(
      tree.getTreeItem({ kind: "loadMore", id: "l", text: hostile, command, parent: shelf("x") }).label,
      "afdp.exe b",
    );
    tree.dispose();
  });
});
