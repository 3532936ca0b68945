import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { testInWorkbench } from "./support/testInWorkbench.ts";

interface Binding {
  readonly command: string;
  readonly key: string;
}

const ours = (
  JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly contributes: { readonly keybindings: readonly (Binding & { readonly mac: string })[] };
  }
).contributes.keybindings;

const strokesOf = (keys: string): readonly string[] =>
  keys.split(" ").map((stroke) => stroke.split("+").toSorted().join("+"));

/** The same keys. What only begins with the same stroke is distinguished by the next one. */
const isSame = (left: string, right: string): boolean => strokesOf(left).join(" ") === strokesOf(right).join(" ");

/** Whether one is over when the other one still waits for a key. */
const isBeginning = (short: string, long: string): boolean =>
  strokesOf(long)
    .join(" ")
    .startsWith(`${strokesOf(short).join(" ")} `);

/** With these, VS Code's own chords begin, and so do ours: a key alone applies where no editor has the focus. */
const beginnings = ["ctrl+k", "cmd+k"];

for (const system of ["Windows", "macOS", "Linux"] as const)
  testInWorkbench(`Key bindings on ${system} do not collide with VS Code's own`, { system }, async (workbench) => {
    // VS Code lists what extensions contribute only once it has read their manifests.
    await workbench.openContainer("Forgeside");
    await workbench.command("Preferences: Open Default Keyboard Shortcuts (JSON)");
    await workbench.page.locator(".editor-group-container.active .monaco-editor .view-line").first().click();
    await workbench.press(system === "macOS" ? "Meta+KeyA" : "Control+KeyA");
    await workbench.press("ControlOrMeta+KeyC");
    const text = await workbench.clipboard();
    const all = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, "")) as readonly Binding[];
    const defaults = all.filter(({ command }) => !command.startsWith("forgeside."));
    assert.ok(defaults.length > 800, `${defaults.length} bindings`);
    assert.ok(defaults.some(({ key }) => isSame(key, system === "macOS" ? "cmd+k cmd+c" : "ctrl+k ctrl+c")));

    for (const { command, key, mac } of ours) {
      const keys = system === "macOS" ? mac : key;
      assert.ok(
        all.some((each) => each.command === command && isSame(each.key, keys)),
        `${command} has ${keys}`,
      );
      // The keys of rows are meant to be those of VS Code's own views: they apply in ours only.
      if (command.startsWith("forgeside.row.")) continue;
      const collisions = defaults.filter(
        (each) =>
          isSame(each.key, keys) ||
          isBeginning(keys, each.key) ||
          (isBeginning(each.key, keys) && !beginnings.includes(each.key)),
      );
      assert.deepEqual(collisions, [], keys);
    }
  });
