import assert from "node:assert/strict";
import { after, beforeEach } from "node:test";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { helloId, type Service, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

let service: Service | undefined;
beforeEach(async () => {
  await service?.close();
  service = await startService();
});
after(() => service?.close());

testInWorkbench(
  "By keyboard only, a gist in the view has its link copied, gets another description, and is deleted",
  {},
  async (workbench) => {
    const { dialog, page, quickInput } = workbench;
    assert.ok(service);
    const tree = await openGists(workbench, service);
    await tree.waitRow("Hello in two languages");
    await workbench.command("Forgeside: Focus on Gists View");
    await tree.waitFocused();
    // The arrow keys put the focus on a row without selecting or opening it.
    const isFocused = () =>
      tree
        .row("Hello in two languages")
        .evaluate((row) => row.classList.contains("focused") || row.querySelector(".focused") !== null);
    await page.keyboard.press("Home");
    for (let presses = 0; presses < 10 && !(await isFocused()); presses++) await page.keyboard.press("ArrowDown");
    await workbench.press("ControlOrMeta+KeyC");
    // Screen readers say an alert when it appears.
    await page.locator('.part.statusbar [role="alert"]', { hasText: "Link copied to clipboard." }).waitFor();
    await workbench.screenshot("confirmation");
    await poll(async () => (await workbench.clipboard()).endsWith(helloId), {
      timeout: 30_000,
      what: "the link in the clipboard",
    });
    await page.keyboard.press("F2");
    await quickInput.waitOpen();
    await quickInput.submit("Hello again");
    await tree.waitRow("Hello again");
    assert.equal((await service.gist(helloId)).description, "Hello again");
    await workbench.screenshot("renamed");

    await page.keyboard.press("Delete");
    await dialog.waitOpen("Delete");
    await page.keyboard.press("Escape");
    await dialog.waitClosed();
    assert.ok((await service.ownGists()).some(({ id }) => id === helloId));
    await page.keyboard.press("Delete");
    await dialog.waitOpen("Delete");
    await workbench.screenshot("deleting");
    await page.keyboard.press("Enter");
    await tree.waitNoRow("Hello again");
    assert.ok(!(await service.ownGists()).some(({ id }) => id === helloId));
  },
);
