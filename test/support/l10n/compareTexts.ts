import { pluralForms } from "../../../src/base/pluralForm.ts";
import type { Texts } from "./exportTexts.ts";

/** What a translation keeps as it is in English, and what a message calls it. */
const fixedParts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["placeholders", /\{\d+\}/g],
  ["icons", /\$\([\w~-]+\)/g],
  ["links", /\]\([^)]*\)/g],
  ["code", /`[^`]*`/g],
  ["settings and commands", /\bforgeside\.[\w.]*\w/g],
  ["placeholders of templates", /\$\{\w+\}/g],
  ["line breaks", /\n/g],
  ["space at the beginning", /^\s+/g],
  ["space at the end", /\s+$/g],
  ["three dots at the end", /\.\.\.$/g],
];

const partsOf = (text: string, pattern: RegExp): string =>
  [...text.matchAll(pattern)]
    .map(([part]) => part)
    .toSorted()
    .join(" ");

const differingParts = (english: string, translated: string): readonly string[] =>
  fixedParts.flatMap(([name, pattern]) => {
    const [wanted, found] = [partsOf(english, pattern), partsOf(translated, pattern)];
    return wanted === found ? [] : [`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
  });

/** A form of a number or category that English lacks says what the form for other numbers says. */
const differingForms = (
  english: ReadonlyMap<string, string>,
  translated: ReadonlyMap<string, string>,
  language: string,
): readonly string[] => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const lacking = pluralCategories.filter((category) => !translated.has(category));
  const exact = [...english.keys()].filter((form) => form.startsWith("="));
  const isLacking = (category: string): boolean =>
    // Where English has a form for exactly one, the category of one may say the same as the others.
    !(category === "one" && exact.includes("=1") && translated.has("=1"));
  return [
    ...lacking.filter(isLacking).map((category) => `no form for ${category}`),
    ...exact.filter((form) => !translated.has(form)).map((form) => `no form for ${form}`),
    ...[...translated].flatMap(([form, text]) => {
      const wanted = english.get(form) ?? english.get("other") ?? "";
      const isCounted = form.startsWith("=") || wanted.includes("#") === text.includes("#");
      const differing = differingParts(wanted, text);
      return [...differing, ...(isCounted ? [] : ["#"])].map((difference) => `${form}: ${difference}`);
    }),
  ];
};

/** How the fixed parts of a translation differ from English. */
export const differences = (english: string, translated: string, language: string): readonly string[] => {
  const forms = pluralForms(english);
  if (!forms) return differingParts(english, translated);
  const own = pluralForms(translated);
  return own ? differingForms(forms, own, language) : ["not of the form {count, plural, other {…}}"];
};

export interface Comparison {
  /** English texts without a translation, by their keys. */
  readonly missing: Texts;
  /** Keys that English does not have. */
  readonly unused: readonly string[];
  readonly differing: readonly string[];
}

const hasWords = (text: string): boolean =>
  /[A-Za-z]{2,}/.test(fixedParts.reduce((rest, [, pattern]) => rest.replaceAll(pattern, " "), text));

/** A text that is the same as in English has to be listed; a translated one has no line of several words as in English. */
const isTranslated = (english: string, translated: string, same: ReadonlySet<string>): boolean => {
  if (translated.trim() === "") return false;
  if (translated === english && hasWords(english)) return same.has(english);
  const lines = translated.split("\n");
  const isLeft = (line: string): boolean => /[a-z]{2,} [a-z{“][^ ]* \S/.test(line) && lines.includes(line);
  return !english.split("\n").some(isLeft);
};

/** `same`: the texts that this language has as English does. */
export const compareTexts = (
  english: Texts,
  translated: Texts,
  language: string,
  same: ReadonlySet<string>,
): Comparison => ({
  missing: Object.fromEntries(
    Object.entries(english).filter(([key, text]) => !isTranslated(text, translated[key] ?? "", same)),
  ),
  unused: Object.keys(translated).filter((key) => !(key in english)),
  differing: Object.entries(translated).flatMap(([key, text]) =>
    differences(english[key] ?? text, text, language).map((difference) => `${JSON.stringify(key)}: ${difference}`),
  ),
});
