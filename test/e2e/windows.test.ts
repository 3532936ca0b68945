import assert from "node:assert/strict";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { acceptMine, completeMerge, waitConflict } from "./support/mergeEditor.ts";
import { adaToken, helloId, type Service, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };

const openHello = async (workbench: Workbench, service: Service): Promise<void> => {
  const tree = await openGists(workbench, service);
  await tree.expand("Hello in two languages");
  await tree.click("hello.py");
  await workbench.editor.waitTab("hello.py");
  await workbench.editor.waitText("three");
};

const hello = async (service: Service): Promise<string> =>
  (await service.gist(helloId)).files["hello.py"]?.content ?? "";

const versions = async (service: Service): Promise<number> => (await service.gist(helloId)).history?.length ?? 0;

const change = async ({ editor, page }: Workbench, line: number, text: string): Promise<void> => {
  await page.bringToFront();
  await editor.select(line);
  await editor.type(text);
};

testInWorkbench(
  "Two windows change one file: what fits is merged, what does not goes through the merge editor, once",
  {},
  async (first) => {
    const service = await startService();
    try {
      await service.ada.call("gists.edit", {
        id: helloId,
        files: { "hello.py": { content: "one\ntwo\nthree\nfour\n" } },
      });
      const second = await first.secondWindow();
      await openHello(first, service);
      await openHello(second, service);

      await change(first, 1, "ONE");
      await first.editor.save();
      assert.equal(await hello(service), "ONE\ntwo\nthree\nfour\n");
      await change(second, 4, "FOUR");
      await second.editor.save();
      assert.equal(await hello(service), "ONE\ntwo\nthree\nFOUR\n");
      // A text is found in any case: its editor has “one” until it shows what was merged.
      await second.editor.waitText(/ONE/);

      await change(second, 2, "deux");
      await second.editor.save();
      await change(first, 2, "zwei");
      await first.editor.save({ wait: false });
      await first.toasts.wait("was changed here and on the server");
      await first.editor.waitDirty(false);
      assert.equal(await hello(service), "ONE\ndeux\nthree\nFOUR\n");
      const before = await versions(service);

      await first.toasts.click("was changed here and on the server", "Merge...");
      const merging = async (): Promise<boolean> =>
        (await first.editor.tabLabels()).some((label) => label.includes("Merging"));
      await poll(merging, { ...within, what: "the merge editor" });
      await waitConflict(first);
      await first.screenshot("merge-two-windows");
      // To open the merge editor sends nothing, though it saves the file.
      assert.equal(await hello(service), "ONE\ndeux\nthree\nFOUR\n");
      assert.equal(await versions(service), before);
      await acceptMine(first);
      await first.screenshot("merge-resolved");
      await completeMerge(first);
      await poll(async () => !(await merging()), { ...within, what: "the merge editor is closed" });
      await poll(async () => (await versions(service)) === before + 1, { ...within, what: "it is published" });
      assert.equal(await hello(service), "ONE\nzwei\nthree\nFOUR\n");
      await first.editor.waitText("FOUR");
      await first.tree("Gists").waitNoRow("Unpublished");
      assert.equal(await first.editor.isDirty(), false);
      assert.equal(await versions(service), before + 1);
    } finally {
      await service.close();
    }
  },
);

testInWorkbench("Everything works in a window without a folder", { folder: false }, async (workbench) => {
  const service = await startService();
  const { editor, page, quickInput, toasts } = workbench;
  try {
    await openInitial(workbench, service);
    await editor.goTo(1);
    await editor.type("# no folder\n");
    await editor.save();
    assert.equal(await hello(service), '# no folder\nprint("Hello")\n');

    await workbench.tree("Gists").menu("Hello in two languages", "Show Gist Comments");
    await editor.waitTab("Comments: Hello in two languages");
    await workbench.command("Forgeside: Search Gists...");
    await quickInput.waitOpen();
    await quickInput.type("puts");
    await editor.waitTab("hello.rb");
    await workbench.screenshot("without-folder");
    await quickInput.cancel();
    await editor.waitTab("Comments: Hello in two languages");

    await workbench.command("File: New Untitled Text File");
    await editor.waitTab("Untitled-1");
    await editor.type("Written without a folder");
    await editor.selectAll();
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("Shared as secret gist");
    assert.equal((await service.ownGists()).length, 2);
    assert.equal(await page.locator(".notification-list-item .codicon-error").count(), 0);
  } finally {
    await service.close();
  }
});

const openInitial = async (workbench: Workbench, service: Service): Promise<void> => {
  await signInWithToken(workbench, service.url, adaToken);
  await workbench.openContainer("Forgeside");
  await workbench.tree("Gists").expand("Hello in two languages");
  await workbench.tree("Gists").click("hello.py");
  await workbench.editor.waitText('print("Hello")');
};
