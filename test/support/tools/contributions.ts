// Writes what the tables of contributions say: npm run contributions
import { readFileSync, writeFileSync } from "node:fs";
import { generatedFiles, type PackageJson } from "../contributions/generatedFiles.ts";
import { docsTables } from "../contributions/docsTables.ts";
import { tables } from "../contributions/tables.ts";
import { withTable } from "../docsTable.ts";

const packageJson = JSON.parse(readFileSync("package.json", "utf8")) as PackageJson;
for (const [path, text] of Object.entries(generatedFiles(packageJson))) writeFileSync(path, text);

for (const [name, table] of Object.entries(docsTables(tables))) {
  const page = `docs/${name}.md`;
  writeFileSync(page, withTable(readFileSync(page, "utf8"), name, table));
}
