// The words that the writing guide bans, in comments, identifiers, names of files, titles of tests and texts for people.
// Plain JavaScript, so that `npm run check:language` needs no build.
import { createScanner } from "typescript/unstable/ast/scanner";
import { SyntaxKind } from "typescript/unstable/ast";

/** @type {readonly (readonly [words: string, instead: string])[]} */
const banned = [
  ["shall", "will, should, or an imperative"],
  ["anew", "again"],
  ["nobody", "no one"],
  ["somebody", "another user, the user"],
  ["everybody", "everyone, all"],
  ["anybody", "anyone"],
  ["of long ago", "legacy"],
  ["whoever", "the caller, the user who"],
  ["(?:told|tell|tells|telling)", "reports, describes, shows, notifies"],
  ["any more", "no longer"],
  ["anymore", "no longer"],
  ["(?:throw|throws|threw|throwing|thrown) (?:(?:it|them|this) )?away", "discard"],
  ["once more", "again"],
  ["meanwhile", "since then, in the meantime"],
  ["(?:grew|grow|grows) out of", "is based on"],
  ["standings?", "base"],
  ["wants? fewer requests", "rate limit exceeded"],
];

/**
 * Banned in what people read only: in code they are names, such as `isCancelled`, or have a meaning of their own.
 * @type {typeof banned}
 */
const bannedForPeople = [
  ["(?<!there )is no (?!longer|one|more)\\w+", "is not a …, isn't …"],
  ["no more(?! than)", "no longer, Remove, Stop"],
  ["kept", "stored, saved locally"],
  ["(?<!as )of 2015", "legacy"],
  ["(?:rooms?|houses?|furniture|floors?)", "feature, module, layer; of a limit: what is left"],
  ["(?:go(?:es)? out|goes to)", "is sent to"],
  ["comes (?:in|as)", "is received"],
  ["stands?(?!-| (?:for|in for)\\b)", "is"],
  ["stood", "was"],
  ["cancell(?:ed|ing)", "canceled, canceling"],
  ["(?:(?:this|your) machine|leaves? the machine)", "this computer, your computer"],
];

/** What is between the words of a comment: also the end of a line and the beginning of the next one. */
const patternOf = ([words, instead]) => ({
  pattern: new RegExp(`\\b${words.replaceAll(" ", "[\\s*/]+")}\\b`, "gi"),
  instead,
});
const patterns = banned.map(patternOf);
const patternsForPeople = [...banned, ...bannedForPeople].map(patternOf);

/** The calls whose first argument is the title of a test. */
const titleCalls = new Set(["describe", "describeInNewer", "it", "test", "testInWorkbench"]);

/** The words of a name in camelCase, kebab-case or SNAKE_CASE. */
const wordsOf = (name) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z\d]+/g, " ");

const findIn = (text, searched = patterns) =>
  searched.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
      index,
      word: word.replaceAll(/[\s*/]+/g, " "),
      instead,
    })),
  );

/** Tokens after which a slash divides; after any other one it begins a regular expression. */
const operands = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.PrivateIdentifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
  SyntaxKind.SuperKeyword,
  SyntaxKind.NullKeyword,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
]);
const spaces = new Set([SyntaxKind.WhitespaceTrivia, SyntaxKind.NewLineTrivia]);
const comments = new Set([SyntaxKind.SingleLineCommentTrivia, SyntaxKind.MultiLineCommentTrivia]);
const names = new Set([SyntaxKind.Identifier, SyntaxKind.PrivateIdentifier]);

/** The tokens of a source, also spaces and comments, with regular expressions and templates as such. */
const tokensOf = (source) => {
  const scanner = createScanner(false);
  scanner.setText(source);
  const tokens = [];
  /** For each open brace whether it belongs to a template. */
  const braces = [];
  let before = SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if ((kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) && !operands.has(before))
      kind = scanner.reScanSlashToken();
    if (kind === SyntaxKind.OpenBraceToken) braces.push(false);
    if (kind === SyntaxKind.TemplateHead) braces.push(true);
    if (kind === SyntaxKind.CloseBraceToken && braces.pop()) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateMiddle) braces.push(true);
    }
    tokens.push({ kind, start: scanner.getTokenStart(), text: scanner.getTokenText() });
    if (!spaces.has(kind) && !comments.has(kind)) before = kind;
  }
  return tokens;
};

