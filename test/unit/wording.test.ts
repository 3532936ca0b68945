import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exportTexts } from "../support/l10n/exportTexts.ts";
import { languages, readTranslations } from "../support/l10n/translations.ts";
import { findBannedWords } from "../support/language/bannedWords.mjs";
import { unwantedWords } from "../support/language/unwantedWords.ts";

const english = await exportTexts();
const packageTexts = Object.entries(english.package);
const texts: readonly string[] = [...Object.values(english.l10n), ...Object.values(english.package)];

const matching = (entries: readonly (readonly [string, string])[], pattern: RegExp): readonly string[] =>
  entries.filter(([, text]) => pattern.test(text)).map(([key, text]) => `${key}: ${text}`);

const nouns = [
  "accounts|authorizations|branches|bytes|calls|characters|checks|collaborators|comments|commits|copies|days",
  "deliveries|deployments|downloads|edits|emails|entries|errors|events|feeds|files|folders|forks|gists|hours",
  "images|issues|items|keys|lines|matches|messages|minutes|months|operations|owners|people|permissions|places",
  "repositories|requests|responses|results|revisions|rows|scopes|seconds|secrets|servers|settings|stars",
  "statuses|tags|teams|times|tokens|users|warnings|webhooks|weeks|words|years",
].join("|");
const counted = new RegExp(`\\{\\d\\} ((more|new|of \\{\\d\\}|open|other|unread|waiting) )*(${nouns})\\b`);

describe("the texts", () => {
  for (const [pattern, instead] of unwantedWords)
    test(`say “${instead}”, not ${String(pattern)}`, () => {
      assert.deepEqual(
        texts.filter((text) => pattern.test(text)),
        [],
      );
    });

  test("have no word that the writing guide bans, wherever they are in the code", () => {
    const bannedIn = (text: string): readonly string[] =>
      findBannedWords("text.md", text).map(({ word, instead }) => `“${word}” (${instead}): ${text}`);
    assert.deepEqual(texts.flatMap(bannedIn), []);
    assert.equal(bannedIn("The parameter {0} is no JSON, nobody shall send it.").length, 3);
    // Of `localizable`, which the check of sources doesn't see.
    assert.ok(texts.includes("Parameter {0} is required."));
  });

  test("ask in prompts for what to select or enter", () => {
    const asked = texts.filter((text) => /^(which|whose|what|where|who)\b.*\?$/i.test(text));
    assert.deepEqual(asked, []);
  });

  test("end in … when they report progress, and in ... when a button or action needs more input", () => {
    const isProgress = (text: string): boolean => /^\w+ing\b/i.test(text);
    // A public key begins with these letters.
    const withEllipsis = texts.filter((text) => /…(:|$)/.test(text) && !text.endsWith("AAAA…"));
    assert.ok(withEllipsis.length > 10);
    assert.deepEqual(
      withEllipsis.filter((text) => !isProgress(text)),
      [],
    );
    assert.deepEqual(
      texts.filter((text) => text.endsWith("...") && isProgress(text)),
      [],
    );
  });

  test("count with plural forms", () => {
    assert.deepEqual(
      texts.filter((text) => !text.startsWith("{count") && counted.test(text)),
      [],
    );
    assert.match("It has {0} more files.", counted);
    assert.match("{0} of {1} bytes arrived.", counted);
    assert.doesNotMatch("{0} follows {1}.", counted);
  });
});

/** A title has the same translation with and without the three dots. */
const withoutDots = (text: string): string => text.replace(/(\.{3}|…)$/, "");

const linksOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/\[([^\]]+)\]\(command:([\w.]+)\)/g)].map(([, label = "", id = ""]) => [id, label]));

for (const language of languages())
  describe(`the translations into ${language}`, () => {
    const translated = readTranslations(language);
    const entries: readonly (readonly [string, string])[] = [
      ...Object.entries(translated.l10n),
      ...packageTexts.map(([key, text]) => [text, translated.package[key] ?? ""] as const),
    ];

    test("are the same where the English text is", () => {
      const known = new Map<string, string>();
      for (const [text, translation] of entries) {
        const first = known.get(withoutDots(text)) ?? withoutDots(translation);
        known.set(withoutDots(text), first);
        assert.equal(withoutDots(translation), first, text);
      }
    });

    test("name a command as its title does", () => {
      let count = 0;
      for (const [key, text] of packageTexts)
        for (const [id, label] of linksOf(text)) {
          if (withoutDots(english.package[id] ?? "") !== withoutDots(label)) continue;
          const translatedLabel = linksOf(translated.package[key] ?? "").get(id) ?? "";
          assert.equal(withoutDots(translatedLabel), withoutDots(translated.package[id] ?? ""), key);
          count++;
        }
      assert.ok(count > 10);
    });

    test("name the command that a message says to run as its title does", () => {
      const wrong: string[] = [];
      let count = 0;
      for (const [id, full] of Object.entries(english.package)) {
        const title = withoutDots(full);
        if (!id.startsWith("forgeside.") || title.split(" ").length < 2) continue;
        for (const [text, translation] of Object.entries(translated.l10n)) {
          if (!["Run ", "Use ", "Forgeside: "].some((before) => text.includes(before + title))) continue;
          count++;
          if (!translation.includes(withoutDots(translated.package[id] ?? "")))
            wrong.push(`${title}: ${translation}`);
        }
      }
      assert.ok(count > 2, String(count));
      assert.deepEqual(wrong, []);
    });

    if (language === "de")
      test("use the words of the glossary", () => {
        assert.deepEqual(
          matching(
            entries,
            /Deploy-Schlüssel|Deployment|Anforderungslimit|Passwort|\bHooks?\b|Gistdatei|Branchs\b|Überprüfen Sie/,
          ),
          [],
        );
        assert.deepEqual(matching(entries, /Anmeldename|(?<!E-Mail-|IP-)\bAdressen?\b|\bTab des Browsers/), []);
        assert.deepEqual(matching(entries, /\b(der|den|einen|dieser|diesen|weiteren|keinen|Ihren) Gist\b/), []);
      });

    if (language === "ja") {
      test("use the words of the glossary", () => {
        assert.deepEqual(
          matching(entries, /要求制限|要求の上限|認可|秘密鍵|公開 Gist|未公開|フック|ログイン名/),
          [],
        );
        assert.deepEqual(matching(entries, /公開(アクティビティ|イベント|フィード|のみ)|非公開/), []);
        assert.deepEqual(matching(entries, /(?<!(IP|メール) )アドレス/), []);
        const ofEdits = entries.filter(([text]) => /unpublished|not published|until you publish/i.test(text));
        assert.ok(ofEdits.length > 10);
        assert.deepEqual(matching(ofEdits, /公開/), []);
      });

      test("have a space between Latin and Japanese letters, and none after a full stop", () => {
        const plain = entries.map(
          ([text, translation]) => [text, translation.replaceAll(/`[^`]*`|\{[^{}]*\}|<[^>]*>/g, "")] as const,
        );
        assert.deepEqual(matching(plain, /[A-Za-z0-9][ぁ-んァ-ヶ一-龯]|[ぁ-んァ-ヶ一-龯][A-Za-z0-9]/), []);
        assert.deepEqual(matching(entries, /。 [^{]/), []);
      });

      test("have Japanese quotation marks", () => {
        // Of a search, which is typed like that.
        assert.deepEqual(
          matching(entries, /[“”]/).filter((text) => !text.includes("#tag")),
          [],
        );
      });
    }
  });
