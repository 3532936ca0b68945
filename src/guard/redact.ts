/** What stands where a secret stood. No detector takes it for one. */
const marker = "REDACTED";

/** What of a line belongs to the text around a key: indentation, quotes, comment signs, `\n" +`. */
const around = /^([\s"'`>|#*-]*)(.*?)((?:\\[nrt])*(?:["'`][\s,+.;)\\]*|\\?\s*))$/;

/** A secret of several lines keeps its lines, so that line numbers stay what they were. */
export const redacted = (secret: string): string =>
  secret.includes("\n")
    ? secret.replaceAll(/[^\r\n]+/g, (line) =>
        line.replace(around, (_, before: string, text: string, behind: string) =>
          text === "" ? line : `${before}${marker}${behind}`,
        ),
      )
    : marker;

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
