// Writes what the features need into README.md: node esbuild.mjs --tools && node out/tools/permissionTable.mjs && npm run format
import { readFileSync, writeFileSync } from "node:fs";
import { withPermissionTable } from "../permissionTable.ts";

writeFileSync("README.md", withPermissionTable(readFileSync("README.md", "utf8")));
