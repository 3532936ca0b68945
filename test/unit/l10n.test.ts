import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pluralForms } from "../../src/base/pluralForm.ts";
import { operationTexts } from "../../src/operations/reference/descriptions.ts";
import { compareTexts, differences } from "../support/l10n/compareTexts.ts";
import { exportTexts, uiSources } from "../support/l10n/exportTexts.ts";
import { findUnlocalized } from "../support/l10n/findUnlocalized.ts";
import { languages, readTranslations, sameAsEnglish } from "../support/l10n/translations.ts";
import { projectRoot } from "../support/run/projectPaths.ts";

/** They look like texts, and are the same in all languages. */
const sameEverywhere = new Set([
  "src/accounts/signIn/tokenPages.ts: Forgeside",
  "src/service/simulate/simulation.ts: Update ",
  // The name of what failed, for the log.
  "src/accounts/feature.ts: secret storage",
  "src/deployments/create.ts: ci/build, ci/test",
  // Its templates are the literals of `localizable`.
  "src/ui/localizedText.ts: the message of l10n.t is not a literal",
]);

const english = await exportTexts();

void test("translations › are there for German and Japanese", () => {
  assert.deepEqual(languages().toSorted(), ["de", "ja"]);
});

void test("translations › have a name for each of the keys that the accessibility help names", () => {
  for (const language of languages()) {
    const names = readTranslations(language).l10n["Ctrl Shift Enter Delete Space Backspace"];
    assert.equal(names?.split(" ").length, 6, language);
  }
});

for (const language of languages()) {
  const translated = readTranslations(language);
  const same = sameAsEnglish(language);
  for (const kind of ["l10n", "package"] as const) {
    void test(`translations › of ${language} › have exactly the texts of ${kind}, with the same placeholders`, () => {
      const compared = compareTexts(english[kind], translated[kind], language, same);
      const { unused, differing } = compared;
      const missing = Object.keys(compared.missing);
      const wrong = [...missing, ...unused, ...differing];
      const counts = `${missing.length} missing, ${unused.length} unused, ${differing.length} differ: npm run l10n`;
      assert.equal(
        wrong.length,
        0,
        `${counts}
${wrong.slice(0, 10).join("\n")}`,
      );
    });
  }
}

void test("translations › of operations › are there for each language, as one sentence", () => {
  for (const language of languages()) {
    const { l10n } = readTranslations(language);
    for (const { template } of Object.values(operationTexts)) {
      assert.notEqual(l10n[template], template, language);
      assert.match(l10n[template] ?? "", /[.。]$/, template);
    }
  }
});

void test("translations › differ when a part that must stay is missing", () => {
  const wrong: readonly (readonly [string, string])[] = [
    ["{0} of {1}", "{0} von {2}"],
    ["$(lock) Secret", "Geheim"],
    ["[Sign In](command:a.b)", "[Anmelden](command:a.c)"],
    ["One\nTwo", "Eins Zwei"],
    ["Open...", "Öffnen"],
    ["see `a.b`", "siehe `a.c`"],
    ["of the setting forgeside.a.b", "der Einstellung forgeside.a.c"],
    [" more", "mehr"],
    ["{count, plural, one {# a} other {# b}}", "# b"],
    ["{count, plural, one {# a} other {# b}}", "{count, plural, other {# b}}"],
    ["{count, plural, one {# a} other {# b}}", "{count, plural, one {# a} other {b}}"],
    ["{count, plural, one {{0} # a} other {{0} # b}}", "{count, plural, one {# a} other {{0} # b}}"],
    ["{count, plural, =1 {a} other {# b}}", "{count, plural, one {# a} other {# b}}"],
  ];
  for (const [text, translation] of wrong)
    assert.equal(differences(text, translation, "de").length, 1, translation);
  assert.deepEqual(
    differences("{count, plural, one {# a} other {# b}}", "{count, plural, other {# c}}", "ja"),
    [],
  );
});

void test("counted texts › have a form for each category of English, which shows the count", () => {
  const counted = Object.values(english.l10n).filter((text) => text.startsWith("{count"));
  assert.notEqual(counted.length, 0);
  for (const text of counted) {
    const forms = pluralForms(text);
    assert.ok(forms, text);
    assert.ok(forms.has("one") || forms.has("=1"), text);
    // Other languages use the category of one for more numbers, such as 0 or 21.
    assert.ok(forms.get("one")?.includes("#") ?? true, text);
  }
});

