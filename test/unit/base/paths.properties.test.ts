import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import { describe, it } from "node:test";
import { fc } from "../../support/fastCheck.ts";
import { encodeName, freeName, isReserved, isSafePath } from "../../../src/base/safeName.ts";
import { decodePart, decodeRef, encodePart, encodeRef, readablePart } from "../../../src/base/uriPart.ts";
import { nameProblem, usableName } from "../../../src/gists/fileName.ts";
import { isInside } from "../../../src/gists/links/linkFile.ts";
import { folderName } from "../../../src/gists/transfer/folderName.ts";
import { partsBelow } from "../../../src/repos/downloads/entryPath.ts";

/** What some system reads in another way, between what it does not. */
const piece = fc.constantFrom(
  ...Array.from('./\\:*?"<>|%~ \n\0'),
  "..",
  "\u2067",
  "%u",
  ".git",
  ".GIT",
  "git~1",
  "con",
  "NUL",
  "com1",
  "\u200c",
  "\u202e",
  "\ufeff",
  "．",
  "ａｕｘ",
  "é",
  "e\u0301",
  "a",
  "txt",
  "%2e",
  "%2f",
  "\u2215",
  "\ud800",
);
const name = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
  fc.tuple(fc.string({ unit: "grapheme" }), fc.nat({ max: 400 })).map(([text, count]) => text + "ä".repeat(count)),
);
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?: *\.|$)/i;

const assertHarmless = (path: string): void => {
  for (const part of path.split("/")) {
    const plain = part.normalize("NFKC").replaceAll(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "");
    assert.doesNotMatch(plain, /^(?:\.git|git~\d+)[. ]*$/i);
    assert.doesNotMatch(plain, devices);
  }
  for (const system of [posix, win32]) {
    const below = system.relative(system.resolve("/folder"), system.resolve("/folder", path));
    assert.doesNotMatch(below, /^$|^\.\.(?:[/\\]|$)|^[a-z]:/i, path);
  }
};

describe("Names and paths", () => {
  it("are safe, short and inside of their folder when they are encoded", () => {
    fc.assert(
      fc.property(name, (given) => {
        const safe = encodeName(given);
        assert.ok(isSafePath(safe), safe);
        assert.ok(isInside(safe), safe);
        assert.equal(isReserved(safe), false);
        assert.ok(new TextEncoder().encode(safe).length <= 150);
        assert.doesNotThrow(() => encodeURIComponent(safe), "half of a character");
        assertHarmless(safe);
      }),
      { numRuns: 2000 },
    );
  });

  it("are harmless on every system when they are inside of their folder", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (parts) => {
        const path = parts.join("/");
        if (isInside(path)) assertHarmless(path);
        if (isSafePath(path)) assert.ok(isInside(path) || path.length > 1000, path);
      }),
      { numRuns: 5000 },
    );
  });

  it("are devices of Windows with spaces before their ending, too", () => {
    for (const given of ["aux .txt", "NUL  .tar.gz", "con ."]) {
      assert.equal(isInside(given), false, given);
      assert.equal(isSafePath(given), false, given);
      assertHarmless(encodeName(given));
    }
    assert.equal(isInside("aux txt"), true);
  });

  it("stay different when they are encoded, unless they are cut", () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        if (one !== other) assert.notEqual(encodeName(one), encodeName(other));
      }),
    );
  });

  it("are free after freeName", () => {
    fc.assert(
      fc.property(name, fc.array(name), (given, taken) => {
        const names = new Set([given, ...taken].map(encodeName));
        const free = freeName(encodeName(given), (each) => names.has(each));
        assert.equal(names.has(free), false);
        assert.ok(isInside(free));
      }),
    );
  });

  it("of gists keep to the rules of the service", () => {
    fc.assert(
      fc.property(name, (given) => {
        assert.equal(nameProblem(usableName(given, "file.txt")), undefined);
        assert.ok(isSafePath(folderName(given, "abc")));
      }),
    );
  });

  it("of an archive have no part that leaves the folder", () => {
    fc.assert(
      fc.property(
        fc.array(name).map((parts) => parts.join("/")),
        fc.nat({ max: 2 }),
        (path, strip) => {
          for (const part of partsBelow(path, strip) ?? []) assert.doesNotMatch(part, /^\.{0,2}$|[/\\\0]/);
        },
      ),
    );
  });
});

describe("A part of a URI", () => {
  it("is the name again when it is decoded, and has no separator and nothing that turns the direction of the text", () => {
    fc.assert(
      fc.property(name, (given) => {
        const part = encodePart(given);
        assert.equal(decodePart(part), given);
        assert.doesNotMatch(part, /[/\\]|^\.{1,2}$|[\u202a-\u202e\u2066-\u2069]/);
        const ref = encodeRef(given);
        assert.equal(decodeRef(ref), given);
        assert.doesNotMatch(ref, /[/\\]|%2f|^\.{1,2}$/);
        assert.doesNotMatch(readablePart(given), /[/\\%]/);
        assert.doesNotThrow(() => [part, readablePart(given)].map(encodeURIComponent));
      }),
      { numRuns: 1000 },
    );
  });
});
