import assert from "node:assert/strict";
import { CommentThread } from "./support/commentThread.ts";
import { adaToken, helloId, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const first = "Kx9fqZ2mTb!7";
const second = "Wp4!sLr8Hn2Q";
const source = `HOST=example.org\nDB_PASSWORD=${first}\nMAIL_PASSWORD=${second}\n`;

testInWorkbench(
  "A secret in a selection is found before anything is sent, kept back on Enter and Escape, and redacted on request",
  { files: { "service.env": source } },
  async (workbench) => {
    const service = await startService();
    const { dialog, editor, quickInput, toasts } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      const before = (await service.ownGists()).length;
      await workbench.openFile("service.env");
      await editor.select(1, 3);
      await workbench.command("Forgeside: Share Selection as Gist");
      await dialog.waitOpen("2 possible secrets found in");
      const detail = await dialog.detail();
      assert.match(detail, /line 2: .*\n.*line 3: /);
      assert.equal(detail.includes(first) || detail.includes(second), false);
      assert.deepEqual((await dialog.buttons()).toSorted(), ["Cancel", "Redact", "Review...", "Send Anyway"]);
      await workbench.screenshot("guard");
      // Enter takes the button that has the focus: Review.
      await workbench.press("Enter");
      await dialog.waitClosed();
      await quickInput.waitOpen({ title: "Secrets in service.env, lines 1–3" });
      await workbench.press("Escape");
      await workbench.command("Forgeside: Share Selection as Gist");
      await dialog.waitOpen("2 possible secrets found in");
      await workbench.press("Escape");
      await dialog.waitClosed();
      assert.equal((await service.ownGists()).length, before);

      await workbench.command("Forgeside: Share Selection as Gist");
      await dialog.waitOpen("2 possible secrets found in");
      await dialog.click("Review...");
      await quickInput.waitOpen({ title: "Secrets in service.env, lines 1–3" });
      await quickInput.pick("service.env:3");
      await quickInput.waitOpen({ placeholder: "Select what to do with it" });
      await workbench.screenshot("guard-review");
      await quickInput.pick("Send");
      await quickInput.waitOpen({ title: "Secrets in service.env, lines 1–3" });
      await quickInput.pick("Send");
      await toasts.wait("Shared as secret gist");
      const [shared] = await service.ownGists();
      const { files } = await service.gist(shared?.id ?? "");
      assert.equal(Object.values(files)[0]?.content?.trimEnd(), source.replace(first, "REDACTED").trimEnd());
    } finally {
      await service.close();
    }
  },
);

testInWorkbench(
  "A secret in a comment is asked about, and the comment waits when it is kept back",
  {},
  async (workbench) => {
    const service = await startService();
    const { dialog, editor } = workbench;
    const comments = async (): Promise<readonly string[]> =>
      (await service.ada.call("gists.getComments", { gist_id: helloId })).map(({ body }) => body);
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await workbench.openContainer("Forgeside");
      await workbench.tree("Gists").menu("Hello in two languages", "Show Gist Comments");
      await editor.waitTab("Comments: Hello in two languages");
      const thread = new CommentThread(workbench.page);
      await thread.waitTitle("No comments yet");
      await thread.typeReply(`DB_PASSWORD=${first}`);
      await thread.press("Comment");
      await dialog.waitOpen("Possible secret found in the comment.");
      await workbench.screenshot("guard-comment");
      await workbench.press("Escape");
      await dialog.waitClosed();
      await thread.waitLabel("DB_PASSWORD", "not sent");
      assert.deepEqual(await comments(), []);
      await thread.act("DB_PASSWORD", "Send Again");
      await dialog.waitOpen("Possible secret found in the comment.");
      await dialog.click("Redact");
      await thread.waitSent("DB_PASSWORD=REDACTED");
      assert.deepEqual(await comments(), ["DB_PASSWORD=REDACTED"]);
    } finally {
      await service.close();
    }
  },
);
