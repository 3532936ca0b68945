import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

testInWorkbench(
  "A person looks through a repository: files, branches, commits; reads its README, and stars it",
  {},
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { editor, page, quickInput } = workbench;
    try {
      const at = { user: "ada", repo: "engine" };
      for (const name of ["tool", "tool2"]) await service.ada.call("repos.create", { name });
      await service.ada.call("repos.create", { name: "engine", description: "Analytical", auto_init: true });
      for (const [path, text] of [
        ["src/mill.ts", "export const mill = (): number => 42;\n"],
        ["src/store.ts", "export const store = new Map();\n"],
        ["notes/first.md", "# First\n\nNotes of the *engine*.\n"],
      ] as const)
        await service.ada.call("repos.createFile", {
          ...at,
          path,
          message: `Add ${path}`,
          content: base64(text),
          branch: "main",
        });
      const tree = await openRepositories(workbench, service);
      await workbench.command("Forgeside: Open Repository...");
      await quickInput.waitOpen({ title: "Open Repository" });
      await quickInput.row("ada/engine").waitFor();
      await workbench.screenshot("open-repository");
      await quickInput.submit("engine");
      await tree.waitRow("Opened");
      await tree.collapse("Opened");
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.expand("src");
      await tree.click("mill.ts");
      await editor.waitText("export const mill");
      await workbench.screenshot("repository-file");
      await tree.collapse("Files");
      await tree.expand("Commits");
      await tree.waitRow("Add notes/first.md");
      await workbench.screenshot("repository");
      await tree.click("Add src/store.ts");
      await workbench.page
        .locator(".multiDiffEntry, .multi-diff-root-floating-menu, .monaco-component.multiDiffEditor")
        .first()
        .waitFor();
      await workbench.page.locator(".view-line", { hasText: "export const store" }).first().waitFor();
      await workbench.screenshot("commit");
      await tree.menu("ada/engine", "Open", "Open README of Repository");
      await workbench.page.locator(".tab", { hasText: "Preview README.md" }).waitFor();
      await workbench.screenshot("repository-readme");
      await tree.inlineAction("ada/engine", "Star Repository");
      await tree.expand("Starred");
      await tree.collapse("Your Repositories");
      await tree.waitRow("ada/engine");
      const { stargazers_count: stars } = await service.ada.call("repos.get", at);
      assert.equal(stars, 1);

      // Entered at once, before the rows that fit are there; then a row that only fits in part.
      for (const [name, enter] of [
        ["tool2", () => page.keyboard.insertText("ada/tool2")],
        ["tool", () => page.keyboard.type("ada/tool", { delay: 0 })],
      ] as const) {
        await workbench.command("Forgeside: Star Repository");
        await quickInput.waitOpen();
        await quickInput.row("ada/tool").waitFor();
        await enter();
        await page.keyboard.press("Enter");
        await quickInput.waitClosed();
        await poll(() => service.ada.check("repos.getStarring", { user: "ada", repo: name }), {
          timeout: 20_000,
          what: `the star of ${name}`,
        });
      }
      await workbench.command("Forgeside: Unstar Repository");
      await quickInput.waitOpen();
      await quickInput.row("ada/tool2").waitFor();
      await quickInput.type("ada/t");
      await quickInput.row("ada/t").waitFor();
      const last = quickInput.row("ada/tool2");
      const isActive = () => last.evaluate((row) => row.classList.contains("focused"));
      for (let presses = 0; presses < 5 && !(await isActive()); presses++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await poll(async () => !(await service.ada.check("repos.getStarring", { user: "ada", repo: "tool2" })), {
        timeout: 20_000,
        what: "the end of the star",
      });
      assert.equal(await service.ada.check("repos.getStarring", { user: "ada", repo: "tool" }), true);
    } finally {
      await service.close();
    }
  },
);
