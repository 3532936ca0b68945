import assert from "node:assert/strict";
import { repositorySeed } from "./support/repositories.ts";
import { adaToken, hoursAgo, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { onlyView, widen } from "./support/views.ts";

testInWorkbench(
  "A person follows what happens in the sandbox: by day and repository, by person, filtered, in light and dark",
  {},
  async (workbench) => {
    const { page, quickInput, toasts } = workbench;
    await workbench.command("Forgeside: Try the Sandbox");
    await toasts.dismiss("sandbox");
    const tree = await onlyView(workbench, "Activity");
    await widen(workbench);
    await tree.waitRow("For You");
    await tree.waitRow("ada-finch/tide-clock");
    await workbench.screenshot("activity");
    const labels = (await tree.rows()).map(({ label }) => label);
    // What happened last was some hours ago: before midnight, if midnight is not long ago.
    const lastDay = labels[labels.indexOf("For You") + 1] ?? "";
    assert.match(lastDay, /^(?:Today|Yesterday)$/);
    assert.ok(
      labels.some((label) => /^(tomas-berg|lin-okafor) /.test(label)),
      labels.join("\n"),
    );

    // With keys alone: to the first event, and into its menu.
    await tree.click("For You");
    await tree.waitNoRow(lastDay);
    await workbench.press("ArrowRight");
    await tree.waitRow("ada-finch/tide-clock");
    for (let step = 0; step < 3; step += 1) await workbench.press("ArrowDown");
    await workbench.press("Shift+F10");
    await workbench.contextMenu.waitOpen();
    assert.deepEqual(await workbench.contextMenu.items(), [
      "Open Event",
      "Show Event as JSON",
      "Mute Activity...",
      "Copy Event as Markdown",
    ]);
    await workbench.screenshot("activity-menu");
    await workbench.contextMenu.choose("Show Event as JSON");
    await workbench.editor.waitText('"type":');
    await workbench.screenshot("activity-json");

    await workbench.command("Forgeside: Group Activity By...");
    await quickInput.waitOpen({ placeholder: "Select how to arrange the events of a day" });
    await quickInput.pick("By person");
    await tree.waitRow("lin-okafor");
    for (const [theme, name, kind] of [
      ["Light Modern", "light", "vs"],
      ["Dark High Contrast", "contrast", "hc-black"],
      ["Dark Modern", "dark", "vs-dark"],
    ] as const) {
      await workbench.command("Preferences: Color Theme");
      await quickInput.waitOpen({ placeholder: "Select Color Theme" });
      await quickInput.type(theme);
      await quickInput.pick(theme);
      await quickInput.waitClosed();
      await page.locator(`.monaco-workbench.${kind}`).waitFor();
      await workbench.screenshot(`activity-${name}`);
    }

    await workbench.command("Forgeside: Add Activity Feed...");
    await quickInput.waitOpen({ placeholder: "Select what to show" });
    await workbench.screenshot("activity-add-feed");
    await quickInput.pick("finch-and-sons, as ada-finch Sees It");
    await tree.waitRow("finch-and-sons, as ada-finch Sees It");
    await workbench.command("Forgeside: Filter Activity...");
    await quickInput.waitOpen({ title: "Filter Activity" });
    await quickInput.pick("Types of events");
    await quickInput.waitOpen({ placeholder: "Select what to show" });
    await quickInput.type("release");
    await workbench.press("ArrowDown");
    await workbench.press("Space");
    await workbench.press("Enter");
    await quickInput.waitOpen({ title: "Filter Activity" });
    await quickInput.pick("Filter");
    await page.getByText("filter: release").first().waitFor();
    await tree.waitRow("tomas-berg published the release First light");
    await workbench.screenshot("activity-filtered");
    // What was chosen is there after a restart.
    await workbench.reload();
    await workbench.openContainer("Forgeside");
    await page.getByText("filter: release").first().waitFor();
    await workbench.command("Forgeside: Show All Activity");
    await page.getByText("filter: release").first().waitFor({ state: "detached" });
  },
);

testInWorkbench(
  "A person sees that something new happened, opens what was pushed, and marks the rest as read",
  {},
  async (workbench) => {
    const commit = (message: string, date: string) => ({
      author: "ada",
      date,
      message,
      files: { "mill.ts": `// ${message}\n` },
    });
    const service = await startService(
      {
        ...repositorySeed,
        repositories: [
          {
            owner: "ada",
            name: "engine",
            collaborators: { bo: "write" },
            commits: [commit("Begin", hoursAgo(90)), commit("Next", hoursAgo(80))],
            starredBy: ["bo"],
          },
        ],
      },
      0,
    );
    const { page, toasts } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await toasts.dismiss("Signed in to");
      const tree = await onlyView(workbench, "Activity");
      await widen(workbench);
      await tree.waitRow("bo starred the repository");
      const at = { user: "ada", repo: "engine" };
      for (const path of ["src/a.ts", "src/b.ts"])
        await service.bo.call("repos.createFile", {
          ...at,
          path,
          message: `Add ${path}`,
          content: Buffer.from(`export const path = "${path}";\n`).toString("base64"),
          branch: "main",
        });
      await tree.inlineAction("For You", "Refresh Feed");
      await tree.waitRow("Today");
      await page.getByText("2 new", { exact: false }).first().waitFor();
      await page.locator(".activitybar .badge-content", { hasText: "2" }).first().waitFor();
      await tree.waitRow("bo pushed 1 commit to main");
      await page.getByText("new · ").nth(1).waitFor();
      const fresh = (await tree.rows()).filter(({ label }) => label === "bo pushed 1 commit to main");
      assert.deepEqual(
        fresh.map(({ description }) => description.startsWith("new · ")),
        [true, true],
      );
      assert.ok(fresh[0]?.name.startsWith("bo pushed 1 commit to main, new, "), fresh[0]?.name);
      await workbench.screenshot("activity-new");
      await tree.click("bo pushed 1 commit to main");
      await page.locator(".view-line", { hasText: "src/b.ts" }).first().waitFor();
      await workbench.screenshot("activity-opened");
      await page.locator(".activitybar .badge-content", { hasText: "1" }).first().waitFor();
      await workbench.command("Forgeside: Mark All Activity as Read");
      await page.locator(".activitybar .badge-content", { hasText: "1" }).first().waitFor({ state: "detached" });
      await page.getByText(" new", { exact: false }).first().waitFor({ state: "detached" });
      await workbench.screenshot("activity-read");
    } finally {
      await service.close();
    }
  },
);
