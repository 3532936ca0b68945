import assert from "node:assert/strict";
import { test } from "node:test";
import { utf8 } from "../../../src/sandbox/git/bytes.ts";
import { lineChanges } from "../../../src/sandbox/git/diff.ts";
import { createGitObjects } from "../../../src/sandbox/git/objects.ts";

const changesOf = (count: number) => {
  const objects = createGitObjects({ blobs: {}, trees: {}, commits: {} });
  const leaf = (name: string) => {
    const text = Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join("");
    return { mode: "100644", id: objects.writeBlob(utf8(text)) } as const;
  };
  return lineChanges(objects, { status: "modified", path: "a.txt", before: leaf("old"), after: leaf("new") });
};

test("the sandbox gives no patch of files that differ in thousands of lines, so that it never takes long", () => {
  assert.deepEqual(changesOf(2000), { additions: 2000, deletions: 2000, patch: undefined });
  const { patch, additions } = changesOf(200);
  assert.equal(additions, 200);
  assert.equal(patch?.split("\n").length, 401);
});
