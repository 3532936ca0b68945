import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openGists } from "./support/gists.ts";
import { poll } from "../support/run/poll.ts";
import { adaToken, helloId, seed, startService, waitPassword } from "./support/service.ts";
import { succeeds } from "./support/succeeds.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

/** A repository as a server without a program for it serves it: files of a folder, which Git reads over HTTP. */
const bareRepository = (folder: string): ((request: Request) => Response | undefined) => {
  const git = (...args: readonly string[]): void => {
    const by = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"];
    execFileSync("git", ["-C", folder, ...by, ...args], { stdio: "ignore" });
  };
  git("init", "work");
  writeFileSync(path.join(folder, "work", "hello.py"), 'print("Hello")\n');
  git("-C", "work", "add", ".");
  git("-C", "work", "commit", "-m", "Hello");
  git("clone", "--bare", "work", "served.git");
  git("-C", "served.git", "update-server-info");
  const base = `/gist/${helloId}.git/`;
  return ({ url }) => {
    const { pathname } = new URL(url);
    if (!pathname.startsWith(base)) return undefined;
    try {
      return new Response(readFileSync(path.join(folder, "served.git", pathname.slice(base.length))));
    } catch {
      return new Response("Not found", { status: 404 });
    }
  };
};

testInWorkbench(
  "A person clones a gist with Git, and works in another one as a folder of the workspace",
  {},
  async (workbench) => {
    const folder = mkdtempSync(path.join(tmpdir(), "forgeside-gist-"));
    const service = await startService(seed, 0, { answer: bareRepository(folder) });
    const { dialog, editor, page, quickInput, toasts } = workbench;
    try {
      const tree = await openGists(workbench, service);
      await tree.menu("Hello in two languages", "Open", "Clone Gist...");
      await quickInput.waitOpen();
      assert.match(await quickInput.title(), new RegExp(`/gist/${helloId}\\.git into$`));
      // The dialog begins at a folder of its own, whatever was typed before that.
      const list = page.locator(".quick-input-widget:visible");
      const isThere = async (): Promise<boolean> => {
        // Typed again only where the dialog has put something else there: it goes on with what is typed while it reads.
        if ((await quickInput.value()) !== `${folder}/`) await quickInput.type(`${folder}/`);
        const isListed = await succeeds(list.getByText("served.git", { exact: true }).waitFor({ timeout: 3000 }));
        return isListed && (await quickInput.value()) === `${folder}/`;
      };
      await poll(isThere, { timeout: 30_000, what: "the dialog is in the folder" });
      await list.getByRole("button", { name: "Select as Repository Destination" }).click();
      // VS Code 1.100 calls it the cloned repository.
      await dialog.waitOpen(/Would you like to open the (cloned )?repository/);
      await workbench.screenshot("gist-cloned");
      assert.equal(readFileSync(path.join(folder, helloId, "hello.py"), "utf8"), 'print("Hello")\n');
      await dialog.click("Cancel");

      await tree.menu("Hello in two languages", "Open", "Add Gist to Workspace");
      // VS Code opens the workspace as another one, and has no tokens after that here.
      await toasts.click("There's no token for ada", "Replace Token...");
      await waitPassword(workbench);
      await quickInput.submit(adaToken);
      const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "hello.rb" });
      await row.waitFor();
      await workbench.screenshot("gist-folder");
      await row.dblclick();
      await editor.waitText('puts "Hello"');
      await editor.goTo(1);
      await editor.type("# in a folder\n");
      await editor.save();
      await poll(
        async () => (await service.gist(helloId)).files["hello.rb"]?.content === '# in a folder\nputs "Hello"\n',
        { timeout: 30_000, what: "the gist has it" },
      );
      await workbench.screenshot("gist-folder-saved");
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
