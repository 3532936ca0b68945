import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Contributions } from "../../src/contributions/types.ts";
import { walkthrough } from "../../src/contributions/walkthrough.ts";
import { views } from "../../src/ids.ts";
import { generatedFiles, type PackageJson } from "../support/contributions/generatedFiles.ts";
import { manifestOf } from "../support/contributions/manifest.ts";
import { tables } from "../support/contributions/tables.ts";

const read = (path: string): string => readFileSync(path, "utf8");

describe("the tables of contributions", () => {
  const generated = generatedFiles(JSON.parse(read("package.json")) as PackageJson);

  for (const [path, text] of Object.entries(generated))
    test(`are what ${path} says`, () => {
      assert.equal(read(path), text, "npm run contributions writes it");
    });

  test("have no entry in a submenu that its menu doesn't have: it would be nowhere", () => {
    const wrong = (menu: "editor/context" | "editor/title"): Contributions => ({
      name: "wrong",
      commands: {
        wrong: {
          id: "forgeside.wrong",
          title: "Wrong",
          menus: { [menu]: [{ groups: ["1_a@1"], submenu: "copyGist" }] },
        },
      },
    });
    for (const menu of ["editor/context", "editor/title"] as const)
      assert.throws(() => manifestOf([...tables, wrong(menu)]), /has no submenu copyGist/);
  });

  test("have every view", () => {
    const contributed = tables.flatMap((table) => Object.keys(table.views ?? {}));
    assert.deepEqual(contributed.toSorted(), Object.keys(views).toSorted());
  });

  test("have a choice as the default of each setting with choices", () => {
    for (const setting of tables.flatMap((table) => Object.values(table.settings ?? {})))
      if (setting.type === "choice") assert.ok(setting.default in setting.choices, setting.id);
  });

  test("are not loaded by the extension", () => {
    const isTable = /(^contributions\/\w+|[cC]ontributions)\.ts$/;
    const loading = readdirSync("src", { recursive: true })
      .map((file) => String(file).replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".ts") && !isTable.test(file))
      .filter((file) =>
        /"[./]*\/(contributions\/|(\w+\/)*(contributions|\w+Contributions)\.ts")/.test(read(`src/${file}`)),
      );
    assert.deepEqual(loading, []);
  });

  test("have pictures of the first steps that VS Code's policy for them lets be seen: no styles, colors of the theme", () => {
    const folder = "media/walkthrough";
    const pictures = readdirSync(folder);
    assert.deepEqual(
      pictures.toSorted(),
      Object.keys(walkthrough.steps)
        .map((step) => `${step}.svg`)
        .toSorted(),
    );
    for (const picture of pictures) {
      const text = read(`${folder}/${picture}`);
      assert.doesNotMatch(text, /<style|\sstyle=|\sclass=/, picture);
      for (const shape of text.match(/<(rect|text|path|circle)\b[^>]*>/g) ?? [])
        assert.match(shape, /\sfill="(none|var\(--vscode-[^"]+\))"/, picture);
    }
  });
});
