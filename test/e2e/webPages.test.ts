import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { adaToken, boToken, helloId, seed, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { isBackedUp } from "./support/webBackups.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 20_000 };
const typed = "# during a save";

for (const [title, isReceived] of [
  ["that the server has not got", false],
  ["whose answer is on its way", true],
] as const)
  testInWorkbench(
    `A page of VS Code for the Web that is reloaded during a save ${title} has the text, and the next save publishes it`,
    { web: true, seesRequests: true },
    async (workbench) => {
      const { editor, page } = workbench;
      const service = await startService(seed, 0, { allowCors: true });
      const text = async (): Promise<string> => (await service.gist(helloId)).files["hello.py"]?.content ?? "";
      let isHeld = true;
      let requests = 0;
      try {
        const tree = await openGists(workbench, service);
        await tree.expand("Hello in two languages");
        await tree.click("hello.py");
        await editor.waitText('print("Hello")');
        await page.context().route(
          ({ pathname }) => pathname.endsWith(`/gists/${helloId}`),
          async (route) => {
            if (!isHeld || route.request().method() !== "PATCH") return route.continue();
            if (isReceived) await route.fetch();
            // Neither answered nor ended: the save is under way until the page ends.
            requests += 1;
          },
        );
        await editor.select(1);
        await editor.type(typed);
        await workbench.command("File: Save");
        await poll(async () => requests === 1 && (await isBackedUp(page, typed)), {
          ...within,
          what: "the save is under way",
        });
        isHeld = false;
        await workbench.reload();
        assert.equal((await text()).includes(typed), isReceived);
        await editor.waitText(typed);
        // At once: Forgeside is starting.
        await editor.save();
        await workbench.screenshot(`web-reload-${isReceived ? "received" : "lost"}`);
        await poll(async () => (await text()).includes(typed), { ...within, what: "it is published" });
        await workbench.openContainer("Forgeside");
        await tree.waitRow("Hello in two languages");
        assert.equal((await text()).split(typed).length, 2);
        assert.deepEqual(
          (await workbench.statusBar()).filter((each) => each.includes("unpublished")),
          [],
        );
      } finally {
        await service.close();
      }
    },
  );

/** Reports to a page that its tab was left or chosen: in a browser under test every page counts as focused. */
const setFocused = (page: Page, isFocused: boolean): Promise<void> =>
  page.evaluate((focused) => {
    document.hasFocus = () => focused;
    document.dispatchEvent(new Event("visibilitychange"));
  }, isFocused);

testInWorkbench(
  "An account that is signed out in one tab of VS Code for the Web is signed out in the other, and nothing has its token",
  { web: true },
  async (workbench) => {
    const service = await startService(seed, 0, { allowCors: true });
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await workbench.openContainer("Forgeside");
      await workbench.tree("Gists").waitRow("Hello in two languages");
      const other = await workbench.secondWindow();
      await other.openContainer("Forgeside");
      await other.tree("Gists").waitRow("Hello in two languages");
      await setFocused(other.page, false);
      await workbench.page.bringToFront();
      await workbench.command("Forgeside: Sign Out...");
      await workbench.dialog.waitOpen("Sign out ada");
      await workbench.dialog.click("Sign Out");
      await poll(async () => (await (await workbench.tree("Accounts").open()).rows()).length === 0, {
        ...within,
        what: "ada is signed out",
      });
      await other.page.bringToFront();
      await setFocused(other.page, true);
      await poll(async () => (await (await other.tree("Accounts").open()).rows()).length === 0, {
        ...within,
        what: "ada is signed out in the other tab",
      });
      await other.screenshot("web-signed-out-elsewhere");
      await other.reload();
      await other.openContainer("Forgeside");
      await other.tree("Gists").clickWelcome("Try the sandbox");
      await other.toasts.wait("Signed in to the sandbox as ada-finch");
      assert.deepEqual(
        (await (await other.tree("Accounts").open()).rows()).filter(({ label }) => label.includes("127.0.0.1")),
        [],
      );
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A tab of VS Code for the Web that was opened before another one signed in reloads first, and both tokens stay",
  { web: true },
  async (workbench) => {
    const service = await startService(seed, 0, { allowCors: true });
    const accounts = async (of: Workbench): Promise<readonly string[]> =>
      (await (await of.tree("Accounts").open()).rows())
        .filter(({ label }) => /^(?:ada|bo)\b/.test(label))
        .map(
          ({ label, description }) =>
            `${label.split(" ")[0]}${description.includes("no token") ? ", no token" : ""}`,
        )
        .toSorted();
    try {
      await workbench.openContainer("Forgeside");
      const other = await workbench.secondWindow();
      await other.openContainer("Forgeside");
      await workbench.page.bringToFront();
      await signInWithToken(workbench, service.url, adaToken);
      await other.page.bringToFront();
      await other.command("Forgeside: Sign In...");
      await other.toasts.wait("Reload this page before you change accounts here");
      await other.screenshot("web-outdated-page");
      await other.reloadBy(() =>
        other.toasts.click("Reload this page before you change accounts here", "Reload Window"),
      );
      await other.openContainer("Forgeside");
      await signInWithToken(other, service.url, boToken);
      await workbench.reload();
      await workbench.openContainer("Forgeside");
      await poll(async () => (await accounts(workbench)).length === 2, { ...within, what: "both are signed in" });
      assert.deepEqual(await accounts(workbench), ["ada", "bo"]);
    } finally {
      await service.close();
    }
  },
);