void test("texts for people › are localized, with literal messages", () => {
  const wrong = uiSources().flatMap(([path, source]) =>
    findUnlocalized(path, source)
      .filter(({ text }) => !sameEverywhere.has(`${path}: ${text}`))
      .map(({ line, text }) => `${path}:${line} ${text}`),
  );
  assert.deepEqual(wrong, []);
});

void test("texts for people › of layers that know nothing of VS Code are translated, too", () => {
  assert.equal(english.l10n["Parameter {0} is required."], "Parameter {0} is required.");
  assert.deepEqual(
    findUnlocalized("a.ts", 'localizable("Not {0}.", a); localizable(`Not ${a}.`); localizable(b);').length,
    2,
  );
});

void test("texts for people › are found where they are not localized", () => {
  const texts = (source: string): readonly string[] => findUnlocalized("a.ts", source).map(({ text }) => text);
  assert.deepEqual(
    texts('const a = { title: vscode.l10n.t("Select a gist"), label: "$(lock) octocat", id: "Gist" };'),
    [],
  );
  assert.deepEqual(
    texts('const a = { title: b ? "Select a gist" : `Gist ${c}`, detail: ["Two words"].join() };'),
    ["Select a gist", "Gist "],
  );
  assert.deepEqual(
    texts('item.label = "$(lock) Secret"; void showError("It failed."); throw new UserError("No gist");'),
    ["$(lock) Secret", "It failed.", "No gist"],
  );
  assert.deepEqual(
    texts('new HttpError("http", 500, `${a} is not b.`); new HttpError("http", 500, localizable("It is b."));'),
    [" is not b."],
  );
  assert.equal(
    texts('vscode.l10n.t(text); vscode.l10n.t(`a ${b}`); vscode.l10n.t({ message: "a", comment: "" });').length,
    2,
  );
});

/** Where the message of an error is for the log, or of the system. */
const showMessages = ["src/features/startFailures.ts", "src/gists/view/view.ts", "src/ui/errorText.ts"];

void test("texts for people › of errors are those of errorText, as messages are in English", () => {
  const found = uiSources().flatMap(([path, source]) =>
    source.includes('from "vscode"') &&
    /import \{[^}]*\bmessageOf\b[^}]*\} from "[./]+base\/errors\.ts"/.test(source)
      ? [path]
      : [],
  );
  assert.deepEqual(found, showMessages);
});

void test("translations › are missing while a text is still English and isn't listed as the same", () => {
  const texts = { a: "Not there any longer: {0}.", b: "JSON Web Token", c: "Try Again", d: "{0}: {1}" };
  const missing = (translated: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(compareTexts(texts, translated, "de", new Set(["JSON Web Token"])).missing);
  assert.deepEqual(missing(texts), ["a", "c"]);
  assert.deepEqual(missing({ ...texts, a: "Weg: {0}.", b: " " }), ["b", "c"]);
  assert.deepEqual(
    Object.keys(
      compareTexts({ a: "One\nSay it in English" }, { a: "Eins\nSay it in English" }, "de", new Set()).missing,
    ),
    ["a"],
  );
});

void test("translations › that are listed as the same as in English are the same", () => {
  for (const language of languages()) {
    const translated = readTranslations(language);
    const unchanged = (["l10n", "package"] as const).flatMap((kind) =>
      Object.entries(english[kind]).flatMap(([key, text]) => (translated[kind][key] === text ? [text] : [])),
    );
    assert.deepEqual(
      [...sameAsEnglish(language)].filter((text) => !unchanged.includes(text)),
      [],
      language,
    );
  }
});

void test("pages of webviews › get their texts from the extension", () => {
  for (const folder of ["src/repos/insights/page/", "src/deployments/timeline/page/", "src/ui/page/"]) {
    const pages = uiSources().filter(([path]) => path.startsWith(folder));
    assert.notEqual(pages.length, 0, folder);
    const found = pages.flatMap(([path, source]) =>
      [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].flatMap(([, text = ""]) =>
        (text !== "row stale" && /[a-z]{2,} [a-z]/.test(text)) || /^[A-Z][a-z]{2,}[.:!?]?$/.test(text)
          ? [`${path}: ${text}`]
          : [],
      ),
    );
    assert.deepEqual(found, []);
  }
});

void test("package.json › names the folder of the translations", () => {
  const { l10n } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    readonly l10n?: string;
  };
  assert.equal(l10n, "./l10n");
});
