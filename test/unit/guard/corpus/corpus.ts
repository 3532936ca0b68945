import type { Finding } from "../../../../src/guard/finding.ts";
import { lookAlikes } from "./lookAlikes.ts";
import { Maker } from "./random.ts";
import { type Sample, secretSamples } from "./secrets.ts";

export type { Sample };

/** The same texts in each run; none of them is a real secret. */
export const corpus = (seed = 1): readonly Sample[] => {
  const make = new Maker(seed);
  return [...secretSamples(make), ...lookAlikes(make)];
};

export interface Score {
  readonly found: number;
  readonly secrets: number;
  readonly right: number;
  readonly findings: number;
  /** Secrets of which a finding has neither more nor less. */
  readonly exact: number;
  readonly inexact: readonly string[];
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

export const recallOf = ({ found, secrets }: Score): number => found / secrets;
export const precisionOf = ({ right, findings }: Score): number => right / findings;

type Range = Pick<Finding, "start" | "end">;

/** A secret is found when one finding covers all of it; a finding is right when it touches a secret. */
export const scoreOf = (samples: readonly Sample[], findings: readonly (readonly Range[])[]): Score => {
  const score = {
    found: 0,
    secrets: 0,
    right: 0,
    findings: 0,
    exact: 0,
    inexact: [] as string[],
    missed: [] as string[],
    wrong: [] as string[],
  };
  for (const [index, { title, text, secrets }] of samples.entries()) {
    const ranges = secrets.map((secret) => ({
      start: text.indexOf(secret),
      end: text.indexOf(secret) + secret.length,
    }));
    const given = findings[index] ?? [];
    for (const { start, end } of ranges) {
      score.secrets++;
      if (given.some((finding) => finding.start === start && finding.end === end)) score.exact++;
      else if (given.some((finding) => finding.start < end && finding.end > start)) score.inexact.push(title);
      if (given.some((finding) => finding.start <= start && finding.end >= end)) score.found++;
      else score.missed.push(title);
    }
    for (const finding of given) {
      score.findings++;
      if (ranges.some(({ start, end }) => finding.start < end && finding.end > start)) score.right++;
      else score.wrong.push(`${title}: ${text.slice(finding.start, finding.end).slice(0, 60)}`);
    }
  }
  return score;
};
