import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { appLink, readAppLink } from "../../../src/base/appLink.ts";

/** As VS Code hands a link to an extension: its query is decoded as a whole. */
const received = (link: string): string => decodeURIComponent(link.slice(link.indexOf("?") + 1));

test("A link that VS Code opens › gives back each value, whatever characters it has", () => {
  const value = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
    .filter((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text));
  fc.assert(
    fc.property(value, value, (file, server) => {
      const values = readAppLink(received(appLink("vscode", "/gist", { file, server }) ?? ""));
      assert.deepEqual(values && Object.fromEntries(values), { file, server });
    }),
  );
});

test("A link that VS Code opens › is made of emoji and letters that are joined, and of nothing that it would refuse", () => {
  const make = (file: string) => appLink("vscode", "/gist", { file });
  for (const file of ["👩\u200D💻.md", "می\u200Cخواهم.txt"])
    assert.deepEqual([...(readAppLink(received(make(file) ?? "")) ?? [])], [["file", file]]);
  for (const file of ["", "a\u202Eb", "a\u2066b", "a\u200Bb", "a\nb", "a\uD83D", "a".repeat(1001)])
    assert.equal(make(file), undefined, JSON.stringify(file));
});

test("A link that VS Code opens › can be written by hand: a plus is a plus, a space may be encoded once", () => {
  const read = (query: string) => Object.fromEntries(readAppLink(query) ?? []);
  assert.deepEqual(read("server=github.com&id=abc"), { server: "github.com", id: "abc" });
  assert.deepEqual(read("file=a+b c.txt"), { file: "a+b c.txt" });
  assert.deepEqual(read(""), {});
});

test("A link that VS Code opens › is refused when a value is empty, hidden, too long, given twice or not encoded", () => {
  for (const query of [
    "id=",
    "id",
    "=x",
    "ID=x",
    "__proto__=x",
    "id=a&id=b",
    "id=%",
    "id=%E0%A4",
    "id=a\nb",
    "id=a%0Ab",
    "id=a%E2%80%AEb",
    "id=a%00",
    `id=${"a".repeat(1001)}`,
    "&",
  ])
    assert.equal(readAppLink(query), undefined, query.slice(0, 40));
});
