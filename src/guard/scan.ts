import { findInAddressesAndCommands } from "./detectors/addresses.ts";
import { findAssignments } from "./detectors/assignments.ts";
import { findPrivateKeys } from "./detectors/keyBlocks.ts";
import { findOwnTokens } from "./detectors/ownTokens.ts";
import { findByPreset } from "./detectors/presetRules.ts";
import { findProviderTokens } from "./detectors/providers.ts";
import { findTexts, windowLength } from "./knownTexts.ts";
import { type Finding, type Match, ownTokenKind, previewOf, type ScanOptions, uncheckedKind } from "./finding.ts";

/** Found by their surroundings; what knows the form itself says more. */
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

const maxKnownTexts = 400;

/** A secret that was found once is one wherever it stands, such as a password that is used in a command further down. */
const findAgain = (text: string, matches: readonly Match[]): readonly Match[] => {
  const again: Match[] = [];
  const known = new Map(matches.map((match) => [text.slice(match.start, match.end), match]));
  // A list of so many would be looked through for minutes, and names each of them anyway.
  if (known.size > maxKnownTexts) return [];
  const wanted = [...known.keys()].filter((secret) => secret.length >= windowLength && !secret.includes("\n"));
  findTexts(text, wanted, (secret, start) => {
    const match = known.get(secret);
    if (match) again.push({ ...match, start, end: start + secret.length });
  });
  return again;
};

type Detector = (text: string, options: ScanOptions) => readonly Match[];

const detectors: readonly Detector[] = [
  (text, { ownTokens }) => findOwnTokens(text, ownTokens),
  findPrivateKeys,
  (text, { fileName }) => findByPreset(text, fileName),
  findProviderTokens,
  findInAddressesAndCommands,
  (text, { fileName }) => findAssignments(text, fileName),
];

/** Milliseconds. Megabytes take less than one second. */
const defaultTimeLimit = 10_000;

const unchecked: Finding = {
  kind: uncheckedKind,
  start: 0,
  end: 0,
  confidence: "medium",
  line: 1,
  preview: "…",
};

/** Finds what should not leave this machine. Nothing is sent, kept or logged. */
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
  let [line, at] = [1, 0];
  return merge([...first, ...findAgain(text, first)]).map((match) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < match.start; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return { ...match, line, preview: previewOf(text.slice(match.start, match.end)) };
  });
};
