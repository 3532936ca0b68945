import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { poll } from "../support/run/poll.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A person creates a repository, commits past a protected branch, adds a collaborator, and downloads it all",
  {},
  async (workbench) => {
    const service = await startService({
      ...repositorySeed,
      repositories: [
        {
          owner: "ada",
          name: "engine",
          protectedBranches: ["main"],
          commits: [
            {
              author: "ada",
              date: "2026-01-01T00:00:00Z",
              message: "Begin",
              files: { "mill.ts": "export const mill = (): number => 42;\n", "README.md": "# Engine\n" },
            },
          ],
        },
      ],
    });
    const folder = mkdtempSync(join(tmpdir(), "forgeside-journey-"));
    mkdirSync(join(folder, "a-folder-of-mine"));
    const { editor, quickInput, toasts } = workbench;
    try {
      const tree = await openRepositories(workbench, service);

      await workbench.command("Forgeside: New Repository...");
      await quickInput.waitOpen({ placeholder: "my-project" });
      await quickInput.submit("kettle");
      const list = workbench.page.locator(".quick-input-list");
      await list.getByText("Only you and people you choose").waitFor();
      await quickInput.pick("Visibility");
      await list.getByText("Everyone").waitFor();
      await workbench.screenshot("new-repository");
      await quickInput.pick("Create ada/kettle");
      await toasts.wait("Created “ada/kettle”.");
      await tree.waitRow("ada/kettle");
      assert.equal((await service.ada.call("repos.get", { user: "ada", repo: "kettle" })).private, false);
      await toasts.dismiss("Created “ada/kettle”.");

      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.click("mill.ts");
      await editor.waitText("export const mill");
      await editor.goTo(1);
      await editor.type("// The store comes next. ");
      await editor.save({ wait: false });
      await list.getByText("Commit to a New Branch...").waitFor();
      await workbench.screenshot("protected-branch");
      await quickInput.pick("Commit to a New Branch...");
      await quickInput.waitOpen({ title: "Commit Message for a New Branch" });
      await quickInput.submit("Say what comes next");
      await quickInput.waitOpen({ title: "Commit to a New Branch" });
      await quickInput.accept();
      await poll(
        async () => {
          const at = { user: "ada", repo: "engine", sha: "patch-1", per_page: 1 };
          const commits = await service.ada.call("repos.getCommits", at).catch(() => undefined);
          return commits?.[0]?.commit.message === "Say what comes next" ? true : undefined;
        },
        { timeout: 30_000, what: "the commit on the new branch" },
      );

      await tree.collapse("Files");
      await tree.inlineAction("Collaborators", "Add Collaborator");
      await quickInput.waitOpen({ title: "Add Collaborator" });
      await quickInput.submit("bo");
      await workbench.page.locator(".monaco-dialog-box", { hasText: "Add bo to ada/engine?" }).waitFor();
      await workbench.screenshot("add-collaborator");
      await workbench.page.keyboard.press("Enter");
      await tree.expand("Collaborators");
      await tree.waitRow("bo");

      await tree.menu("ada/engine", "Download", "Download and Extract Repository...");
      await quickInput.pick("patch-1");
      await quickInput.waitOpen({ title: "Download and Extract" });
      // The dialog begins at a folder of its own, whatever was typed before that.
      await list.getByText("..", { exact: true }).waitFor();
      await workbench.page.waitForTimeout(1000);
      await quickInput.type(`${folder}/`);
      // It is there once it shows what is in the folder.
      await list.getByText("a-folder-of-mine").waitFor();
      await workbench.page.getByRole("button", { name: "Extract Here" }).click();
      const path = join(folder, "engine-patch-1");
      await toasts.wait(`“${path}” has 2 files now.`);
      await workbench.screenshot("extracted");
      assert.deepEqual(readdirSync(path).toSorted(), ["README.md", "mill.ts"]);
      assert.match(readFileSync(join(path, "mill.ts"), "utf8"), /^\/\/ The store comes next\./);
      assert.deepEqual(readdirSync(folder).toSorted(), ["a-folder-of-mine", "engine-patch-1"]);
    } finally {
      rmSync(folder, { recursive: true });
      await service.close();
    }
  },
);
