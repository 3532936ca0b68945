import assert from "node:assert/strict";
import { openGists } from "./support/gists.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { helloId, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { poll } from "../support/run/poll.ts";

const within = { timeout: 30_000 };
const autoSave = { "files.autoSave": "afterDelay", "files.autoSaveDelay": 300 };
const secret = `ghp_${"x1Y2z3".repeat(6)}`;

testInWorkbench(
  "With Auto Save on, a pause publishes a gist's file, but not a possible secret, about which no question takes the keys",
  { settings: { ...autoSave, "forgeside.gists.publishPauseSeconds": 1 } },
  async (workbench) => {
    const service = await startService();
    const { dialog, editor, page, quickInput, toasts } = workbench;
    const text = async (): Promise<string> => (await service.gist(helloId)).files["hello.py"]?.content ?? "";
    const isPublished = (what: string, isSo: (published: string) => boolean) =>
      poll(async () => isSo(await text()), { ...within, what });
    try {
      const tree = await openGists(workbench, service);
      await toasts.dismiss("Signed in to");
      await tree.expand("Hello in two languages");
      await tree.click("hello.py");
      await editor.waitText('print("Hello")');
      const before = await text();
      await editor.goTo(1);
      await editor.type("# said ");
      await isPublished("the pause publishes", (published) => published === `# said ${before}`);
      await tree.waitNoRow("Unpublished");
      assert.deepEqual(await toasts.texts(), []);

      const versions = async (): Promise<number> => (await service.gist(helloId)).history?.length ?? 0;
      const former = await versions();
      // At once: the beginning of a secret is none, and may be published after a pause.
      await page.keyboard.insertText(`${secret} `);
      await tree.pane
        .locator(".monaco-list-row", { hasText: "not sent: possible secret" })
        .filter({ hasText: "hello.py" })
        .waitFor();
      await toasts.wait("“hello.py” was not published: there may be a secret in it.");
      // Typed on: no question has taken the focus.
      await editor.type("and more ");
      await editor.waitText(`# said ${secret} and more print`);
      await editor.waitDirty(false);
      assert.equal(await page.locator(".monaco-dialog-box").isVisible(), false);
      assert.equal(await quickInput.isOpen(), false);
      assert.deepEqual([await text(), await versions()], [`# said ${before}`, former]);
      await workbench.screenshot("auto-save-secret");

      // Published on request, it is asked about.
      await workbench.command("Forgeside: Publish Gist Edit...");
      await dialog.waitOpen("Possible secret found in hello.py.");
      await dialog.click("Redact");
      await isPublished("the rest is published", (published) => published.startsWith("# said REDACTED and more"));
      await tree.waitNoRow("Unpublished");
      assert.equal((await service.gist(helloId)).files["hello.py"]?.content?.includes(secret), false);
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "With Auto Save on, a webhook's document is stored while a person types, and Save publishes it",
  { settings: autoSave },
  async (workbench) => {
    const at = { user: "ada", repo: "engine" };
    const service = await startService(repositorySeed);
    const { editor, quickInput, toasts } = workbench;
    try {
      await service.ada.call("repos.create", { name: "engine", auto_init: true });
      await service.ada.call("repos.createHook", {
        ...at,
        name: "web",
        config: { url: "https://example.com/hook" },
        events: ["push"],
      });
      const hook = async () => (await service.ada.call("repos.getHooks", at))[0];
      const tree = await openRepositories(workbench, service);
      await toasts.dismiss("Signed in to");
      await tree.expand("ada/engine");
      await tree.expand("Webhooks");
      await tree.menu("web example.com", "Edit Webhook");
      await editor.waitText('"active": true');
      const lines = (await editor.text()).split("\n");
      const line = lines.findIndex((each) => each.includes('"active"')) + 1;
      await editor.goTo(line, (lines[line - 1]?.indexOf("true") ?? 0) + 1);
      for (let letters = 0; letters < "true".length; letters += 1) await workbench.press("Delete");
      await editor.type("fal");
      await editor.waitDirty(false);
      await tree.waitRow("Unpublished");
      await editor.type("se");
      await editor.waitText('"active": false');
      await editor.waitDirty(false);
      assert.equal((await hook())?.active, true);
      assert.equal(await quickInput.isOpen(), false);
      assert.deepEqual(await toasts.texts(), []);
      await workbench.screenshot("auto-save-hook");

      // While Auto Save saves the same text, VS Code takes Ctrl+S for that save.
      await poll(
        async () => {
          await editor.save({ wait: false });
          return (await hook())?.active === false;
        },
        { ...within, interval: 1000, what: "the hook at the service is changed" },
      );
      await tree.waitNoRow("Unpublished");
      await editor.waitDirty(false);
      const { active, events, config } = (await hook()) ?? {};
      assert.deepEqual([active, events, config?.url], [false, ["push"], "https://example.com/hook"]);
    } finally {
      await service.close();
    }
  },
);
