import type { Match } from "../finding.ts";
import { type FileKind, fileKindOf, isTestFile } from "./fileKind.ts";
import { isOfTests, type NameKind, nameKindOf } from "./names.ts";
import { basicPasswordOf, isKnownPassword, isRealKey, isRealPassword, type ValuePlace } from "./values.ts";

/** Any of these in a name makes it worth a look; which one it is, is judged later. */
const hint =
  /pass|pwd|secret|token|key|auth|credential|jwt|bearer|pat(?![a-z])|kennwort|contrase|motdepasse|rootpw/gi;
const part = /[\w.$-]/;
const maxNameLength = 80;

// Between name and value: a type, `=`, `:`, `=>`, a call, an element, an attribute, or a space after a flag.
const call = /(?:["'`]?\(|["'`]\s?,)\s?/y;
const flagSpace = /[ \t]+/y;
const forms: readonly RegExp[] = [
  // name = · "name" : · name => · name == · **name**:
  /\\{0,15}["'`]?\]?[*_`)]{0,3}[ \t]*(?::=|=>|->|[=!]==?|\?\?=|\|\|=|=|:)[*_]{0,2}[ \t]*/y,
  // name: string = · name string = · name: &str =
  /(?:\s?[?!]?:\s?&?[A-Za-z][\w<>[\]|.' ]{0,40}?|[ \t]{1,4}[*&]?[A-Za-z][\w.[\]<>]{0,20})[ \t]*=[ \t]*/y,
  // name("…") · setenv("name", "…")
  call,
  // <name>… · <property name="name">… · name="api.key" value="…"
  /["']?(?:\s[^<>\n]{0,60}?value=|[^<>\n=]{0,40}>)/y,
  // - name: NAME, then value: "…" on a line of its own, also in a diff or a quotation
  /["']?[ \t]*\r?\n[ \t+>-]*value:[ \t]*/y,
  // --name …
  flagSpace,
];
/** `--password …`, `ENV NAME …`, `requirepass …`, and the lines of a .netrc file. */
const isSpaced =
  /(?:^|[\s"'(])--[\w-]*$|(?:^|\n)[ \t]*(?:ENV|ARG|SetEnv|setx|setenv|set -gx)[ \t]+[\w-]*$|(?:^|\n)[ \t]*(?:requirepass|masterauth)$|\blogin[ \t]+\S{1,60}\s+password$|^machine .*\spassword$/i;
/** A call of one of these is given the name of something, not the thing. */
const asks =
  /^(?:get|has|is|find|load|read|fetch|create|make|parse|verify|validate|decode|check|describe|delete|remove|lookup|resolve|generate|expect|assert)(?![a-z])/;

const prefix = /(?:[bBrRuU@]|new [A-Z]\w+\(|String\.valueOf\(|Buffer\.from\()?/y;
const quoted = /(["'`])((?:\\.|(?!\1)[^\\\n]){0,600})\1/dy;
/** A string inside a string, as in a notebook or in a log; or inside another one, with more backslashes. */
const quotedTwice = /(\\{1,15}["'])((?:(?!\1)[^\n"']){0,600})\1/dy;
const bare = /[^\s"'`<>]{4,300}/dy;
const scheme = /^(?:Bearer|Basic|Token|Api-?Key|Api-?Token|Access-?Token|SSWS|GenieKey) +/i;

interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

const matchAt = (form: RegExp, text: string, at: number): RegExpExecArray | null => {
  form.lastIndex = at;
  return form.exec(text);
};

/** True when an odd number of quotes stands before it in its line; lines of minified code are not counted. */
const isInString = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - 400), at);
  const lineStart = before.lastIndexOf("\n") + 1;
  if (lineStart === 0 && before.length === 400) return false;
  const line = before.slice(lineStart);
  return ['"', "'", "`"].some((quote) => line.split(quote).length % 2 === 0);
};

/** `isPart`: another one may follow behind `&` or `;`, as in an address and in a connection string. */
const valueAt = (text: string, at: number, isPart: boolean): Value | undefined => {
  const start = at + (matchAt(prefix, text, at)?.[0].length ?? 0);
  const inQuotes = (matchAt(quoted, text, start) ?? matchAt(quotedTwice, text, start))?.indices?.[2];
  if (inQuotes) return { start: inQuotes[0], end: inQuotes[1], isQuoted: true };
  const length = scheme.exec(text.slice(at, at + 20))?.[0].length ?? 0;
  const [from, to] = matchAt(bare, text, at + length)?.indices?.[0] ?? [0, 0];
  if (to === 0) return undefined;
  // In a string, an escaped line break ends the value, as in a file that is a value of JSON.
  const separator = isPart ? "&" : isInString(text, from) ? /;|\\[nrt]/ : /&(?=[\w.-]+=)/;
  const [given = ""] = text.slice(from, to).split(separator);
  return { start: from, end: from + given.replace(/(?:[,;)\]}\\|]|\\[nrt])+$/, "").length, isQuoted: false };
};

const verdict = (value: string, nameKind: NameKind, place: ValuePlace): string | undefined => {
  if (nameKind === "password") return isRealPassword(value, place) ? "password" : undefined;
  const password = basicPasswordOf(value);
  if (password !== undefined) return isKnownPassword(password) ? undefined : "authorization";
  if (!isRealKey(value, place)) return undefined;
  return nameKind === "authorization" ? "authorization" : "secret-value";
};

const nameAround = (text: string, from: number, to: number): readonly [number, number] => {
  let [start, end] = [from, to];
  while (start > 0 && from - start < maxNameLength && part.test(text.charAt(start - 1))) start--;
  while (end - to < maxNameLength && part.test(text.charAt(end))) end++;
  return [start, end];
};

interface Name {
  readonly text: string;
  readonly nameKind: NameKind;
  readonly start: number;
  readonly end: number;
}

interface File {
  readonly text: string;
  readonly kind: FileKind;
  readonly isOfTests: boolean;
}

/** The value that one of the forms puts beside a name, where it looks real. */
const findBeside = ({ text, kind, isOfTests: ofTests }: File, name: Name, form: RegExp): Match | undefined => {
  const separator = matchAt(form, text, name.end)?.[0];
  if (separator === undefined) return undefined;
  if (form === flagSpace && !isSpaced.test(text.slice(Math.max(0, name.start - 80), name.end))) return undefined;
  if (separator.includes("(") && asks.test(name.text.slice(name.text.lastIndexOf(".") + 1))) return undefined;
  const isPart = name.start > 0 && "?&".includes(text.charAt(name.start - 1));
  const given = valueAt(text, name.end + separator.length, isPart);
  if (!given || (form === call && !given.isQuoted)) return undefined;
  const start = given.start + (scheme.exec(text.slice(given.start, given.end))?.[0].length ?? 0);
  const inString = !given.isQuoted && isInString(text, start);
  // In code only a string's content is data: `password=abc` in a query, `Password=…;` in a connection string.
  const isTight = /^["']?[=:]$/.test(separator) || name.nameKind === "authorization" || form === flagSpace;
  if (kind === "code" && !given.isQuoted && !(isTight && inString) && !separator.endsWith(">")) return undefined;
  const isEnvironment = separator === "=" && /^[A-Z][A-Z\d_]+$/.test(name.text);
  const place: ValuePlace = {
    isQuoted: given.isQuoted,
    isData: kind === "data" || isEnvironment || inString,
    isOfTests: ofTests || isOfTests(name.text),
  };
  const rule = verdict(text.slice(start, given.end), name.nameKind, place);
  const confidence = rule === "password" && !place.isData ? "medium" : "high";
  return rule === undefined ? undefined : { kind: rule, start, end: given.end, confidence };
};

/** Values beside a name that names a secret. */
export const findAssignments = (text: string, fileName: string): readonly Match[] => {
  const file: File = { text, kind: fileKindOf(fileName), isOfTests: isTestFile(fileName) };
  if (file.kind === "lock") return [];
  const found: Match[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(hint)) {
    if (index < done) continue;
    const [start, end] = nameAround(text, index, index + word.length);
    done = end;
    const name = text.slice(start, end);
    const nameKind = end - start > maxNameLength ? undefined : nameKindOf(name);
    if (!nameKind) continue;
    for (const form of forms) {
      const match = findBeside(file, { text: name, nameKind, start, end }, form);
      if (!match) continue;
      found.push(match);
      break;
    }
  }
  return found;
};
