import assert from "node:assert/strict";
import { operationIds } from "../../src/client/operations/table.ts";
import { poll } from "../support/run/poll.ts";
import { repositorySeed } from "./support/repositories.ts";
import { adaToken, helloId, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A person runs operations by questions and as JSON, and gets an answer to go on with",
  {},
  async (workbench) => {
    const service = await startService(repositorySeed);
    const { dialog, editor, quickInput, toasts, page } = workbench;
    const title = "Run Operation · ada";
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await toasts.dismiss("Signed in");
      await workbench.command("Forgeside: Run Operation...");
      await quickInput.waitOpen({ placeholder: `Select one of ${operationIds.length} operations` });
      assert.ok((await quickInput.title()).startsWith(title));
      await workbench.screenshot("operation-picker");
      await quickInput.type("PATCH /gists");
      await quickInput.row("gists.edit").waitFor();
      await quickInput.button("Add to favorites", "gists.edit");
      await quickInput.type("comments of a gist");
      await quickInput.row("gists.getComments").waitFor();
      await workbench.screenshot("operation-search");
      await quickInput.type("gists.edit");
      await quickInput.pick("gists.edit");

      // What is required is asked for first, and checked while it is typed.
      await quickInput.waitOpen({ title: "gists.edit: id" });
      await quickInput.type("../x");
      assert.match(await quickInput.waitValidation(), /must not contain/);
      await workbench.screenshot("operation-parameter");
      await quickInput.submit(helloId);
      await quickInput.waitOpen({ title: "gists.edit · ada" });
      await quickInput.pick("description");
      await quickInput.waitOpen({ title: "gists.edit: description" });
      await quickInput.submit("Changed by an operation");
      await quickInput.waitOpen({ title: "gists.edit · ada" });
      await workbench.screenshot("operation-form");
      await quickInput.pick("Show Request");
      await editor.waitTab("gists.edit request.http");
      await editor.waitText("Authorization: Bearer [hidden]");
      await quickInput.waitOpen({ title: "gists.edit · ada" });
      await quickInput.pick("Send");
      await dialog.waitOpen("Send gists.edit to");
      const request = await dialog.detail();
      assert.match(request, /^PATCH http:\/\/127\.0\.0\.1:\d+\/.*gists\/a+/);
      assert.match(request, /Authorization: Bearer \[hidden\]/);
      assert.ok(!request.includes(adaToken));
      await workbench.screenshot("operation-preview");
      await dialog.click("Send");
      await editor.waitTab("gists.edit 200.json");
      await editor.waitText('"status": "200 OK"');
      await workbench.screenshot("operation-answer");
      const changed = await service.ada.call("gists.get", { id: helloId });
      assert.equal(changed.description, "Changed by an operation");

      // As JSON: completion and checks come from the table of operations.
      await workbench.command("Forgeside: Write Operation as JSON...");
      await quickInput.waitOpen({ placeholder: `Select one of ${operationIds.length} operations` });
      await workbench.screenshot("operation-favourite");
      await quickInput.type("gists.getAll");
      await quickInput.pick("gists.getAll");
      await editor.waitTab("gists.getAll.operation.json");
      await editor.goTo(3, 18);
      await editor.type('"per_');
      const suggestion = page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "per_page" });
      await suggestion.first().waitFor();
      await workbench.screenshot("operation-json");
      await suggestion.first().click();
      await editor.waitText('"per_page": 1');
      await workbench.screenshot("operation-document");
      await page.locator(".codelens-decoration a", { hasText: "Send" }).click();
      await editor.waitTab("gists.getAll 200.json");
      await editor.waitText('"meta"');
      await workbench.screenshot("operation-list");
      await page.locator(".codelens-decoration a", { hasText: "Copy as curl" }).click();
      await poll(async () => ((await workbench.clipboard()).startsWith("curl ") ? true : undefined), {
        timeout: 30_000,
        what: "the command in the clipboard",
      });
      assert.ok(!(await workbench.clipboard()).includes(adaToken));

      await workbench.command("Forgeside: Operation History...");
      await quickInput.waitOpen({ title: "Operation History" });
      const rows = await quickInput.items();
      assert.deepEqual([rows[0], rows[2]], ["gists.getAll 200", "gists.edit 200"]);
      await workbench.screenshot("operation-history");
      await quickInput.cancel();
      assert.deepEqual(await toasts.texts(), []);
    } finally {
      await service.close();
    }
  },
);
