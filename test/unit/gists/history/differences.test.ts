import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Gist, GistFile } from "../../../../src/client/types/gist.ts";
import { differencesOf } from "../../../../src/gists/history/differences.ts";

const gist = (...files: readonly GistFile[]): Gist =>
  ({ id: "1", files: Object.fromEntries(files.map((file) => [file.filename, file])) }) as unknown as Gist;
const file = (filename: string, content: string, more: Partial<GistFile> = {}): GistFile => ({
  filename,
  content,
  size: content.length,
  ...more,
});

/** Reads what stands behind an address. */
const reading = (behind: Readonly<Record<string, string>>) => {
  const asked: string[] = [];
  const read = async ({ raw_url: url = "" }: GistFile): Promise<Uint8Array> => {
    asked.push(url);
    return new TextEncoder().encode(behind[url] ?? assert.fail(url));
  };
  return { read, asked };
};

describe("the differences between two states of a gist", () => {
  it("are files that changed, were added or were removed, and need no request", async () => {
    const { read, asked } = reading({});
    const before = gist(file("same", "s"), file("a.md", "one"), file("old", "o"));
    const after = gist(file("new", "n"), file("a.md", "two"), file("same", "s"));
    assert.deepEqual(await differencesOf(before, after, read), [
      { name: "new", kind: "added" },
      { name: "a.md", kind: "changed" },
      { name: "old", kind: "removed" },
    ]);
    assert.deepEqual(asked, []);
  });

  it("are all files where there was nothing before", async () => {
    const { read } = reading({});
    assert.deepEqual(await differencesOf(undefined, gist(file("a", "1"), file("b", "2")), read), [
      { name: "a", kind: "added" },
      { name: "b", kind: "added" },
    ]);
  });

  it("of files that are not contained whole are found by size and address, and else by what they are", async () => {
    const long = (filename: string, url: string, size = 9): GistFile =>
      file(filename, "begin", { truncated: true, raw_url: url, size });
    const { read, asked } = reading({
      "/1/c": "begin one",
      "/2/c": "begin two",
      "/1/d": "alike",
      "/2/d": "alike",
    });
    const before = gist(long("a", "/1/a"), long("b", "/b"), long("c", "/1/c"), long("d", "/1/d"));
    const after = gist(long("a", "/2/a", 10), long("b", "/b"), long("c", "/2/c"), long("d", "/2/d"));
    assert.deepEqual(await differencesOf(before, after, read), [
      { name: "a", kind: "changed" },
      { name: "c", kind: "changed" },
    ]);
    assert.deepEqual(asked, ["/1/c", "/2/c", "/1/d", "/2/d"]);
  });

  it("of files whose texts stand for other bytes are found by their sizes", async () => {
    const { read } = reading({});
    const [before, after] = [
      gist(file("a.png", "\uFFFD", { size: 4 })),
      gist(file("a.png", "\uFFFD", { size: 5 })),
    ];
    assert.deepEqual(await differencesOf(before, after, read), [{ name: "a.png", kind: "changed" }]);
  });
});
