import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodePart, readablePart } from "../../../src/base/uriPart.ts";
import { breakable, inertLines, inertText, plainText } from "../../../src/ui/plainText.ts";

/** What VS Code makes a link in messages and below input boxes (its `parseLinkedText`). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** What VS Code makes an icon (its `renderLabelWithIcons`). */
const icon = /(?<!\\)\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/;
const steering = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

const pieces = [
  "[",
  "]",
  "(",
  ")",
  "](",
  "$(",
  "\\",
  "command:x",
  "https://x",
  "a",
  "sync",
  " ",
  "\n",
  "\u202E",
  "\u200F",
  "\u0007",
];
/** Texts that are often links before they are inert. */
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
  fc
    .string()
    .map((text) => `[${text}](command:workbench.action.terminal.sendSequence?${encodeURIComponent(text)})`),
);

test("The pattern of these tests › finds VS Code's links and icons", () => {
  assert.match("Forked [x](command:y?%7B%7D) into", link);
  assert.match("a $(sync~spin) b", icon);
  assert.doesNotMatch(String.raw`a \$(sync) b`, icon);
});

test("inertText › has no link, no icon and no character that steers, whatever the text", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const inert = inertText(text);
      assert.doesNotMatch(inert, link);
      assert.doesNotMatch(inert, icon);
      assert.doesNotMatch(inert, steering);
      assert.equal(inertText(inert), inert);
    }),
    { numRuns: 5000 },
  );
});

test("inertText › leaves an ordinary sentence as it is", () => {
  const text = "“a [draft].md” of ada (2 files) costs $5 – “ключ” 🎉";
  assert.equal(inertText(text), text);
});

test("inertText › shows the characters of an icon as they were written", () => {
  assert.equal(inertText("a $(sync) b [c](command:d)"), "a $\u200B(sync) b [c]\u200B(command:d)");
});

test("inertText › has no link when remote texts are joined by texts of ours", () => {
  fc.assert(
    fc.property(hostile, hostile, (a, b) => {
      assert.doesNotMatch(inertText(`[${plainText(a)}](${plainText(b)})`), link);
      assert.doesNotMatch(inertText(`Forked “${a}” of ${b} (“${plainText(a)}”)`), link);
    }),
    { numRuns: 2000 },
  );
});

test("plainText › is at most 300 characters and never half a character", () => {
  assert.equal(plainText("x".repeat(300)), "x".repeat(300));
  assert.equal(plainText("x".repeat(301)), `${"x".repeat(299)}…`);
  assert.equal(plainText("🎉".repeat(200)), `${"🎉".repeat(149)}…`);
  fc.assert(fc.property(hostile, (text) => plainText(text.repeat(20)).length <= 300));
});

test("breakable › breaks what is longer than a line after punctuation, and no word or address that fits", () => {
  for (const text of [
    "Bereitstellungsschlüssel",
    "https://forge.example.com/api/v3",
    "サーバーに接続できません。".repeat(9),
  ])
    assert.equal(breakable(text), text);
  const url = `https://forge.example.com/${"part/".repeat(9)}${"x".repeat(70)}`;
  const pieces = breakable(`At ${url} now`).split("\u{200B}");
  assert.equal(pieces.join(""), `At ${url} now`);
  assert.deepEqual(pieces.slice(0, 3), ["At https://", "forge.", "example."]);
  assert.ok(pieces.every((piece) => piece.length <= 40));
});

test("inertLines › keeps the lines of a dialog's detail, and no line has a link", () => {
  assert.equal(inertLines("one\ntwo"), "one\ntwo");
  fc.assert(fc.property(hostile, (text) => !link.test(inertLines(`a\n${text}`))));
});

test("Names in URIs › are not a link where VS Code names the document", () => {
  fc.assert(
    fc.property(hostile, hostile, (title, file) => {
      assert.doesNotMatch(`/id/${readablePart(title)}/${encodePart(file)}`, link);
      assert.doesNotMatch(`Failed to save '${encodePart(file)}': ${readablePart(title)}`, link);
    }),
    { numRuns: 2000 },
  );
});
