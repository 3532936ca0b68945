import assert from "node:assert/strict";
import { commands, extensions, window } from "vscode";
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
    const canRender = extensions.getExtension("vscode.markdown-language-features") !== undefined;
    await eventually(() => {
      const label = window.tabGroups.activeTabGroup.activeTab?.label;
      return canRender ? /^Preview|README\.md/.test(label ?? "") : label === "README.md";
    }, "it is shown");
    assert.deepEqual(session.messages, []);
  });
});
