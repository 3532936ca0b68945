import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { readContributions } from "../support/readContributions.ts";

const { commands, menus } = readContributions().contributes;
const hidden = new Set(
  (menus["commandPalette"] ?? []).flatMap(({ command, when }) => (when === "false" ? [command] : [])),
);
const listed = commands.flatMap(({ command }) => (hidden.has(command) ? [] : [command]));

for (const file of ["package.nls.json", "package.nls.de.json", "package.nls.ja.json"]) {
  const texts = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
  const titles = listed.map((command) => texts[command] ?? "");

  describe(`the titles in the command palette, of ${file}`, () => {
    test("are each of one command", () => {
      assert.ok(titles.length > 150);
      assert.deepEqual(
        titles.filter((title, index) => titles.indexOf(title) !== index),
        [],
      );
    });

    if (file === "package.nls.json")
      test("name what they act on", () => {
        assert.deepEqual(
          titles.filter((title) => !title.includes(" ")),
          [],
        );
        // Of a gist or of a repository?
        assert.deepEqual(
          titles.filter((title) =>
            /^(?!Refresh)(\w+) (File|Description|Comments|Link|Filter)(\.\.\.)?$/.test(title),
          ),
          [],
        );
      });
  });
}
