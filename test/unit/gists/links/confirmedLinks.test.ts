import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConfirmedLinks } from "../../../../src/gists/links/confirmedLinks.ts";
import type { Link } from "../../../../src/gists/links/types.ts";

const link: Link = {
  folder: "file:///w",
  path: "a.md",
  server: "https://one.example",
  gistId: "1",
  fileName: "a.md",
  base: null,
};

describe("confirmed links", () => {
  it("are those to the same file of the same gist, until the user unlinks them", async () => {
    let stored: readonly string[] = [];
    const confirmed = new ConfirmedLinks({
      read: () => stored,
      write: async (identities) => void (stored = identities),
    });
    await confirmed.add([link]);
    assert.equal(confirmed.has({ ...link, base: "0".repeat(64) }), true);
    for (const changed of [
      { path: "b.md" },
      { server: "https://two.example" },
      { gistId: "2" },
      { fileName: "b.md" },
    ])
      assert.equal(confirmed.has({ ...link, ...changed }), false, JSON.stringify(changed));
    await confirmed.remove(link);
    assert.equal(confirmed.has(link), false);
  });
});
