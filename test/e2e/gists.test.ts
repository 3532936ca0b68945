import assert from "node:assert/strict";
import { after, before, beforeEach } from "node:test";
import { openGists } from "./support/gists.ts";
import { adaToken, foreignId, helloId, type Service, signInWithToken, startService } from "./support/service.ts";
import { succeeds } from "./support/succeeds.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import { poll } from "../support/run/poll.ts";

const source = `import { createServer } from "node:http";

export const serve = (port: number): void => {
  createServer((_, response) => response.end("hello")).listen(port);
};
`;

let service: Service;
before(async () => {
  service = await startService();
});
beforeEach(async () => {
  await service.close();
  service = await startService();
});
after(() => service.close());

testInWorkbench(
  "A person shares a selection, opens it from the message, edits it, saves it, and takes another share back",
  { files: { "src/serve.ts": source } },
  async (workbench) => {
    const { editor, toasts } = workbench;
    const tree = await openGists(workbench, service);
    await tree.waitRow("Hello in two languages");
    await workbench.openFile("src/serve.ts");
    await editor.select(3, 5);
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("Shared as secret gist “serve.ts, lines 3–5”");
    const link = await workbench.clipboard();
    const id = /[0-9a-f]{20,}$/.exec(link)?.[0] ?? "";
    const shared = await service.gist(id);
    assert.equal(shared.html_url, link);
    assert.equal(shared.public, false);
    assert.equal(shared.files["serve.ts"]?.content, source.split("\n").slice(2, 5).join("\n"));
    await tree.waitRow("serve.ts, lines 3–5");
    const { page } = workbench;
    await tree.row("serve.ts, lines 3–5").and(page.locator(".selected")).waitFor();
    await workbench.screenshot("shared");

    await toasts.click("Shared as secret gist", "Open");
    await poll(async () => (await editor.tabLabels()).length === 2, { timeout: 30_000, what: "the gist is open" });
    await editor.goTo(1);
    await editor.type("// saved from the editor\n");
    await editor.waitDirty(true);
    await editor.save();
    assert.match((await service.gist(id)).files["serve.ts"]?.content ?? "", /^\/\/ saved from the editor\n/);
    await workbench.screenshot("edited");

    await workbench.openFile("src/serve.ts");
    await editor.select(1);
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("“serve.ts, line 1”");
    await tree.waitRow("serve.ts, line 1");
    await toasts.click("“serve.ts, line 1”", "Undo");
    await tree.waitNoRow("serve.ts, line 1");
    assert.deepEqual((await service.ownGists()).map(({ id: each }) => each).toSorted(), [id, helloId].toSorted());
    // As before that share.
    assert.equal(await workbench.clipboard(), link);
  },
);

testInWorkbench("A person stars, forks and deletes from the tree's menus", {}, async (workbench) => {
  const { dialog, toasts } = workbench;
  const tree = await openGists(workbench, service);
  await tree.expand("Public");
  await tree.waitRow("Bo's notes");
  await tree.inlineAction("Bo's notes", "Star Gist");
  await tree.expand("Starred");
  await poll(async () => (await tree.rows()).filter(({ label }) => label === "Bo's notes").length === 2, {
    timeout: 30_000,
    what: "the gist is among the starred",
  });
  assert.equal(await service.ada.check("gists.checkStar", { id: foreignId }), true);
  await workbench.screenshot("starred");

  const menu = await tree.menu("Bo's notes");
  const items = await menu.items();
  for (const item of ["Open", "Copy", "Unstar Gist", "Fork Gist", "Manage"]) assert.ok(items.includes(item), item);
  for (const item of ["Delete Gist...", "Add File to Gist...", "Edit Gist Description...", "Star Gist"])
    assert.ok(!items.includes(item), item);
  await menu.choose("Fork Gist");
  await toasts.wait("Forked “Bo's notes” into your gists.");
  const fork = (await service.ownGists()).find(({ description }) => description === "Bo's notes");
  assert.ok(fork);

  await tree.collapse("Your Gists");
  await tree.inlineAction("Bo's notes", "Unstar Gist");
  await poll(async () => !(await service.ada.check("gists.checkStar", { id: foreignId })), {
    timeout: 30_000,
    what: "the star is gone",
  });

  await tree.expand("Your Gists");
  await tree.menu("Hello in two languages", "Delete Gist...");
  await dialog.waitOpen("Delete the gist “Hello in two languages”?");
  assert.match(await dialog.detail(), /hello\.py, hello\.rb/);
  await workbench.screenshot("delete");
  await dialog.click("Cancel");
  await dialog.waitClosed();
  assert.equal((await service.gist(helloId)).id, helloId);
  await tree.menu("Hello in two languages", "Delete Gist...");
  await dialog.waitOpen("Delete the gist");
  await dialog.click("Delete Gist");
  await tree.waitNoRow("Hello in two languages");
  assert.deepEqual(
    (await service.ownGists()).map(({ id }) => id),
    [fork.id],
  );
});

