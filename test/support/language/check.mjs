// npm run check:language
import { readdirSync, readFileSync, statSync } from "node:fs";
import { findBannedWords } from "./bannedWords.mjs";

/** Files and folders that are checked. */
const checked = ["CONTRIBUTING.md", "esbuild.mjs", "src", "test"];
/** These consist of banned words. */
const exempt = new Set(["test/support/language/bannedWords.mjs", "test/unit/support/bannedWords.test.ts"]);

const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`)) : [path];

const found = checked
  .flatMap(filesIn)
  .filter((path) => /\.(m?ts|mjs|md)$/.test(path) && !exempt.has(path))
  .flatMap((path) => findBannedWords(path, readFileSync(path, "utf8")).map((each) => ({ path, ...each })));
for (const { path, line, word, instead } of found) console.error(`${path}:${line} “${word}”: ${instead}`);
if (found.length > 0) {
  console.error(`${found.length} banned words.`);
  process.exitCode = 1;
}
