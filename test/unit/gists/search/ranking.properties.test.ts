import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { systemClock } from "../../../../src/base/clock.ts";
import { parseQuery } from "../../../../src/gists/search/query.ts";
import { storedIndexOf } from "../../../../src/gists/search/storedIndex.ts";
import { TextIndex } from "../../../../src/gists/search/textIndex.ts";
import type { IndexedGist } from "../../../../src/gists/search/types.ts";
import { fc } from "../../../support/fastCheck.ts";
import { MiniSearchIndex } from "../../../support/miniSearchIndex.ts";

/** Few words, so that many are shared, begin alike or are similar. */
const word = fc.oneof(
  fc.constantFrom(
    "read",
    "readFile",
    "reader",
    "ready",
    "XMLHttpRequest",
    "const",
    "constant",
    "contrast",
    "go",
    "gopher",
  ),
  fc.constantFrom(
    "ünd",
    "Straße",
    "naïve",
    "日本語",
    "日本",
    "本",
    "A1b2C3",
    "x",
    "servises",
    "services",
    "🙂",
    "—",
    "κόσμος",
  ),
  fc.string({ unit: fc.constantFrom("a", "b", "A", "é", "1"), minLength: 1, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom("a", "B"), minLength: 38, maxLength: 42 }),
);
const text = fc
  .array(
    fc.tuple(
      fc.oneof(word, fc.constant("İstanbul")),
      fc.constantFrom(" ", "\n", ".", "_", "😀", "—", "\ud800", ""),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.flat().join(""));
const gist = fc.record({
  description: fc.tuple(text, fc.constantFrom("", " #read", " #go-lang #x")).map((parts) => parts.join("")),
  owner: fc.constantFrom("mia", "otto"),
  files: fc.uniqueArray(fc.record({ name: word, language: fc.constantFrom("", "Go", "TypeScript"), text }), {
    selector: ({ name }) => name,
    maxLength: 3,
  }),
  comments: fc.uniqueArray(fc.record({ id: fc.nat(9), author: fc.constantFrom("mia", "otto"), text }), {
    selector: ({ id }) => id,
    maxLength: 2,
  }),
});
type Part = typeof gist extends fc.Arbitrary<infer T> ? T : never;

const indexed = (id: string, part: Part): IndexedGist => ({
  id,
  isPublic: false,
  updated: "2026-01-01T00:00:00Z",
  url: "",
  isOwn: true,
  isStarred: false,
  commentCount: part.comments.length,
  ...part,
});

/** What is done with the index: a gist is put in, again and again, or removed. */
const steps = fc.array(fc.tuple(fc.nat(12), fc.option(gist, { freq: 5 })), { minLength: 1, maxLength: 30 });
const queries = fc.array(
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
  { minLength: 1, maxLength: 4 },
);

describe("the ranking of the search", () => {
  it("finds the same as MiniSearch with the same scores, after any changes and a reload", async () => {
    await fc.assert(
      fc.asyncProperty(steps, queries, async (changes, texts) => {
        let index = new TextIndex();
        const known = new Map<string, IndexedGist>();
        for (const [number, part] of changes) {
          const id = `g${number}`;
          known.delete(id);
          if (part) {
            const put = indexed(id, part);
            known.set(id, put);
            index.put(put);
          } else index.remove(id);
          // Also what is brought in order between two changes.
          if (number === 0) index.search(parseQuery("read"));
        }
        // As the next window has it.
        const gists = [...known.values()];
        const stored = await storedIndexOf(index.snapshot(gists), systemClock);
        index = new TextIndex();
        index.restore(gists, stored);
        for (const each of gists) if (!index.has(each.id)) index.put(each);
        const measure = new MiniSearchIndex(known.values());
        for (const each of texts) {
          const query = parseQuery(each);
          // Only words are compared: MiniSearch has no phrases.
          if (query.words.length === 0 || query.phrases.length > 0) continue;
          const found = index.search(query);
          const hits = found.slice().map(({ gist: { id }, file, comment, score, words }) => ({
            id: `${id}/${comment ? `comment ${comment.id}` : (file?.name ?? "")}`,
            score: score.toPrecision(9),
            words: words.toSorted().join(" "),
          }));
          const wanted = measure
            .search(query)
            .map(({ score, ...rest }) => ({ ...rest, score: score.toPrecision(9) }));
          const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
          assert.deepEqual(hits.toSorted(byId), wanted.toSorted(byId), each);
          const scores = found.slice().map(({ score }) => score);
          assert.deepEqual(
            scores,
            scores.toSorted((a, b) => b - a),
          );
          assert.deepEqual(found.slice(0, 2), found.slice().slice(0, 2));
          assert.equal(found.length, hits.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
