import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseQuery } from "../../../../src/gists/search/query.ts";
import { TextIndex } from "../../../../src/gists/search/textIndex.ts";
import { fc } from "../../../support/fastCheck.ts";

const unit = fc.constantFrom(...Array.from("abAB1éÜ _.-(\n東京都のカーﾃไทย่ี漢𠮷🙂한국"));
/** Some become words that are longer than those of the index. */
const long = fc.constantFrom("a".repeat(39), "Ab1".repeat(14), "é".repeat(41));
const text = fc
  .array(fc.oneof({ weight: 15, arbitrary: unit }, { weight: 1, arbitrary: long }), { maxLength: 60 })
  .map((parts) => parts.join(""));

const indexOf = (texts: readonly string[]): TextIndex => {
  const index = new TextIndex();
  for (const [number, content] of texts.entries())
    index.put({
      id: String(number),
      description: "",
      isPublic: true,
      owner: "",
      updated: "",
      url: "",
      isOwn: true,
      isStarred: false,
      files: [{ name: "", language: "", text: content }],
      commentCount: 0,
      comments: [],
    });
  return index;
};

describe("A phrase", () => {
  it("finds exactly the texts that have it, wherever it begins and ends in them", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(50), (texts, at, length) => {
        const characters = Array.from(texts[0] ?? "");
        const start = at % (characters.length + 1);
        const phrase = characters
          .slice(start, start + length)
          .join("")
          .trim();
        const query = parseQuery(`"${phrase}"`);
        if (query.phrases.length === 0) return;
        const found = indexOf(texts)
          .search(query)
          .slice()
          .map(({ gist }) => Number(gist.id));
        const wanted = [...texts.keys()].filter((index) =>
          (texts[index] ?? "").toLowerCase().includes(phrase.toLowerCase()),
        );
        assert.deepEqual(
          found.toSorted((a, b) => a - b),
          wanted,
          JSON.stringify(phrase),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it("needs no quotes in scripts without spaces", () => {
    const spaceless = fc.string({
      unit: fc.constantFrom("東", "京", "都", "の", "カ"),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(spaceless, { minLength: 1, maxLength: 6 }), spaceless, (texts, typed) => {
        const found = indexOf(texts).search(parseQuery(typed)).slice();
        assert.equal(found.length, texts.filter((each) => each.includes(typed)).length);
      }),
      { numRuns: 1000 },
    );
  });
});
