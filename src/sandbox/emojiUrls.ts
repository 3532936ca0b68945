import { customEmoji, unicodeEmoji } from "./emojiData.ts";

const pairs = (): readonly (readonly [name: string, glyph: string])[] =>
  unicodeEmoji
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const at = entry.indexOf("=");
      return [entry.slice(0, at), entry.slice(at + 1)];
    });

/** The service's file name for a glyph: its code points without joiners and variation selectors. */
const fileOf = (glyph: string): string =>
  Array.from(glyph, (character) => character.codePointAt(0) ?? 0)
    .filter((point) => point !== 0xfe0f && point !== 0x200d)
    .map((point) => point.toString(16).padStart(4, "0"))
    .join("-");

/** Name → address of the picture, below `web`. */
export const emojiUrls = (web: string): Readonly<Record<string, string>> => {
  const folder = `${web}/images/icons/emoji`;
  const all = [
    ...pairs().map(([name, glyph]) => [name, `${folder}/unicode/${fileOf(glyph)}.png?v8`] as const),
    ...customEmoji.map((name) => [name, `${folder}/${name}.png?v8`] as const),
  ];
  return Object.fromEntries(all.toSorted(([left], [right]) => (left < right ? -1 : 1)));
};

/** The glyph that a picture's file shows, such as 👍 for `1f44d.png`. */
export const emojiGlyph = (file: string): string | undefined =>
  pairs().find(([, glyph]) => `${fileOf(glyph)}.png` === file)?.[1];
