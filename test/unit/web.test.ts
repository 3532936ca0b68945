import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { contextKeys } from "../../src/ids.ts";
import { checkImports } from "../support/build/distFiles.mjs";
import needNode from "../support/web/needNode.json" with { type: "json" };

interface Manifest {
  readonly browser: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const texts = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
const titleOf = (id: string): string => {
  const { title = "" } = manifest.contributes.commands.find(({ command }) => command === id) ?? {};
  return texts[title.replaceAll("%", "")] ?? title;
};
const isHidden = ({ when = "" }: { readonly when?: string }): boolean =>
  when.includes(`!${contextKeys.inBrowser}`);

describe("VS Code for the Web", () => {
  const page = readFileSync("docs/web.md", "utf8");
  const hidden = (manifest.contributes.menus["commandPalette"] ?? [])
    .filter(isHidden)
    .map(({ command }) => command);

  test("hides the commands that docs/web.md names as needing Node, and no others", () => {
    const section = page.slice(page.indexOf("## What needs Node"), page.indexOf("## How it is tested"));
    const named = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, name = ""]) => name).slice(2);
    assert.deepEqual(hidden.map(titleOf).toSorted(), named.toSorted());
  });

  test("hides them in every menu", () => {
    for (const [menu, entries] of Object.entries(manifest.contributes.menus))
      for (const entry of entries)
        if (hidden.includes(entry.command)) assert.ok(isHidden(entry), `${entry.command} in ${menu}`);
  });

  test("leaves out tests that are there, each with a reason", () => {
    for (const [file, reason] of Object.entries(needNode)) {
      assert.ok(existsSync(`test/host/${file}.test.ts`), file);
      assert.match(reason, /\w+ \w+/, file);
    }
  });

  test("is not built where an import() would find no file", () => {
    const replaced = 'const load=()=>(require.load?.("a.js")??Promise.resolve()).then(()=>require("./a.js"))';
    checkImports("a.js", replaced, 1);
    assert.throws(() => checkImports("a.js", replaced, 2), /1 of 2 import\(\) in a\.js were replaced: see/);
    assert.throws(() => checkImports("a.js", `${replaced};import("./b.js")`, 1), /and one is left/);
    checkImports("a.js", 'const text="import(x)",other=host.import("x")', 0);
  });

  test("runs a file of its own", () => {
    assert.equal(manifest.browser, "./dist/web.js");
  });
});
