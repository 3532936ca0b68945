/** Characters of one piece of text from elsewhere that a message shows. */
const maxPieceLength = 300;
const zeroWidthSpace = "\u{200B}";

/** Without characters that turn the direction of the text; lines, tabs and spaces stay. */
export const withoutDirections = (text: string): string =>
  text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "");

/** On one line, and without characters that turn the direction of the text. */
export const plainLine = (text: string): string =>
  withoutDirections(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));

/** As `plainLine`, line by line. */
export const plainLines = (text: string): string => text.split("\n").map(plainLine).join("\n");

/**
 * A whole message in which nothing but VS Code's own buttons can be clicked. VS Code makes `[label](command:…)` a
 * link that runs the command, in notifications and below input boxes, and `$(name)` an icon: a space of no
 * width keeps their halves apart. Control characters and line breaks become a space; characters that turn the direction of the text are left out. Applied twice, it changes
 * nothing more.
 */
export const inertText = (text: string): string =>
  plainLine(text).replaceAll(/(?<=[\]$])(?=\()/gu, zeroWidthSpace);

/** As `inertText`, line by line, for the detail of a modal dialog. */
export const inertLines = (text: string): string => text.split("\n").map(inertText).join("\n");

/** In which a piece without spaces that is longer than a line, such as an address, can be broken within it. */
export const breakable = (text: string): string =>
  text.replaceAll(/[\x21-\x7E]{40,}/gu, (long) =>
    long.replaceAll(/[^\w]+(?=\w)|\w{30}(?=\w)/gu, `$&${zeroWidthSpace}`),
  );

/** At most 300 characters of a text, or `max`. */
export const shortened = (text: string, max = maxPieceLength): string => {
  if (text.length <= max) return text;
  // Not between the halves of a surrogate pair.
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
};

/** A piece of text from the service or from a file, at most 300 characters, for a message or a quick pick. */
export const plainText = (text: string): string => shortened(inertText(text));
