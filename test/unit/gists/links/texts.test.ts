import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Ajv } from "ajv";
import { decodeLinks, encodeLinks, isInside } from "../../../../src/gists/links/linkFile.ts";
import { stateOf } from "../../../../src/gists/links/model.ts";
import { OpenMerges } from "../../../../src/gists/links/openMerges.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { planPull, textToSend } from "../../../../src/gists/links/sync.ts";
import { inShape, plainOf, shapeOf } from "../../../../src/gists/links/textShape.ts";
import type { Link } from "../../../../src/gists/links/types.ts";

const link: Link = {
  folder: "file:///w",
  path: "src/a.ts",
  server: "https://api.example.com",
  gistId: "abc",
  fileName: "a.ts",
  base: "0".repeat(64),
};

const openMerges = (
  folder = new MemoryFolder(),
  isShown: (spot: { readonly path: string }) => boolean = () => true,
  isShared = false,
  clock = new ManualClock(),
) => new OpenMerges(folder, isShown, (error) => assert.fail(String(error)), { isShared, clock });

describe("the state of a linked file", () => {
  for (const [base, local, remote, state] of [
    ["b", "b", "b", "synced"],
    ["b", "x", "x", "synced"],
    [null, "x", "x", "synced"],
    ["b", "x", "b", "ahead"],
    ["b", "b", "x", "behind"],
    ["b", "x", "y", "diverged"],
    [null, "x", "y", "diverged"],
    ["b", null, "b", "localMissing"],
    ["b", null, undefined, "localMissing"],
    ["b", "b", null, "missing"],
    ["b", "b", undefined, "unknown"],
    ["b", "x", undefined, "unknown"],
    ["b", undefined, "b", "unknown"],
  ] as const)
    it(`is ${state} with base ${base}, here ${local}, there ${remote}`, () => {
      assert.equal(stateOf(base, local, remote), state);
    });
});