testInWorkbench(
  "A person makes a new gist, adds, renames and deletes files, and changes the description",
  {},
  async (workbench) => {
    const { dialog, editor, quickInput } = workbench;
    const tree = await openGists(workbench, service);
    await tree.waitRow("Hello in two languages");

    await tree.titleAction("New Gist...");
    await quickInput.waitOpen({ placeholder: "Description" });
    await quickInput.submit("Recipes");
    await quickInput.waitOpen({ placeholder: "notes.md" });
    await quickInput.submit("a/b.md");
    await quickInput.waitValidation("A gist has no folders");
    await quickInput.submit("soup.md");
    await quickInput.waitOpen({ placeholder: "Select who can find it" });
    await quickInput.pick("Secret");
    await editor.waitTab("soup.md");
    assert.equal((await service.ownGists()).length, 1, "nothing is sent before there is content");
    await editor.focus();
    await editor.type("# Soup");
    // Who types on while the gist is being made loses nothing and is asked nothing.
    await workbench.page.keyboard.press("ControlOrMeta+KeyS");
    await workbench.page.keyboard.type("!");
    await tree.waitRow("Recipes");
    await editor.waitText("# Soup!");
    await editor.save();
    const recipes = (await service.ownGists()).find(({ description }) => description === "Recipes");
    assert.equal(recipes?.public, false);
    const isGist = async (): Promise<boolean> =>
      (await editor.tabLabels()).length === 1 && (await editor.address()).includes(`.${recipes?.id ?? ""}/`);
    await poll(isGist, { timeout: 30_000, what: "the gist's file takes the place of the draft" });
    assert.deepEqual((await editor.breadcrumbs()).slice(0, 2), ["Recipes", "soup.md"]);
    // Focus and cursor are where they were.
    await workbench.page.keyboard.type("!");
    await editor.waitText("# Soup!!");
    await editor.save();
    assert.equal((await service.gist(recipes?.id ?? "")).files["soup.md"]?.content, "# Soup!!");

    await workbench.command("Forgeside: Add File to Gist...");
    await quickInput.waitOpen({ placeholder: "notes.md" });
    await quickInput.submit("soup.md");
    await quickInput.waitValidation("already has a file soup.md");
    await quickInput.submit("bread.md");
    await editor.waitTab("bread.md");
    await editor.focus();
    await editor.type("# Bread");
    await editor.save();
    const id = recipes?.id ?? "";
    assert.deepEqual(Object.keys((await service.gist(id)).files).toSorted(), ["bread.md", "soup.md"]);

    await workbench.command("Forgeside: Rename Gist File...");
    await quickInput.waitOpen({ title: "Rename bread.md" });
    await quickInput.submit("rolls.md");
    await editor.waitTab("rolls.md");
    assert.deepEqual(Object.keys((await service.gist(id)).files).toSorted(), ["rolls.md", "soup.md"]);

    await workbench.command("Forgeside: Edit Gist Description...");
    await quickInput.waitOpen({ title: "Edit Description" });
    await quickInput.submit("Recipes of the house");
    await tree.waitRow("Recipes of the house");
    await workbench.screenshot("managed");

    await workbench.command("Forgeside: Delete Gist File...");
    await dialog.waitOpen("Delete the file “rolls.md”?");
    await dialog.click("Delete File");
    await poll(async () => Object.keys((await service.gist(id)).files).length === 1, {
      timeout: 30_000,
      what: "the file is gone",
    });
    await workbench.command("Forgeside: Delete Gist File...");
    await workbench.toasts.wait("soup.md is the gist's only file. Delete the gist instead.");
    assert.deepEqual(Object.keys((await service.gist(id)).files), ["soup.md"]);
  },
);

