import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { succeeds } from "./support/succeeds.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

const files = { "src/sum.ts": "export const one = 1;\nexport const two = 2;\nexport const three = 3;\n" };

testInWorkbench(
  "The menu of a line number and New File have what can be done, before and after the sign-in",
  { files },
  async (workbench) => {
    const { page, contextMenu, dialog, quickInput, toasts } = workbench;
    /** Waits until New File lists that many kinds of ours. */
    const waitNewFiles = async (count: number): Promise<void> => {
      const areListed = async (): Promise<boolean> => {
        await workbench.command("Create: New File...");
        if (!(await succeeds(quickInput.row("Text File").first().waitFor({ timeout: 5000 })))) {
          // VS Code makes what lists them when it is idle. Until then, its command ends in an error, in a dialog.
          await dialog.click("OK");
          return false;
        }
        const items = await quickInput.items();
        await quickInput.cancel();
        return items.filter((item) => /Gist|Webhook|Notebook of Operations/.test(item)).length === count;
      };
      await poll(areListed, { timeout: 30_000, what: `${count} kinds of new file of ours` });
    };
    const openMenuOf = async (line: number): Promise<void> => {
      await page
        .locator(".editor-group-container.active .margin .line-numbers", { hasText: String(line) })
        .first()
        .click({ button: "right" });
      await contextMenu.waitOpen();
    };
    const ofLine = async (line: number): Promise<readonly string[]> => {
      await openMenuOf(line);
      const items = await contextMenu.items();
      await contextMenu.close();
      return items.filter((item) => /Gist|Permalink/.test(item));
    };
    /** Waits until the line's menu has exactly these: what they depend on is known some time after the editor opened. */
    const waitOfLine = async (line: number, ...expected: readonly string[]): Promise<void> => {
      let items: readonly string[] = [];
      const isExpected = async (): Promise<boolean> => {
        items = await ofLine(line);
        return items.join("\n") === expected.join("\n");
      };
      await poll(isExpected, { timeout: 20_000, what: "the menu of the line" }).catch(() =>
        assert.deepEqual(items, expected),
      );
    };

    await workbench.openContainer("Forgeside");
    await workbench.openFile("src/sum.ts");
    await waitOfLine(2, "Share Lines as Gist");
    await waitNewFiles(0);

    await workbench.command("Forgeside: Try the Sandbox");
    await toasts.wait("Signed in to the sandbox as ada-finch");
    await waitNewFiles(3);
    await workbench.openFile("src/sum.ts");
    // No Git repository is open.
    await waitOfLine(2, "Share Lines as Gist");
    await openMenuOf(2);
    await contextMenu.choose("Share Lines as Gist");
    await toasts.wait("Shared as secret gist “sum.ts, line 2”");
  },
);
