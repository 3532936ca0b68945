import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import {
  emojiPrefix,
  Emojis,
  type EmojiTable,
  glyphOf,
  matchingNames,
  namesEmoji,
  withGlyphs,
} from "../../../src/comments/emoji.ts";
import { shownMarkdown } from "../../../src/comments/markdown.ts";
import { openSetting, type Setting } from "../gists/comments/service.ts";

describe("the emoji of a service", () => {
  let setting: Setting;
  let emojis: Emojis;
  beforeEach(async () => {
    setting = await openSetting();
    emojis = new Emojis(setting.mia.accounts);
  });
  afterEach(async () => {
    emojis.dispose();
    await setting.close();
  });

  it("are read once per account, when they are wanted", async () => {
    assert.deepEqual(setting.requests, []);
    const { accountId } = setting.mia;
    const [table] = await Promise.all([emojis.get(accountId), emojis.get(accountId)]);
    await emojis.get(accountId);
    assert.deepEqual(setting.requests, ["GET /emojis"]);
    assert.equal(table.get("tada"), "🎉");
    assert.ok(table.size > 1000);
    assert.ok(table.has("octocat"));
    assert.equal(table.get("octocat"), undefined);
    assert.equal(table.has("meta"), false);
  });

  it("are asked for again after a failure", async () => {
    setting.hooks.before = () => Response.json({ message: "No" }, { status: 403 });
    await assert.rejects(emojis.get(setting.mia.accountId));
    setting.hooks.before = () => undefined;
    assert.equal((await emojis.get(setting.mia.accountId)).get("+1"), "👍");
  });

  it("of an unknown account are none", async () => {
    assert.equal((await emojis.get("nobody")).size, 0);
    assert.deepEqual(setting.requests, []);
  });

  for (const [points, glyph] of [
    ["1f389", "🎉"],
    ["1f1e9-1f1ea", "🇩🇪"],
    ["1f44d-1f3fd", "👍🏽"],
    ["2764", "❤️"],
    ["0023-20e3", "#️⃣"],
    ["1f468-1f469-1f467", "👨‍👩‍👧"],
    ["1f3f3-1f308", "🏳‍🌈"],
  ] as const) {
    it(`are glyphs of the code points in the picture's address: ${points}`, () => {
      assert.equal(glyphOf(`https://github.githubassets.com/images/icons/emoji/unicode/${points}.png?v8`), glyph);
    });
  }

  it("have no glyph where the address names no code points", () => {
    for (const url of [
      "https://x.example/emoji/octocat.png?v8",
      "https://x.example/unicode/ffffff.png",
      "1f389",
      "",
    ])
      assert.equal(glyphOf(url), undefined, url);
  });
});

describe("an emoji's name", () => {
  const table: EmojiTable = new Map([
    ["tada", "🎉"],
    ["star", "⭐"],
    ["stars", "🌠"],
    ["mustard", "🟡"],
    ["+1", "👍"],
    ["octocat", undefined],
  ]);

  it("is offered when it begins as typed, then when it has that in it", () => {
    assert.deepEqual(matchingNames(table, ":sta"), ["star", "stars", "mustard"]);
    assert.deepEqual(matchingNames(table, ":+"), ["+1"]);
    assert.deepEqual(matchingNames(table, ":nothing"), []);
    assert.equal(matchingNames(table, ":").length, table.size);
  });

  for (const [line, prefix] of [
    [":ta", ":ta"],
    ["well done :ta", ":ta"],
    ["(:+1", ":+1"],
    ["- :", ":"],
    ["note:", undefined],
    ["12:30", undefined],
    ["https://", undefined],
    [":tada: ", undefined],
  ] as const) {
    it(`is ${prefix === undefined ? "not " : ""}being typed in ${JSON.stringify(line)}`, () => {
      assert.equal(emojiPrefix(line), prefix);
    });
  }

  it("becomes its glyph in a text, and stays as it is in code and where there is none", () => {
    assert.equal(withGlyphs("a :tada: :+1: :nope: :octocat:", table), "a 🎉 👍 :nope: :octocat:");
    assert.equal(
      withGlyphs("`:tada:` :tada:\n```\n:tada:\n```\n:star:", table),
      "`:tada:` 🎉\n```\n:tada:\n```\n⭐",
    );
    assert.equal(namesEmoji("at 12:30:15 :tada:"), true);
    assert.equal(namesEmoji("Note: nothing"), false);
  });
});

describe("the Markdown of a comment", () => {
  const none: EmojiTable = new Map();
  const shown = (body: string): string => shownMarkdown(body, none, "image");

  it("shows links in place of pictures", () => {
    assert.equal(shown("![spy](https://x.example/a.png)"), "!\u200B[spy](https://x.example/a.png)");
    assert.equal(shown("![](https://x.example/a.png)"), "!\u200B[image](https://x.example/a.png)");
    assert.equal(
      shown("![a][b] ![b]\n\n[b]: https://x.example/a.png"),
      "!\u200B[a][b] !\u200B[b]\n\n[b]: https://x.example/a.png",
    );
    assert.equal(shown("[![a](x)](y)").includes("!["), false);
    for (const odd of ["!![a](b)", "\\![a](b)", "`![a](b)`", "![![a](b)](c)", "![\n](b)"])
      assert.equal(shown(odd).includes("!["), false, odd);
  });

  it("leaves everything else as it is", () => {
    const text = "# Title\n\n- **bold** [link](https://x.example)\n\n```js\nif (!ready) stop();\n```\n";
    assert.equal(shown(text), text);
  });

  it("has no characters that turn the direction of the text, and no picture where they were", () => {
    assert.equal(shown("\u202Eevil\u202C\n\tb\u2066"), "evil\n\tb");
    assert.equal(shown("!\u202E[a](b)"), "!\u200B[a](b)");
  });

  it("makes no picture out of an emoji's glyph", () => {
    const odd: EmojiTable = new Map([["x", "!"]]);
    assert.equal(shownMarkdown(":x:[a](b)", odd, "image").includes("!["), false);
  });
});
