import { lengthWithoutEnd } from "./trimEnd.ts";

/**
 * What no disk takes, what a reader does not see or reads in the wrong place, the escape itself, and half a character
 * (a surrogate on its own).
 */
const unsafe =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*%\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Names of devices on Windows, with whatever ending and spaces before it; and what git takes for a repository. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|\.git|git~\d+)( *\.|$)/i;
const repository = /^(\.git|git~\d+)$/i;
/** Characters that a file system or a reader leaves out, so that `.g\u200cit` is `.git` on some disks. */
const invisible =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
/** UTF-8 bytes; the longest path on Windows has 260 characters. */
const maxNameBytes = 150;

const escapeChar = (char: string): string => {
  const code = char.charCodeAt(0);
  return code < 0x100 ? `%${code.toString(16).padStart(2, "0")}` : `%u${code.toString(16).padStart(4, "0")}`;
};

const size = (text: string): number => new TextEncoder().encode(text).length;

const isDotOrSpace = (char: string): boolean => char === "." || char === " ";

const endingOf = (name: string): string => /[^.](\.[^.%]{1,12})$/.exec(name)?.[1] ?? "";

/** FNV-1a: distinguishes names that are truncated. */
const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
};

const shortened = (name: string, original: string): string => {
  if (size(name) <= maxNameBytes) return name;
  const ending = endingOf(name);
  const mark = `%+${digest(original)}${ending}`;
  let [rest, start] = [maxNameBytes - size(mark), ""];
  for (const char of name.slice(0, name.length - ending.length)) {
    rest -= size(char);
    if (rest < 0) break;
    start += char;
  }
  // An escape that was cut in two is not an escape.
  return start.replace(/%(u?[0-9a-f]{0,3})?$/, "") + mark;
};

/**
 * A name as one part of a path: every disk takes it, and it leads nowhere else. `%xx` and `%uxxxx` stand for characters;
 * `%+` is where a long name was cut.
 */
export const encodeName = (name: string): string => {
  const escaped = name.replace(unsafe, escapeChar).replace(/^[ ~]/, escapeChar);
  const end = lengthWithoutEnd(escaped, isDotOrSpace);
  const plain = escaped.slice(0, end) + Array.from(escaped.slice(end), escapeChar).join("");
  const free = reserved.test(plain.normalize("NFKC")) ? escapeChar(plain[0] ?? "") + plain.slice(1) : plain;
  return free === "" ? "%_0" : shortened(free, name);
};

/**
 * Whether a part of a path leads elsewhere on some system, or to what no file is: `..`, a device of Windows, what git
 * takes for a repository.
 */
export const isReserved = (part: string): boolean => {
  const end = lengthWithoutEnd(part, isDotOrSpace);
  return end === 0 || invisible.test(part) || reserved.test(part.slice(0, end).normalize("NFKC"));
};

/** Whether git, on some disk, takes a part of a path for a repository, whose settings may name commands. */
export const isRepository = (part: string): boolean => {
  const visible = Array.from(part)
    .filter((char) => !invisible.test(char))
    .join("");
  // What follows a colon is a stream of the same file on Windows.
  const name = visible.normalize("NFKC").split(":", 1)[0] ?? "";
  return repository.test(name.slice(0, lengthWithoutEnd(name, isDotOrSpace)));
};

/**
 * Equal for names, or paths, that some disk takes for the same: upper and lower case, ways to write an accent, and on
 * Windows dots and spaces at the end.
 */
export const clashKey = (path: string): string =>
  path
    .normalize("NFKC")
    .split("/")
    .map((part) => part.slice(0, lengthWithoutEnd(part, isDotOrSpace)).toUpperCase().toLowerCase())
    .join("/");

/** The name, or with `%_2`, `%_3`… before its ending the first one that is free. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  const ending = endingOf(name);
  const stem = name.slice(0, name.length - ending.length);
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${stem}%_${number}${ending}`;
  return free;
};

/** Whether the path has parts that stay below the folder: relative, with `/`, and as `encodeName` makes them. */
export const isSafePath = (path: string): boolean =>
  path.length <= 1000 &&
  path.split("/").every((part) => {
    // Escapes are part of what encodeName makes; anything else that it would change is not safe.
    const plain = part.replaceAll("%", "_");
    return /[^%]/.test(part) && encodeName(plain) === plain;
  });
