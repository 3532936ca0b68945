import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exportTexts } from "../support/l10n/exportTexts.ts";
import { languages, readTranslations } from "../support/l10n/translations.ts";
import { unwantedWords } from "../support/language/unwantedWords.ts";

const english = await exportTexts();
const packageTexts = Object.entries(english.package);
const texts: readonly string[] = [...Object.values(english.l10n), ...Object.values(english.package)];

const matching = (entries: readonly (readonly [string, string])[], pattern: RegExp): readonly string[] =>
  entries.filter(([, text]) => pattern.test(text)).map(([key, text]) => `${key}: ${text}`);

describe("the texts", () => {
  for (const [pattern, instead] of unwantedWords)
    test(`say “${instead}”, not ${String(pattern)}`, () => {
      assert.deepEqual(
        texts.filter((text) => pattern.test(text)),
        [],
      );
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
    const counted =
      /\{\d\} (more )?(comments|commits|edits|events|forks|gists|issues|lines|people|requests|seconds|stars|webhooks)\b/;
    assert.deepEqual(
      texts.filter((text) => !text.startsWith("{count") && counted.test(text)),
      [],
    );
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
