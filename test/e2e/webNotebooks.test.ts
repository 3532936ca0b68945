import assert from "node:assert/strict";
import { HttpError } from "../../src/client/errors.ts";
import { poll } from "../support/run/poll.ts";
import { onlyRepositories, repositorySeed } from "./support/repositories.ts";
import { adaToken, helloId, type Service, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { isBackedUp } from "./support/webBackups.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 20_000 };
const name = "calls.forgeside";
const contentOf = (first: string): string => {
  const call = '{ "operation": "gists.getAll" }';
  const cells = [
    { kind: "text", text: [first] },
    { kind: "call", text: [call] },
  ];
  return `${JSON.stringify({ version: 1, cells }, undefined, 2)}\n`;
};
const [former, theirs] = ["# one", "# ONE"].map(contentOf) as [string, string];

/** Where a notebook is, and how another client changes it. */
interface Place {
  readonly open: (workbench: Workbench) => Promise<void>;
  readonly change: (service: Service, content: string) => Promise<unknown>;
  readonly read: (service: Service) => Promise<string>;
  /** Answers what a save asks. */
  readonly answer: (workbench: Workbench) => Promise<void>;
}

const at = { user: "ada", repo: "engine", path: name };
const file = { ...at, branch: "main" };
const read = async ({ ada }: Service): Promise<{ readonly text: string; readonly sha: string } | undefined> => {
  const found = await ada.call("repos.getContent", { ...at, ref: "main" }).catch((error: unknown) => {
    if (HttpError.is(error, "notFound")) return undefined;
    throw error;
  });
  if (!found || !("content" in found)) return undefined;
  return { text: Buffer.from(found.content ?? "", "base64").toString(), sha: found.sha };
};

const places: Readonly<Record<string, Place>> = {
  "a gist": {
    open: async (workbench) => {
      await workbench.openContainer("Forgeside");
      const tree = workbench.tree("Gists");
      await tree.expand("Hello in two languages");
      await tree.doubleClick(name);
    },
    change: ({ ada }, content) => ada.call("gists.edit", { id: helloId, files: { [name]: { content } } }),
    read: async (service) => (await service.gist(helloId)).files[name]?.content ?? "",
    answer: async () => undefined,
  },
  "a repository": {
    open: async (workbench) => {
      const tree = await onlyRepositories(workbench);
      await tree.expand("ada/engine");
      await tree.expand("Files");
      await tree.doubleClick(name);
    },
    change: async (service, text) => {
      const content = Buffer.from(text).toString("base64");
      const before = await read(service);
      await (before
        ? service.ada.call("repos.updateFile", { ...file, message: "Theirs", content, sha: before.sha })
        : service.ada.call("repos.createFile", { ...file, message: "Add", content }));
    },
    read: async (service) => (await read(service))?.text ?? "",
    answer: async ({ quickInput }) => {
      await quickInput.waitOpen({ title: "Commit to ada/engine: main" });
      await quickInput.accept();
    },
  },
};

for (const [title, place] of Object.entries(places))
  testInWorkbench(
    `A notebook of ${title} that someone else changed is not overwritten by one from before a reload`,
    { web: true },
    async (workbench) => {
      const { dialog, editor, page } = workbench;
      const service = await startService(repositorySeed, 0, { allowCors: true });
      const cell = page.locator(".notebookOverlay:visible .code-cell-row .monaco-editor").first();
      // VS Code for the Web asks each time, but for its older versions.
      const question = page.locator(".monaco-dialog-box:visible", { hasText: "Do you trust the authors" });
      const trust = async (): Promise<void> => {
        await question.or(cell).first().waitFor();
        if (await question.isVisible()) await dialog.click("Open Notebook");
      };
      try {
        await service.ada.call("repos.create", { name: "engine", auto_init: true });
        await place.change(service, former);
        await signInWithToken(workbench, service.url, adaToken);
        await place.open(workbench);
        await trust();
        await cell.click();
        await page.keyboard.press("ControlOrMeta+End");
        await page.keyboard.type(" // mine");
        await poll(() => isBackedUp(page, "// mine"), { ...within, what: "VS Code has a copy of the notebook" });
        // Of the same size: VS Code itself sees no difference.
        await place.change(service, theirs);
        await workbench.reload();
        await trust();
        await cell.click();
        await editor.save({ wait: false });
        await place.answer(workbench);
        await poll(async () => (await place.read(service)).includes("// mine"), { ...within, what: "it is sent" });
        await workbench.screenshot(`web-notebook-${title.replace("a ", "")}`);
        assert.match(await place.read(service), /# ONE/);
      } finally {
        await service.close();
      }
    },
  );
