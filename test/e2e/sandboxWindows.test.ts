import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };
const title = "notes.txt";

const openFile = async (workbench: Workbench, text: string): Promise<void> => {
  await workbench.page.bringToFront();
  await workbench.openContainer("Forgeside");
  await workbench.tree("Gists").click(title);
  await workbench.editor.waitText(text);
};

const edit = async ({ editor, page }: Workbench, line: number, text: string): Promise<void> => {
  await page.bringToFront();
  await editor.select(line);
  await editor.type(text);
  await editor.save();
};

testInWorkbench(
  "Two windows are in one sandbox: each save has the edits of the other window, also when the first one is closed",
  { files: { "notes.txt": "one\n\ntwo\n\nthree\n\nfour\n" } },
  async (second) => {
    const first = await second.secondWindow();
    await first.page.bringToFront();
    await first.openContainer("Forgeside");
    await first.tree("Gists").clickWelcome("Try the sandbox");
    await first.toasts.wait("Signed in to the sandbox as ada-finch");
    await first.openFile("notes.txt");
    await first.command("Forgeside: Share Files as Gist");
    await first.toasts.wait(`Shared as secret gist “${title}”`);
    await first.tree("Gists").waitRow(title);

    await openFile(second, "three");
    await second.screenshot("sandbox-second-window");
    await openFile(first, "three");
    await edit(first, 1, "ONE");
    await edit(second, 7, "FOUR");
    // What fits is merged with the edit of the other window.
    await poll(async () => (await second.editor.text()).includes("ONE"), { ...within, what: "both edits" });
    await edit(first, 5, "THREE");
    await poll(async () => (await first.editor.text()).includes("FOUR"), {
      ...within,
      what: "the other window's edit",
    });

    // The window that has the service closes; the other one takes it over.
    await first.page.close();
    await edit(second, 3, "TWO");
    await second.reload();
    await openFile(second, "TWO");
    const text = await second.editor.text();
    for (const line of ["ONE", "TWO", "THREE", "FOUR"]) assert.ok(text.includes(line), `${line} in ${text}`);
    await second.screenshot("sandbox-first-window-closed");
    await second.tree("Gists").waitNoRow("Unpublished");
  },
);
