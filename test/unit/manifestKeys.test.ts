import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as ids from "../../src/ids.ts";
import { readContributions, rowMenuItems } from "../support/readContributions.ts";
import { tables } from "../support/contributions/tables.ts";

const manifest = readContributions();
const { keybindings } = manifest.contributes;
const sorted = (texts: Iterable<unknown>): readonly string[] =>
  [...texts].map(String).toSorted((a, b) => a.localeCompare(b));

describe("package.json", () => {
  test("has an icon for each command that VS Code shows as a button without a text", () => {
    const icons = new Map(manifest.contributes.commands.map(({ command, icon }) => [command, icon]));
    // Below a comment and in a thread, buttons have the title as their text.
    const withText = ["comments/comment/context", "comments/commentThread/context"];
    const buttons = Object.entries(manifest.contributes.menus).flatMap(([menu, items]) =>
      withText.includes(menu) ? [] : items.filter(({ group = "" }) => /^(inline|navigation)/.test(group)),
    );
    assert.ok(buttons.length > 50, String(buttons.length));
    const bare = buttons.filter(({ command }) => !/^\$\([\w-]+\)$/.test(icons.get(command) ?? ""));
    assert.deepEqual(bare, []);
  });

  test("gives each key binding a when clause", () => {
    for (const { when, key, mac } of keybindings) {
      assert.ok(when);
      assert.ok(key && mac);
    }
  });

  test("binds no key with Ctrl+Alt, which is AltGr on Windows and types a character", () => {
    for (const { key } of keybindings)
      for (const stroke of key.split(" ")) assert.ok(!(/ctrl/.test(stroke) && /alt/.test(stroke)), key);
  });

  const ofRows = keybindings.filter(({ command }) => command.startsWith("forgeside.row."));

  test("binds no key to a command that takes something away, but Delete on a row", () => {
    for (const { command, key, when = "" } of keybindings) {
      if (command === ids.rowCommands.delete) {
        assert.equal(key, "delete");
        assert.match(
          when,
          /^focusedView == [\w.]+ && listFocus && !inputFocus && !treestickyScrollFocused( && !treeElementCanExpand && !treeElementCanCollapse)?$/,
        );
        continue;
      }
      assert.doesNotMatch(command, /delete|discard|remove|forget|signOut|revert|throw|unlink/i);
    }
  });

  test("binds Delete, F2, Ctrl+C and Enter on rows to commands that are in menus of rows of their view", () => {
    assert.deepEqual(sorted(ids.rowKeyIds), sorted(Object.values(ids.rowCommands)));
    const menu = rowMenuItems(manifest);
    const bound = new Set<unknown>();
    for (const { args = [] } of ofRows) {
      const [row, view, commands] = args as readonly [object, string, readonly string[]];
      assert.deepEqual(row, { $treeViewId: view, $focusedTreeItem: true });
      for (const command of commands) {
        const whens = menu.flatMap((entry) => (entry.command === command ? [entry.when ?? ""] : []));
        const its = whens.filter((when) => when.startsWith(`view == ${view} && viewItem =~ `));
        assert.ok(its.length > 0, command);
        // `isForRow` knows no other terms.
        for (const term of its.flatMap((when) => when.split(" && ")))
          assert.match(
            term,
            /^(view == [\w.]+|viewItem =~ \/.+\/|!\(viewItem =~ \/.+\/\)|!?listMultiSelection|!forgeside\.[\w.]+)$/,
            command,
          );
        bound.add(command);
      }
    }
    const declared = tables.flatMap(({ commands = {} }) =>
      Object.values(commands).flatMap(({ id, rowKey }) => (rowKey === undefined ? [] : [id])),
    );
    assert.deepEqual(sorted(bound), sorted(declared));
    assert.ok(declared.length > 20);
  });

  test("names in the accessibility help of a view each key that is bound on its rows", () => {
    const helps = new Map(
      tables.flatMap(({ views = {} }) =>
        Object.entries(views).map(([name, { accessibilityHelp }]) => [
          ids.views[name as keyof typeof ids.views] as string,
          accessibilityHelp.join("\n"),
        ]),
      ),
    );
    assert.deepEqual(sorted(helps.keys()), sorted(Object.values(ids.views)));
    const missing = ofRows.flatMap(({ command, args = [] }) => {
      const view = String(args[1]);
      return helps.get(view)?.includes(`<keybinding:${command}>`) ? [] : [`${view}: ${command}`];
    });
    assert.deepEqual(missing, []);
    assert.ok(ofRows.length > helps.size);
  });

  test("binds Space on rows in the Gists view only", () => {
    const bound = ofRows.filter(({ command }) => command === ids.rowCommands.preview);
    assert.deepEqual(
      bound.map(({ key, args = [] }) => [key, args[1], args[2]]),
      [["space", ids.views.gists, []]],
    );
    assert.deepEqual(
      ofRows.filter(({ key }) => key === "space"),
      bound,
    );
  });
});