/** The comments of a source; those on lines of their own that follow each other are one. */
const commentsOf = (tokens) => {
  const found = [];
  let isOpen = false;
  for (const { kind, start, text } of tokens) {
    const last = found.at(-1);
    if (!comments.has(kind)) isOpen &&= spaces.has(kind);
    if (isOpen && last) last.text += text;
    else if (comments.has(kind)) found.push({ start, text });
    if (comments.has(kind)) isOpen = true;
  }
  return found;
};

/** The texts of the strings and templates in the titles of tests, which end at the first comma of their own. */
const titlesOf = (tokens) => {
  const code = tokens.filter(({ kind }) => !spaces.has(kind) && !comments.has(kind));
  return code.flatMap(({ kind, text }, index) => {
    if (kind !== SyntaxKind.Identifier) return [];
    // Of a table of tests.
    if (text === "title" && code[index + 1]?.kind === SyntaxKind.ColonToken)
      return code.slice(index + 2, index + 3).filter(isText);
    if (!titleCalls.has(text)) return [];
    if (code[index - 1]?.kind === SyntaxKind.DotToken) return [];
    const isModified = code[index + 1]?.kind === SyntaxKind.DotToken;
    const open = index + (isModified ? 3 : 1);
    if (code[open]?.kind !== SyntaxKind.OpenParenToken) return [];
    const end = code.findIndex(({ kind: each }, at) => at > open && each === SyntaxKind.CommaToken);
    return code
      .slice(open + 1, end < 0 ? undefined : end)
      .filter(({ text: each }) => /^["'`}]/.test(each))
      .map((token) => ({ start: token.start, text: token.text }));
  });
};

const isText = ({ text }) => /^["'`}]/.test(text);

/** The texts that `l10n.t` translates: its first argument. */
const translatedTexts = (tokens) => {
  const code = tokens.filter(({ kind }) => !spaces.has(kind) && !comments.has(kind));
  return code.flatMap(({ text }, index) => {
    const call = code.slice(index, index + 4).map((token) => token.text);
    if (text !== "l10n" || call.join("") !== "l10n.t(") return [];
    const isEnd = ({ kind }) => kind === SyntaxKind.CommaToken || kind === SyntaxKind.CloseParenToken;
    const end = code.findIndex((token, at) => at > index + 3 && isEnd(token));
    return code.slice(index + 4, end).filter(isText);
  });
};

/** A table of contributions is for people, and so are the sentences of operations. */
const isForPeople = (path) =>
  /(^|\/)(contributions\/[^/]+|\w*[cC]ontributions|operations\/reference\/descriptions)\.ts$/.test(path);

/** @type {typeof import("./bannedWords.d.mts").findBannedTexts} */
export const findBannedTexts = (path, text) => {
  const lineAt = (index) => text.slice(0, index).split("\n").length;
  const tokens = tokensOf(text);
  const texts = isForPeople(path) ? tokens.filter(isText) : translatedTexts(tokens);
  return texts.flatMap(({ start, text: part }) =>
    findIn(part, patternsForPeople).map(({ index, word, instead }) => ({
      line: lineAt(start + index),
      word,
      instead,
    })),
  );
};

/** @type {typeof import("./bannedWords.d.mts").findBannedWords} */
export const findBannedWords = (path, text) => {
  const lineAt = (index) => text.slice(0, index).split("\n").length;
  const inName = findIn(wordsOf(path)).map(({ word, instead }) => ({ line: 0, word, instead }));
  const inText = ({ start, text: part }, searched = patterns) =>
    findIn(part, searched).map(({ index, word, instead }) => ({ line: lineAt(start + index), word, instead }));
  if (!/\.m?ts$|\.mjs$/.test(path)) return [...inName, ...inText({ start: 0, text }, patternsForPeople)];
  const tokens = tokensOf(text);
  const inIdentifiers = tokens
    .filter(({ kind }) => names.has(kind))
    .flatMap(({ start, text: name }) =>
      findIn(wordsOf(name)).map(({ instead }) => ({ line: lineAt(start), word: name, instead })),
    );
  return [
    ...inName,
    ...[
      ...[...commentsOf(tokens), ...titlesOf(tokens)].flatMap((part) => inText(part)),
      ...inIdentifiers,
    ].toSorted((one, other) => one.line - other.line),
  ];
};
