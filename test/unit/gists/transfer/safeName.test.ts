import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { folderName } from "../../../../src/gists/transfer/folderName.ts";
import { clashKey, encodeName, freeName, isSafePath } from "../../../../src/base/safeName.ts";

/** What the escapes promise: the true name can be had back. */
const decode = (name: string): string =>
  name.replace(/%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/g, (_, wide: string | undefined, code: string | undefined) =>
    String.fromCharCode(Number.parseInt(wide ?? code ?? "", 16)),
  );

const hostile = [
  "..",
  ".",
  "...",
  "../../etc/passwd",
  "a/b",
  "a\\b",
  "C:\\autoexec.bat",
  "stream:name",
  "CON",
  "con.txt",
  "LPT1.tar.gz",
  "COM¹",
  "ＮＵＬ",
  "CONIN$",
  ".git",
  ".GIT",
  "git~1",
  "~user",
  " lead",
  "trail ",
  "dots...",
  "dot.",
  'q?*|<>"',
  "100%",
  "%2e%2e",
  "%u002e",
  "line\nbreak",
  "nul\0byte",
  "rtl\u202etxt.exe",
  "zero\u200bwidth",
  "half\ud800",
  "\udfff",
  "tab\t",
  "\u2028",
];

describe("names on a disk", () => {
  for (const name of hostile) {
    it(`are safe and can be had back for ${JSON.stringify(name)}`, () => {
      const safe = encodeName(name);
      assert.equal(decode(safe), name);
      assert.doesNotMatch(safe, /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|^ |[. ]$|^\.+$/u);
      assert.doesNotMatch(safe.normalize("NFKC"), /^(con|prn|aux|nul|com\d|lpt\d|conin\$|\.git|git~\d)(\.|$)/i);
      assert.equal(isSafePath(`folder/${safe}`), true);
    });
  }

  it("stay what they are when there is nothing wrong with them", () => {
    for (const name of [
      "hello.py",
      ".gitignore",
      "Ünïcödé 日本語.md",
      "a b.txt",
      "Makefile",
      "console.log",
      "__proto__",
    ])
      assert.equal(encodeName(name), name);
  });

  it("are cut when they are too long, and stay different", () => {
    const names = ["x", "y"].map((end) => encodeName(`${"ä".repeat(120)}${end}.json`));
    assert.notEqual(names[0], names[1]);
    for (const name of [...names, encodeName("\u202e".repeat(80))]) {
      assert.ok(new TextEncoder().encode(name).length <= 150);
      assert.ok(isSafePath(name), name);
    }
    assert.match(names[0] ?? "", /%\+[0-9a-f]{8}\.json$/);
  });

  it("are never empty", () => {
    assert.equal(encodeName(""), "%_0");
  });

  it("get a number when a disk takes them for the same", () => {
    const taken = new Set<string>();
    const free = ["README.md", "readme.md", "e\u0301.txt", "é.txt", "ß", "SS", "x"].map((name) => {
      const found = freeName(encodeName(name), (each) => taken.has(clashKey(each)));
      taken.add(clashKey(found));
      return found;
    });
    assert.deepEqual(free, ["README.md", "readme%_2.md", "e\u0301.txt", "é%_2.txt", "ß", "SS%_2", "x"]);
  });

  it("of a gist's folder contain its description", () => {
    assert.equal(folderName("  Hello, World! ../x ", "abc"), "hello-world-x-abc");
    assert.equal(folderName("Ünïcödé 日本", "abc"), "ünïcödé-日本-abc");
    assert.equal(folderName("../..", "abc"), "gist-abc");
    assert.equal(folderName("x".repeat(500), "abc"), `${"x".repeat(40)}-abc`);
    assert.equal(folderName("a", "../b"), "a-..%2fb");
  });

  it("in a manifest are refused when they lead elsewhere", () => {
    for (const path of [
      "",
      "/a",
      "a/",
      "a//b",
      "..",
      "../a",
      "a/../b",
      "a/./b",
      "C:/a",
      "a\\b",
      "a/CON",
      "a/.git",
      "a/b.",
      "a/b ",
      "a/%",
      "x".repeat(1001),
    ])
      assert.equal(isSafePath(path), false, path);
    for (const path of ["a", "a/b.txt", "a/%2e%2e", "a/b%_2.md"]) assert.equal(isSafePath(path), true, path);
  });
});
