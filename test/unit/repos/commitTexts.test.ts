import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isBranchName } from "../../../src/repos/files/branchName.ts";
import { filled, templateOf } from "../../../src/repos/files/commitTemplate.ts";
import type { FileChange } from "../../../src/repos/files/commitErrors.ts";

const changes = (...paths: readonly string[]): readonly FileChange[] =>
  paths.map((path) => ({
    kind: "write",
    place: { accountId: "1", owner: "mia", repo: "tools", ref: "main", path },
  }));
const count = (number: number): string => `${number} files`;

describe("The template of commit messages", () => {
  it("names the files, or counts them when they are many", () => {
    assert.equal(filled("Update ${files}", changes("src/a.ts"), count), "Update a.ts");
    assert.equal(filled("Update ${files}", changes("a", "b", "c"), count), "Update a, b, c");
    assert.equal(filled("Update ${files}", changes("a", "b", "c", "d"), count), "Update 4 files");
    assert.equal(filled("Docs: ${files} ($&)", changes("$&"), count), "Docs: $& ($&)");
  });

  it("is learnt from a message that names the files", () => {
    assert.equal(templateOf("docs: touch a.md", changes("x/a.md")), "docs: touch ${files}");
    assert.equal(templateOf("docs: a.md\n\nbecause", changes("x/a.md")), "docs: ${files}");
    assert.equal(templateOf("Fix the tide", changes("x/a.md")), undefined);
    assert.equal(templateOf("Delete a.md", [{ ...changes("a.md")[0], kind: "delete" } as FileChange]), undefined);
    assert.equal(templateOf("x", []), undefined);
  });
});

describe("A name of a branch", () => {
  it("is one that git takes", () => {
    for (const name of ["main", "feature/x#1", "ünïcödé", "patch-1", "a.b", "v1.0"])
      assert.ok(isBranchName(name), name);
    const refused = [
      "",
      "a b",
      "-a",
      "a..b",
      "a/",
      "/a",
      "a//b",
      ".a",
      "a/.b",
      "a.lock",
      "a~1",
      "a^",
      "a:b",
      "a?",
      "a*",
    ];
    for (const name of [...refused, "a[b", "a\\b", "@", "a@{b", "a.", "a\tb", "x".repeat(300)])
      assert.ok(!isBranchName(name), name);
  });
});