describe("texts of two sides", () => {
  it("are the same when only all line ends or the byte order mark differ", () => {
    assert.equal(plainOf("a\r\nb\r\n"), plainOf("a\nb\n"));
    assert.equal(plainOf("\ufeffa\n"), plainOf("a\n"));
    assert.equal(plainOf("no end"), "no end");
  });

  it("are different when line ends are mixed on one side", () => {
    assert.notEqual(plainOf("a\r\nb\n"), plainOf("a\nb\n"));
    assert.equal(shapeOf("a\r\nb\n").eol, undefined);
    assert.equal(inShape(plainOf("a\r\nb\n"), shapeOf("a\r\nb\n")), "a\r\nb\n");
  });

  it("are written down as the side wants them", () => {
    assert.equal(inShape("a\nb\n", shapeOf("x\r\n")), "a\r\nb\r\n");
    assert.equal(inShape("a\n", shapeOf("\ufeffx\n")), "\ufeffa\n");
    assert.equal(textToSend("a\r\nb\r\n", "a\n"), "a\nb\n");
    assert.equal(textToSend("a\nb\n", "\ufeffa\r\n"), "\ufeffa\r\nb\r\n");
    assert.equal(textToSend("a\r\n", null), "a\r\n");
  });

  it("are pulled as a whole, merged, or left to the user", () => {
    const base = "1\n2\n3\n4\n5\n";
    const untouched = { mine: "1\r\n2\r\n3\r\n4\r\n5\r\n", isUntouched: true, base };
    assert.deepEqual(planPull({ ...untouched, theirs: base }), { kind: "same" });
    assert.deepEqual(planPull({ ...untouched, theirs: "1\n2\n" }), { kind: "take", text: "1\r\n2\r\n" });
    assert.deepEqual(planPull({ ...untouched, mine: null, theirs: "x" }), { kind: "take", text: "x" });
    const touched = { mine: "ONE\r\n2\r\n3\r\n4\r\n5\r\n", isUntouched: false, base };
    assert.deepEqual(planPull({ ...touched, theirs: "1\n2\n3\n4\nFIVE\n" }), {
      kind: "merged",
      text: "ONE\r\n2\r\n3\r\n4\r\nFIVE\r\n",
    });
    assert.deepEqual(planPull({ ...touched, theirs: "one\n2\n3\n4\n5\n" }), { kind: "conflict", base });
    assert.deepEqual(planPull({ ...touched, base: undefined, theirs: "1\n2\n3\n4\nFIVE\n" }), {
      kind: "conflict",
      base: undefined,
    });
  });

  it("of a merge outlive a reload while an editor shows the file, and a sign-out of their account removes them", async () => {
    const folder = new MemoryFolder();
    const sides = { mine: "mine\r\n", theirs: "theirs\n", base: "base\n" };
    const other = { ...link, path: "other", accountId: "another" };
    const mine = { ...link, accountId: "mine" };
    const before = openMerges(folder);
    for (const each of [mine, other, { ...link, path: "closed" }]) await before.begin(each, sides);
    folder.files.set("damaged.json", "{");
    const merges = openMerges(folder, ({ path }) => path !== "closed");
    const { mine: kept, theirs, base } = (await merges.sidesOf(other)) ?? {};
    assert.deepEqual({ mine: kept, theirs, base }, sides);
    assert.equal(await merges.sidesOf({ ...link, path: "closed" }), undefined);
    assert.equal(folder.files.size, 2);
    assert.equal(merges.saved(mine, "both\n"), sides.theirs);
    await merges.forgetAccount("mine");
    assert.equal(await merges.sidesOf(mine), undefined);
    assert.equal(await openMerges(folder).sidesOf(mine), undefined);
    await merges.end(other);
    assert.equal(folder.files.size, 0);
  });

  it("of a merge are those of each of two tabs that merge the same file, also after a reload", async () => {
    const folder = new MemoryFolder();
    const clock = new ManualClock();
    const open = (isShown: boolean) => openMerges(folder, () => isShown, true, clock);
    const sidesOf = async (merges: OpenMerges) => (await merges.sidesOf(link))?.theirs;
    const [one, other] = [open(true), open(true)];
    await one.begin(link, { mine: "mine\n", theirs: "one\n", base: undefined });
    clock.advance(1000);
    await other.begin(link, { mine: "mine\n", theirs: "other\n", base: undefined });
    assert.deepEqual([await sidesOf(one), await sidesOf(other)], ["one\n", "other\n"]);
    // A tab that does not show the file, or ends its own merge, leaves those of others.
    await open(false).settled;
    await other.end(link);
    const reloaded = open(true);
    assert.equal(await sidesOf(reloaded), "one\n");
    await reloaded.end(link);
    assert.equal(await sidesOf(open(true)), undefined);
    assert.equal(folder.files.size, 0);
  });

  it("of a merge of a tab that was closed are removed after a day, and the newest count before", async () => {
    const folder = new MemoryFolder();
    const clock = new ManualClock();
    const open = (isShown: boolean) => openMerges(folder, () => isShown, true, clock);
    for (const theirs of ["one\n", "other\n"]) {
      await openMerges(folder, () => false, true, clock).begin(link, { mine: "mine\n", theirs, base: undefined });
      clock.advance(1000);
    }
    const merges = open(true);
    assert.equal((await merges.sidesOf(link))?.theirs, "other\n");
    await merges.begin(link, { mine: "mine\n", theirs: "newer\n", base: undefined });
    assert.equal(folder.files.size, 2);
    await merges.end(link);
    assert.equal(folder.files.size, 1);
    clock.advance(86_400_000);
    await open(false).settled;
    assert.equal(folder.files.size, 0);
  });

  it("of a merge count as taken in only when something else is saved than before", async () => {
    const merges = openMerges();
    await merges.begin(link, { mine: "mine\r\n", theirs: "theirs\n", base: undefined });
    assert.equal(merges.saved({ ...link, path: "other" }, "x"), undefined);
    assert.equal(merges.saved(link, "mine\n"), undefined, "undone");
    assert.equal(merges.saved(link, "both\n"), "theirs\n");
    await merges.end(link);
    assert.equal(merges.saved(link, "both\n"), undefined, "it is over");
  });

  it("of a merge that was undone don't count as taken in, whatever else is typed then", async () => {
    const merges = openMerges();
    const base = "1\n2\n3\n4\n5\n6\n7\n";
    const [mine, theirs] = [base.replace("1", "one"), base.replace("7", "seven")];
    await merges.begin(link, { base, mine, theirs });
    assert.equal(merges.saved(link, mine), undefined, "undone");
    assert.equal(merges.saved(link, mine.replace("4", "four")), undefined, "typed elsewhere");
    assert.equal(merges.saved(link, "one\n2\n3\nfour\n5\n6\nseven\n"), theirs);
    assert.equal(merges.saved({ ...link, gistId: "another" }, theirs), undefined, "linked to another gist");
    assert.equal(merges.saved({ ...link, fileName: "other.ts" }, theirs), undefined, "linked to another file");
  });

  it("of a merge that can't be stored is none", async () => {
    const folder = new MemoryFolder();
    folder.write = () => Promise.reject(new Error("The disk is full."));
    const merges = openMerges(folder);
    await assert.rejects(merges.begin(link, { mine: "mine", theirs: "theirs", base: undefined }), /full/);
    assert.equal(merges.saved(link, "both\n"), undefined);
  });

  it("of a merge don't count as taken in while own lines stand where both sides changed them", async () => {
    const merges = openMerges();
    const base = "1\n2\n3\n4\n5\n";
    const sides = { base, mine: "ONE\n2\n3\n4\n5\n", theirs: "one\n2\n3\n4\nfive\n" };
    await merges.begin(link, sides);
    assert.equal(merges.saved(link, "ONE\n2\n3\n4\nfive\n"), undefined, "what the merge editor begins with");
    assert.equal(merges.saved(link, "ONE\r\n2\r\n3\r\n4\r\nfive!\r\n"), undefined, "typed elsewhere");
    assert.equal(merges.saved(link, "ONE one\n2\n3\n4\nfive!\n"), sides.theirs);
    for (const text of [sides.theirs, "ONE\none\n2\n3\n4\nfive\n"]) {
      await merges.begin(link, sides);
      assert.equal(merges.saved(link, text), sides.theirs);
    }
  });
});

