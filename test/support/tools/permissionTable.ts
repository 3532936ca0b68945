// Writes what the features need into docs/accounts.md: node esbuild.mjs --tools && node out/tools/permissionTable.mjs && npm run format
import { readFileSync, writeFileSync } from "node:fs";
import { permissionTable } from "../permissionTable.ts";
import { withTable } from "../docsTable.ts";

const page = "docs/accounts.md";
writeFileSync(page, withTable(readFileSync(page, "utf8"), "permissions", permissionTable()));
