import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hasMarks, linesOf, markConflicts, mineOfMarked } from "../../src/base/mergeTexts.ts";
import { encodeName, freeName, isSafePath } from "../../src/base/safeName.ts";
import { decodePart, encodePart, readablePart } from "../../src/base/uriPart.ts";
import { hasTooManyParts } from "../../src/client/answerSize.ts";
import { parseBaseUrl } from "../../src/client/baseUrl.ts";
import { parseLinks } from "../../src/client/links.ts";
import { emojiPrefix, namesEmoji, withGlyphs } from "../../src/comments/emoji.ts";
import { shownMarkdown } from "../../src/comments/markdown.ts";
import { nameProblem, usableName } from "../../src/gists/fileName.ts";
import { toCloneUrl } from "../../src/gists/history/cloneUrl.ts";
import { decodeLinks, isInside } from "../../src/gists/links/linkFile.ts";
import { plainOf, shapeOf } from "../../src/gists/links/textShape.ts";
import { parseGistReference } from "../../src/gists/reference.ts";
import { bestLine, matchingLines } from "../../src/gists/search/lines.ts";
import { parseQuery } from "../../src/gists/search/query.ts";
import { wordsOf } from "../../src/gists/search/wordsOf.ts";
import { tagsOf, typedRunsOf } from "../../src/gists/words.ts";
import { guessEnding } from "../../src/gists/share/guessName.ts";
import { folderName } from "../../src/gists/transfer/folderName.ts";
import { isCommonValue, isPlaceholder } from "../../src/guard/detectors/placeholder.ts";
import { redacted } from "../../src/guard/redact.ts";
import { containedTexts } from "../../src/guard/containedTexts.ts";
import { scan } from "../../src/guard/scan.ts";
import { parseHook } from "../../src/hooks/hookDocument.ts";
import { parsePublicKey } from "../../src/keys/publicKey.ts";
import { remotePlace } from "../../src/localGit/remote.ts";
import { decodeNotebook } from "../../src/operations/notebook/notebookFile.ts";
import { isBranchName } from "../../src/repos/files/branchName.ts";
import { lineRanges, positionOfLine } from "../../src/repos/comments/position.ts";
import { linkTarget } from "../../src/repos/linkTarget.ts";
import { parseRepoReference } from "../../src/repos/reference.ts";
import { parseSignature } from "../../src/repos/files/signature.ts";
import { withoutSecrets } from "../../src/service/doctor.ts";

/** A parser may refuse a text in its own way; only its time counts here. */
const quietly = (run: () => unknown): void => {
  try {
    run();
  } catch {
    // A refusal.
  }
};

const options = (fileName: string) => ({ fileName, ownTokens: ["sandbox_of_mia_0123456789"] });

/** As many as the search looks for at most of one word of a query. */
const manyWords = Array.from({ length: 33 }, (_, index) => "a".repeat(index + 1));

const values = "words that stand where a secret would";

/** Everything that reads texts of strangers: files, names, headers, comments, patches, addresses. */
const subjects: Readonly<Record<string, readonly ((text: string) => unknown)[]>> = {
  "the guard": [
    (text) => scan(text, options("notes.txt")),
    (text) => scan(text, options("code.ts")),
    (text) => scan(text, options(".env")),
    (text) => redacted(`\n${text}`),
  ],
  [values]: [isPlaceholder, isCommonValue],
  merges: [linesOf, hasMarks, (text) => markConflicts("a\n", text, "b\n"), (text) => mineOfMarked(text, text)],
  "names and paths": [
    encodeName,
    isSafePath,
    isInside,
    nameProblem,
    (text) => usableName(text, "file.txt"),
    (text) => freeName(text, (name) => name === text),
    (text) => folderName(text, "1"),
    (text) => decodePart(encodePart(text)),
    readablePart,
    isBranchName,
    (text) => linkTarget("a/b.md", text),
  ],
  "headers and addresses": [
    hasTooManyParts,
    parseLinks,
    parseBaseUrl,
    parseGistReference,
    parseRepoReference,
    remotePlace,
    withoutSecrets,
    (text) => toCloneUrl(text, "https://forge.example"),
    (text) => toCloneUrl(`https://${text}`, "https://forge.example"),
  ],
  "texts of files": [
    (text) => decodeLinks(text, "folder"),
    decodeNotebook,
    parseHook,
    parsePublicKey,
    shapeOf,
    plainOf,
    guessEnding,
    parseSignature,
  ],
  patches: [lineRanges, (text) => positionOfLine(text, 3)],
  comments: [
    (text) => shownMarkdown(text, new Map(), "Picture"),
    (text) => withGlyphs(text, new Map()),
    namesEmoji,
    emojiPrefix,
  ],
  "the search": [
    wordsOf,
    typedRunsOf,
    tagsOf,
    parseQuery,
    (text) => matchingLines(text, ["a"], 10),
    (text) => bestLine(text, ["a"]),
    (text) => bestLine(text, manyWords),
  ],
};

