import assert from "node:assert/strict";
import { after, before } from "node:test";
import { permissionSeed } from "../support/permissionSeed.ts";
import { poll } from "../support/run/poll.ts";
import { type Service, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const token = "token_that_expires";
const expiresAt = new Date(Date.now() + 2.5 * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

let service: Service;
let host: string;
before(async () => {
  const scopes = ["gist", "repo", "delete_repo"];
  service = await startService(permissionSeed([{ token, login: "mia", scopes, expiresAt }], true));
  host = new URL(service.url).host;
});
after(() => service.close());

testInWorkbench(
  "A person is warned of a token that expires, sees what single sign-on asks, and signs out in VS Code's Accounts menu",
  {},
  async (workbench) => {
    const { contextMenu, dialog, page, quickInput, toasts } = workbench;
    await signInWithToken(workbench, service.url, token);
    await toasts.wait(`mia (${host}): the token expires within 3 days.`);
    assert.deepEqual(await toasts.buttons("the token expires"), [
      "Replace Token...",
      "Create Token...",
      "Don't Show Again",
    ]);
    await workbench.screenshot("token-expires");
    await toasts.dismiss("the token expires");

    await workbench.command("Forgeside: Open Repository...");
    await quickInput.waitOpen();
    await quickInput.submit("acme/rocket");
    await dialog.waitOpen("The organization requires single sign-on.");
    await workbench.screenshot("single-sign-on");
    assert.deepEqual(await dialog.buttons(), ["Cancel", "Authorize for Organization..."]);
    await dialog.click("Cancel");

    await workbench.openContainer("Forgeside");
    const accounts = await workbench.tree("Accounts").open();
    await accounts.waitRow(`mia (${host})`);
    const menu = page.locator(".activitybar .action-label[aria-label=Accounts]");
    await menu.click();
    await contextMenu.waitOpen();
    await workbench.screenshot("accounts-menu");
    await contextMenu.choose(`mia (${host}) (Forgeside)`, "Sign Out");
    // VS Code asks; Forgeside does not ask the same again.
    await dialog.waitOpen(`Sign out of 'mia (${host})'?`);
    await dialog.click("Sign Out");
    await accounts.waitNoRow(`mia (${host})`);
    await workbench.screenshot("accounts-menu-signed-out");
    await poll(
      async () => {
        await menu.click();
        // Without an entry, VS Code 1.100 opens no menu.
        await contextMenu.waitOpen(2000).catch(() => undefined);
        const texts = await contextMenu.items();
        await contextMenu.close();
        return !texts.some((text) => text.includes("Forgeside"));
      },
      { timeout: 30_000, what: "the Accounts menu has no account of Forgeside" },
    );

    // Without an account, a command signs in and goes on.
    assert.ok(
      !(await workbench.commandsWith("Permissions")).some((title) => title.includes("Manage Permissions")),
    );
    await workbench.command("Forgeside: Open Repository...");
    await quickInput.waitOpen({ placeholder: "Select a server to sign in to" });
    await workbench.screenshot("open-repository-signed-out");
    await quickInput.pick("Try the sandbox");
    await quickInput.waitOpen({ placeholder: "Select a repository, or enter" });
    await quickInput.cancel();
    // In the sandbox, everything is granted.
    assert.ok(
      !(await workbench.commandsWith("Permissions")).some((title) => title.includes("Manage Permissions")),
    );
  },
);
