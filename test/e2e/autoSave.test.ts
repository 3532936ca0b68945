import assert from "node:assert/strict";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { poll } from "../support/run/poll.ts";

const lines = ["one", "two", "three", "four", "five", ""];

testInWorkbench(
  "With Auto Save on, a person types in a file of a repository and commits it with Ctrl+S",
  { settings: { "files.autoSave": "afterDelay", "files.autoSaveDelay": 300 } },
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { editor, quickInput } = workbench;
    const at = { user: "ada", repo: "engine" };
    const messages = async (): Promise<readonly string[]> =>
      (await service.ada.call("repos.getCommits", { ...at, path: "notes.md" })).map(
        ({ commit }) => commit.message,
      );
    try {
      await service.ada.call("repos.create", { name: "engine", auto_init: true });
      await service.ada.call("repos.createFile", {
        ...at,
        path: "notes.md",
        message: "Add notes",
        content: Buffer.from(lines.join("\n")).toString("base64"),
        branch: "main",
      });
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.click("notes.md");
      await editor.waitText("three");
      await editor.goTo(1);
      await editor.type("A first part");
      await tree.waitRow("Unpublished");
      // Typed on after Auto Save: no question takes the keys.
      await editor.type(" and a second.");
      await workbench.press("Enter");
      await editor.waitDirty(false);
      await editor.waitText("A first part and a second.");
      assert.equal(await quickInput.isOpen(), false);
      assert.deepEqual(await messages(), ["Add notes"]);
      await workbench.screenshot("auto-save");
      // While Auto Save saves the same text, VS Code takes Ctrl+S for that save.
      await poll(
        async () => {
          if (await quickInput.isOpen()) return true;
          await editor.save({ wait: false });
          return false;
        },
        { timeout: 30_000, interval: 1000, what: "the question for the message" },
      );
      await quickInput.waitOpen({ title: "Commit to ada/engine: main" });
      await quickInput.accept();
      await tree.waitNoRow("Unpublished");
      await poll(async () => (await messages()).length === 2, { timeout: 30_000, what: "the commit" });
      assert.deepEqual(await messages(), ["Update notes.md", "Add notes"]);
      await workbench.screenshot("auto-save-committed");
    } finally {
      await service.close();
    }
  },
);