describe("the file of links", () => {
  const entry = { path: "src/a.ts", server: link.server, gist: "abc", file: "a.ts", base: link.base };
  const decode = (value: unknown) => decodeLinks(JSON.stringify(value), link.folder);
  const only = (change: object) =>
    decode({
      version: 1,
      links: [
        { ...entry, ...change },
        { ...entry, path: "b" },
      ],
    });

  it("is sorted, has neither account nor secret, and is read as it was written", () => {
    const links = [{ ...link, path: "z.ts", accountId: "mia-at-x" }, link];
    const text = encodeLinks(links);
    assert.equal(text.includes("mia-at-x"), false);
    assert.ok(text.indexOf("src/a.ts") < text.indexOf("z.ts"));
    assert.deepEqual(decodeLinks(text, link.folder), {
      links: [link, { ...link, path: "z.ts" }],
      problems: [],
    });
  });

  for (const [change, kind] of [
    [{ path: "../a" }, "path"],
    [{ path: "a/../../b" }, "path"],
    [{ path: "/etc/passwd" }, "path"],
    [{ path: "C:/x" }, "path"],
    [{ path: "C:\\x" }, "path"],
    [{ path: "a//b" }, "path"],
    [{ path: ".git/config" }, "path"],
    [{ path: "a/.GIT./config" }, "path"],
    [{ path: "a/ . /b" }, "path"],
    [{ path: "a\0b" }, "path"],
    [{ path: 5 }, "shape"],
    [{ gist: "../user" }, "shape"],
    [{ gist: "" }, "shape"],
    [{ file: {} }, "shape"],
    [{ base: "abc" }, "shape"],
    [{ base: undefined }, "shape"],
    [{ server: "file:///etc" }, "server"],
    [{ server: "https://user:secret@x" }, "server"],
    [{ server: "nothing" }, "server"],
    [{ path: "b" }, undefined],
    [{ path: "B" }, undefined],
    [{ path: "b." }, undefined],
    [{ path: "\uff42" }, undefined],
  ] as const)
    it(`leaves out an entry with ${JSON.stringify(change)}`, () => {
      const { links, problems } = only(change);
      if (kind === undefined) assert.deepEqual(problems, [{ entry: 2, kind: "twice", field: "path" }]);
      else assert.deepEqual(problems, [{ entry: 1, kind, field: Object.keys(change)[0] }]);
      assert.deepEqual(
        links.map(({ path }) => path),
        [kind === undefined ? change.path : "b"],
      );
    });

  it("has one link for what is one file on some disk, also with another way to write an accent", () => {
    for (const [first, second] of [
      ["A.md", "a.md"],
      ["Docs/a.md", "docs/A.md"],
      ["caf\u00e9.md", "cafe\u0301.md"],
      ["docs/a.md", "docs. /a.md"],
    ]) {
      const links = [first, second].map((path) => ({ ...entry, path }));
      const found = decode({ version: 1, links });
      assert.deepEqual([found.links.length, found.links[0]?.path], [1, first]);
      assert.deepEqual(found.problems, [{ entry: 2, kind: "twice", field: "path" }]);
    }
  });

  for (const [text, problem] of [
    ["{", { kind: "json" }],
    ["[]", { kind: "shape" }],
    ['{"version":2,"links":[]}', { kind: "version", field: "version" }],
    ['{"verison":1,"links":[]}', { kind: "shape", field: "version" }],
    ['{"version":1,"links":{}}', { kind: "shape", field: "links" }],
    ['{"version":1,"lniks":[]}', { kind: "shape", field: "links" }],
    [`{"version":1,"links":[${"1,".repeat(5000)}1]}`, { kind: "tooLarge" }],
    [" ".repeat(1_000_001), { kind: "tooLarge" }],
  ] as const)
    it(`is not used when it is ${text.slice(0, 24)}…`, () => {
      assert.deepEqual(decodeLinks(text, link.folder), { links: [], problems: [problem] });
    });

  it("has problems that name the field, also one that is missing", () => {
    const { gist, ...others } = entry;
    const problemsOf = (value: unknown) => decode({ version: 1, links: [value] }).problems;
    assert.deepEqual(problemsOf({ ...others, gits: gist }), [{ entry: 1, kind: "shape", field: "gist" }]);
    assert.deepEqual(problemsOf(5), [{ entry: 1, kind: "shape" }]);
  });

  it("has a schema for VS Code's JSON editor, which accepts what is written and refuses other fields", () => {
    const isValid = new Ajv({ strict: false }).compile(
      JSON.parse(readFileSync("media/links.schema.json", "utf8")),
    );
    assert.equal(isValid(JSON.parse(encodeLinks([link, { ...link, path: "b", base: null }]))), true);
    const isDecoded = (data: unknown): boolean => decode(data).problems.length === 0;
    for (const [isRight, change] of [
      [true, { path: "a".repeat(1000), server: "http://localhost:8080/api/v3" }],
      [false, { path: "a".repeat(1001) }],
      [false, { path: 5 }],
      [false, { gist: "../user" }],
      [false, { base: "abc" }],
      [false, { server: "file:///etc" }],
      [false, { server: "https://mia:secret@forge.example" }],
      [false, { server: "https://forge.example?a=b" }],
      [false, { file: "" }],
    ] as const) {
      const data = { version: 1, links: [{ ...entry, ...change }] };
      assert.deepEqual([isValid(data), isDecoded(data)], [isRight, isRight], JSON.stringify(change));
    }
    // A field that isn't used is probably a mistake, and does no harm.
    assert.equal(isValid({ version: 1, links: [{ ...entry, gits: "a" }] }), false);
    assert.equal(isValid({ version: 2, links: [] }), false);
    assert.equal(isValid({ verison: 1, links: [] }), false);
  });

  it("takes names that only look odd", () => {
    for (const path of ["a b.ts", "...a", ".env", "ä/ö.md", ".github/x"]) assert.equal(isInside(path), true, path);
  });
});
