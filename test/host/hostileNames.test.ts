import assert from "node:assert/strict";
import { TreeItem } from "vscode";
import { plainItem, treeItem } from "../../src/tree/item.ts";
import { labelOf } from "./support/rows.ts";
import { useRepositorySession } from "./support/repositorySession.ts";

describe("A row of a tree", () => {
  const described = (label: string, description: string) => {
    const item = new TreeItem(label);
    item.description = description;
    return plainItem(item).description;
  };

  it("is said in at most 300 characters for each of its texts", () => {
    const { accessibilityInformation: spoken } = treeItem({
      id: "1",
      label: "x".repeat(10_000),
      notes: ["public"],
      context: "gist",
    });
    assert.equal(spoken?.label, `${"x".repeat(299)}…, public`);
  });

  it("has its description behind a label that is written from right to left", () => {
    assert.equal(described("\u05E2\u05D1", "33b6d85"), "\u200E33b6d85");
    assert.deepEqual([described("main", "33b6d85"), described("\u05E2\u05D1", "")], ["33b6d85", ""]);
  });
});

describe("A folder of a repository", () => {
  const { session, add } = useRepositorySession();

  it("shows its files although the server lists what can't be a name, or half a character", async () => {
    await add("src/a.txt", "a\n");
    session.forge.answer = ({ method, url }) => {
      if (method !== "GET" || !new URL(url).pathname.endsWith("/contents/src")) return undefined;
      const entryOf = (name: string) => ({
        type: "file",
        name,
        path: `src/${name}`,
        size: 1,
        sha: "1".repeat(40),
      });
      const list = [null, 5, {}, entryOf("lone\ud800.txt"), { ...entryOf("b"), path: 7 }, entryOf("a.txt")];
      return Response.json(list);
    };
    const tree = session.parts.trees.repos;
    let rows = await tree.getChildren();
    for (const label of ["Your Repositories", "mia/tools", "Files", "src"]) {
      const row = rows.find((each) => labelOf(tree.getTreeItem(each)) === label);
      assert.ok(row, label);
      rows = await tree.getChildren(row);
    }
    const items = rows.map((each) => tree.getTreeItem(each));
    assert.deepEqual(items.map(labelOf), ["lone\ud800.txt", "a.txt"]);
    for (const { resourceUri } of items)
      assert.doesNotThrow(() => encodeURIComponent(resourceUri?.path ?? "\ud800"));
  });
});
