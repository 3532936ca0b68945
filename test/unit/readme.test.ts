import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { readmeTables } from "../support/contributions/readmeTables.ts";
import { tables } from "../support/contributions/tables.ts";
import { permissionTable } from "../support/permissionTable.ts";
import { readTable, withTable } from "../support/readmeTable.ts";

test("the README › has pictures that are in the package, at the address that it gives", () => {
  const packed = readFileSync("test/support/vsixFiles.txt", "utf8").split("\n");
  const ignored = readFileSync(".vscodeignore", "utf8").split("\n");
  for (const file of ["README.md", "CHANGELOG.md"]) {
    const pictures = [...readFileSync(file, "utf8").matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]+src="([^"]+)"/g)];
    assert.ok(file !== "README.md" || pictures.length > 0);
    for (const [, inMarkdown, inHtml] of pictures) {
      const path = inMarkdown ?? inHtml ?? "";
      assert.ok(existsSync(path), path);
      assert.ok(packed.includes(path), path);
      assert.ok(ignored.includes(`!${path}`), path);
    }
  }
});

test("the README › shows what each feature needs, as the operations' rows say", () => {
  const readme = readFileSync("README.md", "utf8");
  const written = "node esbuild.mjs --tools && node out/tools/permissionTable.mjs && npm run format writes it";
  assert.deepEqual(readTable(readme, "permissions"), permissionTable(), written);
  assert.deepEqual(
    readTable(withTable(readme, "permissions", permissionTable()), "permissions"),
    permissionTable(),
  );
});

test("the README › lists the commands and settings as the tables of contributions do", () => {
  const readme = readFileSync("README.md", "utf8");
  for (const [name, table] of Object.entries(readmeTables(tables)))
    assert.deepEqual(readTable(readme, name), table, "npm run contributions writes it");
});

test("the README › names the narrowest scopes of webhooks and gists", () => {
  const rows = new Map(permissionTable().map(([name, ...cells]) => [name, cells]));
  assert.deepEqual(rows.get("Webhooks"), ["`admin:repo_hook`", "`admin:repo_hook`", "`repository_hooks: write`"]);
  assert.deepEqual(rows.get("Gists"), ["`gist`", "`gist`", "`gists: write`"]);
});
