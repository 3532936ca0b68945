// Writes what the features need into README.md: node esbuild.mjs --tools && node out/tools/permissionTable.mjs && npm run format
import { readFileSync, writeFileSync } from "node:fs";
import { permissionTable } from "../permissionTable.ts";
import { withTable } from "../readmeTable.ts";

writeFileSync("README.md", withTable(readFileSync("README.md", "utf8"), "permissions", permissionTable()));
