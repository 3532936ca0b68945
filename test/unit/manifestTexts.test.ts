import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readdirSync, readFileSync } from "node:fs";
import { manifestText } from "../support/readContributions.ts";

/** Properties of package.json whose texts VS Code shows. */
const shown = new Set([
  "accessibilityHelpContent",
  "altText",
  "contents",
  "contextualTitle",
  "description",
  "displayName",
  "enumDescriptions",
  "enumItemLabels",
  "label",
  "markdownDescription",
  "markdownEnumDescriptions",
  "name",
  "placeholder",
  "shortTitle",
  "title",
]);

/** A name that is the same in all languages, a path, or a badge of the registry's page. */
const fixed = [
  /^name: forgeside$/,
  /^badges\./,
  /^author\.name: /,
  /^contributes\.authentication\.\d+\.label: Forgeside$/,
  /^contributes\.resourceLabelFormatters\.\d+\.formatting\.label: \$\{path\}$/,
];

/** The texts that are shown, as `path of the property: text`. */
const shownTexts = (value: unknown, path: readonly string[] = []): readonly string[] => {
  if (typeof value === "string") {
    const name = path.findLast((key) => !/^\d+$/.test(key)) ?? "";
    return shown.has(name) ? [`${path.join(".")}: ${value}`] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => shownTexts(each, [...path, key]));
};

const notTranslated = (manifest: unknown): readonly string[] =>
  shownTexts(manifest).filter(
    (text) => !/: %[\w.-]+%$/.test(text) && !fixed.some((pattern) => pattern.test(text)),
  );

describe("the texts of package.json that people see", () => {
  test("are keys of package.nls.json: titles, welcome texts, settings, menus, the walkthrough and the helps", () => {
    const manifest: unknown = JSON.parse(manifestText());
    assert.deepEqual(notTranslated(manifest), []);
    const translated = shownTexts(manifest);
    assert.ok(translated.length > 300, String(translated.length));
    for (const name of [
      "accessibilityHelpContent",
      "altText",
      "contents",
      "enumDescriptions",
      "label",
      "markdownDescription",
      "shortTitle",
      "title",
    ])
      assert.ok(
        translated.some((text) => new RegExp(`\\.${name}[.:]`).test(text)),
        name,
      );
  });

  test("are found where they are not", () => {
    const contributes = {
      commands: [{ command: "forgeside.a", title: "Open Gist", category: "Forgeside" }],
      configuration: [{ properties: { a: { enumDescriptions: ["%a%", "Always"], description: "%b% c" } } }],
    };
    assert.deepEqual(notTranslated({ contributes }), [
      "contributes.commands.0.title: Open Gist",
      "contributes.configuration.0.properties.a.enumDescriptions.1: Always",
      "contributes.configuration.0.properties.a.description: %b% c",
    ]);
  });
});

/** Names, paths, URLs and queries: the same in each language. */
const sameInAllLanguages = /^(?:Forgeside|main|!|\d+|lang:\w+ \w+|\w+ \([\w.]+\)|\S*[./]\S*)$/;

const wordsIn = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)/g)].flatMap(([, text = ""]) =>
    sameInAllLanguages.test(text) ? [] : [text],
  );

describe("the pictures of the walkthrough", () => {
  test("show names and signs, no words that would need a translation", () => {
    const pictures = readdirSync("media/walkthrough").map((name) =>
      readFileSync(`media/walkthrough/${name}`, "utf8"),
    );
    assert.equal(pictures.length, 6);
    assert.deepEqual(pictures.flatMap(wordsIn), []);
    assert.deepEqual(wordsIn("<text>Undo</text><text x='1'>tides.ts</text><text>Your Gists</text>"), [
      "Undo",
      "Your Gists",
    ]);
  });
});
