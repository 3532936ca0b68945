import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lineAtPosition, lineRanges, positionOfLine } from "../../../../src/repos/comments/position.ts";
import { anchorAt, fileOf, isInConversation, spotIn } from "../../../../src/repos/comments/spot.ts";

/** Two hunks; lines 1 to 4 and 20 to 22 of the new file. */
const patch = [
  "@@ -1,4 +1,4 @@",
  " one",
  "-two",
  "+TWO",
  " three",
  " four",
  "@@ -20,2 +20,3 @@ function named()",
  " twenty",
  "+more",
  " last",
  "\\ No newline at end of file",
].join("\n");

const file = { sha: "", filename: "a.ts", status: "modified", additions: 2, deletions: 1, changes: 3, patch };

describe("the position of a line in a patch", () => {
  it("counts lines below the first head, later heads and removed lines included", () => {
    const positions = [1, 2, 3, 4, 20, 21, 22].map((line) => positionOfLine(patch, line));
    assert.deepEqual(positions, [1, 3, 4, 5, 7, 8, 9]);
  });

  it("is not there for lines that the patch does not have", () => {
    for (const line of [0, 5, 19, 23, -1, 1.5]) assert.equal(positionOfLine(patch, line), undefined, String(line));
    assert.equal(positionOfLine("", 1), undefined);
  });

  it("leads back to its line, and from a removed line to the one that stands there now", () => {
    for (const line of [1, 2, 3, 4, 20, 21, 22])
      assert.deepEqual(lineAtPosition(patch, positionOfLine(patch, line) ?? 0), { line, isRemoved: false });
    assert.deepEqual(lineAtPosition(patch, 2), { line: 2, isRemoved: true });
  });

  it("leads nowhere from a head, from the mark of a missing line break, and from outside", () => {
    for (const position of [0, 6, 10, 11, 500]) assert.equal(lineAtPosition(patch, position), undefined);
  });

  it("knows files that are new, emptied or of one line", () => {
    const added = "@@ -0,0 +1,2 @@\n+one\n+two";
    assert.deepEqual([positionOfLine(added, 1), positionOfLine(added, 2)], [1, 2]);
    assert.equal(positionOfLine("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b", 1), 3);
    const emptied = "@@ -1,2 +0,0 @@\n-one\n-two";
    assert.equal(positionOfLine(emptied, 1), undefined);
    assert.deepEqual(lineAtPosition(emptied, 1), { line: 1, isRemoved: true });
    assert.deepEqual(lineRanges(emptied), []);
  });

  it("takes lines that look like heads, and a line break at the end, for what they are", () => {
    const odd = "@@ -1,1 +1,3 @@\n @@ -9,9 +9,9 @@\n+++ b\n+-- a\n";
    assert.deepEqual(lineRanges(odd), [[1, 3]]);
    assert.equal(positionOfLine(odd, 3), 3);
  });

  it("may be begun at the lines of each hunk", () => {
    assert.deepEqual(lineRanges(patch), [
      [1, 4],
      [20, 22],
    ]);
  });
});

describe("where a comment stands", () => {
  it("is sent with its position, and without one where the file has no patch", () => {
    assert.deepEqual(anchorAt(file, 21), { path: "a.ts", line: 21, position: 8 });
    const { patch: _, ...binary } = file;
    assert.deepEqual(anchorAt(binary, 21), { path: "a.ts", line: 21 });
    assert.deepEqual(anchorAt(file, 12), { path: "a.ts", line: 12 });
    assert.deepEqual(anchorAt(file, undefined), { path: "a.ts" });
  });

  it("is its line when given, else what its position leads to, else the file's beginning", () => {
    assert.deepEqual(spotIn(file, { path: "a.ts", line: 3, position: 8 }, 22), { line: 3 });
    assert.deepEqual(spotIn(file, { path: "a.ts", position: 8 }, 22), { line: 21 });
    assert.deepEqual(spotIn(file, { path: "a.ts", position: 2 }, 22), { line: 2, state: "removed" });
    assert.deepEqual(spotIn(file, { path: "a.ts" }, 22), {}, "the file as a whole has no line");
    assert.deepEqual(spotIn(file, { path: "a.ts", line: 99 }, 22), { line: 1, state: "outdated" });
    assert.deepEqual(spotIn(file, { path: "a.ts", line: 0, position: 99 }, 22), { line: 1, state: "outdated" });
    assert.deepEqual(spotIn(file, { path: "a.ts", line: 99, position: 8 }, 22), { line: 21 });
  });

  it("is the commit's conversation where no lines can be seen", () => {
    const { patch: _, ...binary } = { ...file, filename: "b.png" };
    const files = [file, binary, { ...file, filename: "gone.ts", status: "removed" }];
    const commit = {
      sha: "1",
      commit: { message: "", author: null, committer: null },
      author: null,
      committer: null,
      parents: [],
      files,
    };
    const isThere = (path: string) => isInConversation(commit, { path, line: 1 });
    assert.deepEqual(["a.ts", "b.png", "gone.ts", "elsewhere.ts"].map(isThere), [false, true, true, true]);
    assert.equal(isInConversation(commit, undefined), true);
    assert.equal(fileOf(commit, "gone.ts"), undefined);
  });
});
