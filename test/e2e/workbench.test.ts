import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const source = `export const one = 1;
export const two = 2;

export const sum = (left: number, right: number): number => left + right;
`;

testInWorkbench(
  "A person opens a file, changes it and saves it",
  { files: { "src/sum.ts": source, "README.md": "# Sums\n" } },
  async (workbench) => {
    await workbench.openFile("src/sum.ts");
    assert.equal(await workbench.editor.tabLabel(), "sum.ts");
    assert.equal(await workbench.editor.text(), source);

    await workbench.editor.select(1, 2);
    await workbench.page.keyboard.press("ControlOrMeta+KeyC");
    assert.equal(await workbench.clipboard(), "export const one = 1;\nexport const two = 2;");

    await workbench.editor.select(1);
    await workbench.editor.type("export const one = 1.0;");
    await workbench.editor.waitDirty(true);
    await workbench.screenshot("workbench-edited");
    await workbench.editor.save();
    assert.equal(await workbench.editor.isDirty(), false);
    const saved = await readFile(join(workbench.workspace, "src", "sum.ts"), "utf8");
    assert.equal(saved, source.replace("one = 1;", "one = 1.0;"));
  },
);

testInWorkbench("The walkthrough shows the first steps, and begins with the sandbox", {}, async (workbench) => {
  const { page, quickInput, toasts } = workbench;
  await workbench.command("Welcome: Open Walkthrough...");
  await quickInput.pick("Get Started with Forgeside");
  const steps = page.locator(".gettingStartedContainer .getting-started-step");
  await steps.first().waitFor();
  assert.equal(await steps.count(), 6);
  await page
    .locator(
      ".gettingStartedContainer .getting-started-media svg, .gettingStartedContainer webview, .gettingStartedContainer iframe",
    )
    .first()
    .waitFor({ state: "attached" });
  await workbench.screenshot("walkthrough");
  await page.locator(".gettingStartedContainer").getByRole("button", { name: "Try the Sandbox" }).click();
  await toasts.wait("Signed in to the sandbox as ada-finch");
  await toasts.click("Signed in to the sandbox", "Show Gists");
  await workbench.tree("Gists").waitRow("Checklist before a release");
});
