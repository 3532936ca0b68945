import { lengthWithoutEnd } from "../../base/trimEnd.ts";
import type { Match } from "../finding.ts";

/** A key's base64 is at least this long; what people write instead is shorter. */
const shortest = 60;
/** Longer than the block of any key. */
const maxBlockLength = 20_000;

const base64Of = (body: string): string =>
  body
    .replaceAll(/\\{1,15}[nrt]/g, "\n")
    // What was redacted is not part of a key, even between the marks of one.
    .replaceAll("REDACTED", "")
    .replaceAll(/^.*:.*$/gm, "")
    .replaceAll(/[^A-Za-z\d+/=]/g, "");

const isKeyBody = (body: string): boolean => {
  const base64 = base64Of(body);
  return base64.length >= shortest && new Set(base64).size >= 12 && !/\.{3}|…|x{10}/i.test(body);
};

const isSpace = (char: string): boolean => /\s/.test(char);

/** Where the key's text ends, before what separates it from its END line, such as `\n" +`. One pass from the end. */
const endOfKey = (body: string): number => {
  let end = lengthWithoutEnd(body, isSpace);
  // A `+` at the very end, or behind a quote, joins strings; any other one belongs to base64.
  if (body.charAt(end - 1) === "+") end -= 1;
  for (;;) {
    const last = body.charAt(end - 1);
    if (last !== "" && /[\s"'`>|#*,;\\-]/.test(last)) end -= 1;
    else if (/\\[nrt]/.test(body.slice(Math.max(0, end - 2), end))) end -= 2;
    else if (last === "+" && /["'`]/.test(body.charAt(lengthWithoutEnd(body.slice(0, end - 1), isSpace) - 1)))
      end -= 1;
    else return end;
  }
};

/** The body without what separates it from its BEGIN and END lines. */
const trimmed = (text: string, start: number, end: number): readonly [number, number] => {
  const body = text.slice(start, end);
  const before = /^(?:\s|\\{1,15}[nrt]|["'`+>|#*,;-])*/.exec(body)?.[0].length ?? 0;
  return [start + before, start + endOfKey(body)];
};

/** The length of the lines that hold nothing but base64, for a block whose END line was not selected. */
const lengthOfBase64 = (block: string): number =>
  /^[ \t\r]*\n?(?:[ \t>|#*"'`]*[A-Za-z\d+/=]{16,76}(?:\\n)?["'`, \t+]*(?:\r?\n|$)|[ \t]*[A-Za-z-]+: [^\n]*\n|[ \t]*\r?\n)*/.exec(
    block,
  )?.[0].length ?? 0;

const findPem = (text: string): readonly Match[] => {
  const found: Match[] = [];
  const begin = /-{4,5} ?BEGIN (?:[A-Z\d]+ ){0,4}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}/g;
  for (const match of text.matchAll(begin)) {
    const start = match.index + match[0].length;
    const behind = text.slice(start, start + maxBlockLength);
    const block = behind.slice(0, /-{4,5} ?BEGIN /.exec(behind)?.index);
    const stop =
      /-{4,5} ?END (?:[A-Z\d]+ ){0,4}(?:PRIVATE KEY|OpenVPN)/.exec(block)?.index ?? lengthOfBase64(block);
    const [from, to] = trimmed(text, start, start + stop);
    if (to > from && isKeyBody(text.slice(from, to)))
      found.push({ kind: "private-key", start: from, end: to, confidence: "high" });
  }
  return found;
};

/** What stands before a line in a diff, a quotation or a list of strings, behind a line break or the escape for one. */
const lineStart = /(?:^|\n|\\[nr])[ \t>|#*+"'`-]*$/;
/** A line break, with the quotes around it in a list of strings; or in a string the escape for one. */
const realBreak = /(?:\\{1,15}n)?(?:["'`][,+ \t]{0,8})?\r?\n/g;
const escapedBreak = /(?:\\{1,15}r)?\\{1,15}n/g;

/** PuTTY's format: so many lines behind `Private-Lines:`. */
const findPutty = (text: string): readonly Match[] =>
  [...text.matchAll(/Private-Lines: (\d{1,2})/g)].flatMap((match): Match[] => {
    if (!lineStart.test(text.slice(Math.max(0, match.index - 20), match.index))) return [];
    const start = match.index + match[0].length;
    const block = text.slice(start, start + maxBlockLength);
    const lineBreak = [realBreak, escapedBreak].find((each) => block.slice(0, 40).search(each) === 0);
    if (!lineBreak) return [];
    let [line, end] = [0, block.length];
    for (const { index } of block.matchAll(lineBreak)) {
      // The first one ends the line with the number.
      if (line++ < Number(match[1])) continue;
      end = index;
      break;
    }
    const [from, to] = trimmed(text, start, start + end);
    return to > from && isKeyBody(text.slice(from, to))
      ? [{ kind: "private-key", start: from, end: to, confidence: "high" }]
      : [];
  });

/** A key file in base64, as in Kubernetes' secrets and CI variables. */
const findEncoded = (text: string): readonly Match[] =>
  [...text.matchAll(/(?<![A-Za-z\d+/])LS0tLS1CRUdJTi[A-Za-z\d+/]{80,}={0,2}/g)].flatMap((match): Match[] => {
    try {
      if (!atob(match[0].slice(0, 80)).includes("PRIVATE KEY")) return [];
    } catch {
      return [];
    }
    return [{ kind: "private-key", start: match.index, end: match.index + match[0].length, confidence: "high" }];
  });

/** Also in a string, and in one inside of a string. */
const hasKeyType = /"kty\\{0,15}"\s*:/;

/** The private number of a JSON Web Key. */
const findJwk = (text: string): readonly Match[] => {
  return [...text.matchAll(/"(?:d|k|p|q|dp|dq|qi)\\{0,15}"\s*:\s*\\{0,15}"([\w-]{32,})\\{0,15}"/dg)].flatMap(
    (match): Match[] => {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      const around = text.slice(Math.max(0, start - 3000), end + 3000);
      return hasKeyType.test(around) ? [{ kind: "private-key", start, end, confidence: "high" }] : [];
    },
  );
};

export const findPrivateKeys = (text: string): readonly Match[] => [
  ...(/PRIVATE KEY|OpenVPN Static/.test(text) ? findPem(text) : []),
  ...(text.includes("Private-Lines: ") ? findPutty(text) : []),
  ...(text.includes("LS0tLS1CRUdJTi") ? findEncoded(text) : []),
  ...(hasKeyType.test(text) ? findJwk(text) : []),
];
