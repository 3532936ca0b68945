// Writes what the tables of contributions say into package.json, package.nls.json and src/generatedIds.ts: npm run contributions
import { readFileSync, writeFileSync } from "node:fs";
import { generatedFiles } from "../contributions/generatedFiles.ts";

const packageJson = JSON.parse(readFileSync("package.json", "utf8")) as object;
for (const [path, text] of Object.entries(generatedFiles(packageJson))) writeFileSync(path, text);
