import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { completeMerge } from "./support/mergeEditor.ts";
import {
  adaToken,
  helloId,
  type Service,
  signInWithToken,
  replaceToken,
  startService,
} from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };

const waitStatus = async (workbench: Workbench, text: string): Promise<void> => {
  await poll(async () => (await workbench.statusBar()).some((item) => item.includes(text)), {
    ...within,
    what: `the status bar says ${text}`,
  });
};

/** Opens hello.py of the workspace, and links it to the one of a gist. */
const linkHello = async (workbench: Workbench, service: Service): Promise<void> => {
  const { quickInput } = workbench;
  await signInWithToken(workbench, service.url, adaToken);
  await workbench.openFile("hello.py");
  await workbench.command("Forgeside: Link File to Gist...");
  await quickInput.waitOpen({ placeholder: "Select what to link hello.py to" });
  await workbench.screenshot("linkChoice");
  await quickInput.pick("A file of one of your gists...");
  await quickInput.waitOpen({ placeholder: "Select the gist of the file" });
  await quickInput.pick("Hello in two languages");
  await quickInput.waitOpen({ placeholder: "Select a file" });
  await quickInput.pick("hello.py");
  await waitStatus(workbench, "Gist: synced");
};

testInWorkbench(
  "A person links a file to a gist, edits and pushes it; deletes a gist and undoes that",
  { files: { "hello.py": 'print("Hello")\n', "other.txt": "other\n" }, workspaceTrust: false },
  async (workbench) => {
    const service = await startService();
    try {
      const { editor, toasts, dialog, page } = workbench;
      await linkHello(workbench, service);
      const status = (text: string): Promise<void> => waitStatus(workbench, text);
      await editor.goTo(1);
      await editor.type("# mine ");
      await editor.save();
      await status("Gist: ahead");
      await workbench.openContainer("Explorer");
      const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "hello.py" });
      await poll(
        async () =>
          (
            await row.locator(".monaco-icon-label").evaluate((label) => getComputedStyle(label, "::after").content)
          ).includes("↑"),
        { ...within, what: "the badge in the explorer" },
      );
      await workbench.screenshot("linkAhead");
      await row.click({ button: "right" });
      await workbench.contextMenu.choose("Forgeside");
      await workbench.contextMenu.waitItems("Push File to Gist", "Pull File from Gist", "Compare File with Gist");
      assert.ok(!(await workbench.contextMenu.items()).includes("Link File to Gist..."));
      await workbench.screenshot("linkMenu");
      await workbench.contextMenu.close();
      await editor.goTo(1);
      await workbench.command("Forgeside: Push File to Gist");
      await status("Gist: synced");
      assert.equal((await service.gist(helloId)).files["hello.py"]?.content, '# mine print("Hello")\n');
      await workbench.screenshot("linkSynced");

      await workbench.openContainer("Forgeside");
      const tree = workbench.tree("Gists");
      await tree.menu("Hello in two languages", "Delete Gist...");
      await dialog.waitOpen("Delete the gist “Hello in two languages”?");
      assert.match(await dialog.detail(), /stored on this computer for 30 days/);
      await workbench.screenshot("deleteKept");
      await dialog.click("Delete Gist");
      await toasts.wait("is deleted. A copy is stored here for 30 days.");
      await workbench.screenshot("deleted");
      assert.equal((await service.ownGists()).length, 0);
      await toasts.click("is deleted. A copy is stored here", "Undo");
      await toasts.wait("is a new gist with a new link");
      await tree.waitRow("Hello in two languages");
      await poll(
        async () =>
          (
            await page
              .locator(".tab.active .monaco-icon-label")
              .first()
              .evaluate((label) => getComputedStyle(label, "::after").content)
          ).includes("="),
        { ...within, what: "the tab's badge follows" },
      );
      await workbench.screenshot("restored");
      const [restored] = await service.ownGists();
      assert.notEqual(restored?.id, helloId);
      assert.equal((await service.gist(restored?.id ?? "")).files["hello.py"]?.content, '# mine print("Hello")\n');
      await status("Gist: synced");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A merge of a linked file goes on in the merge editor after a reload of the window, and is pushed without a question",
  { files: { "hello.py": 'print("Hello")\n' }, workspaceTrust: false },
  async (workbench) => {
    const service = await startService();
    const { editor, quickInput, toasts, page } = workbench;
    const there = async () => (await service.gist(helloId)).files["hello.py"]?.content;
    try {
      await linkHello(workbench, service);
      await editor.goTo(1);
      await editor.type("# mine ");
      await editor.save();
      await waitStatus(workbench, "Gist: ahead");
      const files = { "hello.py": { content: '# theirs print("Hello")\n' } };
      await service.ada.call("gists.edit", { id: helloId, files });
      await workbench.command("Forgeside: Push File to Gist");
      await toasts.click("was changed here and on the server", "Merge...");
      const side = (text: string): Promise<void> =>
        page.locator(".merge-editor .input .view-line", { hasText: text }).waitFor();
      await side("theirs");
      await workbench.reload(({ editors }) => editors.some((each) => each.includes('"input1"')));
      await side("theirs");
      await side("mine");
      await workbench.screenshot("linkMergeAfterReload");
      await replaceToken(workbench);
      await quickInput.waitClosed();
      await page.locator(".merge-editor a", { hasText: "Accept Combination (Theirs First)" }).click();
      await completeMerge(workbench);
      await workbench.openFile("hello.py");
      await waitStatus(workbench, "Gist: ahead");
      await workbench.command("Forgeside: Push File to Gist");
      await poll(async () => (await there()) === '# theirs # mine print("Hello")\n', {
        ...within,
        what: "the merge is pushed",
      });
    } finally {
      await service.close();
    }
  },
);
