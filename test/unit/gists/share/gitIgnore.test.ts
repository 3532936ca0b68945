import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import ignore from "ignore";
import { GitIgnore } from "../../../../src/gists/share/gitIgnore.ts";

describe("What git ignores of a folder", () => {
  const ignored = new GitIgnore();
  ignored.add("", "*.log\n/build\nsecret/\n!keep.log\n");
  ignored.add("app/", "!debug.log\n/local.txt\n");

  for (const [path, expected] of [
    ["a.log", true],
    ["keep.log", false],
    ["app/a.log", true],
    // The file in the folder says otherwise.
    ["app/debug.log", false],
    ["debug.log", true],
    ["build/", true],
    ["app/build/", false],
    ["app/local.txt", true],
    ["local.txt", false],
    ["app/secret/", true],
    ["app/", false],
    ["app/ünï.log", true],
  ] as const)
    it(`${path}: ${String(expected)}`, () => assert.equal(ignored.ignores(path), expected));
});

describe("Rules of a hostile .gitignore", () => {
  for (const rule of ["*a".repeat(5), "*a".repeat(9), "**a".repeat(5), "/*a*a/**/*a*a*a", "**/a/".repeat(9)])
    it(`take no long time: ${rule}b`, () => {
      const rules = new GitIgnore();
      rules.add("", `${rule}b\n`.repeat(100));
      const start = process.cpuUsage();
      for (const name of ["a".repeat(200), "a/".repeat(60) + "a".repeat(60)]) rules.ignores(name);
      assert.ok(process.cpuUsage(start).user < 3_000_000);
    });

  it("ignore at least what git does", () => {
    const pieces = ["a", "b", "*", "*", "**", "/", "?", "[ab]", "[!a]", String.raw`\*`, "**/"];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 12 }),
        fc.array(fc.constantFrom("a", "b", "*", "aa", "/"), { minLength: 1, maxLength: 8 }),
        (rule, name) => {
          const path = name
            .join("")
            .replaceAll(/\/+/g, "/")
            .replaceAll(/^\/|\/$/g, "");
          fc.pre(path !== "");
          const rules = new GitIgnore();
          rules.add("", rule.join(""));
          if (ignore().add(rule.join("")).ignores(path)) assert.ok(rules.ignores(path));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("with many wildcards show nothing again that another one ignores", () => {
    const rules = new GitIgnore();
    rules.add("", "*.log\n!*a*b*c*.log\n*one*two*three*\n");
    assert.deepEqual(
      ["abc.log", "1-one-2-two-3-three-4", "one", "other"].map((path) => rules.ignores(path)),
      [true, true, false, false],
    );
  });
});
