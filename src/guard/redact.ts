import { lengthWithoutEnd } from "../base/trimEnd.ts";

/** What stands where a secret stood. No detector takes it for one. */
const marker = "REDACTED";

/** What of a line belongs to the text around a key: indentation, quotes, comment signs. */
const before = /^[\s"'`>|#*-]*/;

/** Where the end of a line begins that belongs to the text around a key: `\n" +`, or a backslash and spaces. */
const endOf = (line: string, from: number): number => {
  let end = lengthWithoutEnd(line, (char) => /[\s,+.;)\\]/.test(char), from);
  if (end > from && /["'`]/.test(line.charAt(end - 1))) end -= 1;
  else {
    end = lengthWithoutEnd(line, (char) => /\s/.test(char), from);
    if (end > from && line.charAt(end - 1) === "\\") end -= 1;
  }
  while (end - from >= 2 && /\\[nrt]/.test(line.slice(end - 2, end))) end -= 2;
  return end;
};

const redactedLine = (line: string): string => {
  const start = before.exec(line)?.[0].length ?? 0;
  const end = endOf(line, start);
  return end > start ? line.slice(0, start) + marker + line.slice(end) : line;
};

/** A secret of several lines keeps its lines, so that line numbers stay what they were. */
export const redacted = (secret: string): string =>
  secret.includes("\n") ? secret.replaceAll(/[^\r\n]+/g, redactedLine) : marker;

/** Puts the marker where the secrets are. The ranges do not overlap, in any order. */
export const redact = (
  text: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): string => {
  let [result, at] = ["", 0];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + redacted(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
};
