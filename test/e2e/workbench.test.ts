import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { poll } from "../support/run/poll.ts";
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

testInWorkbench(
  "The walkthrough shows the first steps with their pictures, and knows which are done",
  { files: { "sum.ts": source } },
  async (workbench) => {
    const { editor, page, quickInput, toasts } = workbench;
    // In a narrow window, VS Code shows no pictures.
    await page.setViewportSize({ width: 1700, height: 900 });
    await workbench.openFile("sum.ts");
    await editor.select(1, 2);
    await workbench.command("Welcome: Open Walkthrough...");
    await quickInput.pick("Get Started with Forgeside");
    const steps = page.locator(".gettingStartedContainer .getting-started-step");
    await steps.first().waitFor();
    assert.equal(await steps.count(), 6);
    const isDone = async (title: string): Promise<boolean> =>
      (await steps.filter({ hasText: title }).locator(".codicon-getting-started-step-checked.complete").count()) >
      0;
    const waitDone = (title: string): Promise<boolean> =>
      poll(() => isDone(title), { timeout: 20_000, what: `the step is done: ${title}` });
    const press = (name: string): Promise<void> =>
      page.locator(".gettingStartedContainer").getByRole("button", { name }).click();

    const picture = workbench.webview().locator("svg");
    await picture.waitFor();
    const colors = await picture
      .locator("rect, text")
      .evaluateAll((shapes) => [...new Set(shapes.map((shape) => getComputedStyle(shape).fill))]);
    assert.ok(colors.length >= 3 && !colors.includes("rgb(0, 0, 0)"), colors.join());
    await workbench.screenshot("walkthrough");

    await press("Try the Sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    await waitDone("Try it without an account");
    await toasts.dismiss("Signed in to the sandbox");

    await steps.filter({ hasText: "Share a selection" }).click();
    assert.equal(await isDone("Share a selection"), false);
    await press("Share Selection as Gist");
    await quickInput.pick("sum.ts");
    await toasts.wait("“sum.ts, lines 1–2”");
    assert.equal(await editor.tabLabel(), "sum.ts");
    await workbench.command("Welcome: Open Walkthrough...");
    await quickInput.pick("Get Started with Forgeside");
    await waitDone("Share a selection");
    assert.equal(await isDone("Sign in to your own account"), false);

    await workbench.openContainer("Forgeside");
    await workbench.tree("Gists").click("Checklist before a release");
    await workbench.command("Welcome: Open Walkthrough...");
    await quickInput.pick("Get Started with Forgeside");
    await waitDone("Edit, and never lose an edit");
    await workbench.screenshot("walkthrough-done");
  },
);
