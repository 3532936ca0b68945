import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "../support/run/poll.ts";
import { repositorySeed } from "./support/repositories.ts";
import { adaToken, helloId, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const notebook = {
  version: 1,
  cells: [
    { kind: "text", text: ["# How we read a gist", "", "The answer stands below the call."] },
    { kind: "call", text: [`{ "operation": "gists.get", "parameters": { "id": "${helloId}" } }`] },
  ],
};

testInWorkbench(
  "A person runs a call in a notebook of operations, and finds the answer in its file",
  { files: { "reading.forgeside": JSON.stringify(notebook) } },
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { toasts, page } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await toasts.dismiss("Signed in");
      await page.locator(".explorer-folders-view .monaco-list-row", { hasText: "reading.forgeside" }).dblclick();
      const cell = page.locator(".notebookOverlay:visible .code-cell-row").first();
      await cell.waitFor({ timeout: 30_000 });
      await page.locator(".notebook-toolbar-container").getByText("Run All").click();
      await cell.locator(".codicon-notebook-state-success").waitFor({ timeout: 30_000 });
      await workbench.screenshot("operation-notebook");
      await workbench.press("Control+s");
      const kept = await poll(
        async () => {
          const text = readFileSync(join(workbench.workspace, "reading.forgeside"), "utf8");
          return text.includes('"status": "200 OK"') ? text : undefined;
        },
        { timeout: 30_000, what: "the answer in the file" },
      );
      assert.match(kept, /"description": "Hello in two languages"/);
      assert.ok(!kept.includes(adaToken));
    } finally {
      await service.close();
    }
  },
);
