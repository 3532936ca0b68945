// Writes what the tables of contributions say: npm run contributions
import { readFileSync, writeFileSync } from "node:fs";
import { generatedFiles } from "../contributions/generatedFiles.ts";
import { readmeTables } from "../contributions/readmeTables.ts";
import { tables } from "../contributions/tables.ts";
import { withTable } from "../readmeTable.ts";

const packageJson = JSON.parse(readFileSync("package.json", "utf8")) as object;
for (const [path, text] of Object.entries(generatedFiles(packageJson))) writeFileSync(path, text);

let readme = readFileSync("README.md", "utf8");
for (const [name, table] of Object.entries(readmeTables(tables))) readme = withTable(readme, name, table);
writeFileSync("README.md", readme);
