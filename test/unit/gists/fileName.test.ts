import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { distinctNames, maxNameBytes, nameProblem, usableName } from "../../../src/gists/fileName.ts";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

describe("a file name", () => {
  for (const name of [
    "a",
    ".gitignore",
    "...",
    "..a",
    "größe 日本 #1%?.md",
    "\u{1F35E}",
    "a\u0301",
    "7",
    "__proto__",
    "constructor",
    "CON",
    " a ",
    "a:b*c|d<e>",
    "é".repeat(127),
    "x".repeat(maxNameBytes),
  ]) {
    it(`may be ${JSON.stringify(name.slice(0, 30))} of ${bytes(name)} bytes`, () => {
      assert.equal(nameProblem(name), undefined);
    });
  }

  for (const [problem, ...names] of [
    ["empty", "", " ", "\t", "\u00a0"],
    ["slash", "a/b", "/", "a\\b", "../a", "a/"],
    ["control", "a\nb", "a\0", "\u0007a", "a\u007f", "a\u0085b", "a\u2028b", "a\u2029"],
    ["dots", ".", ".."],
    [
      "tooLong",
      "x".repeat(maxNameBytes + 1),
      "é".repeat(128),
      `${"x".repeat(254)}é`,
      `${"x".repeat(252)}\u{1F35E}`,
      "日".repeat(86),
    ],
  ] as const) {
    for (const name of names) {
      it(`has the problem ${problem} when it is ${JSON.stringify(name.slice(0, 12))} of ${bytes(name)} bytes`, () => {
        assert.equal(nameProblem(name), problem);
      });
    }
  }

  it("is taken when another file has just that name", () => {
    assert.equal(nameProblem("a.md", ["b.md", "a.md"]), "taken");
    assert.equal(nameProblem("A.md", ["a.md"]), undefined);
    assert.equal(nameProblem("a\u0301", ["\u00e1"]), undefined);
  });
});

describe("a usable name", () => {
  it("leaves a good name as it is", () => {
    for (const name of ["a.md", "größe 日本.md", "..a", "x".repeat(maxNameBytes)]) {
      assert.equal(usableName(name, "f"), name);
    }
  });

  it("replaces slashes with a hyphen and drops invisible characters", () => {
    assert.equal(usableName("src//a\\b.ts", "f"), "src-a-b.ts");
    assert.equal(usableName(" a\r\n\u2028b\u0000.md ", "f"), "ab.md");
  });

  it("is the fallback when nothing is left", () => {
    for (const text of ["", "   ", "\n\t", ".", "..", ".\u0000.", " . "]) assert.equal(usableName(text, "f"), "f");
  });

  it("keeps the end of a name that is too long, in whole characters", () => {
    const cases = [
      `${"日".repeat(300)}.md`,
      `a${"\u{1F35E}".repeat(100)}.md`,
      `${"é".repeat(128)}`,
      "x".repeat(5000),
    ];
    for (const text of cases) {
      const name = usableName(text, "f");
      assert.ok(text.endsWith(name));
      assert.ok(bytes(name) <= maxNameBytes && bytes(name) > maxNameBytes - 4, String(bytes(name)));
      assert.equal(name, new TextDecoder().decode(new TextEncoder().encode(name)));
    }
  });

  it("has no problem, whatever it was made of", () => {
    const parts = ["", ".", "..", "/", "\\", "\0", "\n", " ", "ü", "\u{1F35E}", "a", "b".repeat(254)];
    for (const first of parts) {
      for (const second of parts) {
        for (const third of parts) {
          const text = first + second + third;
          assert.equal(nameProblem(usableName(text, "file")), undefined, JSON.stringify(text));
        }
      }
    }
  });
});

describe("names for files of several folders", () => {
  it("are the files' own where they differ", () => {
    assert.deepEqual(distinctNames(["/w/src/a.ts", "/w/test/b.ts"]), ["a.ts", "b.ts"]);
    assert.deepEqual(distinctNames([]), []);
    assert.deepEqual(distinctNames(["a.ts"]), ["a.ts"]);
  });

  it("take as many folders as make them unique, and only where they are needed", () => {
    assert.deepEqual(distinctNames(["/w/a/x/index.ts", "/w/b/x/index.ts", "/w/b/y/index.ts", "/w/readme.md"]), [
      "a-x-index.ts",
      "b-x-index.ts",
      "y-index.ts",
      "readme.md",
    ]);
  });

  it("distinguish a file at the root from one in a folder", () => {
    assert.deepEqual(distinctNames(["/a.ts", "/b/a.ts"]), ["a.ts", "b-a.ts"]);
  });

  it("differ even when the paths or what is made of them do not", () => {
    assert.deepEqual(distinctNames(["/a.ts", "/a.ts", "/a.ts"]), ["a.ts", "a-2.ts", "a-3.ts"]);
    for (const paths of [
      ["a/b", "c/b", "x/a-b"],
      ["/w/a\n.md", "/w/a.md"],
      ["/", "//", ""],
      [".gitignore", ".gitignore"],
      ["/x/a", "/x/a", "/x/a-2"],
      [`/1/${"x".repeat(300)}`, `/2/${"x".repeat(300)}`],
    ]) {
      const names = distinctNames(paths);
      assert.equal(new Set(names).size, paths.length, JSON.stringify(names));
      for (const name of names) assert.equal(nameProblem(name), undefined, JSON.stringify(name));
    }
  });

  it("have no problem even when the paths have", () => {
    for (const name of distinctNames(["/", "", "/..", "/w/\n", "/w/ü\u0000.md"])) {
      assert.equal(nameProblem(name), undefined, JSON.stringify(name));
    }
  });
});
