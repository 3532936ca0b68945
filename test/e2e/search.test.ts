import assert from "node:assert/strict";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { adaToken, seed, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const within = { timeout: 30_000 };

const retry = `// Tries again, a little later each time.
export const retryFetch = async (url: string, times = 3): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url);
    if (response.ok || attempt === times) return response;
    await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 100));
  }
};
`;

const many: SandboxSeed = {
  ...seed,
  gists: [
    ...(seed.gists ?? []),
    {
      owner: "ada",
      description: "Network snippets #http",
      createdAt: "2026-01-03T10:00:00Z",
      files: { "retry.ts": retry, "notes.md": "# Notes\n\nA fetch has no timeout of its own.\n" },
      comments: [{ login: "bo", body: "Does fetch follow redirects here?", createdAt: "2026-01-04T10:00:00Z" }],
    },
    ...Array.from({ length: 25 }, (_, index) => ({
      owner: "ada",
      description: `Example ${index}`,
      createdAt: "2025-06-01T10:00:00Z",
      files: { [`example${index}.py`]: `def example_${index}():\n    return ${index}\n` },
    })),
  ],
};

testInWorkbench(
  "A word inside a gist is found live, seen beside the list, and opened at its place",
  {},
  async (workbench) => {
    const service = await startService(many);
    try {
      const { editor, quickInput, page } = workbench;
      const tree = await openGists(workbench, service);
      await tree.expand("Hello in two languages");
      await tree.click("hello.py");
      await editor.waitText('print("Hello")');

      await workbench.press("Control+KeyK");
      await workbench.press("Shift+KeyF");
      await quickInput.waitOpen({ placeholder: "Words, #tag" });
      await poll(async () => (await quickInput.title()).endsWith(": 27 gists"), {
        ...within,
        what: "all is indexed",
      });
      await quickInput.type("fetch");
      await quickInput.row("retry.ts").waitFor();
      await quickInput.row("notes.md").waitFor();
      await quickInput.row("Comment of bo").waitFor();
      await workbench.press("ArrowDown");
      await workbench.press("ArrowDown");
      await editor.waitTab("retry.ts");
      await editor.waitText("export const retryFetch");
      await workbench.screenshot("search");
      await workbench.press("Escape");
      await quickInput.waitClosed();
      await editor.waitTab("hello.py");
      assert.deepEqual(await editor.tabLabels(), ["hello.py"]);

      await workbench.command("Forgeside: Search Gists...");
      await quickInput.waitOpen({ placeholder: "Words, #tag" });
      await quickInput.type("attempt lang:ts #http");
      await quickInput.row("retry.ts").waitFor();
      await quickInput.accept();
      await quickInput.waitClosed();
      await editor.waitTab("retry.ts");
      await page.locator(".part.statusbar", { hasText: "7 selected" }).waitFor();
      await workbench.screenshot("search-opened");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "All hits of a search become a document that leads to each place with the keyboard",
  {},
  async (workbench) => {
    const service = await startService(many);
    try {
      const { editor, quickInput, page } = workbench;
      await signInWithToken(workbench, service.url, adaToken);
      await workbench.command("Forgeside: Search Gists...");
      await quickInput.waitOpen({ placeholder: "Words, #tag" });
      // Rows that come while the index grows take the mouse's row away.
      await poll(async () => (await quickInput.title()).endsWith(": 27 gists"), {
        ...within,
        what: "all is indexed",
      });
      await quickInput.type("fetch");
      await quickInput.row("Comment of bo").waitFor();
      await quickInput.button("Copy Link", "retry.ts");
      await poll(async () => (await workbench.clipboard()).includes("/gist/ada/"), {
        ...within,
        what: "the link",
      });
      await quickInput.button("Show All Results as a Document");
      await editor.waitTab("Gists: fetch");
      await editor.waitText("Search in Gists: fetch");
      await editor.waitText("Network snippets #http");
      await page.locator(".view-line .detected-link").first().waitFor();
      await workbench.screenshot("search-document");
      const lines = (await editor.text()).split("\n");
      const line = lines.findIndex((text) => text.includes("await fetch(url)"));
      assert.ok(line > 0, lines.join("\n"));
      await editor.goTo(line + 1, 20);
      await workbench.press("F12");
      await editor.waitTab("retry.ts");
      await page.locator(".part.statusbar", { hasText: "Ln 4, Col 28" }).waitFor();
      await workbench.screenshot("search-document-opened");
    } finally {
      await service.close();
    }
  },
);
