// npm run check:language
import { readdirSync, readFileSync, statSync } from "node:fs";
import { findBannedTexts, findBannedWords } from "./bannedWords.mjs";

/** Files and folders that are checked. */
const checked = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "SUPPORT.md",
  "docs",
  "esbuild.mjs",
  "l10n/README.md",
  "package.nls.json",
  "src",
  "test",
];
/** These consist of banned words. */
const exempt = new Set(["test/support/language/bannedWords.mjs", "test/unit/support/bannedWords.test.ts"]);

const filesIn = (path) =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`)) : [path];
const files = checked
  .flatMap(filesIn)
  .filter((path) => /\.(m?ts|mjs|md)$|nls\.json$/.test(path) && !exempt.has(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));
const print = ({ path, line, word, instead }) => console.error(`${path}:${line} “${word}”: ${instead}`);

const found = files.flatMap(({ path, text }) => findBannedWords(path, text).map((each) => ({ path, ...each })));
const inTexts = files
  .filter(({ path }) => /^src\/.*\.ts$/.test(path))
  .flatMap(({ path, text }) => findBannedTexts(path, text).map((each) => ({ path, ...each })));
for (const each of [...found, ...inTexts]) print(each);
const failures = found.length + inTexts.length;
if (failures > 0) {
  console.error(`${failures} failures.`);
  process.exitCode = 1;
}