testInWorkbench(
  "A person opens a gist by its address, inserts another at the cursor and shares files of the explorer",
  {
    files: {
      "one.md": "# One\n",
      "two.md": "# Two\n",
      "a/index.ts": "export const a = 1;\n",
      "b/index.ts": "export const b = 2;\n",
      "empty.txt": "",
    },
  },
  async (workbench) => {
    const { editor, quickInput, toasts } = workbench;
    await signInWithToken(workbench, service.url, adaToken);
    await workbench.command("Forgeside: Open Gist by URL or ID...");
    await quickInput.waitOpen({ title: "Open Gist" });
    await quickInput.type("nonsense");
    await quickInput.waitValidation("That doesn't look like a gist");
    await quickInput.submit((await service.gist(foreignId)).html_url);
    await editor.waitTab("notes.md");
    await editor.waitText("of Bo");

    await workbench.openFile("a/index.ts");
    await editor.goTo(2);
    await workbench.command("Forgeside: Insert Gist at Cursor...");
    await quickInput.waitOpen({ placeholder: "Select a gist to insert" });
    await quickInput.pick("Hello in two languages");
    await quickInput.waitOpen({ placeholder: "Select a file" });
    await quickInput.pick("hello.py");
    await editor.waitText('print("Hello")');
    await editor.save();

    await workbench.command("Forgeside: Share Files as Gist");
    await toasts.wait("Shared as secret gist “index.ts”");
    const shared = (await service.ownGists()).find(({ description }) => description === "index.ts");
    assert.match((await service.gist(shared?.id ?? "")).files["index.ts"]?.content ?? "", /print\("Hello"\)/);

    await workbench.openFile("empty.txt");
    await workbench.command("Forgeside: Share Files as Gist");
    await toasts.wait("empty.txt is empty, and a gist can't have empty files.");
    assert.equal((await service.ownGists()).length, 2);

    await workbench.openContainer("Explorer");
    const explorer = workbench.page.locator(".explorer-folders-view .monaco-list-row");
    await explorer.filter({ hasText: "one.md" }).click();
    // The explorer selects the file of an editor that opens, and no other.
    await editor.waitTab("one.md");
    await editor.waitText("# One");
    await poll(
      async () => {
        await explorer.filter({ hasText: "two.md" }).click({ modifiers: ["ControlOrMeta"] });
        return succeeds(explorer.and(workbench.page.locator(".selected")).nth(1).waitFor({ timeout: 2000 }));
      },
      { timeout: 30_000, what: "both files are selected" },
    );
    await explorer.filter({ hasText: "two.md" }).click({ button: "right" });
    await workbench.contextMenu.choose("Forgeside", "Share Files as Gist");
    await toasts.wait("Shared as secret gist “one.md, two.md”");
    const both = (await service.ownGists()).find(({ description }) => description === "one.md, two.md");
    assert.deepEqual(Object.keys(both?.files ?? {}).toSorted(), ["one.md", "two.md"]);
    await explorer.filter({ hasText: "empty.txt" }).click({ modifiers: ["ControlOrMeta"] });
    await explorer.filter({ hasText: "two.md" }).click({ button: "right" });
    await workbench.contextMenu.choose("Forgeside", "Share Files as Gist");
    await toasts.wait("Skipped: empty.txt is empty");
    await workbench.screenshot("share-skipped");
    await workbench.command("Forgeside: Undo Last Share");
    const undone = "Share undone: “one.md, two.md” was deleted.";
    await workbench.page.locator('.part.statusbar [role="alert"]', { hasText: undone }).waitFor();
    assert.equal((await service.ownGists()).length, 3);

    await workbench.openFile("one.md");
    await editor.waitText("# One");
    await workbench.command("Forgeside: Share as Public Gist...");
    await quickInput.waitOpen({ title: "Share as Public Gist" });
    await quickInput.submit("For everyone");
    await toasts.wait("Shared as public gist “For everyone”");
    await workbench.command("Forgeside: Share Selection as Gist");
    await toasts.wait("Shared as secret gist “one.md”");
  },
);
