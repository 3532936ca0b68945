import assert from "node:assert/strict";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { acceptMine, completeMerge, waitConflict } from "./support/mergeEditor.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { adaToken, helloId, seed, type Service, startService, waitPassword } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { TreeView } from "./support/treeView.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 20_000 };
const settings = { "files.autoSave": "afterDelay", "files.autoSaveDelay": 300 };
const question = "was changed here and on the server";
const mine = "# MINE";

const textOf = async (service: Service): Promise<string> =>
  (await service.gist(helloId)).files["hello.py"]?.content ?? "";
const isAllPublished = async (workbench: Workbench): Promise<boolean> =>
  (await workbench.statusBar()).every((each) => !each.includes("unpublished"));
/** Auto Save saves what was merged before the merge is completed. */
const waitAutoSaved = ({ page, editor }: Workbench): Promise<void> =>
  editor.waitDirty(false).then(() => page.waitForTimeout(1500));

/** Meets a conflict in a gist's file that Auto Save stored: the question is shown. */
const meetConflict = async (workbench: Workbench, service: Service): Promise<TreeView> => {
  const { editor, toasts } = workbench;
  const tree = await openGists(workbench, service);
  await tree.expand("Hello in two languages");
  await tree.click("hello.py");
  await editor.waitText('print("Hello")');
  const before = await textOf(service);
  await editor.select(1);
  await editor.type(mine);
  await poll(async () => !(await isAllPublished(workbench)), { ...within, what: "it is stored" });
  const theirs = { "hello.py": { content: before.replace(/^.*/, "# THEIRS") } };
  await service.ada.call("gists.edit", { id: helloId, files: theirs });
  await workbench.command("File: Save");
  await toasts.wait(question);
  return tree;
};

for (const begin of ["the message", "the palette"])
  testInWorkbench(
    `With Auto Save on, a person merges a gist's file by ${begin} and completes the merge`,
    { settings },
    async (workbench) => {
      const { toasts } = workbench;
      const service = await startService(seed);
      const text = () => textOf(service);
      try {
        const tree = await meetConflict(workbench, service);
        if (begin === "the message") await toasts.click(question, "Merge...");
        else {
          await toasts.dismiss(question);
          await workbench.command("Forgeside: Merge Gist Edit with Server...");
        }
        await waitConflict(workbench);
        await acceptMine(workbench);
        await waitAutoSaved(workbench);
        await completeMerge(workbench);
        await poll(async () => (await text()).startsWith(mine), { ...within, what: "it is published" });
        await poll(() => isAllPublished(workbench), { ...within, what: "nothing is left" });
        await tree.waitNoRow("Unpublished");
        await workbench.screenshot(`auto-save-merged-${begin.replace(/.* /, "")}`);
      } finally {
        await service.close();
      }
    },
  );

testInWorkbench(
  "With Auto Save on, a person merges a repository's file and commits by completing the merge",
  { settings },
  async (workbench) => {
    const { editor, toasts } = workbench;
    const service = await startService(repositorySeed);
    const at = { user: "ada", repo: "engine", path: "notes.md" };
    const file = async (): Promise<{ readonly text: string; readonly sha: string }> => {
      const found = await service.ada.call("repos.getContent", { ...at, ref: "main" });
      if (!("content" in found)) return assert.fail("it is a file");
      return { text: Buffer.from(found.content ?? "", "base64").toString(), sha: found.sha };
    };
    const put = async (text: string, sha?: string): Promise<void> => {
      const content = Buffer.from(text).toString("base64");
      const message = { ...at, message: "Theirs", content, branch: "main" };
      await (sha === undefined
        ? service.ada.call("repos.createFile", message)
        : service.ada.call("repos.updateFile", { ...message, sha }));
    };
    try {
      await service.ada.call("repos.create", { name: "engine", auto_init: true });
      await put("one\ntwo\nthree\n");
      const tree = await openRepositories(workbench, service);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.click("notes.md");
      await editor.waitText("three");
      await editor.select(1);
      await editor.type(mine);
      await tree.waitRow("Unpublished");
      await put("# THEIRS\ntwo\nthree\n", (await file()).sha);
      await workbench.command("File: Save");
      await workbench.quickInput.waitOpen({ title: "Commit to ada/engine: main" });
      await workbench.quickInput.accept();
      await toasts.wait(question);
      await toasts.click(question, "Merge...");
      await waitConflict(workbench);
      await acceptMine(workbench);
      await waitAutoSaved(workbench);
      await completeMerge(workbench, "Merge both");
      await tree.waitNoRow("Unpublished");
      await poll(async () => (await file()).text === `${mine}\ntwo\nthree\n`, {
        ...within,
        what: "it is committed",
      });
      await workbench.screenshot("auto-save-merged-file");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "With Auto Save on, a person types on in a conflict, keeps their side, loses the token and gets back by the view",
  { settings },
  async (workbench) => {
    const { dialog, editor, quickInput, toasts } = workbench;
    const service = await startService(seed);
    const text = () => textOf(service);
    try {
      const tree = await meetConflict(workbench, service);
      const described = async (name: string): Promise<string> =>
        (await tree.rows()).find(({ label, description }) => label === name && description.includes(" · "))
          ?.description ?? "";
      await editor.type("!");
      await waitAutoSaved(workbench);
      assert.match(await described("hello.py"), /^changed on both sides · /);
      await workbench.screenshot("typed-on-in-conflict");
      await toasts.click(question, "Keep Mine");
      await dialog.waitOpen("on the server with your version?");
      await dialog.click("Keep Mine");
      await poll(async () => (await text()).startsWith(`${mine}!`), { ...within, what: "all of it is published" });
      await tree.waitNoRow("Unpublished");
      await editor.focus();
      await editor.type("?");
      await tree.waitRow("Unpublished");
      await workbench.reload();
      await tree.waitRow("Replace Token...");
      await workbench.screenshot("unpublished-without-token");
      await tree.click("Replace Token...");
      await waitPassword(workbench);
      await quickInput.submit(adaToken);
      await quickInput.waitClosed();
      await tree.waitNoRow("Replace Token...");
      await editor.focus();
      await workbench.command("File: Save");
      await poll(async () => (await text()).startsWith(`${mine}!?`), { ...within, what: "the rest is published" });
      await workbench.screenshot("token-replaced-by-row");
    } finally {
      await service.close();
    }
  },
);
