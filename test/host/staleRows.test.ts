import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands, repoCommands, serviceCommands } from "../../src/ids.ts";
import type { RepoTreeNode } from "../../src/repos/nodeTypes.ts";
import { labelOf, nodeLabelled, rowsOf } from "./support/rows.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";

const usedUp = (): Response =>
  Response.json(
    { message: "API rate limit exceeded" },
    {
      status: 403,
      headers: {
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 1800),
      },
    },
  );

describe("Rows that could not be read again", () => {
  const session = useSession({ seed: toolsSeed });
  const labels = async (): Promise<readonly string[]> => {
    const [own] = await rowsOf(session.parts.trees.gists);
    return (own?.[3] ?? []).map(([label]) => label);
  };

  it("stay in the view of gists, below their age and the reason, until they can be read", async () => {
    const before = await labels();
    assert.ok(before.length > 1);
    session.forge.answer = ({ url }) => (url.endsWith("/rate_limit") ? undefined : usedUp());
    await commands.executeCommand(gistCommands.refresh);
    const [age = "", ...rows] = await labels();
    assert.match(age, /^Updated .+ · rate limit exceeded until .+/);
    assert.deepEqual(rows, before);
    // The limit may always be asked for, and says that it is back.
    session.forge.answer = () => undefined;
    await commands.executeCommand(serviceCommands.refresh);
    assert.ok(session.forge.sent("GET").some((request) => request.endsWith("/rate_limit")));
    const { node } = await nodeLabelled(session.parts.trees.gists, "Your Gists");
    await commands.executeCommand(gistCommands.refresh, node);
    assert.deepEqual(await labels(), before);
  });

  it("stay in the view of repositories while the server fails", async () => {
    const names = async (): Promise<readonly string[]> => {
      const tree = session.parts.trees.repos;
      const [own] = await tree.getChildren();
      return (await tree.getChildren(own)).map((node) => labelOf(tree.getTreeItem(node)));
    };
    const before = await names();
    assert.ok(before.length > 0);
    session.forge.answer = () => Response.json({ message: "No" }, { status: 500 });
    await commands.executeCommand(repoCommands.refresh);
    const [age = "", ...rows] = await names();
    assert.match(age, /^Updated .+ · the server failed$/);
    assert.deepEqual(rows, before);
  });

  it("stay below a repository, its branches and its folders, also one that was opened by name", async () => {
    const names = async (...labels: readonly string[]): Promise<readonly string[]> => {
      const tree = session.parts.trees.repos;
      let node: RepoTreeNode | undefined;
      for (const label of labels) {
        const children = await tree.getChildren(node);
        const found = children.find((each) => labelOf(tree.getTreeItem(each)) === label);
        assert.ok(found, label);
        node = found as RepoTreeNode;
      }
      return (await tree.getChildren(node)).map((each) => labelOf(tree.getTreeItem(each)));
    };
    await commands.executeCommand(repoCommands.open, "mia/tools");
    const paths = [
      ["Opened", "mia/tools"],
      ["Opened", "mia/tools", "Files"],
      ["Opened", "mia/tools", "Files", "docs"],
      ["Opened", "mia/tools", "Branches", "main"],
    ];
    const before = await Promise.all(paths.map((path) => names(...path)));
    session.forge.answer = ({ url }) => (url.endsWith("/rate_limit") ? undefined : usedUp());
    await commands.executeCommand(repoCommands.refresh);
    for (const [index, path] of paths.entries()) {
      const [age = "", ...rows] = await names(...path);
      assert.match(age, /^Updated .+ · rate limit exceeded until .+/, path.join());
      assert.deepEqual(rows, before[index]);
    }
    session.parts.repoRoots.forget(session.accountId);
  });
});
