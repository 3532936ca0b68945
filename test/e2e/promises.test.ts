import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { acceptMine, completeMerge, waitConflict } from "./support/mergeEditor.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { adaToken, signInWithToken, replaceToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

testInWorkbench(
  "A commit of someone else is not overwritten by an edit from before a reload of the window",
  {},
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { editor, quickInput, toasts } = workbench;
    try {
      const at = { user: "ada", repo: "engine", path: "mill.ts" };
      await service.ada.call("repos.create", { name: "engine", description: "Analytical", auto_init: true });
      const put = (message: string, text: string, sha?: string) => {
        const file = { ...at, message, content: base64(text), branch: "main" };
        return sha === undefined
          ? service.ada.call("repos.createFile", file)
          : service.ada.call("repos.updateFile", { ...file, sha });
      };
      const { content } = await put("Add the mill", "one\ntwo\nthree\n");
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.click("mill.ts");
      await editor.waitText("two");
      await editor.goTo(1);
      await editor.type("mine ");
      await editor.waitDirty(true);
      await workbench.reload(
        ({ editors, backups }) =>
          editors.some((each) => each.includes("mill.ts")) && backups.some((each) => each.includes("mine one")),
      );
      await editor.waitText("mine one");
      await replaceToken(workbench);
      await quickInput.waitClosed();
      await put("Theirs", "theirs one\ntwo\nthree\n", content?.sha ?? "");
      await editor.focus();
      await editor.save({ wait: false });
      await quickInput.waitOpen();
      await quickInput.submit("Mine");
      await toasts.wait("was changed here and on the server");
      await workbench.screenshot("commit-conflict-after-reload");
      const now = await service.ada.call("repos.getContent", { ...at, ref: "main" });
      assert.ok("content" in now);
      assert.equal(Buffer.from(now.content ?? "", "base64").toString(), "theirs one\ntwo\nthree\n");
      // The save is stored on this computer: it isn't lost, and not an error.
      await editor.waitDirty(false);
      await toasts.click("was changed here and on the server", "Merge...");
      await waitConflict(workbench);
      await workbench.screenshot("commit-merge");
      await acceptMine(workbench);
      await completeMerge(workbench, "Merged");
      const merged = async (): Promise<boolean> => {
        const content = await service.ada.call("repos.getContent", { ...at, ref: "main" });
        return (
          "content" in content &&
          Buffer.from(content.content ?? "", "base64")
            .toString()
            .startsWith("mine one\n")
        );
      };
      await poll(merged, { timeout: 30_000, what: "the merge is committed" });
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A merge of a repository's file goes on in the merge editor after a reload of the window",
  {},
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { editor, page, quickInput, toasts } = workbench;
    try {
      const at = { user: "ada", repo: "engine", path: "mill.ts" };
      await service.ada.call("repos.create", { name: "engine", description: "Analytical", auto_init: true });
      const file = { ...at, message: "Add", branch: "main" };
      const { content } = await service.ada.call("repos.createFile", { ...file, content: base64("one\ntwo\n") });
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.click("mill.ts");
      await editor.waitText("two");
      await editor.goTo(1);
      await editor.type("mine ");
      const theirs = { ...file, content: base64("theirs one\ntwo\n"), sha: content?.sha ?? "" };
      await service.ada.call("repos.updateFile", theirs);
      await editor.save({ wait: false });
      await quickInput.waitOpen();
      await quickInput.submit("Mine");
      await toasts.click("was changed here and on the server", "Merge...");
      await waitConflict(workbench);
      await workbench.reload(
        ({ editors, backups }) =>
          editors.some((each) => each.includes('"input1"')) && backups.some((each) => each.includes("mill.ts")),
      );
      // This VS Code forgets secrets with its window, and cannot read the file without one.
      await replaceToken(workbench);
      await quickInput.waitClosed();
      const again = page.locator(".monaco-button", { hasText: "Try Again" });
      await again.click();
      // The merge editor saves an unsaved file before it shows it.
      await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Cancel" }).click();
      await waitConflict(workbench);
      await workbench.screenshot("commit-merge-after-reload");
      await acceptMine(workbench);
      await completeMerge(workbench, "Merged");
      const merged = async (): Promise<boolean> => {
        const now = await service.ada.call("repos.getContent", { ...at, ref: "main" });
        return "content" in now && Buffer.from(now.content ?? "", "base64").toString() === "mine one\ntwo\n";
      };
      await poll(merged, { timeout: 30_000, what: "the merge is committed" });
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A hook that someone else changed is not overwritten by a text from before a reload of the window",
  {},
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { editor, quickInput, dialog, toasts } = workbench;
    try {
      const at = { user: "ada", repo: "engine" };
      await service.ada.call("repos.create", { name: "engine", auto_init: true });
      const config = { url: "https://example.com/hook" };
      const { id } = await service.ada.call("repos.createHook", { ...at, name: "web", config });
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Webhooks");
      await tree.click("web example.com");
      await editor.waitText('"push"');
      await editor.goTo(5, 11);
      await editor.type(', "watch"');
      await editor.waitDirty(true);
      await workbench.reload(
        ({ editors, backups }) =>
          editors.some((each) => each.includes("hook.json")) && backups.some((each) => each.includes("watch")),
      );
      await editor.waitText("watch");
      await replaceToken(workbench);
      await quickInput.waitClosed();
      await service.ada.call("repos.updateHook", { ...at, id, name: "web", config, events: ["star"] });
      await editor.focus();
      await editor.save({ wait: false });
      await toasts.wait("is different here and on the server. Nothing was overwritten.");
      await workbench.screenshot("hook-conflict-after-reload");
      const [now] = await service.ada.call("repos.getHooks", at);
      assert.deepEqual(now?.events, ["star"]);
      await editor.waitDirty(false);
      await editor.waitText("watch");
      // The choices are still there when the message is gone.
      await toasts.dismiss("is different here and on the server");
      await workbench.command("Forgeside: Merge Local Change...");
      await toasts.click("is different here and on the server", "Keep Mine");
      await dialog.waitOpen("on the server with your version?");
      await dialog.click("Keep Mine");
      await poll(
        async () => (await service.ada.call("repos.getHooks", at))[0]?.events.includes("watch") === true,
        {
          timeout: 30_000,
          what: "my version is sent",
        },
      );
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A folder that is not trusted does not make shares public",
  {
    files: {
      "notes.txt": "from a stranger's folder\n",
      ".vscode/settings.json": JSON.stringify({ "forgeside.gists.defaultVisibility": "public" }),
    },
    workspaceTrust: true,
  },
  async (workbench) => {
    const service = await startService();
    const { editor, toasts } = workbench;
    try {
      await workbench.page.getByText("Restricted Mode").first().waitFor();
      await signInWithToken(workbench, service.url, adaToken);
      await workbench.openFile("notes.txt");
      await editor.selectAll();
      await workbench.command("Forgeside: Share Selection as Gist");
      await toasts.wait("Shared as secret gist");
      await workbench.screenshot("shared-in-restricted-mode");
      await poll(async () => (await service.ownGists()).length === 2, { timeout: 30_000, what: "the gist" });
      assert.deepEqual(
        (await service.ownGists()).map((gist) => gist.public),
        [false, false],
      );
    } finally {
      await service.close();
    }
  },
);
