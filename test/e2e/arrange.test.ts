import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import {
  adaToken,
  helloId,
  type Service,
  seed,
  signInWithToken,
  startService,
  replaceToken,
} from "./support/service.ts";
import { ContextMenu } from "./support/contextMenu.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const many = {
  ...seed,
  gists: [
    ...(seed.gists ?? []),
    ...Array.from({ length: 6 }, (_, index) => ({
      id: String(index + 1).repeat(24),
      owner: "ada",
      description: `Recipe ${index + 1} ${index % 2 === 0 ? "#soup" : "#cake"}`,
      public: false,
      createdAt: `2026-01-0${index + 1}T08:00:00Z`,
      files: { [`recipe-${index + 1}.${index < 3 ? "md" : "txt"}`]: "Stir.\n" },
    })),
  ],
};

const open = async (workbench: Workbench, service: Service): Promise<void> => {
  await signInWithToken(workbench, service.url, adaToken);
  await workbench.openContainer("Forgeside");
  await workbench.tree("Gists").waitRow("Hello in two languages");
};

testInWorkbench(
  "A person follows a user, filters, groups and sorts the gists, and finds it all again after a reload",
  {},
  async (workbench) => {
    const service = await startService(many);
    const { contextMenu, quickInput } = workbench;
    try {
      await open(workbench, service);
      const tree = workbench.tree("Gists");
      await workbench.command("Forgeside: Follow a User's Gists...");
      await quickInput.submit("bo");
      await tree.waitRow("bo");
      await tree.titleAction("Filter Gists...");
      await quickInput.waitOpen({ title: "Filter Gists" });
      await quickInput.type("#soup");
      await tree.waitNoRow("Hello in two languages");
      await tree.waitRow("Recipe 5 #soup");
      await tree.waitNoRow("Recipe 2 #cake");
      await workbench.screenshot("filter");
      await workbench.press("Escape");
      await tree.waitRow("Recipe 2 #cake");

      await workbench.command("Forgeside: Filter Gists...");
      await quickInput.submit("recipe");
      await tree.waitNoRow("Hello in two languages");
      await workbench.command("Forgeside: Group Gists...");
      await quickInput.pick("By tag (#word in the description)");
      await tree.expand("#soup");
      await tree.waitRow("Recipe 3 #soup");
      await tree.titleAction("More Actions...");
      await workbench.screenshot("view-menu");
      await contextMenu.choose("Sort By...");
      await quickInput.pick("By name, Z to A");
      const soups = async (): Promise<string> =>
        (await tree.rows())
          .map(({ label }) => label)
          .filter((label) => label.endsWith("#soup") && label !== "#soup")
          .join();
      await poll(async () => (await soups()) === "Recipe 5 #soup,Recipe 3 #soup,Recipe 1 #soup", {
        timeout: 30_000,
        what: "they are sorted",
      });
      await workbench.screenshot("grouped");

      await workbench.reload();
      await workbench.openContainer("Forgeside");
      await replaceToken(workbench);
      await tree.waitRow("#cake");
      await tree.waitRow("bo");
      await tree.titleAction("Clear Gist Filter");
      await tree.waitRow("Without a tag");
      await tree.menu("bo", "Unfollow User's Gists");
      await tree.waitNoRow("bo");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "While the view is grouped, the row of the gist whose file is in front is selected, also in a collapsed section",
  { settings: { "workbench.editor.enablePreview": false } },
  async (workbench) => {
    const service = await startService(many);
    const { editor, page } = workbench;
    try {
      await open(workbench, service);
      const tree = workbench.tree("Gists");
      const selected = (name: string) => tree.row(name).and(page.locator(".selected")).waitFor();
      await workbench.command("Forgeside: Group Gists...");
      await workbench.quickInput.pick("By tag (#word in the description)");
      await tree.expand("#soup");
      await tree.click("Recipe 1 #soup");
      await editor.waitTab("recipe-1.md");
      await tree.collapse("#soup");
      await tree.expand("#cake");
      await tree.click("Recipe 2 #cake");
      await editor.waitTab("recipe-2.md");
      await editor.clickTab("recipe-1.md");
      await selected("Recipe 1 #soup");
      await workbench.screenshot("revealed-in-section");
      await editor.clickTab("recipe-2.md");
      await selected("Recipe 2 #cake");
      // The file in front is one of a gist that two sections have: the row that was clicked stays selected.
      await workbench.command("Forgeside: Group Gists...");
      await workbench.quickInput.pick("By language");
      await tree.expand("Ruby");
      await tree.collapse("Markdown");
      await tree.expand("Hello in two languages");
      await tree.click("hello.rb");
      await editor.waitTab("hello.rb");
      await selected("hello.rb");
      assert.equal((await tree.rows()).filter(({ label }) => label === "Hello in two languages").length, 1);
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A person drags a file from the explorer into a gist, and moves a file from one gist to another",
  { files: { "added.txt": "From the explorer\n" } },
  async (workbench) => {
    const service = await startService(many);
    const { dialog, page } = workbench;
    try {
      await open(workbench, service);
      const tree = workbench.tree("Gists");
      await tree.expand("Hello in two languages");
      await tree.waitRow("hello.rb");
      await tree.row("hello.rb").dragTo(tree.row("Recipe 1 #soup"));
      await dialog.waitOpen("Move hello.rb to the gist “Recipe 1 #soup”?");
      await workbench.screenshot("move-file");
      await dialog.click("Move");
      await poll(async () => Object.keys((await service.gist(helloId)).files).join() === "hello.py", {
        timeout: 30_000,
        what: "the file is gone from the first gist",
      });
      assert.deepEqual(Object.keys((await service.gist("1".repeat(24))).files).toSorted(), [
        "hello.rb",
        "recipe-1.md",
      ]);

      await workbench.openContainer("Explorer");
      const file = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "added.txt" });
      await file.waitFor();
      // What is dragged comes into another container when it rests on its icon.
      const from = await file.boundingBox();
      const icon = await page.locator('.activitybar [aria-label^="Forgeside"]').first().boundingBox();
      assert.ok(from && icon);
      await page.mouse.move(from.x + 20, from.y + from.height / 2);
      await page.mouse.down();
      // A row is dragged once the pointer has moved on it.
      await page.mouse.move(from.x + 40, from.y + from.height / 2, { steps: 8 });
      await page.mouse.move(icon.x + icon.width / 2 + 4, icon.y + icon.height / 2, { steps: 8 });
      const row = tree.row("Recipe 2 #cake");
      await poll(
        async () => {
          await page.mouse.move(icon.x + icon.width / 2, icon.y + icon.height / 2, { steps: 2 });
          await page.mouse.move(icon.x + icon.width / 2 + 4, icon.y + icon.height / 2, { steps: 2 });
          return row.isVisible();
        },
        { timeout: 30_000, what: "the gists are shown" },
      );
      // The rows may still move: what counts is the row that VS Code marks as the target.
      const isTarget = async (): Promise<boolean> => {
        const to = await row.boundingBox();
        if (!to) return false;
        await page.mouse.move(to.x + 60, to.y + to.height / 2 - 2, { steps: 3 });
        await page.mouse.move(to.x + 60, to.y + to.height / 2, { steps: 2 });
        const isMarked = await row.evaluate((element) => element.classList.contains("drop-target"));
        return isMarked && (await row.boundingBox())?.y === to.y;
      };
      await poll(isTarget, { timeout: 30_000, what: "the row is the target" });
      await page.mouse.up();
      await poll(
        async () => (await service.gist("2".repeat(24))).files["added.txt"]?.content === "From the explorer\n",
        { timeout: 30_000, what: "the gist has the file" },
      );
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A person shares a folder, choosing among its files",
  { files: { "kit/a.ts": "1;\n", "kit/lib/b.ts": "2;\n", "kit/.env": "HOST=x\n" } },
  async (workbench) => {
    const service = await startService(many);
    const { page, quickInput, toasts } = workbench;
    try {
      await open(workbench, service);
      await workbench.openContainer("Explorer");
      const folder = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "kit" }).first();
      await folder.click({ button: "right" });
      await new ContextMenu(page).choose("Forgeside", "Share Folder as Gist...");
      await quickInput.waitOpen({ title: "Share kit as Gist" });
      await workbench.screenshot("share-folder");
      await workbench.press("Enter");
      await toasts.wait("Shared as secret gist “kit”");
      const [shared] = await service.ownGists();
      assert.deepEqual(Object.keys(shared?.files ?? {}).toSorted(), ["a.ts", "lib-b.ts"]);
    } finally {
      await service.close();
    }
  },
);
