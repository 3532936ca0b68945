import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { Workbench } from "./support/workbench.ts";

/** Waits until the palette lists exactly those of our commands whose titles have the text. */
const waitListed = async (workbench: Workbench, text: string, ...expected: readonly string[]): Promise<void> => {
  let listed: readonly string[] = [];
  const isExpected = async (): Promise<boolean> => {
    listed = (await workbench.commandsWith(text)).filter((title) => title.startsWith("Forgeside: "));
    return [...listed].toSorted().join("\n") === [...expected].toSorted().join("\n");
  };
  await poll(isExpected, { timeout: 20_000, what: `the palette lists ${expected.join(", ") || "nothing"}` }).catch(
    (error: unknown) => assert.fail(`${String(error)}\n${listed.join("\n")}`),
  );
};

testInWorkbench(
  "The palette of a signed-in user lists commands only where they can do something",
  { files: { "notes.md": "one\ntwo\n" } },
  async (workbench) => {
    await workbench.openContainer("Forgeside");
    await workbench.command("Forgeside: Try the Sandbox");
    await workbench.tree("Gists").waitRow("Checklist before a release");

    await waitListed(workbench, "This File for Secrets");
    await waitListed(workbench, "Insert Gist at");
    await waitListed(workbench, "Share Files as Gist");
    await waitListed(workbench, "Link File to Gist");
    await waitListed(workbench, "Switch Account");
    await waitListed(workbench, "Replace Token");
    await waitListed(workbench, "Unfollow User");
    await waitListed(workbench, "Lock Authorizations");
    await waitListed(workbench, "Repository of This Window");
    await waitListed(workbench, "in Browser");
    await waitListed(workbench, "Deleted Gist");
    await waitListed(workbench, "Secret-Scanning Exceptions");
    await waitListed(workbench, "Simulate Activity", "Forgeside: Simulate Activity in the Sandbox...");
    await waitListed(workbench, "Show Authorizations", "Forgeside: Show Authorizations");
    await workbench.screenshot("palette-without-editor");

    await workbench.openFile("notes.md");
    await waitListed(workbench, "This File for Secrets", "Forgeside: Check This File for Secrets");
    await waitListed(workbench, "Insert Gist at", "Forgeside: Insert Gist at Cursor...");
    await waitListed(workbench, "Share Files as Gist", "Forgeside: Share Files as Gist");
    await waitListed(workbench, "Link File to Gist", "Forgeside: Link File to Gist...");

    await workbench.tree("Gists").click("Checklist before a release");
    await waitListed(workbench, "Compare Gist File", "Forgeside: Compare Gist File with Server");
    await waitListed(workbench, "Revert Gist File");
    await workbench.editor.focus();
    await workbench.editor.type("x");
    await waitListed(workbench, "Revert Gist File", "Forgeside: Revert Gist File to Server...");
    await workbench.command("File: Revert File");
    await waitListed(workbench, "Revert Gist File");

    await workbench.command("Forgeside: Follow a User's Gists...");
    await workbench.quickInput.submit("tomas-berg");
    await waitListed(workbench, "Unfollow User", "Forgeside: Unfollow User's Gists");
  },
);
