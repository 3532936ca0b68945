import { withoutDirections } from "../ui/plainText.ts";
import { type EmojiTable, withGlyphs } from "./emoji.ts";

/** Between the two characters that begin a picture, unseen: what follows is a link, in every kind of Markdown. */
const apart = "\u200B";

/**
 * A comment's Markdown as it may be shown: emoji as glyphs, without characters that turn the direction of the text, and
 * pictures as links, so that looking at a comment asks no server that its author chose.
 */
export const shownMarkdown = (body: string, emojis: EmojiTable, pictureLabel: string): string =>
  withGlyphs(withoutDirections(body), emojis)
    .replace(/!\[\s*\]\(/g, () => `!${apart}[${pictureLabel}](`)
    .replaceAll("![", `!${apart}[`);
