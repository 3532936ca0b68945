import assert from "node:assert/strict";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { helloId, hoursAgo, seed, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const poem = "Roses are red,\nviolets are blue.\n";
const forkId = "cccccccccccccccccccccccc";

/** A gist of three revisions, and a fork of it. */
const historySeed: SandboxSeed = {
  ...seed,
  gists: [
    {
      id: helloId,
      owner: "ada",
      description: "A poem",
      public: true,
      createdAt: hoursAgo(73),
      updatedAt: hoursAgo(3),
      files: { "notes.md": "To do: a third line.\n", "poem.txt": `${poem}The third line is new.\n` },
      earlier: [
        { committedAt: hoursAgo(73), files: { "old.md": "A beginning.\n", "poem.txt": "Roses are red.\n" } },
        { committedAt: hoursAgo(49), files: { "old.md": "A beginning.\n", "poem.txt": poem } },
      ],
    },
    {
      id: forkId,
      owner: "bo",
      description: "A poem of Bo",
      public: true,
      createdAt: hoursAgo(25),
      forkOf: helloId,
      files: { "poem.txt": "Violets are red.\n" },
    },
  ],
};

testInWorkbench(
  "A person looks through a gist's history, compares revisions, opens a file as it was, restores one and takes it back",
  {},
  async (workbench) => {
    const service = await startService(historySeed);
    const { dialog, editor, page, quickInput, toasts } = workbench;
    try {
      const tree = await openGists(workbench, service);
      await tree.expand("A poem");
      await tree.expand("History");
      const rowOf = async (description: RegExp): Promise<string> => {
        const find = async () => (await tree.rows()).find((row) => description.test(row.description))?.name;
        await poll(async () => (await find()) !== undefined, { timeout: 30_000, what: `${description}` });
        return (await find()) ?? assert.fail();
      };
      const current = await rowOf(/^3h · current · \+2 −1 · [0-9a-f]{7}$/);
      const second = await rowOf(/^2d · \+2 −1 · [0-9a-f]{7}$/);
      const first = await rowOf(/^3d · \+2 −0 · [0-9a-f]{7}$/);
      assert.match(second, /^Revision by ada, 2 days ago, lines added: 2, lines deleted: 1, [0-9a-f]{7}$/);
      await workbench.screenshot("gist-history");

      // By keyboard: Enter runs what a click does.
      await tree.click(second);
      await page.keyboard.press("Enter");
      await page.locator(".monaco-diff-editor .view-line", { hasText: "violets" }).first().waitFor();
      assert.match(await editor.tabLabel(), /^poem\.txt: [0-9a-f]{7} ↔ [0-9a-f]{7}$/);
      await workbench.screenshot("gist-revision");
      await tree.click(current);
      await page.locator(".monaco-component.multiDiffEditor, .multiDiffEntry").first().waitFor();
      await page.locator(".view-line", { hasText: "The third line is new." }).first().waitFor();
      await workbench.screenshot("gist-revision-files");

      await tree.inlineAction(first, "Open Gist File at Revision");
      await quickInput.waitOpen({ placeholder: "Select a file" });
      await quickInput.pick("poem.txt");
      await editor.waitText("Roses are red.");
      assert.match(await editor.tabLabel(), /^poem\.txt/);
      await workbench.screenshot("gist-at-revision");

      await workbench.command("Forgeside: Show Gist History...");
      await quickInput.waitOpen({ title: "A poem", placeholder: "Select a revision" });
      await workbench.screenshot("gist-history-list");
      await quickInput.submit("2 days");
      await quickInput.waitOpen({ placeholder: "Select what to do with the revision" });
      await quickInput.submit("Compare with Current");
      await page.locator(".view-line", { hasText: "The third line is new." }).first().waitFor();

      await tree.menu(first, "Restore Gist Revision...");
      await dialog.waitOpen("Restore “A poem” to revision");
      assert.deepEqual((await dialog.detail()).split("\n").slice(0, 3), [
        "Changed: poem.txt",
        "Added: old.md",
        "Deleted: notes.md",
      ]);
      await workbench.screenshot("gist-restore");
      await dialog.click("Restore Revision");
      await toasts.wait("Restored “A poem” to revision");
      const files = async () =>
        Object.fromEntries(
          Object.entries((await service.gist(helloId)).files).map(([name, file]) => [name, file?.content]),
        );
      assert.deepEqual(await files(), { "old.md": "A beginning.\n", "poem.txt": "Roses are red.\n" });
      await rowOf(/^now · current · /);
      await workbench.screenshot("gist-restored");
      await toasts.click("Restored “A poem”", "Undo");
      await poll(async () => Object.keys(await files()).join() === "notes.md,poem.txt", {
        timeout: 30_000,
        what: "the gist is as it was",
      });
      assert.equal((await files())["poem.txt"], `${poem}The third line is new.\n`);

      await tree.collapse("History");
      await tree.expand("Forks");
      await tree.expand("bo");
      await tree.click("File poem.txt of the fork by bo, 17 bytes");
      await editor.waitText("Violets are red.");
      await workbench.screenshot("gist-forks");
    } finally {
      await service.close();
    }
  },
);
