import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bytesOf, decodeBase64 } from "../../../src/base/bytes.ts";
import { textOf } from "../../../src/gists/content.ts";
import { GistProblem, type ProblemKind } from "../../../src/gists/problem.ts";

const problemOf = (
  bytes: Uint8Array,
  limit = 1000,
): { kind: ProblemKind; subject: string; limit: number | undefined } => {
  let problem: unknown;
  try {
    textOf("a.md", bytes, limit);
  } catch (error) {
    problem = error;
  }
  assert.ok(problem instanceof GistProblem, "the content was taken");
  return { kind: problem.kind, subject: problem.subject, limit: problem.limit };
};

describe("the text of a file that is to be sent", () => {
  for (const text of [
    "a",
    "\n",
    "größe 日本 \u{1F35E}\r\n\tno newline at the end",
    "\ufeffwith a mark",
    "\ufeff",
    "\ufffd",
  ]) {
    it(`is ${JSON.stringify(text)} byte by byte`, () => {
      const bytes = bytesOf(text);
      assert.equal(textOf("a.md", bytes, bytes.length), text);
      assert.deepEqual(bytesOf(textOf("a.md", bytes, bytes.length)), bytes);
    });
  }

  it("keeps one byte order mark and a second one", () => {
    assert.equal(textOf("a", Uint8Array.of(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61), 9), "\ufeff\ufeffa");
  });

  for (const [title, ...bytes] of [
    ["a lone continuation byte", 0x61, 0x80],
    ["a character cut short", 0x61, 0xe6, 0x97],
    ["an overlong slash", 0xc0, 0xaf],
    ["a surrogate", 0xed, 0xa0, 0x80],
    ["a byte that UTF-8 never has", 0xff],
    ["UTF-16 with its mark", 0xff, 0xfe, 0x61, 0x00],
    ["a NUL at the start", 0x00, 0x61],
    ["a NUL at the end", 0x61, 0x00],
    ["a NUL alone", 0x00],
  ] as const) {
    it(`refuses ${title} as binary`, () => {
      assert.deepEqual(problemOf(Uint8Array.from(bytes)), { kind: "binary", subject: "a.md", limit: undefined });
    });
  }

  it("refuses nothing at all as empty", () => {
    assert.equal(problemOf(new Uint8Array()).kind, "emptyContent");
  });

  it("measures the limit in bytes, and before anything else", () => {
    assert.equal(textOf("a", bytesOf("日日"), 6), "日日");
    assert.deepEqual(problemOf(bytesOf("日日"), 5), { kind: "tooLarge", subject: "a.md", limit: 5 });
    assert.equal(problemOf(Uint8Array.of(0, 0xff, 0), 2).kind, "tooLarge");
  });

  it("does not depend on where the bytes stand in their buffer", () => {
    const whole = bytesOf("xxäyy");
    assert.equal(textOf("a", whole.subarray(2, 4), 10), "ä");
  });
});

describe("Base64 of the service", () => {
  it("is decoded with its line breaks, every byte", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const lines = Buffer.from(bytes)
      .toString("base64")
      .replaceAll(/(.{60})/g, "$1\n");
    assert.deepEqual(decodeBase64(`${lines}\n`), bytes);
    assert.deepEqual(decodeBase64(""), new Uint8Array());
  });

  it("fails for a text that is none", () => {
    assert.throws(() => decodeBase64("a*b="));
  });
});
