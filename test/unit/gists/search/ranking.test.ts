import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Entries } from "../../../../src/gists/search/entries.ts";
import { contentField, fieldNames } from "../../../../src/gists/search/fields.ts";
import { rank } from "../../../../src/gists/search/ranking.ts";
import { SegmentBuilder } from "../../../../src/gists/search/segmentBuilder.ts";
import type { IndexedGist } from "../../../../src/gists/search/types.ts";

const indexOf = (texts: readonly string[]) => {
  const [builder, entries] = [new SegmentBuilder(), new Entries()];
  for (const text of texts) {
    const count = builder.add(entries.size, contentField, text);
    entries.add(
      { gist: {} as IndexedGist },
      fieldNames.map((_, field) => (field === contentField ? count : 0)),
    );
  }
  return { segments: [builder.build()], entries };
};

describe("the ranking of the search", () => {
  const { segments, entries } = indexOf(["owl bird", "owl moon", "bird lake"]);
  const ranked = (query: string, isFuzzy = false) =>
    rank(
      segments,
      entries,
      query.split(" ").map((text) => ({ text, form: "loose" })),
      isFuzzy,
    );

  it("has the entries with all terms", () => {
    assert.deepEqual([...ranked("owl").docs], [0, 1]);
    assert.deepEqual([...ranked("bird owl").docs], [0]);
    assert.deepEqual([...ranked("birt owl", true).docs], [0]);
  });

  it("doesn't look for further terms where no entry has all of those before", () => {
    for (const isFuzzy of [false, true]) {
      const { docs, meanings } = ranked("moon lake owl bird owl bird", isFuzzy);
      assert.deepEqual([docs.length, meanings.length], [0, 2]);
    }
    assert.equal(ranked("nothing owl bird").meanings.length, 1);
  });
});
