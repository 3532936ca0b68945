import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeManifest, encodeManifest, type Manifest } from "../../../../src/gists/transfer/manifest.ts";

const file = { name: "a/b", path: "x-1/a%2fb", size: 3, sha256: "0".repeat(64), language: null };
const gist = {
  id: "1",
  description: null,
  public: false,
  created: "2026-01-01T00:00:00Z",
  updated: "2026-01-01T00:00:00Z",
  url: "https://example.com/1",
  directory: "x-1",
  comments: 0,
  files: [file],
};
const manifest: Manifest = {
  version: 1,
  server: "https://example.com",
  login: "mia",
  exported: "2026-01-01T00:00:00Z",
  gists: [gist],
};
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const kinds = (value: unknown): readonly string[] => decodeManifest(bytes(value)).problems.map(({ kind }) => kind);

describe("a manifest", () => {
  it("is read as it was written", () => {
    assert.deepEqual(decodeManifest(encodeManifest(manifest)), { manifest, problems: [] });
  });

  for (const [title, value, kind] of [
    ["no object", 5, "shape"],
    ["null", null, "shape"],
    ["another version", { ...manifest, version: 2 }, "version"],
    ["no list", { ...manifest, gists: {} }, "shape"],
    ["no login", { ...manifest, login: 5 }, "shape"],
  ] as const) {
    it(`is refused when it is ${title}`, () => {
      assert.deepEqual(decodeManifest(bytes(value)), {
        manifest: undefined,
        problems: [{ where: "manifest.json", kind }],
      });
    });
  }

  it("is refused when it isn't valid JSON, no UTF-8, or huge", () => {
    for (const [data, kind] of [
      [new TextEncoder().encode("{"), "json"],
      [new Uint8Array([0xff, 0xfe]), "json"],
      [new Uint8Array(50_000_001), "tooLarge"],
    ] as const)
      assert.deepEqual(decodeManifest(data).problems, [{ where: "manifest.json", kind }]);
  });

  for (const [title, entry, kind] of [
    ["a path that leaves the folder", { ...gist, files: [{ ...file, path: "../a" }] }, "path"],
    ["a path that leaves its gist's folder", { ...gist, files: [{ ...file, path: "x-1/../y" }] }, "path"],
    ["a path in another gist's folder", { ...gist, files: [{ ...file, path: "x-2/a" }] }, "path"],
    ["a path below", { ...gist, files: [{ ...file, path: "x-1/a/b" }] }, "path"],
    ["an absolute path", { ...gist, files: [{ ...file, path: "/etc/passwd" }] }, "path"],
    ["a folder that leaves", { ...gist, directory: "..", files: [{ ...file, path: "../a" }] }, "path"],
    ["a folder of two parts", { ...gist, directory: "a/b" }, "path"],
    ["a hash that is none", { ...gist, files: [{ ...file, sha256: "xyz" }] }, "shape"],
    ["a size below nothing", { ...gist, files: [{ ...file, size: -1 }] }, "shape"],
    ["no files", { ...gist, files: [] }, "shape"],
    ["a visibility that is text", { ...gist, public: "false" }, "shape"],
    ["an id that is a path", { ...gist, id: "../x" }, "shape"],
    ["a file twice", { ...gist, files: [file, { ...file, path: "x-1/c" }] }, "twice"],
    [
      "a path twice but for its case",
      {
        ...gist,
        files: [
          { ...file, path: "x-1/a" },
          { ...file, name: "c", path: "x-1/A" },
        ],
      },
      "twice",
    ],
    ["comments elsewhere", { ...gist, commentsFile: { ...file, path: "y" } }, "path"],
    ["nothing", null, "shape"],
  ] as const) {
    it(`leaves out an entry with ${title}, and keeps the others`, () => {
      const other = { ...gist, id: "2", directory: "x-2", files: [{ ...file, path: "x-2/a" }] };
      const decoded = decodeManifest(bytes({ ...manifest, gists: [entry, other] }));
      assert.deepEqual(decoded.manifest?.gists, [other]);
      assert.deepEqual(
        decoded.problems.map((problem) => problem.kind),
        [kind],
      );
      assert.match(decoded.problems[0]?.where ?? "", /^1/);
    });
  }

  it("leaves out what is there twice", () => {
    assert.deepEqual(
      kinds({
        ...manifest,
        gists: [gist, gist, { ...gist, id: "3", directory: "X-1", files: [{ ...file, path: "X-1/a" }] }],
      }),
      ["twice", "twice"],
    );
  });
});
