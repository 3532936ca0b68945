import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { repoCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { labelOf } from "./support/rows.ts";
import { useRepositorySession } from "./support/repositorySession.ts";

describe("The README of a repository", () => {
  const { session } = useRepositorySession();

  it("is rendered, or shown as text where VS Code's Markdown extension is off", async () => {
    const tree = session.parts.trees.repos;
    const [own] = await tree.getChildren();
    const rows = await tree.getChildren(own);
    const repository = rows.find((row) => labelOf(tree.getTreeItem(row)) === "mia/tools");
    assert.ok(repository);
    await commands.executeCommand(repoCommands.openReadme, repository);
    await eventually(() => {
      const label = window.tabGroups.activeTabGroup.activeTab?.label;
      return label?.includes("README.md") ?? false;
    }, "it is shown");
    assert.deepEqual(session.messages, []);
  });
});
