import assert from "node:assert/strict";
import { test } from "node:test";
import type { Gist } from "../../../src/client/types/gist.ts";
import { titleOf } from "../../../src/gists/gistFacts.ts";

const gist = (description: string | null): Gist =>
  ({ id: "1", description, files: { "notes.md": { filename: "notes.md" } } }) as unknown as Gist;

test("titleOf › is the first line of the description that shows something", () => {
  assert.equal(titleOf(gist("  Notes \r\nof today")), "Notes");
  assert.equal(titleOf(gist("\u200B\n\u2060\uFEFF\nNotes")), "Notes");
});

test("titleOf › is the first file's name where the description shows nothing", () => {
  for (const description of [
    null,
    "",
    " \n ",
    "\u200B\u200C\u200D",
    "\u2060\uFEFF\u00AD",
    "\u202E\u2800",
    "\u3164",
  ])
    assert.equal(titleOf(gist(description)), "notes.md", JSON.stringify(description));
});
