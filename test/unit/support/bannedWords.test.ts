import assert from "node:assert/strict";
import { test } from "node:test";
import { findBannedTexts, findBannedWords } from "../../support/language/bannedWords.mjs";

const found = (text: string, path = "src/a.ts"): readonly string[] =>
  findBannedWords(path, text).map(({ line, word }) => `${line} ${word}`);

const words = [
  "shall",
  "anew",
  "nobody",
  "somebody",
  "everybody",
  "whoever",
  "told",
  "tell",
  "tells",
  "telling",
  "any more",
  "anymore",
  "throw away",
  "throws away",
  "threw away",
  "throwing away",
  "thrown away",
  "once more",
  "meanwhile",
  "anybody",
];
/** `throwAway` of `throw away`. */
const camelCase = (word: string): string =>
  word.replaceAll(/ (\w)/g, (_space, letter: string) => letter.toUpperCase());

for (const word of words)
  test(`findBannedWords › finds “${word}” in comments, identifiers, titles, other texts and names of files`, () => {
    assert.deepEqual(found(`const a = 1;\n// It is ${word}.\n`), [`2 ${word}`]);
    assert.deepEqual(found(`const ${camelCase(word)}Now = 1;`), [`1 ${camelCase(word)}Now`]);
    assert.deepEqual(found(`\n\nit("is ${word}", () => {});`), [`3 ${word}`]);
    assert.deepEqual(found(`# Title\n\nIt is ${word}.`, "a.md"), [`3 ${word}`]);
    assert.deepEqual(found("", `src/${camelCase(word)}.ts`), [
      `0 ${word.replace(/ \w/, (end) => end.toUpperCase())}`,
    ]);
  });

test("findBannedWords › reads comments over the ends of lines", () => {
  assert.deepEqual(found("/**\n * It is not any\n * more.\n */"), ["2 any more"]);
  assert.deepEqual(found("// It is not any\n  // more.\nconst a = 1; /* Shall */"), ["1 any more", "3 Shall"]);
  assert.deepEqual(found("const many = 1; // It has many\nconst more = 1; // more"), []);
});

test("findBannedWords › reads all parts of a title, and of a test that is modified", () => {
  assert.deepEqual(found("test(`${1} is told ${2}\n and told ${3}`, { timeout: 1 }, tells);"), [
    "1 told",
    "2 told",
    "2 tells",
  ]);
  assert.deepEqual(found('describe.skip("tells", run);'), ["1 tells"]);
  assert.deepEqual(found('describe("A" + "tells", run);'), ["1 tells"]);
});

test("findBannedWords › leaves strings, regular expressions and parts of words alone", () => {
  assert.deepEqual(found('const a = t("Nobody shall tell.");'), []);
  assert.deepEqual(found("const a = `// nobody ${b} // tells`; const b = 1;"), []);
  assert.deepEqual(found("const a = /nobody \"|' told/.test(b) ? 1 / 2 : 3 / 4; // fine"), []);
  assert.deepEqual(found("// Intelligent storytellers, marshalled\nconst retold = 1;"), []);
  assert.deepEqual(found('pattern.test("tells"); other.it("told");'), []);
});

const foundTexts = (text: string, path = "src/a.ts"): readonly string[] =>
  findBannedTexts(path, text).map(({ line, word }) => `${line} ${word}`);

test("findBannedTexts › reads what is translated, and nothing else of a call", () => {
  assert.deepEqual(foundTexts('const a = [vscode.l10n.t("Nobody"), "shall"];\nl10n.t("{0} tells", "told");'), [
    "1 Nobody",
    "2 tells",
  ]);
  assert.deepEqual(foundTexts('other.t("Nobody"); const l10n = "shall";'), []);
  assert.deepEqual(foundTexts('vscode.l10n.t(\n  "It wants fewer requests",\n  name,\n);'), [
    "2 wants fewer requests",
  ]);
});

test("findBannedTexts › reads all texts of a table of contributions", () => {
  for (const path of [
    "src/gists/contributions.ts",
    "src/operations/reference/descriptions.ts",
    "src/gists/editContributions.ts",
    "src/contributions/texts.ts",
  ])
    assert.deepEqual(foundTexts('const a = {\n  title: "Throw Away...",\n};', path), ["2 Throw Away"]);
  assert.deepEqual(foundTexts('const a = { title: "Throw Away..." };', "src/ui/contributionsOf.ts"), []);
});

test("findBannedWords › says what to write instead", () => {
  assert.equal(findBannedWords("a.ts", "// Nobody")[0]?.instead, "no one");
});

test("findBannedTexts › finds “throw it away” too", () => {
  assert.deepEqual(
    findBannedTexts("src/a.ts", 'vscode.l10n.t("Publish it or throw it away first.");').map(({ word }) => word),
    ["throw it away"],
  );
});

test("findBannedWords › finds words of state and place in texts for people only", () => {
  const texts = [
    ["This is no JSON.", "is no JSON"],
    ["It is shown no more.", "no more"],
    ["The edit is kept.", "kept"],
    ["The routes of 2015.", "of 2015"],
    ["The limit has room.", "room"],
    ["The edit goes\nout later.", "goes out"],
    ["The edits go out later.", "go out"],
    ["It comes in.", "comes in"],
    ["It stands here.", "stands"],
    ["It stood here.", "stood"],
    ["It was cancelled.", "cancelled"],
    ["It stays on this machine.", "this machine"],
    ["It never leaves the machine.", "leaves the machine"],
  ] as const;
  for (const [text, word] of texts) {
    assert.deepEqual(found(text, "docs/a.md"), [`1 ${word}`]);
    assert.deepEqual(foundTexts(`vscode.l10n.t("${text.replace("\n", " ")}");`), [`1 ${word}`]);
    assert.deepEqual(found(`// ${text}`), []);
  }
});

test("findBannedWords › leaves other uses of these words alone", () => {
  const text =
    "There is no telemetry. It is no longer there, and is no one's. No more than 20. The API v3 as of 2015. `a` stands for " +
    "b, c stands in for d. It goes through the guard, comes from a file. 404 is no. It was canceled. Move the key to the machine.";
  assert.deepEqual(found(text, "docs/a.md"), []);
});
