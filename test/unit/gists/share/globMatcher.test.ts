import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import picomatch from "picomatch";
import { globMatcher } from "../../../../src/gists/share/globMatcher.ts";

const isLeftOut = (pattern: string, path: string): boolean => globMatcher([pattern])(path);
const best = (run: () => void): number =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const start = process.cpuUsage();
      run();
      return process.cpuUsage(start).user / 1000;
    }),
  );

describe("Patterns of what is not shared", () => {
  for (const [pattern, path, expected] of [
    ["**/.git", ".git", true],
    ["**/.git", "a/b/.git", true],
    ["**/.git", "a.git", false],
    ["**/.env*", "app/.env.local", true],
    ["**/*.lock", "a/yarn.lock", true],
    ["*.lock", "a/yarn.lock", false],
    ["dir/**", "dir", true],
    ["dir/**", "dir/a/b", true],
    ["dir/**/**", "dir", true],
    ["dir/", "dir/", true],
    ["*.{js,ts}", "a.ts", true],
    ["{a,b{c,d}}/*", "bd/x", true],
    ["{a}", "{a}", true],
    ["[a-c]?[!x]", "bzy", true],
    ["[a-c]?[!x]", "bzx", false],
    ["[", "[", true],
    [String.raw`\*`, "*", true],
    [String.raw`\*`, "a", false],
    ["@(a|b).txt", "b.txt", true],
    // More than it says, not less.
    ["!(keep).txt", "other.txt", true],
    ["+(ab).txt", "abab.txt", true],
    ["+(a/)b", "a/b", true],
    ["!+(a).txt", "b.txt", true],
    ["**.key", "a/b.key", true],
    ["foo{*,x}", "foo", true],
    ["{*,x}", "", false],
    ["!*.ts", "a.js", true],
    ["!*.ts", "a.ts", false],
    ["{a,b", "b", true],
    ["x".repeat(1001), "a", true],
  ] as const)
    it(`${JSON.stringify(pattern.slice(0, 20))} ${expected ? "has" : "doesn't have"} ${path}`, () =>
      assert.equal(isLeftOut(pattern, path), expected));

  it("mean what they mean in other tools", () => {
    const piece = fc.constantFrom("a", "b", "*", "?", "**/", "/**/", "*.", "/", "{a,b*}", "[ab]", ".");
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
        fc
          .array(fc.constantFrom("a", "b", "ab", ".a", "a.b"), { minLength: 1, maxLength: 4 })
          .map((parts) => parts.join("/")),
        (pattern, path) => {
          // There, `a/**` has `a`, and `a*/**` and `a/**/**` have not always.
          fc.pre(!/\*(\/\*\*)+$/.test(pattern));
          fc.pre(!/^\/|\/\/|\/$|\*{3}|^\.|\/\.|[^/]\*\*|\*\*[^/]/.test(pattern));
          assert.equal(isLeftOut(pattern, path), picomatch(pattern, { dot: true })(path), `${pattern} ${path}`);
        },
      ),
      { numRuns: 5000 },
    );
  });

  for (const [pattern, after] of [
    ["*(*a)", "b"],
    ["+(a|aa)", "b"],
    ["*a", "b"],
    ["**/a/", "b"],
    ["{a,a}", "b"],
    ["{a,*a", "b"],
    ["[!b]*", "b"],
    ["{[}]", ""],
    ["@(", ""],
    ["[", ""],
  ] as const)
    it(`take a time that grows with the text only: ${pattern}`, () => {
      for (const name of ["a", "a/", "{"]) {
        const timeOf = (patternLength: number, length: number): number => {
          const path = name.repeat(length) + "c";
          return best(() => globMatcher([pattern.repeat(patternLength / pattern.length) + after])(path));
        };
        const [once, longPath, longPattern] = [timeOf(200, 5000), timeOf(200, 20_000), timeOf(800, 5000)];
        // Quadratic time would be sixteen times as long.
        for (const fourTimes of [longPath, longPattern])
          assert.ok(fourTimes < 100 || fourTimes <= 8 * once, `${once} ms, then ${fourTimes} ms`);
      }
    });
});
