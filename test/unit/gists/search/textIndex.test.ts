import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { matchingLines } from "../../../../src/gists/search/lines.ts";
import { parseQuery } from "../../../../src/gists/search/query.ts";
import { TextIndex } from "../../../../src/gists/search/textIndex.ts";
import type { IndexedGist } from "../../../../src/gists/search/types.ts";

const indexed = (id: string, more: Partial<IndexedGist> = {}): IndexedGist => ({
  id,
  description: "",
  isPublic: false,
  owner: "mia",
  updated: "2026-01-01T00:00:00Z",
  url: `https://forge.example.com/${id}`,
  isOwn: true,
  isStarred: false,
  files: [],
  commentCount: 0,
  comments: [],
  ...more,
});

describe("the index of texts", () => {
  let index: TextIndex;
  const found = (text: string): readonly string[] =>
    index
      .search(parseQuery(text))
      .slice()
      .map(({ gist, file, comment }) => `${gist.id}/${file?.name ?? `comment ${comment?.id}`}`);

  beforeEach(() => {
    index = new TextIndex();
    index.put(
      indexed("a", {
        description: "Containers #docker",
        files: [
          { name: "compose.yml", language: "YAML", text: "services:\n  web: {}\n" },
          { name: "run.sh", language: "Shell", text: "docker compose up\n" },
        ],
        comments: [{ id: 7, author: "otto", text: "Try podman instead" }],
        updated: "2026-01-03T00:00:00Z",
      }),
    );
    index.put(
      indexed("b", {
        description: "Reading files",
        isPublic: true,
        isStarred: true,
        isOwn: false,
        owner: "Otto",
        files: [
          { name: "read.ts", language: "TypeScript", text: "export const readFile = (path) => open(path);" },
        ],
      }),
    );
  });

  it("finds contents, names, descriptions, tags and comments", () => {
    assert.deepEqual(found("services"), ["a/compose.yml"]);
    assert.deepEqual(found("compose.yml"), ["a/compose.yml"]);
    assert.deepEqual(found("containers"), ["a/compose.yml", "a/run.sh"]);
    assert.deepEqual(found("podman"), ["a/comment 7"]);
    assert.deepEqual(found("#docker services"), ["a/compose.yml"]);
  });

  it("puts names before contents", () => {
    index.put(indexed("c", { files: [{ name: "services.md", language: "Markdown", text: "nothing" }] }));
    assert.deepEqual(found("services"), ["c/services.md", "a/compose.yml"]);
  });

  it("wants all words, each by its beginning", () => {
    assert.deepEqual(found("docker up"), ["a/run.sh"]);
    assert.deepEqual(found("serv"), ["a/compose.yml"]);
    assert.deepEqual(found("docker typescript"), []);
  });

  it("finds names of several words by their parts, and in any case", () => {
    for (const text of ["readFile", "readfile", "file path", "READ"])
      assert.deepEqual(found(text), ["b/read.ts"], text);
  });

  it("finds what is spelled alike only when nothing fits better", () => {
    assert.deepEqual(found("servises"), ["a/compose.yml"]);
    index.put(indexed("d", { files: [{ name: "x", language: "", text: "servises" }] }));
    assert.deepEqual(found("servises"), ["d/x"]);
  });

  it("finds what is spelled alike also in letters of two code units", () => {
    index.put(indexed("d", { files: [{ name: "x", language: "", text: "𐐨𐐩𐐪𐐫𐐬" }] }));
    assert.deepEqual(found("𐐨𐐩𐐪𐐫𐐭"), ["d/x"]);
    assert.deepEqual(found("𐐨𐐪𐐫𐐬"), ["d/x"]);
    assert.deepEqual(found("𐐭𐐮𐐯𐐰𐐱"), []);
  });

  it("finds the beginning of a Greek word that is typed in capitals, also where it ends with Σ", () => {
    index.put(indexed("d", { files: [{ name: "x", language: "", text: "ΜΟΥΣΕΙΟ και μουσική" }] }));
    index.put(indexed("e", { files: [{ name: "y", language: "", text: "Ο ΛΟΓΟΣ, ο λογος" }] }));
    for (const text of ["ΜΟΥΣ", "μουσ", '"ΜΟΥΣ"', '"ΚΑΙ ΜΟΥΣ"']) assert.deepEqual(found(text), ["d/x"], text);
    for (const text of ["ΛΟΓΟΣ", "λογος", "λογοσ", '"Ο λογος"']) assert.deepEqual(found(text), ["e/y"], text);
    const [hit] = index.search(parseQuery("ΛΟΓΟΣ")).slice();
    const [line] = matchingLines(hit?.file?.text ?? "", hit?.words ?? [], 1);
    assert.deepEqual(line?.ranges, [
      [2, 7],
      [11, 16],
    ]);
  });

  it("takes a phrase as it is, except for its case", () => {
    assert.deepEqual(found('"Compose up"'), ["a/run.sh"]);
    assert.deepEqual(found('"up compose"'), []);
    assert.deepEqual(found('"(path) => open("'), ["b/read.ts"]);
  });

  it("finds a phrase that begins or ends inside of a word", () => {
    index.put(indexed("c", { files: [{ name: "v1.ts", language: "", text: "const file = 1; // v1.2.34" }] }));
    for (const text of ['"const fi"', '"1.2.3"', '"nst fil"', '"ile = 1"', '"V1.2.34"'])
      assert.deepEqual(found(text), ["c/v1.ts"], text);
    for (const text of ['"const fil ="', '"2.2.3"', '"1.2.35"']) assert.deepEqual(found(text), [], text);
  });

  it("finds words that are too long for the index as they are, and parts of them in quotes", () => {
    const digest = "0123456789abcdef".repeat(4);
    index.put(indexed("c", { files: [{ name: "sums.txt", language: "", text: `x sha256:${digest} file.zip` }] }));
    for (const text of [
      digest,
      digest.toUpperCase(),
      `"${digest} f"`,
      '"sha256:0123456"',
      '"9abcdef file"',
      '"f012345"',
    ])
      assert.deepEqual(found(text), ["c/sums.txt"], text);
    for (const text of [`${digest}0`, digest.slice(1, 50).replace("a", "b"), '"fedc"'])
      assert.deepEqual(found(text), [], text);
  });

  it("finds what scripts without spaces have in any place", () => {
    index.put(
      indexed("c", { files: [{ name: "本.md", language: "", text: `${"長".repeat(50)}東京都の天気は晴れ` }] }),
    );
    index.put(indexed("d", { description: "ภาษาไทยไม่มีช่องว่าง", files: [{ name: "d.md", language: "" }] }));
    for (const text of ["東京都", "京都", "天気", "都", "れ", "晴れ", "長東", '"京都の天"', "本", "天気 京都"])
      assert.deepEqual(found(text), ["c/本.md"], text);
    // Each two characters are there, but not side by side.
    assert.deepEqual(found("東京都京"), []);
    for (const text of ["ไทย", "ไม่มี", "ว่าง"]) assert.deepEqual(found(text), ["d/d.md"], text);
    assert.deepEqual(index.search(parseQuery("天気 東京都 晴")).slice()[0]?.words, ["東京都", "天気", "晴れ"]);
  });

  it("filters by language, ending, owner, visibility, star and tag", () => {
    assert.deepEqual(found("lang:typescript"), ["b/read.ts"]);
    assert.deepEqual(found("lang:ts"), ["b/read.ts"]);
    assert.deepEqual(found("lang:t"), []);
    assert.deepEqual(found("user:otto read"), ["b/read.ts"]);
    assert.deepEqual(found("is:public"), ["b/read.ts"]);
    assert.deepEqual(found("is:starred"), ["b/read.ts"]);
    assert.deepEqual(found("is:secret lang:sh"), ["a/run.sh"]);
    assert.deepEqual(found("is:secret is:public"), []);
    assert.deepEqual(found("#dock"), []);
    assert.deepEqual(found("is:own"), ["a/compose.yml", "a/run.sh"]);
  });

  it("lists the newest first when there are only filters", () => {
    index.put(indexed("c", { updated: "2026-01-02T00:00:00Z", files: [{ name: "c", language: "" }] }));
    assert.deepEqual(found("user:mia"), ["a/compose.yml", "a/run.sh", "c/c"]);
  });

  it("leaves nothing behind of comments with the same id", () => {
    const comment = { id: 7, author: "otto", text: "Try podman instead" };
    for (const change of [
      () => index.put(indexed("c")),
      () => index.put(indexed("c", { comments: [{ ...comment, text: "Never mind" }] })),
      () => index.remove("c"),
    ]) {
      index.remove("a");
      index.put(indexed("c", { comments: [comment, comment] }));
      index.put(indexed("c", { isStarred: true, comments: [comment, comment] }));
      assert.deepEqual(found("podman"), ["c/comment 7", "c/comment 7"]);
      change();
      assert.deepEqual(found("podman"), []);
    }
  });

  it("knows the newest state of a gist only", () => {
    index.put(indexed("a", { files: [{ name: "run.sh", language: "Shell", text: "kubectl apply\n" }] }));
    assert.deepEqual(found("services"), []);
    assert.deepEqual(found("podman"), []);
    assert.deepEqual(found("docker"), []);
    assert.deepEqual(found("kubectl"), ["a/run.sh"]);
    index.remove("a");
    index.remove("a");
    assert.deepEqual(found("kubectl"), []);
    assert.deepEqual(found("user:mia"), []);
    assert.equal(index.size, 1);
  });

  it("answers what it found also after others changed it", () => {
    const put = (id: string, text: string): void => {
      index.put(indexed(id, { files: [{ name: id, language: "", text }] }));
      // Each search makes a segment of what was put in.
      index.search(parseQuery("nothing"));
    };
    for (let number = 0; number < 12; number++) put(`one${number}`, `word${number}`);
    const list = index.search(parseQuery("word"));
    const before = list.slice();
    for (let number = 0; number < 20; number++) put(`two${number}`, "other");
    index.remove("one1");
    assert.deepEqual(list.slice(), before);
    assert.deepEqual(list.slice(3, 5), before.slice(3, 5));
  });

  it("names the words to look for in the text", () => {
    const [hit] = index.search(parseQuery("serv")).slice();
    assert.deepEqual(hit?.words, ["services"]);
    assert.deepEqual(index.search(parseQuery('"compose up"')).slice()[0]?.words, ["compose up"]);
  });

  for (const [title, count, gists] of [
    ["200 of a text", 200, 10],
    ["20,000 of a text", 20_000, 1],
    ["25,000 of the index, which count as one", 2500, 10],
  ] as const)
    it(`shows all lines with words that begin as a word of the query does: ${title}`, () => {
      for (let number = 0; number < gists; number++) {
        const words = Array.from({ length: count }, (_, each) => `abc${number}${each.toString(36)}`);
        const text = `${words.join("\n")}\nabc\nzebra`;
        index.put(indexed(`many ${number}`, { files: [{ name: "many.txt", language: "", text }] }));
      }
      index.put(indexed("none", { files: [{ name: "none.txt", language: "", text: "abd zebra" }] }));
      const hits = index.search(parseQuery("abc zeb")).slice();
      assert.equal(hits.length, gists);
      for (const { file, words } of hits) {
        assert.deepEqual(words.toSorted(), ["abc", "zebra"]);
        assert.equal(matchingLines(file?.text ?? "", words, Infinity).length, count + 2);
      }
    });

  it("takes names that mean something to JavaScript for names", () => {
    index.put(indexed("p", { files: [{ name: "__proto__", language: "", text: "constructor toString" }] }));
    assert.deepEqual(found("constructor"), ["p/__proto__"]);
    assert.deepEqual(found("__proto__"), ["p/__proto__"]);
    assert.deepEqual(found("hasOwnProperty"), []);
  });
});
