import { before } from "node:test";
import { unlocalizedParts } from "../../support/l10n/pseudoTexts.ts";
import { installPseudoTexts } from "./translations.ts";

/** What is on screen and not in the language of the texts. */
export const unlocalized = (
  texts: readonly string[],
  data: readonly (string | RegExp)[] = [],
): readonly string[] => texts.flatMap((text) => (unlocalizedParts(text, data) === "" ? [] : [text]));

/** As the language of dates and numbers writes them, which is English here, and names of programming languages. */
export const times = [
  /(?:\d+|last) (?:hr|day|wk|mo)s?\.?(?: ago)?/,
  /\d+mo\b|yesterday|today/,
  /\d+:\d+\s[AP]M/,
  /[\d.,]+ (?:bytes?|kB|MB|GB)\b/,
  /(?:[A-Z][a-z]{2}|\w+day)\b(?: \d+)?/,
  /\b(?:TypeScript|JavaScript|Python|Go|Rust|HTML|CSS|Shell)\b/,
];

interface PseudoTexts {
  /** The title of a command or view; empty for one that there is not. */
  readonly titleOf: (id: string) => string;
  /** An English text of the code in the pseudo language; empty where it has none. */
  readonly textOf: (english: string) => string;
  readonly paletteTitle: (id: string) => string;
}

/** Installs the pseudo texts before the tests of a file. */
export const usePseudoTexts = (): PseudoTexts => {
  let texts: Awaited<ReturnType<typeof installPseudoTexts>> | undefined;
  before(async () => {
    texts = await installPseudoTexts();
  });
  const titleOf = (id: string): string => texts?.package[id] ?? "";
  return {
    titleOf,
    textOf: (english) => texts?.l10n[english] ?? "",
    paletteTitle: (id) => `Forgeside: ${titleOf(id)}`,
  };
};
