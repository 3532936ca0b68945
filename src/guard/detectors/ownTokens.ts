import { type Match, ownTokenKind } from "../finding.ts";

/** Shorter ones would be found in ordinary text. */
const shortest = 8;

const escaped = (text: string, lower: boolean): string =>
  encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (code) => (lower ? code.toLowerCase() : code));

const binaryOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/**
 * The characters of base64 that depend on the token alone, for each of the three ways in which it can lie in what was
 * encoded with it, such as `user:token`.
 */
const base64Cores = (token: string): readonly string[] =>
  [0, 1, 2].flatMap((offset) => {
    const binary = "\0".repeat(offset) + binaryOf(token);
    const whole = btoa(binary).replace(/=+$/, "");
    const core = whole.slice(Math.ceil((offset * 8) / 6), Math.floor((binary.length * 8) / 6));
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });

const occurrences = (text: string, part: string): readonly number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
};

const base64 = /[A-Za-z\d+/_-]/;

/** The account's own tokens as they are, percent-encoded, and inside base64. */
export const findOwnTokens = (text: string, tokens: readonly string[]): readonly Match[] =>
  tokens
    .filter((token) => token.length >= shortest)
    .flatMap((token) => {
      const plain = new Set([token, escaped(token, false), escaped(token, true)]);
      const found = [...plain].flatMap((form) =>
        occurrences(text, form).map((start) => ({ start, end: start + form.length })),
      );
      for (const core of new Set(base64Cores(token))) {
        for (const at of occurrences(text, core)) {
          let [start, end] = [at, at + core.length];
          // What was encoded with it goes too: half a base64 text would be of no use.
          while (start > 0 && at - start < 400 && base64.test(text.charAt(start - 1))) start--;
          while (end - at < 2000 && base64.test(text.charAt(end))) end++;
          while (text.charAt(end) === "=") end++;
          found.push({ start, end });
        }
      }
      return found.map((range): Match => ({ kind: ownTokenKind, ...range, confidence: "certain" }));
    });
