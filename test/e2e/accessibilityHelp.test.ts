import assert from "node:assert/strict";
import { testInWorkbench } from "./support/testInWorkbench.ts";

/** The sections of a document: its lines between empty lines, each with its title first. */
const sectionsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/\n\s*\n/).map((section) => {
      const [title = "", ...lines] = section.trim().split("\n");
      return [title, lines.join("\n")];
    }),
  );

testInWorkbench(
  "The palette shows an accessibility help with each view and the keys of its rows, also while signed out",
  // Lines that are not on screen are not rendered.
  { settings: { "editor.wordWrap": "off", "editor.fontSize": 8 } },
  async (workbench) => {
    const { editor } = workbench;
    await workbench.command("Forgeside: Show Accessibility Help");
    await editor.waitTab("Forgeside Accessibility Help.txt");
    await editor.waitText("Sign in to another account");
    const sections = sectionsOf(await editor.text());
    assert.deepEqual(
      [...sections.keys()].slice(1),
      ["Gists", "Repositories", "Activity", "Service", "Accounts"],
      "the first section says which keys these are",
    );
    const keys: Readonly<Record<string, readonly string[]>> = {
      Gists: ["Delete", "F2", "Ctrl+C", "Space", "Ctrl+K Shift+S"],
      Repositories: ["Delete", "F2", "Ctrl+C", "Enter"],
      Activity: ["Delete", "F2", "Ctrl+C"],
      Service: ["Delete", "Ctrl+C"],
      Accounts: ["Delete", "Ctrl+C", "Enter"],
    };
    for (const [view, its] of Object.entries(keys))
      for (const key of its)
        assert.match(
          sections.get(view) ?? "",
          new RegExp(`: ${key.replaceAll("+", "\\+")}( \\(macOS: [^)]+\\))?\\.`),
          `${view}: ${key}`,
        );
  },
);
