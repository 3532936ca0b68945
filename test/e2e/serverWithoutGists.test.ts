import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { openGists } from "./support/gists.ts";
import { seed, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A person sees that a server has no gists, finds no commands for them, and refreshes once it has",
  {},
  async (workbench) => {
    let hasGists = false;
    const service = await startService(seed, 0, {
      answer: ({ url }) =>
        !hasGists && /\/gists\b/.test(url) ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined,
    });
    const { page, quickInput } = workbench;
    const offered = async (): Promise<readonly string[]> => {
      await page.keyboard.press("F1");
      await quickInput.waitOpen({});
      await quickInput.type(">Forgeside: New");
      await page.locator(".quick-input-list").getByText("New Repository").first().waitFor();
      const labels = await page.locator(".quick-input-list .monaco-list-row").allInnerTexts();
      await page.keyboard.press("Escape");
      await quickInput.waitClosed();
      return labels.filter((label) => label.startsWith("Forgeside: New Gist"));
    };
    try {
      const tree = await openGists(workbench, service);
      await page.getByText("This server doesn't offer gists.").first().waitFor();
      await workbench.screenshot("no-gists");
      assert.match(await tree.welcome(), /^This server doesn't offer gists\. Refresh the view to look again\./);
      assert.equal(await tree.message(), "");
      assert.deepEqual(await offered(), []);

      hasGists = true;
      await tree.titleAction("Refresh Gists");
      await tree.waitRow("Hello in two languages");
      // The rows are there first: what the server has is asked in the background.
      await poll(async () => (await offered()).length === 1, { timeout: 20_000, what: "New Gist is offered" });
    } finally {
      await service.close();
    }
  },
);
