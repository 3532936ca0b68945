import assert from "node:assert/strict";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { acceptMine, completeMerge, waitConflict } from "./support/mergeEditor.ts";
import { foreignId, helloId, type Service, replaceToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };

const openHello = async (workbench: Workbench, service: Service): Promise<void> => {
  const tree = await openGists(workbench, service);
  await tree.expand("Hello in two languages");
  await tree.click("hello.py");
  await workbench.editor.waitTab("hello.py");
  await workbench.editor.waitText('print("Hello")');
};

const hello = async (service: Service): Promise<string> =>
  (await service.gist(helloId)).files["hello.py"]?.content ?? "";

testInWorkbench(
  "Another user's changes are merged when they fit, and never overwritten when they do not",
  {},
  async (workbench) => {
    const service = await startService();
    try {
      const { editor, toasts } = workbench;
      await service.ada.call("gists.edit", {
        id: helloId,
        files: { "hello.py": { content: "one\ntwo\nthree\nfour\n" } },
      });
      const tree = await openGists(workbench, service);
      await tree.expand("Hello in two languages");
      await tree.click("hello.py");
      await editor.waitText("three");

      await service.ada.call("gists.edit", {
        id: helloId,
        files: { "hello.py": { content: "one\ntwo\nthree\nFOUR\n" } },
      });
      await editor.select(1);
      await editor.type("ONE");
      await editor.save();
      assert.equal(await hello(service), "ONE\ntwo\nthree\nFOUR\n");
      await editor.waitText("FOUR");

      // Typed first: until then the editor may take in what is new at the service.
      await editor.select(2);
      await editor.type("zwei");
      await service.ada.call("gists.edit", {
        id: helloId,
        files: { "hello.py": { content: "ONE\ndeux\nthree\nFOUR\n" } },
      });
      await editor.save({ wait: false });
      await toasts.wait("was changed here and on the server");
      // It is saved on this computer, and can be found again when its message has gone.
      await editor.waitDirty(false);
      assert.equal(await hello(service), "ONE\ndeux\nthree\nFOUR\n");
      await workbench.screenshot("conflict");
      await toasts.dismiss("was changed here and on the server");
      assert.ok((await workbench.statusBar()).includes("1 unpublished edit"));
      await workbench.clickStatusBar("1 unpublished edit");
      await tree.waitRow("Unpublished");
      await workbench.page.locator('.editor-actions [aria-label^="Merge Gist Edit with Server"]').click();
      await poll(async () => (await editor.tabLabels()).some((label) => label.includes("Merging")), {
        ...within,
        what: "the merge editor",
      });
      await waitConflict(workbench);
      await workbench.screenshot("merge");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A merge of a gist's file goes on in the merge editor after a reload of the window",
  {},
  async (workbench) => {
    const service = await startService();
    const { editor, page, quickInput, toasts } = workbench;
    const put = (content: string) =>
      service.ada.call("gists.edit", { id: helloId, files: { "hello.py": { content } } });
    try {
      await openHello(workbench, service);
      await editor.goTo(1);
      await editor.type("# mine ");
      await put('# theirs print("Hello")\n');
      await editor.save({ wait: false });
      await toasts.click("was changed here and on the server", "Merge...");
      await waitConflict(workbench);
      await workbench.reload(
        ({ editors, backups }) =>
          editors.some((each) => each.includes('"input1"')) && backups.some((each) => each.includes("hello.py")),
      );
      // The merge editor saves an unsaved file before it shows it.
      await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Cancel" }).click();
      await waitConflict(workbench);
      await workbench.screenshot("gist-merge-after-reload");
      await replaceToken(workbench);
      await quickInput.waitClosed();
      assert.equal(await hello(service), '# theirs print("Hello")\n');
      await acceptMine(workbench);
      await completeMerge(workbench);
      const isPublished = async (): Promise<boolean> => (await hello(service)) === '# mine print("Hello")\n';
      await poll(isPublished, { ...within, what: "the merge is published" });
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "Edits that are published on demand are listed, marked, compared and published",
  { settings: { "forgeside.gists.publish": "manual" } },
  async (workbench) => {
    const service = await startService();
    try {
      const { editor } = workbench;
      await openHello(workbench, service);
      await editor.goTo(1);
      await editor.type("# kept ");
      await editor.save();
      const tree = workbench.tree("Gists");
      await tree.waitRow("Unpublished");
      assert.equal(await hello(service), 'print("Hello")\n');
      await workbench.screenshot("unpublished");
      await workbench.command("Forgeside: Compare Gist File with Server");
      await poll(async () => (await editor.tabLabels()).some((label) => label.includes("Server ↔ Yours")), {
        ...within,
        what: "the comparison",
      });
      await workbench.screenshot("compare");
      await tree.inlineAction("Unpublished", "Publish All Gist Edits");
      await tree.waitNoRow("Unpublished");
      assert.equal(await hello(service), '# kept print("Hello")\n');
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "An edit that the server cannot take now is kept and goes out when it is back",
  {},
  async (workbench) => {
    const first = await startService();
    const port = Number(new URL(first.url).port);
    const { editor } = workbench;
    await openHello(workbench, first);
    await first.close();
    await editor.goTo(1);
    await editor.type("# offline ");
    await editor.save();
    const tree = workbench.tree("Gists");
    await workbench.command("Forgeside: Refresh Gists");
    await tree.waitRow("Unpublished");
    await workbench.screenshot("outbox");
    const second = await startService(undefined, port);
    try {
      // By itself: the pauses between the attempts have become longer by now.
      await poll(async () => (await hello(second)) === '# offline print("Hello")\n', {
        timeout: 90_000,
        what: "the edit is at the service",
      });
      await tree.waitNoRow("Unpublished");
    } finally {
      await second.close();
    }
  },
);

testInWorkbench("An edit of another user's gist is kept and sent to a fork", {}, async (workbench) => {
  const service = await startService();
  try {
    const { editor, toasts } = workbench;
    const tree = await openGists(workbench, service);
    await tree.expand("Public");
    await tree.click("Bo's notes");
    await editor.waitText("# Notes");
    await editor.goTo(1);
    await editor.type("Ada was here. ");
    await editor.save();
    await toasts.wait("“notes.md” belongs to bo");
    await workbench.screenshot("foreign");
    assert.equal((await service.gist(foreignId)).files["notes.md"]?.content, "# Notes\n\nof Bo\n");
    await toasts.click("“notes.md” belongs to bo", "Fork and Keep My Edit");
    await poll(async () => (await service.ownGists()).length === 2, { ...within, what: "the fork" });
    const fork = (await service.ownGists()).find(({ description }) => description === "Bo's notes");
    await poll(
      async () =>
        (await service.gist(fork?.id ?? "")).files["notes.md"]?.content?.startsWith("Ada was here. # Notes") ??
        false,
      {
        ...within,
        what: "the edit is in the fork",
      },
    );
    await tree.waitNoRow("Unpublished");
  } finally {
    await service.close();
  }
});
