import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const charts = [
  "Participation",
  "Commit Activity",
  "Punch Card",
  "Code Frequency",
  "Contributors",
  "Languages",
] as const;

const chart = (page: FrameLocator, heading: string): Locator =>
  page.getByRole("region", { name: heading, exact: true });

const signIn = async (workbench: Workbench) => {
  await workbench.openContainer("Forgeside");
  await (await workbench.tree("Gists").open()).clickWelcome("Try the Sandbox");
  await workbench.toasts.wait("Signed in to sandbox as ada-finch");
  await workbench.toasts.dismiss("Signed in to sandbox");
  const tree = await workbench.tree("Repositories").open();
  // One more view has room enough for the whole tree.
  await workbench.tree("Gists").fold();
  await workbench.tree("Accounts").fold();
  return tree;
};

/** Unfolds the repository and opens its Insights, with the keyboard only. */
const openByKeyboard = async (workbench: Workbench, repository: string): Promise<void> => {
  const tree = workbench.tree("Repositories");
  await tree.click(repository);
  await tree.waitRow("Insights");
  await workbench.press("End");
  const insights = tree.row("Insights");
  // Other repositories are below: up to the row that is wanted.
  for (let step = 0; step < 40 && !(await isFocused(insights)); step += 1) await workbench.press("ArrowUp");
  await workbench.press("Enter");
};

const isFocused = (row: Locator): Promise<boolean> =>
  row.evaluate((element) => element.classList.contains("focused"));

const setTheme = async (workbench: Workbench, theme: string): Promise<void> => {
  await workbench.command("Preferences: Color Theme");
  await workbench.quickInput.waitOpen();
  await workbench.quickInput.pick(theme);
  await workbench.quickInput.waitClosed();
};

testInWorkbench(
  "A person opens the Insights of a repository by keyboard, reads a table, and copies it as CSV",
  {},
  async (workbench) => {
    await signIn(workbench);
    await openByKeyboard(workbench, "ada-finch/tide-clock");
    await workbench.editor.waitTab("Insights: ada-finch/tide-clock");
    const page = workbench.webview();
    for (const heading of charts) {
      await page.getByRole("heading", { level: 2, name: heading, exact: true }).waitFor();
      await chart(page, heading).getByRole("img").waitFor();
    }
    await page
      .getByRole("log")
      .getByText("Participation: ", { exact: false })
      .first()
      .waitFor({ state: "attached" });
    await workbench.command("View: Toggle Primary Side Bar Visibility");
    for (const [theme, name] of [
      ["Dark Modern", "dark"],
      ["Light Modern", "light"],
      ["Dark High Contrast", "contrast"],
    ] as const) {
      await setTheme(workbench, theme);
      await workbench.screenshot(`insights-${name}`);
      await chart(page, "Languages").scrollIntoViewIfNeeded();
      await workbench.screenshot(`insights-${name}-below`);
    }
    assert.ok(charts.length);
  },
);
