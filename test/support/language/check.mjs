// npm run check:language
import { readdirSync, readFileSync, statSync } from "node:fs";
import { findBannedTexts, findBannedWords } from "./bannedWords.mjs";

/** Files and folders that are checked. */
const checked = [
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "esbuild.mjs",
  "package.nls.json",
  "src",
  "test",
];
/** These consist of banned words. */
const exempt = new Set(["test/support/language/bannedWords.mjs", "test/unit/support/bannedWords.test.ts"]);
/** How many banned words the texts for people of a folder may have at most, where there are some still. Only ever lower these. */
const maxInTexts = { "src/gists": 56, "src/hooks": 28, "src/repos": 45 };

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
const byFolder = new Map();
for (const each of inTexts) {
  const folder = each.path.split("/").slice(0, 2).join("/");
  byFolder.set(folder, [...(byFolder.get(folder) ?? []), each]);
}

for (const each of found) print(each);
let failures = found.length;
for (const folder of new Set([...byFolder.keys(), ...Object.keys(maxInTexts)])) {
  const words = byFolder.get(folder) ?? [];
  const max = maxInTexts[folder] ?? 0;
  if (words.length === max) continue;
  failures += 1;
  if (words.length > max) words.forEach(print);
  console.error(`The texts of ${folder} have ${words.length} banned words; maxInTexts of check.mjs has ${max}.`);
}
if (failures > 0) {
  console.error(`${failures} failures.`);
  process.exitCode = 1;
}
