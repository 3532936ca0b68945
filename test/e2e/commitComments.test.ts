import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { CommentThread } from "./support/commentThread.ts";
import { openRepositories, repositorySeed } from "./support/repositories.ts";
import { type Service, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { TreeView } from "./support/treeView.ts";
import type { Workbench } from "./support/workbench.ts";

const within = { timeout: 30_000 };
const at = { user: "ada", repo: "engine" };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Answers the id of the commit that is talked about. */
const fill = async ({ ada, bo }: Service): Promise<string> => {
  await ada.call("repos.create", { name: "engine", description: "Analytical", auto_init: true });
  const lines = Array.from({ length: 24 }, (_, index) => `export const cog${index + 1} = ${index + 1};\n`);
  const put = async (path: string, text: string, message: string, sha?: string) => {
    const file = { ...at, path, message, content: base64(text), branch: "main" };
    return sha ? ada.call("repos.updateFile", { ...file, sha }) : ada.call("repos.createFile", file);
  };
  const { content } = await put("src/mill.ts", lines.join(""), "Build the mill");
  const changed = lines.with(9, "export const cog10 = 42;\n").join("");
  const { commit } = await put("src/mill.ts", changed, "Turn the tenth cog", content?.sha);
  const sha = commit.sha;
  await bo.call("repos.createCommitComment", { ...at, sha, commit_id: sha, body: "Good work :tada:" });
  await bo.call("repos.createCommitComment", {
    ...at,
    sha,
    commit_id: sha,
    body: "Is **cog 10** the last one?",
    path: "src/mill.ts",
    line: 10,
  });
  return sha;
};

const openTree = async (workbench: Workbench, service: Service): Promise<TreeView> => {
  const tree = await openRepositories(workbench, service);
  await tree.expand("ada/engine");
  return tree;
};

type Row = readonly [body: string, path: string | null, line: number | null];
const atService = async ({ ada }: Service, sha: string): Promise<readonly Row[]> =>
  (await ada.call("repos.getCommitComments", { ...at, sha })).map(({ body, path, line }) => [body, path, line]);
const untilService = (service: Service, sha: string, rows: readonly Row[]): Promise<unknown> =>
  poll(async () => JSON.stringify(await atService(service, sha)) === JSON.stringify(rows), {
    ...within,
    what: `the service has ${rows.map(([body]) => body).join(", ")}`,
  });

const given: readonly Row[] = [
  ["Good work :tada:", null, null],
  ["Is **cog 10** the last one?", "src/mill.ts", 10],
];

testInWorkbench(
  "A person answers at a line of a commit, begins a thread at another line, changes and deletes it",
  { files: { "README.md": "# Here\n" } },
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { page } = workbench;
    try {
      const sha = await fill(service);
      const tree = await openTree(workbench, service);
      await tree.expand("Commits");
      await tree.click("Turn the tenth cog");
      await page.locator(".view-line", { hasText: "cog10 = 42" }).first().waitFor();
      const thread = new CommentThread(page);
      await thread.wait("Is cog 10 the last one?");
      await thread.waitTitle("src/mill.ts, line 10: 1 comment");
      await workbench.screenshot("commit-comments");
      await thread.typeReply("There are more");
      // What is typed and not sent outlives its tab.
      await workbench.editor.close();
      await tree.click("Turn the tenth cog");
      await thread.waitReply("There are more");
      await thread.press("Comment");
      await thread.wait("There are more");
      await untilService(service, sha, [...given, ["There are more", "src/mill.ts", 10]]);
      await thread.waitTitle("2 comments");

      await thread.act("There are more", "Edit Comment");
      await thread.retype("There are 24");
      await thread.press("Save Comment");
      await thread.wait("There are 24");
      await untilService(service, sha, [...given, ["There are 24", "src/mill.ts", 10]]);
      await workbench.screenshot("commit-comments-reply");

      await thread.act("There are 24", "Delete Comment...");
      await workbench.dialog.waitOpen("Delete the comment “There are 24”?");
      await workbench.dialog.click("Delete Comment");
      await thread.waitGone("There are 24");
      await untilService(service, sha, given);

      // A click beside a line begins a thread there.
      const line = await page.locator(".view-line", { hasText: "cog8 = 8" }).last().boundingBox();
      const margin = await page.locator(".comment-range-glyph:visible").last().boundingBox();
      assert.ok(line && margin);
      await page.mouse.move(margin.x + margin.width / 2, line.y + line.height / 2);
      await page.mouse.click(margin.x + margin.width / 2, line.y + line.height / 2);
      await page.locator(".review-widget:visible .review-title", { hasText: "Start discussion" }).waitFor();
      await page.keyboard.type("And this one?");
      await workbench.screenshot("commit-comments-begin");
      await page
        .locator(".review-widget .form-actions:visible .monaco-button", { hasText: "Comment" })
        .first()
        .click();
      await untilService(service, sha, [...given, ["And this one?", "src/mill.ts", 8]]);
      await page.locator(".review-widget:visible .review-title", { hasText: "line 8: 1 comment" }).waitFor();
      await workbench.screenshot("commit-comments-begun");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A person comments on a file of a commit as a whole, which the thread says before the comment is sent",
  { files: { "README.md": "# Here\n" } },
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { page, quickInput } = workbench;
    try {
      const sha = await fill(service);
      const tree = await openTree(workbench, service);
      await tree.expand("Commits");
      await tree.menu("Turn the tenth cog", "Comment on File of Commit...");
      await quickInput.pick("src/mill.ts");
      const thread = new CommentThread(page, "the file as a whole");
      await thread.waitTitle("src/mill.ts, the file as a whole: No comments yet");
      // VS Code's own key for the comment above the cursor, and Tab from there to the reply box.
      await workbench.press("Shift+Alt+F9");
      const form = page.locator(".review-widget:visible .comment-form .monaco-editor.focused");
      for (let presses = 0; presses < 9 && !(await form.isVisible()); presses++) await workbench.press("Tab");
      await workbench.screenshot("commit-file-comment");
      await page.keyboard.type("Split this file");
      await workbench.screenshot("commit-file-comment-typed");
      await page.keyboard.press("Control+Enter");
      await untilService(service, sha, [...given, ["Split this file", "src/mill.ts", null]]);
      await thread.waitTitle("src/mill.ts, the file as a whole: 1 comment");
      await workbench.screenshot("commit-file-commented");
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A person opens a comment from the list of a repository's comments, and reads and answers a commit's conversation",
  { files: { "README.md": "# Here\n" } },
  async (workbench) => {
    const service = await startService(repositorySeed);
    try {
      const sha = await fill(service);
      const tree = await openTree(workbench, service);
      await tree.expand("Commits");
      await tree.menu("Build the mill", "Show Commit Comments");
      const threads = workbench.page.locator(".review-widget:visible");
      await threads.first().waitFor();
      await workbench.page.waitForTimeout(1000);
      assert.equal(await threads.count(), 1);
      await workbench.editor.close();
      await tree.expand("Commit Comments");
      await tree.click("Is **cog 10** the last one?");
      const thread = new CommentThread(workbench.page);
      await thread.wait("Is cog 10 the last one?");
      await workbench.page
        .locator(".tab[aria-selected=true]", { hasText: `src/mill.ts (${sha.slice(0, 7)} Turn the tenth cog)` })
        .waitFor();
      await workbench.screenshot("commit-comment-opened");
      await tree.click("Good work :tada:");
      await workbench.editor.waitTab(`Comments: ${sha.slice(0, 7)}`);
      await thread.wait("Good work 🎉");
      await workbench.editor.waitText("Turn the tenth cog");
      await thread.typeReply("Thank you");
      await workbench.editor.close();
      await tree.menu("Turn the tenth cog", "Show Commit Comments");
      await thread.waitReply("Thank you");
      await thread.press("Comment");
      await thread.wait("Thank you");
      await untilService(service, sha, [...given, ["Thank you", null, null]]);
      await tree.waitRow("Thank you");
      await workbench.screenshot("commit-conversation");
      assert.deepEqual(await thread.actions("Good work"), ["Copy Comment Link", "Delete Comment..."]);
    } finally {
      await service.close();
    }
  },
);