const key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKjMzEfYyjiWA4R4QZ";
const shortPrefixes = ["", '"', "@@ -1 +1 @@\n"];
/** For what looks for more than one form. */
const longPrefixes = [
  ...shortPrefixes,
  '<https://a.example>; rel="next"; ',
  '<a>; title="',
  "-----BEGIN PRIVATE KEY-----\n",
  `-----BEGIN PRIVATE KEY-----\n${key}`,
  "Private-Lines: 9\n",
  `  Private-Lines: 9\n${key}`,
  "password = ",
  'api_key: "',
  "curl -u ",
  "https://u:",
  "eyJhbGciOiJIUzI1NiJ9.",
  "machine a login ",
  "AccountKey=",
  "[a](",
  "git@",
];
const fillers = [
  ...Array.from(" \t\na0-./\\\"'`<>=:@%+_*#|~!&;,?^é漢ี"),
  "\u200d",
  "a.",
  "a/",
  "a\n",
  " \n",
  "\\n",
  "Aa0",
  "()",
  "[]",
  "](",
  '"+',
  "' + ",
  "<a",
  ":a:",
  "key=",
  "; a=",
  "../",
  "%2e",
  "-----BEGIN PRIVATE KEY-----",
  "---- BEGIN PRIVATE KEY ----",
  "----- BEGIN RSA PRIVATE KEY -----\n",
  "super",
  "user_",
  "your",
  "your-a_",
];
const suffixes = ["", "x", "\0", "\n-----END PRIVATE KEY-----"];

const withLongPrefixes = new Set(["the guard", "headers and addresses", "texts of files"]);

/** Characters of a run. A value on its own is read by a few expressions only, so that more of it is needed to see the time. */
const sizeOf = (title: string): number => (title === values ? 24_000 : 3000);
/** Milliseconds below which a time says nothing. */
const floor = 12;

const timeOf = (run: (text: string) => unknown, text: string): number => {
  // Of this process: others slow down the clock on the wall.
  const start = process.cpuUsage();
  quietly(() => run(text));
  return process.cpuUsage(start).user / 1000;
};

const passwords = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Kx9fq!${(index * 7919).toString(36)}`);

/** What is slow only with tens of thousands of secrets, by how many there are. */
const manySecrets: Readonly<Record<string, (count: number) => () => unknown>> = {
  "secrets in one line": (count) => {
    const text = 'password="'.repeat(count);
    return () => scan(text, options("a.txt"));
  },
  "different secrets in lines": (count) => {
    const text = passwords(count)
      .map((each) => `password = "${each}"\n`)
      .join("");
    return () => scan(text, options("a.txt"));
  },
  "secrets that the former text has": (count) => {
    const wanted = passwords(count);
    const text = wanted.join("\n");
    return () => containedTexts(wanted, [text]);
  },
  "secrets that no former text has": (count) => {
    const text = passwords(count).join("\n");
    return () =>
      containedTexts(
        passwords(count).map((each) => `${each}!`),
        [text],
      );
  },
};

describe("The time that a text of a stranger takes", () => {
  for (const [title, runOf] of Object.entries(manySecrets))
    it(`grows with its length: ${title}`, () => {
      const [once = 0, eightTimes = 0] = [20_000, 160_000].map((count) => {
        const run = runOf(count);
        return Math.min(...[1, 2, 3].map(() => timeOf(run, "")));
      });
      // Quadratic time would be 64 times as long; more than eight times is what a larger table of words costs in memory.
      assert.ok(eightTimes < 100 || eightTimes <= 32 * once, `${once} ms, then ${eightTimes} ms`);
    });

  for (const [title, runs] of Object.entries(subjects))
    it(`at most triples when a run in it is twice as long: ${title}`, () => {
      const size = sizeOf(title);
      const prefixes = withLongPrefixes.has(title) ? longPrefixes : shortPrefixes;
      for (const [index, run] of runs.entries())
        for (const prefix of prefixes)
          for (const filler of fillers)
            for (const suffix of suffixes) {
              const text = (length: number): string =>
                prefix + filler.repeat(Math.ceil(length / filler.length)) + suffix;
              if (timeOf(run, text(size)) < floor) continue;
              // Other processes make single runs slow, but not each of five; quadratic time quadruples each of them.
              const best = (length: number): number =>
                Math.min(...[1, 2, 3, 4, 5].map(() => timeOf(run, text(length))));
              const [once, twice] = [best(size), best(2 * size)];
              assert.ok(
                twice < floor || twice <= 3.2 * once,
                `${index}: ${JSON.stringify([prefix, filler, suffix])}: ${once} ms, then ${twice} ms`,
              );
            }
    });

  it("is short for a name of 20,000 dots", () => {
    for (const name of [".".repeat(20_000), `${".".repeat(20_000)}x`, "ä".repeat(20_000)])
      assert.ok(Math.min(timeOf(encodeName, name), timeOf(encodeName, name)) < 1000);
  });
});
