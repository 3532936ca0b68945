// Writes src/sandbox/emojiData.ts from the npm package github-emojis: node esbuild.mjs --tools && node out/tools/emojiData.mjs
import { emojis, urls } from "github-emojis";
import { writeFileSync } from "node:fs";

const perLine = 9;

const names = Object.keys(emojis) as (keyof typeof emojis)[];
const unicode = names.filter((name) => urls[name]?.includes("/unicode/")).map((name) => `${name}=${emojis[name]}`);
const custom = names.filter((name) => !urls[name]?.includes("/unicode/"));
const lines = Array.from({ length: Math.ceil(unicode.length / perLine) }, (_, line) =>
  unicode.slice(line * perLine, (line + 1) * perLine).join(" "),
);

writeFileSync(
  "src/sandbox/emojiData.ts",
  [
    "// Made by test/support/tools/emojiData.ts from the npm package github-emojis (MIT); not edited by hand.",
    "",
    "/** Names that the service draws itself: they have no Unicode glyph. */",
    `export const customEmoji: readonly string[] = ${JSON.stringify(custom, null, 2).replace(/"\n\]/, '",\n]')};`,
    "",
    "/** `name=glyph`, parted by white space. */",
    `export const unicodeEmoji = \`\n${lines.join("\n")}\n\`;`,
    "",
  ].join("\n"),
);
