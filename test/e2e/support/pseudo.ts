import assert from "node:assert/strict";
import { before } from "node:test";
import type { Texts } from "../../support/l10n/exportTexts.ts";
import { unlocalizedParts } from "../../support/l10n/pseudoTexts.ts";
import { installPseudoTexts } from "./translations.ts";
import type { Workbench } from "./workbench.ts";

/** What is on screen and not in the language of the texts. */
export const unlocalized = (
  texts: readonly string[],
  data: readonly (string | RegExp)[] = [],
): readonly string[] => texts.flatMap((text) => (unlocalizedParts(text, data) === "" ? [] : [text]));

const months =
  "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?";

/** As the language of dates and numbers writes them, which is English here, and names of programming languages. */
export const times = [
  /(?:\d+|last) (?:hr|day|wk|mo|yr)s?\.?(?: ago)?/,
  /\d+mo\b|yesterday|today/,
  /\d+:\d+\s[AP]M/,
  /[\d.,]+ (?:bytes?|kB|MB|GB)\b/,
  new RegExp(`\\b(?:${months})\\b(?: \\d+)?`),
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/,
  /\b(?:TypeScript|JavaScript|Python|Go|Rust|HTML|CSS|Shell)\b/,
];

interface PseudoTexts {
  /** The title of a command or view. Throws for one that there is not. */
  readonly titleOf: (id: string) => string;
  /** An English text of the code in the pseudo language. Throws where it has none: an empty text is in every text. */
  readonly textOf: (english: string) => string;
  readonly paletteTitle: (id: string) => string;
  /** A text of the code up to its first placeholder. */
  readonly beginOf: (english: string) => string;
  /** Shows the views, and signs in to the sandbox with its command. */
  readonly trySandbox: (workbench: Workbench) => Promise<void>;
}

/** Installs the pseudo texts before the tests of a file. */
export const usePseudoTexts = (): PseudoTexts => {
  let texts: Awaited<ReturnType<typeof installPseudoTexts>> | undefined;
  before(async () => {
    texts = await installPseudoTexts();
  });
  const known = (from: Texts | undefined, key: string): string => from?.[key] ?? assert.fail(`No text: ${key}`);
  const titleOf = (id: string): string => known(texts?.package, id);
  const textOf = (english: string): string => known(texts?.l10n, english);
  const paletteTitle = (id: string): string => `Forgeside: ${titleOf(id)}`;
  const beginOf = (english: string): string => textOf(english).split("{")[0] ?? "";
  const trySandbox = async (workbench: Workbench): Promise<void> => {
    await workbench.openContainer(titleOf("container.title"));
    await workbench.command(paletteTitle("forgeside.account.trySandbox"));
    const signedIn = beginOf(
      "Signed in to the sandbox as {0}. Its data is made up, and nothing leaves this computer.",
    );
    await workbench.toasts.wait(signedIn);
    assert.deepEqual(unlocalized(await workbench.toasts.buttons(signedIn)), []);
    await workbench.toasts.dismiss(signedIn);
  };
  return { titleOf, textOf, paletteTitle, beginOf, trySandbox };
};
