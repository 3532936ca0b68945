import assert from "node:assert/strict";
import { labelOf } from "./support/rows.ts";
import { useRepositorySession } from "./support/repositorySession.ts";

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
