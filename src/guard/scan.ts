import { findInAddressesAndCommands } from "./detectors/addresses.ts";
import { findAssignments } from "./detectors/assignments.ts";
import { findPrivateKeys } from "./detectors/keyBlocks.ts";
import { findOwnTokens } from "./detectors/ownTokens.ts";
import { findByPreset, presetKinds } from "./detectors/presetRules.ts";
import { findProviderTokens, providerKinds } from "./detectors/providers.ts";
import { findTexts, windowLength } from "./knownTexts.ts";
import { type Finding, type Match, ownTokenKind, previewOf, type ScanOptions, uncheckedKind } from "./finding.ts";

/** Kinds that are found by their surroundings, with their rank. One that is not here has a form of its own: rank 7. */
const general = new Map([
  ["command-line", 1],
  ["secret-value", 2],
  ["password", 3],
  ["authorization", 4],
  ["url-password", 5],
  ["jwt", 6],
]);
const rankOf = ({ kind }: Match): number =>
  kind === ownTokenKind ? 9 : kind === "private-key" ? 8 : (general.get(kind) ?? 7);

/** Overlapping ones become one of the more specific kind, which covers all that any of them covers. */
const merge = (matches: readonly Match[]): readonly Match[] => {
  const merged: Match[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || match.start >= last.end) merged.push(match);
    else {
      const better = rankOf(match) > rankOf(last) ? match : last;
      merged[merged.length - 1] = { ...better, start: last.start, end: Math.max(last.end, match.end) };
    }
  }
  return merged;
};

/** Different secrets above which they are not looked for again: such a text is a list that names each of them anyway. */
const maxKnownTexts = 400;

/** A secret that was found once is one wherever it stands, such as a password that is used in a command further down. */
const findAgain = (text: string, matches: readonly Match[]): readonly Match[] => {
  const again: Match[] = [];
  const known = new Map(matches.map((match) => [text.slice(match.start, match.end), match]));
  if (known.size > maxKnownTexts) return [];
  const wanted = [...known.keys()].filter((secret) => secret.length >= windowLength && !secret.includes("\n"));
  findTexts(text, wanted, (secret, start) => {
    const match = known.get(secret);
    if (match) again.push({ ...match, start, end: start + secret.length });
  });
  return again;
};

/** All kinds that can be found, except the account's own tokens. A function: only the table of settings needs them. */
export const kindsOfSecrets = (): readonly string[] =>
  [...new Set([...general.keys(), "private-key", ...presetKinds(), ...providerKinds])].toSorted();

type Detector = (text: string, options: ScanOptions) => readonly Match[];

const detectors: readonly Detector[] = [
  (text, { ownTokens }) => findOwnTokens(text, ownTokens),
  findPrivateKeys,
  (text, { fileName }) => findByPreset(text, fileName),
  findProviderTokens,
  findInAddressesAndCommands,
  (text, { fileName }) => findAssignments(text, fileName),
];

/**
 * Milliseconds; looked at between two detectors, whose time grows with the length of the text. A megabyte of code takes
 * less than a tenth of a second, one of nothing but passwords less than one second.
 */
const defaultTimeLimit = 10_000;

const unchecked: Finding = {
  kind: uncheckedKind,
  start: 0,
  end: 0,
  confidence: "medium",
  line: 1,
  preview: "…",
};

/**
 * Finds what should not leave this machine, in the order of the text and without overlaps. When the time limit is
 * exceeded, the whole text is the only finding. Nothing is sent, kept or logged.
 */
export const scan = (text: string, options: ScanOptions): readonly Finding[] => {
  const { timeLimit = defaultTimeLimit, now = () => performance.now() } = options;
  const end = now() + timeLimit;
  const matches: Match[] = [];
  for (const detect of detectors) {
    for (const match of detect(text, options)) matches.push(match);
    if (now() > end) return [{ ...unchecked, end: text.length }];
  }
  const first = merge(matches);
  if (first.length === 0) return [];
  const all = merge([...first, ...findAgain(text, first)]);
  if (now() > end) return [{ ...unchecked, end: text.length }];
  let line = 1;
  let lineEnd = text.indexOf("\n");
  return all.map((match) => {
    for (; lineEnd >= 0 && lineEnd < match.start; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
    return { ...match, line, preview: previewOf(text.slice(match.start, match.end)) };
  });
};
