import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { accessibilityProblems, focusProblems, setTheme, themes } from "./support/accessibility.ts";
import { onlyRepositories, openRepositories, repositorySeed } from "./support/repositories.ts";
import { startService } from "./support/service.ts";
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
  await (await workbench.tree("Gists").open()).clickWelcome("Try the sandbox");
  await workbench.toasts.wait("Signed in to the sandbox as ada-finch");
  await workbench.toasts.dismiss("Signed in to the sandbox");
  return onlyRepositories(workbench);
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

testInWorkbench(
  "A person opens the Insights of a repository by keyboard, reads a table, and copies it as CSV",
  { files: { "notes.md": "# Notes\n" } },
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
    await page.locator("section[aria-busy=true]").waitFor({ state: "detached" });

    await workbench.screenshot("insights");

    // From the tab on by the Tab key: Refresh, then each chart's two buttons.
    const focused = page.locator(":focus");
    await page.locator("body").focus();
    for (const name of ["Refresh", "Show as Table Participation", "Copy as CSV Participation"]) {
      await workbench.press("Tab");
      await focused.and(page.getByRole("button", { name, exact: true })).waitFor();
    }
    await workbench.press("Tab");
    await focused.and(page.getByRole("button", { name: "Show as Table Commit Activity" })).waitFor();
    await workbench.press("Tab");
    await workbench.press("Tab");
    await workbench.press("Enter");
    const table = page.getByRole("table", { name: "Punch Card" });
    assert.deepEqual((await table.getByRole("rowheader").allInnerTexts()).slice(0, 2), ["Sunday", "Monday"]);
    await focused.and(page.getByRole("button", { name: "Show as Chart Punch Card" })).waitFor();
    await workbench.screenshot("insights-table");

    // What is shown as a table stays so while another editor is in front, and nothing is read again.
    await workbench.openFile("notes.md");
    await workbench.editor.clickTab("Insights: ada-finch/tide-clock");
    await table.waitFor();
    // And again when the window is reloaded.
    await workbench.reload(({ editors }) => editors.some((editor) => editor.includes("punchCard")));
    await workbench.editor.clickTab("Insights: ada-finch/tide-clock");
    await table.waitFor();
    await page.getByRole("button", { name: "Show as Chart Punch Card" }).press("Enter");
    await chart(page, "Punch Card")
      .getByRole("img", { name: /^Punch Card: \d+ commits\. The busiest/ })
      .waitFor();

    await page.getByRole("button", { name: "Copy as CSV Languages" }).press("Enter");
    await page.getByRole("log").getByText("Languages copied to clipboard as CSV.").waitFor({ state: "attached" });
    assert.match(
      await workbench.clipboard(),
      /^Language,Bytes,Percent\r?\nTypeScript,\d+,[\d.]+\r?\nCSS,\d+,[\d.]+\r?\n/,
    );

    await workbench.command("View: Toggle Primary Side Bar Visibility");
    assert.deepEqual(await focusProblems(workbench), []);
    for (const [theme, name] of themes) {
      await setTheme(workbench, theme);
      assert.deepEqual(await accessibilityProblems(workbench), [], name);
      await chart(page, "Participation").scrollIntoViewIfNeeded();
      await workbench.screenshot(`insights-${name}`);
      await chart(page, "Languages").scrollIntoViewIfNeeded();
      await workbench.screenshot(`insights-${name}-below`);
    }
  },
);

testInWorkbench(
  "The Insights of an empty repository say that it is empty",
  { files: { "notes.md": "# Notes\n" } },
  async (workbench) => {
    await signIn(workbench);
    await openByKeyboard(workbench, "ada-finch/scratch-pad");
    const page = workbench.webview();
    for (const heading of ["Commit Activity", "Punch Card", "Code Frequency", "Contributors"])
      await chart(page, heading).getByText("This repository is empty: it has no commits yet.").waitFor();
    await chart(page, "Participation").getByText("There are no commits of the last 52 weeks.").waitFor();
    await chart(page, "Languages").getByText("The server finds no code").waitFor();
    assert.equal(await page.getByRole("button", { name: /CSV|Table/ }).count(), 0);
    await workbench.screenshot("insights-empty");
  },
);

testInWorkbench(
  "A chart that fails shows the reason, and comes when the person tries again",
  { files: { "notes.md": "# Notes\n" } },
  async (workbench) => {
    const service = await startService(repositorySeed);
    try {
      const at = { user: "ada", repo: "engine" };
      await service.ada.call("repos.create", { name: "engine", auto_init: true });
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.waitRow("Insights");
      await service.ada.call("repos.delete", at);
      await tree.click("Insights");
      const page = workbench.webview();
      for (const heading of charts)
        await chart(page, heading).getByText("Not found. It may have been deleted").waitFor();
      await workbench.screenshot("insights-failed");
      await service.ada.call("repos.create", { name: "engine", auto_init: true });
      await page.getByRole("button", { name: "Try Again Participation" }).press("Enter");
      await chart(page, "Participation")
        .getByRole("img", { name: "Participation: 1 commit in the last" })
        .waitFor();
      // The button is gone; who pressed it has not lost the place.
      await page
        .locator(":focus")
        .and(page.getByRole("heading", { name: "Participation" }))
        .waitFor();
      await chart(page, "Punch Card").getByText("Not found. It may have been deleted").waitFor();
      assert.equal(await page.getByRole("button", { name: /^Try Again/ }).count(), charts.length - 1);
    } finally {
      await service.close();
    }
  },
);
